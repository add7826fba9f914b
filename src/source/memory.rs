//! A snapshot held in memory, for tests: built path by path, it never touches a file system.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::Digest;
use crate::port::{BlobId, EntryKind, ReadFault, Snapshot, TreeEntry};

/// A tree of files that exists only in memory.
///
/// ```
/// use council_review::port::Snapshot;
/// use council_review::source::memory::MemorySnapshot;
///
/// let tree = MemorySnapshot::new().file("a/b.yaml", "k: v\n").symlink("a/c.yaml");
/// assert_eq!(tree.entries().len(), 2);
/// assert_eq!(tree.read("a/b.yaml", 100), Ok(b"k: v\n".to_vec()));
/// ```
#[derive(Debug, Clone, Default)]
pub struct MemorySnapshot {
    commit: Option<String>,
    files: BTreeMap<String, Vec<u8>>,
    changed: BTreeMap<String, ()>,
    entries: Arc<[TreeEntry]>,
}

impl MemorySnapshot {
    /// An empty tree without a commit.
    pub fn new() -> Self {
        Self::default()
    }

    /// The commit it stands on; its files are then what that commit holds.
    pub fn commit(mut self, id: impl Into<String>) -> Self {
        self.commit = Some(id.into());
        self
    }

    /// A regular file.
    pub fn file(mut self, path: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let path = path.into();
        self.files.insert(path.clone(), bytes.as_ref().to_vec());
        self.enter(path, EntryKind::File)
    }

    /// A regular file that the commit does not hold, or holds with other bytes.
    pub fn uncommitted(mut self, path: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let path = path.into();
        self.changed.insert(path.clone(), ());
        self.file(path, bytes)
    }

    /// A symbolic link.
    pub fn symlink(self, path: impl Into<String>) -> Self {
        self.enter(path.into(), EntryKind::Symlink)
    }

    /// A submodule, or another thing that holds no text.
    pub fn special(self, path: impl Into<String>) -> Self {
        self.enter(path.into(), EntryKind::Special)
    }

    fn enter(mut self, path: String, kind: EntryKind) -> Self {
        let mut entries = self.entries.to_vec();
        match entries.binary_search_by(|e| e.path.cmp(&path)) {
            Ok(at) => entries[at].kind = kind,
            Err(at) => entries.insert(at, TreeEntry { path, kind }),
        }
        self.entries = entries.into();
        self
    }
}

impl Snapshot for MemorySnapshot {
    fn commit(&self) -> Option<&str> {
        self.commit.as_deref()
    }

    fn entries(&self) -> &Arc<[TreeEntry]> {
        &self.entries
    }

    fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
        let mut bytes = self.read(path, u64::MAX)?;
        bytes.truncate(most as usize);
        Ok(bytes)
    }

    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        let at = self
            .entries
            .binary_search_by(|e| e.path.as_str().cmp(path))
            .map_err(|_| ReadFault::Missing)?;
        match self.entries[at].kind {
            EntryKind::Symlink | EntryKind::Special => Err(ReadFault::NotAFile),
            EntryKind::File => {
                let bytes = self.files.get(path).ok_or(ReadFault::Missing)?;
                let size = bytes.len() as u64;
                if size > limit {
                    return Err(ReadFault::TooLarge { size, limit });
                }
                Ok(bytes.clone())
            }
        }
    }

    fn is_committed(&self, path: &str, bytes: &[u8]) -> bool {
        self.commit.is_some()
            && !self.changed.contains_key(path)
            && self.files.get(path).is_some_and(|held| held == bytes)
    }

    fn blob(&self, path: &str) -> Option<BlobId> {
        let is_of_commit = self.commit.is_some() && !self.changed.contains_key(path);
        self.files.get(path).filter(|_| is_of_commit).and_then(|bytes| self.blob_of(bytes))
    }

    /// Not git's: any name of the bytes serves.
    fn blob_of(&self, bytes: &[u8]) -> Option<BlobId> {
        BlobId::from_hex(&Digest::of(bytes).hex().as_bytes()[..40])
    }
}
