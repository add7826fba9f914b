//! Snapshots and what can be asked about them.

pub mod catalog;
pub mod diff;
pub mod error;
pub mod snapshot;
pub mod walk;

pub use catalog::Catalog;
pub use diff::{diff_snapshots, Change};
pub use error::CatalogError;
pub use snapshot::{EntryKind, Snapshot, SnapshotId, TreeEntry};
pub use walk::walk_tree;
