//! A file that was read.

use crate::model::Digest;

/// A file that was read, with its digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path from the repository's root.
    pub path: String,
    /// Digest of its bytes.
    pub digest: Digest,
    /// How many of them were read.
    pub bytes: u64,
    /// Whether the commit holds the same bytes there.
    pub committed: bool,
}
