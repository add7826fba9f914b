#![allow(dead_code)] // every test file uses another part of this

use std::path::Path;
use std::sync::Arc;

use hopper::{Claim, JobSpec, ManualClock, Metrics, Queue, QueueOptions, RetryPolicy};

pub const LEASE_MS: u64 = 60_000;

pub fn options() -> QueueOptions {
    QueueOptions {
        retry: RetryPolicy {
            max_attempts: 3,
            base: 1_000,
            cap: 10_000,
        },
        lease_ms: LEASE_MS,
        keep_done: 2,
    }
}

/// A queue in `dir`, with a clock that stands at one second past the epoch.
pub fn open(dir: &Path) -> (Queue, Arc<ManualClock>, Arc<Metrics>) {
    let clock = Arc::new(ManualClock::at(1_000));
    let metrics = Arc::new(Metrics::default());
    let queue = Queue::open(dir, options(), clock.clone(), metrics.clone()).unwrap();
    (queue, clock, metrics)
}

pub fn spec(word: &str) -> JobSpec {
    JobSpec::new(["echo", word])
}

/// The next claim, which must be there.
pub fn claim(queue: &mut Queue) -> Claim {
    queue.claim("w0").unwrap().expect("a job to claim")
}

/// The second word of its command, by which tests tell jobs apart.
pub fn word(claim: &Claim) -> &str {
    &claim.spec.command[1]
}
