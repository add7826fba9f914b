use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::{Error, Result};
use crate::queue::{Claim, Queue};
use crate::runner::{self, Outcome};

/// One thread that claims a job, runs it, settles it, and begins again.
pub struct Worker {
    pub name: String,
    pub queue: Arc<Mutex<Queue>>,
    pub stop: Arc<AtomicBool>,
    /// How long to sleep when there was nothing to claim.
    pub idle: Duration,
    pub renew_every: Duration,
}

impl Worker {
    pub fn run(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            match self.step() {
                Ok(true) => {}
                Ok(false) => thread::sleep(self.idle),
                Err(e) => {
                    eprintln!("{}: {e}", self.name);
                    thread::sleep(self.idle);
                }
            }
        }
    }

    /// At most one job. Says whether there was one. The queue is not locked while the job runs.
    pub fn step(&self) -> Result<bool> {
        let Some(claim) = self.lock().claim(&self.name)? else {
            return Ok(false);
        };
        let outcome = self.run_claim(&claim);
        let mut queue = self.lock();
        let settled = match outcome {
            Outcome::Success => queue.complete(claim.id, claim.token),
            Outcome::Failed(why) => queue.fail(claim.id, claim.token, &why).map(|_| ()),
            Outcome::Abandoned => Ok(()),
        };
        match settled {
            // Somebody else has the job by now. Its result counts, ours does not.
            Err(Error::LeaseLost { .. }) => Ok(true),
            other => other.map(|()| true),
        }
    }

    fn run_claim(&self, claim: &Claim) -> Outcome {
        let mut renewed = Instant::now();
        runner::run(claim, &mut || {
            if renewed.elapsed() < self.renew_every {
                return true;
            }
            renewed = Instant::now();
            match self.lock().renew(claim.id, claim.token) {
                Ok(_) => true,
                Err(Error::LeaseLost { .. }) => false,
                Err(e) => {
                    // A full disk may be free again before the lease runs out.
                    eprintln!("{}: renewing {}: {e}", self.name, claim.id);
                    true
                }
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("no thread panics with the queue")
    }
}
