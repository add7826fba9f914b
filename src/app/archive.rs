//! A snapshot's evidence, to be read where there is no work tree to read it from.

use std::collections::BTreeSet;
use std::io;

use crate::port::{Archive, EntryKind, ReadFault, Snapshot, StoreFault, beneath};

/// The evidence that one state of the repository holds.
pub struct SnapshotArchive<'s>(pub &'s dyn Snapshot);

impl Archive for SnapshotArchive<'_> {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let below = beneath(self.0.entries(), folder);
        let files = below.filter(|(name, kind)| *kind == EntryKind::File && !name.contains('/'));
        Ok(files.map(|(name, _)| name.to_owned()).collect())
    }

    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let below = beneath(self.0.entries(), folder);
        let folders = below.filter_map(|(name, _)| name.split_once('/'));
        let folders: BTreeSet<&str> = folders.map(|(first, _)| first).collect();
        Ok(folders.into_iter().map(str::to_owned).collect())
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        match self.0.read(path, limit) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(ReadFault::Missing) => Ok(None),
            Err(fault) => {
                let kind = match fault {
                    ReadFault::TooLarge { .. } => io::ErrorKind::FileTooLarge,
                    _ => io::ErrorKind::Other,
                };
                let source = io::Error::new(kind, fault.to_string());
                Err(StoreFault { path: path.to_owned(), source })
            }
        }
    }
}
