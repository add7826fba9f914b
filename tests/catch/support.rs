//! What of `tests/it/support` these tests need.

#![allow(unreachable_pub, reason = "a test binary has no outside")]

#[path = "../it/support/aside.rs"]
mod aside;
#[path = "../it/support/bless.rs"]
mod bless;
#[path = "../it/support/own.rs"]
pub mod own;
#[path = "../it/support/repo.rs"]
pub mod repo;
#[path = "../it/support/say.rs"]
mod say;
#[path = "../it/support/scale.rs"]
mod scale;
#[path = "../it/support/sit.rs"]
pub mod sit;
#[path = "../it/support/wait.rs"]
mod wait;
#[path = "../it/support/wording.rs"]
pub mod wording;

pub use aside::corpus;
pub use bless::is_blessing;
pub use say::figure;
pub use scale::scale;
pub use wait::wait;
