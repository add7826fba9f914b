//! What code defines, by the blobs it was read from, kept in the user's cache folder. Outside every
//! repository: what a branch brings along can never pass for it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::{cache, file};
use crate::port::Shards;

/// More than any shard that is kept has.
const MOST: u64 = 16 << 20;

/// A folder of shards.
#[derive(Debug)]
pub struct SymbolFolder {
    folder: PathBuf,
}

impl SymbolFolder {
    /// The user's: `$XDG_CACHE_HOME/council-review/symbols-1`, else below `$HOME/.cache`. `None`
    /// where neither is an absolute path, or it lies in the work tree under review: then nothing is kept.
    pub fn of_user(
        variable: impl Fn(&str) -> Option<OsString>,
        work_tree: Option<&Path>,
    ) -> Option<Self> {
        Some(Self::at(cache::folder(variable, work_tree)?.join("symbols-1")))
    }

    /// A folder, which is made when the first shard is kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    fn path(&self, shard: u8) -> PathBuf {
        self.folder.join(format!("{shard:02x}.txt"))
    }
}

impl Shards for SymbolFolder {
    fn load(&self, shard: u8) -> Option<Vec<u8>> {
        file::read(&self.path(shard), MOST).ok()
    }

    fn keep(&self, shard: u8, bytes: &[u8]) {
        // A cache that cannot be written costs time later, and must not cost this review.
        let _ = cache::write(&self.path(shard), bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_kept_for_nobody_else() {
        let own = tempfile::TempDir::new().expect("a folder");
        let folder = SymbolFolder::at(own.path().join("a/symbols-1"));
        assert_eq!(folder.load(7), None);
        folder.keep(7, b"first");
        folder.keep(7, b"second");
        assert_eq!(folder.load(7).as_deref(), Some(b"second".as_slice()));
        assert_eq!(folder.load(8), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |path: PathBuf| {
                std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
            };
            assert_eq!(mode(folder.path(7)), 0o600);
            assert_eq!(mode(folder.folder.clone()), 0o700);
        }
    }

    #[test]
    fn without_a_cache_folder_nothing_is_kept() {
        assert!(SymbolFolder::of_user(|_| None, None).is_none());
    }
}
