//! A snapshot with other bytes in some of its files: what a repository would be after an edit, or is
//! in an editor that has not saved.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{BlobId, EntryKind, ReadFault, Snapshot, TreeEntry, has};

/// Another state of a snapshot, in memory.
pub struct Overlay<'s> {
    below: &'s dyn Snapshot,
    files: BTreeMap<String, Vec<u8>>,
    entries: Arc<[TreeEntry]>,
}

impl<'s> Overlay<'s> {
    /// A snapshot in which these files have these bytes; those that it lacks are there, too.
    pub fn new(below: &'s dyn Snapshot, files: BTreeMap<String, Vec<u8>>) -> Self {
        let lacking = files.keys().filter(|path| !has(below.entries(), path));
        let lacking: Vec<TreeEntry> =
            lacking.map(|path| TreeEntry { path: path.clone(), kind: EntryKind::File }).collect();
        let entries = if lacking.is_empty() {
            Arc::clone(below.entries())
        } else {
            let mut all = below.entries().to_vec();
            all.extend(lacking);
            all.sort_by(|a, b| a.path.cmp(&b.path));
            all.into()
        };
        Self { below, files, entries }
    }
}

impl Snapshot for Overlay<'_> {
    fn commit(&self) -> Option<&str> {
        self.below.commit()
    }

    fn entries(&self) -> &Arc<[TreeEntry]> {
        &self.entries
    }

    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        match self.files.get(path) {
            Some(bytes) if bytes.len() as u64 > limit => {
                Err(ReadFault::TooLarge { size: bytes.len() as u64, limit })
            }
            Some(bytes) => Ok(bytes.clone()),
            None => self.below.read(path, limit),
        }
    }

    fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
        match self.files.get(path) {
            Some(bytes) => Ok(bytes.iter().copied().take(most as usize).collect()),
            None => self.below.head(path, most),
        }
    }

    fn is_committed(&self, path: &str, bytes: &[u8]) -> bool {
        self.below.is_committed(path, bytes)
    }

    fn blob(&self, path: &str) -> Option<BlobId> {
        if self.files.contains_key(path) { None } else { self.below.blob(path) }
    }

    fn blob_of(&self, bytes: &[u8]) -> Option<BlobId> {
        self.below.blob_of(bytes)
    }
}
