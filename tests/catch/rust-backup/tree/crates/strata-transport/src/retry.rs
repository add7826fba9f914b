use std::thread;
use std::time::Duration;

use crate::error::TransportError;

#[derive(Debug, Clone, Copy)]
pub struct RetryPolicy {
    pub attempts: u32,
    pub first_pause: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        RetryPolicy { attempts: 4, first_pause: Duration::from_millis(250) }
    }
}

/// Calls `operation` again while its error is transient; the pause doubles each time.
pub fn with_retries<T>(
    policy: RetryPolicy,
    mut operation: impl FnMut() -> Result<T, TransportError>,
) -> Result<T, TransportError> {
    let mut pause = policy.first_pause;
    for _ in 1..policy.attempts {
        match operation() {
            Err(e) if e.is_transient() => thread::sleep(pause),
            other => return other,
        }
        pause *= 2;
    }
    operation()
}
