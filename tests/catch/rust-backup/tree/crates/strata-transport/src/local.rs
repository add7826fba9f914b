use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use strata_common::write_atomic;

use crate::backend::Backend;
use crate::error::TransportError;

/// Objects are files below one folder.
pub struct LocalBackend {
    root: PathBuf,
}

impl LocalBackend {
    pub fn new(root: PathBuf) -> Self {
        LocalBackend { root }
    }

    fn path_of(&self, key: &str) -> Result<PathBuf, TransportError> {
        if key.split('/').any(|part| part.is_empty() || part == "..") {
            return Err(TransportError::Refused { key: key.into(), reason: "not a plain key".into() });
        }
        Ok(self.root.join(key))
    }
}

impl Backend for LocalBackend {
    fn put(&self, key: &str, bytes: &[u8]) -> Result<(), TransportError> {
        Ok(write_atomic(&self.path_of(key)?, bytes)?)
    }

    fn get(&self, key: &str) -> Result<Vec<u8>, TransportError> {
        match fs::read(self.path_of(key)?) {
            Err(e) if e.kind() == ErrorKind::NotFound => Err(TransportError::Missing(key.into())),
            other => Ok(other?),
        }
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, TransportError> {
        let folder = self.root.join(prefix);
        let mut keys = Vec::new();
        if folder.is_dir() {
            for entry in fs::read_dir(folder)? {
                keys.push(format!("{prefix}{}", entry?.file_name().to_string_lossy()));
            }
        }
        keys.sort();
        Ok(keys)
    }

    fn remove(&self, key: &str) -> Result<(), TransportError> {
        match fs::remove_file(self.path_of(key)?) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(e.into()),
            _ => Ok(()),
        }
    }

    fn put_new(&self, key: &str, bytes: &[u8]) -> Result<bool, TransportError> {
        let path = self.path_of(key)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        match fs::OpenOptions::new().write(true).create_new(true).open(path) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(e) => Err(e.into()),
            Ok(mut file) => {
                file.write_all(bytes)?;
                Ok(true)
            }
        }
    }
}
