//! Floor 6: the evidence. File formats (`v2`, frozen), canonical writing, reading, `verify`.

pub mod assemble;
pub mod canonical;
pub mod chain;
mod council_metadata;
pub mod derive;
pub mod files;
pub mod history;
mod looks;
pub mod outcome;
pub mod prunable;
pub mod pruned;
pub mod read;
pub mod recover;
pub mod replay;
pub mod rulings;
pub mod seal;
pub mod session;
mod terms;
mod to_ledger;
pub mod v2;
pub mod verify;
