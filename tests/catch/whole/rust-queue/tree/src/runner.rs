use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::queue::Claim;

const POLL: Duration = Duration::from_millis(50);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Success,
    Failed(String),
    /// `keep_going` said no: the lease is lost, and the result is nobody's business any more.
    Abandoned,
}

/// Runs the command of a claim to its end. `keep_going` is called on every poll; the worker renews its lease there.
pub fn run(claim: &Claim, keep_going: &mut dyn FnMut() -> bool) -> Outcome {
    let (program, args) = match claim.spec.command.split_first() {
        Some(parts) => parts,
        None => return Outcome::Failed("command is empty".into()),
    };
    let mut command = Command::new(program);
    command
        .args(args)
        .envs(&claim.spec.env)
        .env("HOPPER_JOB_ID", claim.id.to_string())
        .env("HOPPER_ATTEMPT", claim.attempt.to_string())
        .stdin(Stdio::null());
    if let Some(cwd) = &claim.spec.cwd {
        command.current_dir(cwd);
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => return Outcome::Failed(format!("{program}: {e}")),
    };

    let deadline = Instant::now() + Duration::from_secs(claim.spec.timeout_secs);
    let outcome = loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Outcome::Success,
            Ok(Some(status)) => return Outcome::Failed(status.to_string()),
            Ok(None) => {}
            Err(e) => break Outcome::Failed(format!("wait: {e}")),
        }
        if Instant::now() >= deadline {
            break Outcome::Failed(format!("timed out after {} s", claim.spec.timeout_secs));
        }
        if !keep_going() {
            break Outcome::Abandoned;
        }
        thread::sleep(POLL);
    };
    let _ = child.kill();
    let _ = child.wait();
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{JobId, JobSpec};

    fn claim(script: &str) -> Claim {
        Claim {
            id: JobId(1),
            spec: JobSpec::new(["sh", "-c", script]),
            attempt: 2,
            token: 1,
            expires_at: 0,
        }
    }

    #[test]
    fn the_job_knows_its_attempt() {
        let claim = claim("test \"$HOPPER_JOB_ID/$HOPPER_ATTEMPT\" = j00000001/2");
        assert_eq!(run(&claim, &mut || true), Outcome::Success);
    }

    #[test]
    fn an_exit_code_is_a_failure() {
        assert!(matches!(run(&claim("exit 3"), &mut || true), Outcome::Failed(_)));
    }

    #[test]
    fn a_job_without_a_lease_is_killed() {
        let started = Instant::now();
        assert_eq!(run(&claim("sleep 30"), &mut || false), Outcome::Abandoned);
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
