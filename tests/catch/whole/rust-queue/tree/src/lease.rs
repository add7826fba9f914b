use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::clock::Millis;

/// A worker's right to run one job until `expires_at`.
///
/// Tokens are handed out once and never again, also across restarts. A worker that comes back late therefore cannot
/// settle a job that was given to somebody else in the meantime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub token: u64,
    pub worker: String,
    pub taken_at: Millis,
    pub expires_at: Millis,
}

impl Lease {
    /// A lease is held up to, and not including, the millisecond at which it expires.
    pub fn is_expired(&self, now: Millis) -> bool {
        now >= self.expires_at
    }

    pub fn held_for(&self, now: Millis) -> Millis {
        now.saturating_sub(self.taken_at)
    }
}

/// How often a worker renews: three times in the life of a lease, so that one missed renewal is not fatal.
pub fn renew_interval(lease_ms: Millis) -> Duration {
    Duration::from_millis((lease_ms / 3).max(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease() -> Lease {
        Lease {
            token: 1,
            worker: "w0".into(),
            taken_at: 1_000,
            expires_at: 2_000,
        }
    }

    #[test]
    fn expires_at_its_last_millisecond() {
        assert!(!lease().is_expired(1_999));
        assert!(lease().is_expired(2_000));
    }

    #[test]
    fn renews_three_times_but_never_spins() {
        assert_eq!(renew_interval(60_000), Duration::from_secs(20));
        assert_eq!(renew_interval(30), Duration::from_millis(100));
    }
}
