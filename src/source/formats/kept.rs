//! The documents of other formats, kept in memory as they were read: readers go over them again
//! whenever somebody asks, and the snapshot need not be there.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::port::{BlobId, ReadFault, Snapshot, TreeEntry, par_map, threads};
use crate::source::subject::LARGEST;

/// Some files of a snapshot, read once. All others are listed and cannot be read.
#[derive(Debug, Default)]
pub(super) struct KeptFiles {
    entries: Arc<[TreeEntry]>,
    files: BTreeMap<String, KeptFile>,
}

/// What reading a file gave.
#[derive(Debug)]
struct KeptFile {
    bytes: Result<Vec<u8>, ReadFault>,
    is_committed: bool,
}

impl KeptFiles {
    /// These files of a snapshot. What of them the commit holds is looked up for evidence alone.
    pub(super) fn read(snapshot: &dyn Snapshot, paths: &[String], is_for_evidence: bool) -> Self {
        let read = par_map(
            threads(),
            paths,
            || (),
            |(), path| {
                let bytes = snapshot.read(path, LARGEST);
                let is_committed = is_for_evidence
                    && bytes.as_ref().is_ok_and(|bytes| snapshot.is_committed(path, bytes));
                Some((path.clone(), KeptFile { bytes, is_committed }))
            },
        );
        let files = read.unwrap_or_default().into_iter().collect();
        Self { entries: Arc::clone(snapshot.entries()), files }
    }
}

impl Snapshot for KeptFiles {
    fn commit(&self) -> Option<&str> {
        None
    }

    fn entries(&self) -> &Arc<[TreeEntry]> {
        &self.entries
    }

    fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        let bytes = self.files.get(path).ok_or(ReadFault::Missing)?.bytes.clone()?;
        match bytes.len() as u64 {
            size if size > limit => Err(ReadFault::TooLarge { size, limit }),
            _ => Ok(bytes),
        }
    }

    fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
        let mut bytes = self.read(path, u64::MAX)?;
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(bytes)
    }

    fn is_committed(&self, path: &str, _: &[u8]) -> bool {
        self.files.get(path).is_some_and(|kept| kept.is_committed)
    }

    fn blob(&self, _: &str) -> Option<BlobId> {
        None
    }

    fn blob_of(&self, _: &[u8]) -> Option<BlobId> {
        None
    }
}
