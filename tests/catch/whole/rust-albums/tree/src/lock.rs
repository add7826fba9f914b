//! One gelatin at a time per state directory.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::{Error, IoAt, Result};

/// Held as long as it lives. Whatever writes to a disk or to the state directory takes it.
#[derive(Debug)]
pub struct StateLock {
    _file: File,
}

impl StateLock {
    pub fn acquire(state_dir: &Path) -> Result<StateLock> {
        std::fs::create_dir_all(state_dir).at(state_dir)?;
        let path = state_dir.join("lock");
        let file = File::create(&path).at(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(StateLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::Locked(state_dir.to_path_buf())),
            Err(TryLockError::Error(e)) => Err(e).at(&path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_lock_has_to_wait_for_the_first() {
        let dir = tempfile::tempdir().unwrap();
        let first = StateLock::acquire(dir.path()).unwrap();
        let e = StateLock::acquire(dir.path()).unwrap_err();
        assert!(matches!(e, Error::Locked(_)), "{e}");
        drop(first);
        StateLock::acquire(dir.path()).unwrap();
    }
}
