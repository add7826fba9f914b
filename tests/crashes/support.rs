//! What of `tests/it/support` these tests need.

#![allow(unreachable_pub, reason = "a test binary has no outside")]

#[path = "../it/support/alone.rs"]
mod alone;
#[path = "../it/support/aside.rs"]
mod aside;
#[path = "../it/support/repo.rs"]
mod repo;
#[path = "../it/support/say.rs"]
mod say;
#[path = "../it/support/scale.rs"]
pub mod scale;
#[path = "../it/support/seat_id.rs"]
#[allow(dead_code, reason = "these tests name members, and read no names")]
pub mod seat_id;
#[path = "../it/support/seats.rs"]
pub mod seats;
#[path = "../it/support/wait.rs"]
mod wait;

pub use alone::alone;
pub use aside::corpus;
pub use repo::{EPOCH, MENDED, Repo, Run, STAMP, binary};
pub use say::{figure, skipped};
pub use scale::scale;
pub use wait::wait;
