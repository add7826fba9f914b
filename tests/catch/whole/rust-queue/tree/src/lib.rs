//! hopper: a crash-only job runner whose queue lives in one directory on the local disk.
//!
//! One daemon (`hopperd`) owns the directory. It is the only writer of the journal and of the snapshot, and holds an
//! exclusive lock while it runs. Everybody else hands jobs in through the inbox (`hopperctl enqueue`) and looks at the
//! status page.
//!
//! The rule that everything else follows from: a change of state is on disk before anybody is told of it.

pub mod clock;
pub mod config;
pub mod error;
pub mod inbox;
pub mod job;
pub mod lease;
pub mod metrics;
pub mod queue;
pub mod retry;
pub mod runner;
pub mod status;
pub mod store;
pub mod worker;

pub use clock::{Clock, ManualClock, Millis, SystemClock};
pub use config::Config;
pub use error::{Error, Result};
pub use job::{Job, JobId, JobSpec, JobState};
pub use lease::Lease;
pub use metrics::{Event, Metrics};
pub use queue::{Claim, Counts, Queue, QueueOptions};
pub use retry::{RetryPolicy, Verdict};
