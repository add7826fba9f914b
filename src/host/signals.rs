//! Ctrl-C and a polite kill. The first asks the work to come to an end with what it has; a second
//! one ends the process at once.

use std::process;
use std::thread;

use tokio::sync::watch;

/// Whether somebody asked to stop.
#[derive(Debug, Clone)]
pub struct Stop {
    requested: watch::Receiver<bool>,
}

impl Stop {
    /// Watches from now on, for the rest of the process. `impatient` is the exit code of a second
    /// request.
    pub fn watch(impatient: u8) -> Self {
        let (request, requested) = watch::channel(false);
        // Without the thread the system's own way of ending a process stays in force.
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let Ok(runtime) = runtime else { return };
            runtime.block_on(async {
                if signalled().await {
                    request.send_replace(true);
                    if signalled().await {
                        process::exit(i32::from(impatient));
                    }
                }
                std::future::pending::<()>().await;
            });
        });
        Self { requested }
    }

    /// Whether it was asked already.
    pub fn is_requested(&self) -> bool {
        *self.requested.borrow()
    }

    /// Completes when it is asked.
    pub async fn requested(mut self) {
        if self.requested.wait_for(|requested| *requested).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Waits for a signal; `false` when signals cannot be watched.
async fn signalled() -> bool {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else { return false };
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted.is_ok(),
            terminated = terminate.recv() => terminated.is_some(),
        }
    }
    #[cfg(not(unix))]
    {
        tokio::signal::ctrl_c().await.is_ok()
    }
}
