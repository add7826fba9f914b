//! The runtimes: one for each session, on a thread of its own, so that whoever asks may have one of
//! any kind.

use std::future::Future;
use std::panic;
use std::thread;
use std::time::Duration;

use crate::app::AppFault;

/// How long a seat that is at work when its session ends may take to leave off.
const LEAVES: Duration = Duration::from_millis(500);

/// As much as the thread has that a process begins with.
const STACK: usize = 8 << 20;

/// Waits for a session, or for others that are asked. Who works on when it has ended is not waited
/// for.
///
/// # Errors
/// No thread, or no runtime to wait with.
pub fn wait<T: Send>(session: impl Future<Output = T> + Send) -> Result<T, AppFault> {
    thread::scope(|scope| {
        let held = move || {
            let builder = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let runtime = builder.map_err(AppFault::System)?;
            let output = runtime.block_on(session);
            runtime.shutdown_timeout(LEAVES);
            Ok(output)
        };
        let builder = thread::Builder::new().name("session".to_owned()).stack_size(STACK);
        let holding = builder.spawn_scoped(scope, held).map_err(AppFault::System)?;
        holding.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    })
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[tokio::test]
    async fn who_asks_may_have_a_runtime() {
        assert_eq!(wait(ready(7)).expect("a runtime"), 7);
    }
}
