//! Evidence that nobody keeps.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::port::{Archive, NameClaim, Store, StoreFault};

type Files = BTreeMap<String, Vec<u8>>;

/// Files in memory, gone with the value; one process writes them.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Files>);

impl MemoryStore {
    fn files(&self) -> MutexGuard<'_, Files> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Archive for MemoryStore {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let folder = format!("{folder}/");
        let files = self.files();
        let names = files.keys().filter_map(|path| path.strip_prefix(&folder));
        Ok(names.filter(|name| !name.contains('/')).map(str::to_owned).collect())
    }

    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let folder = format!("{folder}/");
        let files = self.files();
        let names = files.keys().filter_map(|path| path.strip_prefix(&folder)?.split_once('/'));
        let names: BTreeSet<&str> = names.map(|(first, _)| first).collect();
        Ok(names.into_iter().map(str::to_owned).collect())
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        let bytes = self.files().get(path).cloned();
        match bytes {
            Some(bytes) if bytes.len() as u64 > limit => {
                Err(fault(path, io::ErrorKind::FileTooLarge))
            }
            bytes => Ok(bytes),
        }
    }
}

impl Store for MemoryStore {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        let mut files = self.files();
        let is_new = !files.contains_key(path);
        if is_new {
            files.insert(path.to_owned(), bytes.to_vec());
        }
        Ok(is_new)
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        self.files().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault> {
        match self.files().get_mut(path).filter(|file| file.len() as u64 == length) {
            Some(file) => {
                file.extend_from_slice(bytes);
                Ok(())
            }
            None => Err(fault(path, io::ErrorKind::InvalidData)),
        }
    }

    fn remove(&self, path: &str) -> Result<bool, StoreFault> {
        Ok(self.files().remove(path).is_some())
    }

    fn claim(&self, _: &str, _: &str) -> Result<NameClaim, StoreFault> {
        Ok(NameClaim::Ours(Box::new(())))
    }
}

fn fault(path: &str, kind: io::ErrorKind) -> StoreFault {
    StoreFault { path: path.to_owned(), source: kind.into() }
}
