//! Floor 1: what we may ask of the world. `host/` answers for real; tests answer from memory.

use std::sync::Arc;

use crate::model::{Digest, Timestamp};

mod blobs;
mod overlay;
mod par_map;
mod standing;

pub use blobs::{BlobId, Shards};
pub use overlay::Overlay;
pub use par_map::{par_map, threads};
pub use standing::{Standing, TEMPORARY, WriteBlocker};

/// What kind of thing stands at a path of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A symbolic link; never followed.
    Symlink,
    /// A submodule, socket, device or other thing that holds no text.
    Special,
}

/// One path of the reviewed tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeEntry {
    /// Path from the root, with `/`. A name that is not UTF-8 has its bytes escaped as `\xNN`
    /// and cannot be read.
    pub path: String,
    /// What stands there.
    pub kind: EntryKind,
}

/// Whether sorted entries have something at a path.
pub fn has(entries: &[TreeEntry], path: &str) -> bool {
    entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).is_ok()
}

/// Everything below a folder of sorted entries: the path from there, and what it is.
pub fn beneath<'e>(
    entries: &'e [TreeEntry],
    folder: &str,
) -> impl Iterator<Item = (&'e str, EntryKind)> + use<'e> {
    let prefix = format!("{folder}/");
    let start = entries.partition_point(|entry| entry.path.as_str() < prefix.as_str());
    entries[start..].iter().map_while(move |entry| {
        let rest = entry.path.strip_prefix(&prefix)?;
        Some((rest, entry.kind))
    })
}

/// Why a file of the tree could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadFault {
    /// Nothing stands there.
    #[error("there is no such file")]
    Missing,
    /// It is larger than the reader wanted; nothing was read.
    #[error("it has {size} bytes, more than the {limit} that are read")]
    TooLarge {
        /// Bytes it has.
        size: u64,
        /// Bytes that were allowed.
        limit: u64,
    },
    /// A link, a folder or a special file.
    #[error("it is not a regular file")]
    NotAFile,
    /// The system said no.
    #[error("{0}")]
    Failed(String),
}

/// One state of the repository's files: the work tree, or a commit. It never changes while it is
/// looked at; nothing of the repository is ever executed.
pub trait Snapshot: Send + Sync {
    /// The commit it is, or the commit that the work tree stands on; `None` before the first one.
    fn commit(&self) -> Option<&str>;

    /// Every path of the tree, sorted by bytes, each once: what git tracks and, in a work tree,
    /// what it would track.
    fn entries(&self) -> &Arc<[TreeEntry]>;

    /// The bytes of a regular file.
    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault>;

    /// The first bytes of a regular file of any size, at most `most`.
    fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault>;

    /// Whether `bytes` are what the commit holds at `path`; a snapshot of a commit is its own answer.
    fn is_committed(&self, path: &str, bytes: &[u8]) -> bool;

    /// The id of what stands at a path, where that is known without reading it: of a commit's files,
    /// and of no file of a work tree.
    fn blob(&self, path: &str) -> Option<BlobId>;

    /// The id of a file with these bytes; `None` when none can be made.
    fn blob_of(&self, bytes: &[u8]) -> Option<BlobId>;
}

/// Wall time, for records. Limits are kept by the driver's own timer.
pub trait Clock: Send + Sync {
    /// The present second.
    fn now(&self) -> Timestamp;
}

/// Why the evidence could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct StoreFault {
    /// The path from the repository's root.
    pub path: String,
    /// What the system said.
    #[source]
    pub source: std::io::Error,
}

impl StoreFault {
    /// Whether there is a file, larger than the reader wanted.
    pub fn is_too_large(&self) -> bool {
        self.source.kind() == std::io::ErrorKind::FileTooLarge
    }

    /// Whether somebody else has the file in hand.
    pub fn is_of_somebody_else(&self) -> bool {
        self.source.kind() == std::io::ErrorKind::ResourceBusy
    }
}

/// What came of claiming the names of one review.
pub enum NameClaim {
    /// They are this process's until the value is dropped or the process ends, however it ends.
    Ours(Box<dyn Send>),
    /// Somebody else has them: who, for people.
    Theirs(String),
}

/// The evidence folders, to be read. Paths are relative to the repository's root.
pub trait Archive: Send + Sync {
    /// The names of the regular files in a folder, sorted; empty when there is no such folder.
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault>;

    /// The names of the folders in a folder, sorted; empty when there is no such folder.
    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault>;

    /// A file's bytes, at most `limit`; `None` when there is no such file.
    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault>;
}

/// The evidence folders, to be written. Files are written whole or not at all: temporary file in the
/// same folder, sync, rename, sync the folder (DESIGN.md §9). What is added to one may be torn by a
/// crash until it is safe.
pub trait Store: Archive {
    /// Writes a file that must not exist yet; `Ok(false)` when it does.
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault>;

    /// Replaces a file, or creates it.
    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault>;

    /// Adds bytes to the end of a file that has `length` of them; returns once they are safe. Of
    /// another length somebody else has written it: nothing is added. On a fault what was added is
    /// taken away again, if that can be done.
    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault>;

    /// Takes a file away; `Ok(false)` when there is none.
    fn remove(&self, path: &str) -> Result<bool, StoreFault>;

    /// Claims the names of the review that bears `stamp` in a reviews folder: nobody else writes
    /// them meanwhile. What a killed holder left half-written under other names is taken away.
    fn claim(&self, folder: &str, stamp: &str) -> Result<NameClaim, StoreFault>;
}

/// Files of the work tree that people wrote, to be edited. Written whole or not at all, with the
/// permissions that they have.
pub trait Rewrite: Send + Sync {
    /// Replaces a file that still holds the bytes `from`. A file that holds others, that may not be
    /// written, or that a link leads to is left as it is.
    fn rewrite(&self, path: &str, from: &[u8], to: &[u8]) -> Result<(), StoreFault>;
}

/// Answers that were given before, by the digest of all that was asked of whom. Whoever loses them
/// pays again, and nothing else: they are no evidence.
pub trait Answers: Send + Sync {
    /// What was kept under a digest.
    fn get(&self, key: &Digest) -> Option<Vec<u8>>;

    /// Keeps an answer, if that can be done.
    fn put(&self, key: &Digest, bytes: &[u8]);
}
