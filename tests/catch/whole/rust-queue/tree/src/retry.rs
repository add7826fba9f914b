use crate::clock::Millis;
use crate::job::Job;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryPolicy {
    pub max_attempts: u32,
    /// The delay after the first failure. It doubles with each further one, up to `cap`.
    pub base: Millis,
    pub cap: Millis,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    RetryAt(Millis),
    Bury,
}

impl RetryPolicy {
    /// What becomes of a job whose running attempt has failed at `now`.
    pub fn decide(&self, job: &Job, now: Millis) -> Verdict {
        let limit = job.spec.max_attempts.unwrap_or(self.max_attempts);
        if job.attempts >= limit {
            Verdict::Bury
        } else {
            Verdict::RetryAt(now + self.delay(job.attempts) + jitter(job, self.base))
        }
    }

    /// The delay after `attempts` failures, without jitter.
    pub fn delay(&self, attempts: u32) -> Millis {
        let doublings = attempts.saturating_sub(1).min(32);
        self.base.saturating_mul(1 << doublings).min(self.cap)
    }
}

/// Up to a tenth of `base`, and the same for the same attempt of the same job: a replay must not move a retry.
fn jitter(job: &Job, base: Millis) -> Millis {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&job.id.0.to_le_bytes());
    hasher.update(&job.attempts.to_le_bytes());
    u64::from(hasher.finalize()) % (base / 10 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{JobId, JobSpec, JobState};

    fn job(attempts: u32) -> Job {
        Job {
            id: JobId(7),
            spec: JobSpec::new(["false"]),
            enqueued_at: 0,
            attempts,
            state: JobState::Ready { since: 0 },
            last_error: None,
        }
    }

    fn policy() -> RetryPolicy {
        RetryPolicy {
            max_attempts: 3,
            base: 1_000,
            cap: 3_000,
        }
    }

    #[test]
    fn delays_double_up_to_the_cap() {
        let delays: Vec<_> = (1..=4).map(|n| policy().delay(n)).collect();
        assert_eq!(delays, [1_000, 2_000, 3_000, 3_000]);
    }

    #[test]
    fn the_last_attempt_buries() {
        assert!(matches!(policy().decide(&job(2), 0), Verdict::RetryAt(_)));
        assert_eq!(policy().decide(&job(3), 0), Verdict::Bury);
    }

    #[test]
    fn the_job_may_ask_for_fewer_attempts() {
        let mut job = job(1);
        job.spec.max_attempts = Some(1);
        assert_eq!(policy().decide(&job, 0), Verdict::Bury);
    }

    #[test]
    fn jitter_is_small_and_stable() {
        assert_eq!(policy().decide(&job(1), 0), policy().decide(&job(1), 0));
        let Verdict::RetryAt(at) = policy().decide(&job(1), 0) else {
            panic!("buried");
        };
        assert!((1_000..=1_100).contains(&at));
    }
}
