//! What tests share. `tests/crashes` and `tests/catch` take the files that they need by path; what a
//! file holds is used by each that takes it.

#![allow(unreachable_pub, reason = "a test binary has no outside")]

mod alone;
pub mod arbitrary;
pub mod aside;
pub mod asked;
mod bless;
pub mod bundles;
pub mod cost;
pub mod council;
pub mod edits;
pub mod forge;
pub mod greeting;
pub mod held;
mod later;
pub mod lsp;
pub mod memory;
pub mod own;
pub mod panelists;
mod program;
pub mod reading;
pub mod rechain;
pub mod repo;
pub mod say;
pub mod scale;
pub mod scribble;
pub mod seat_id;
pub mod seats;
pub mod simulator;
pub mod sit;
pub mod table;
pub mod tree;
mod wait;
pub mod wording;

pub use alone::alone;
pub use aside::{corpus, shared};
pub use bless::is_blessing;
pub use program::program;
pub use repo::{EPOCH, MENDED, Repo, Run, STAMP, binary};
pub use say::{figure, skipped};
pub use scale::scale;
pub use wait::wait;
