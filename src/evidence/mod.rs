//! Floor 6: the evidence. File formats (`v1`, frozen), canonical writing, reading, `verify`.

pub mod assemble;
pub mod canonical;
pub mod chain;
pub mod derive;
mod entries;
pub mod files;
pub mod history;
pub mod prunable;
pub mod pruned;
pub mod read;
pub mod recover;
pub mod replay;
pub mod ruled;
pub mod seal;
pub mod session;
mod sitting;
mod terms;
pub mod v1;
pub mod verify;
