//! The evidence folders of a work tree. Written whole or not at all: temporary file in the same
//! folder, sync, rename, sync the folder.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

use crate::port::{Store, StoreFault};

/// Files below the root of a work tree.
#[derive(Debug)]
pub struct FolderStore {
    root: PathBuf,
}

impl FolderStore {
    /// The store of the work tree at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The real path. No link is followed on the way: a link in a branch could lead anywhere.
    fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        let mut real = self.root.clone();
        for part in Path::new(path).components() {
            let Component::Normal(name) = part else {
                return Err(io::Error::other("not a plain path below the repository"));
            };
            real.push(name);
            match fs::symlink_metadata(&real) {
                Ok(meta) if meta.is_symlink() => {
                    return Err(io::Error::other("a symbolic link stands in the way; remove it"));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(real)
    }

    /// A synced temporary file beside the target, and the target.
    fn staged(&self, path: &str, bytes: &[u8]) -> io::Result<(NamedTempFile, PathBuf)> {
        let target = self.resolve(path)?;
        let folder = target.parent().unwrap_or(&self.root).to_owned();
        fs::create_dir_all(&folder)?;
        let mut file = tempfile::Builder::new().prefix(".council-review-").tempfile_in(&folder)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok((file, target))
    }
}

/// Makes a rename last.
fn sync_folder_of(target: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = target.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn fault(path: &str) -> impl FnOnce(io::Error) -> StoreFault {
    let path = path.to_owned();
    move |source| StoreFault { path, source }
}

impl Store for FolderStore {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        let create = || {
            let (file, target) = self.staged(path, bytes)?;
            match file.persist_noclobber(&target) {
                Ok(_) => sync_folder_of(&target).map(|()| true),
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                Err(error) => Err(error.error),
            }
        };
        create().map_err(fault(path))
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        let replace = || {
            let (file, target) = self.staged(path, bytes)?;
            file.persist(&target).map_err(|error| error.error)?;
            sync_folder_of(&target)
        };
        replace().map_err(fault(path))
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        let list = || {
            let entries = match fs::read_dir(self.resolve(folder)?) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
                Err(error) => return Err(error),
            };
            let mut names = Vec::new();
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_file()
                    && let Ok(name) = entry.file_name().into_string()
                {
                    names.push(name);
                }
            }
            names.sort();
            Ok(names)
        };
        list().map_err(fault(folder))
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        let read = || {
            let file = match File::open(self.resolve(path)?) {
                Ok(file) => file,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            };
            let mut bytes = Vec::new();
            file.take(limit + 1).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > limit {
                return Err(io::Error::other(format!("more than the {limit} bytes that are read")));
            }
            Ok(Some(bytes))
        };
        read().map_err(fault(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_whole_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let store = FolderStore::new(dir.path());
        assert!(store.create("a/b/one.yaml", b"1").expect("written"));
        assert!(!store.create("a/b/one.yaml", b"2").expect("refused"), "never overwritten");
        store.replace("a/b/two.yaml", b"2").expect("written");
        store.replace("a/b/two.yaml", b"3").expect("replaced");
        assert_eq!(store.list("a/b").expect("listed"), ["one.yaml", "two.yaml"]);
        assert_eq!(store.list("nowhere").expect("listed"), [""; 0]);
        assert_eq!(store.read("a/b/one.yaml", 10).expect("read"), Some(b"1".to_vec()));
        assert_eq!(store.read("a/b/none.yaml", 10).expect("read"), None);
        assert!(store.read("a/b/two.yaml", 0).is_err(), "larger than the limit");
    }

    #[test]
    #[cfg(unix)]
    fn no_path_leads_out_of_the_folder() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let outside = tempfile::tempdir().expect("a temp folder");
        std::os::unix::fs::symlink(outside.path(), dir.path().join("evidence")).expect("linked");
        let store = FolderStore::new(dir.path());
        for path in ["evidence/x.yaml", "../x.yaml", "/x.yaml", "a/../../x.yaml"] {
            assert!(store.create(path, b"1").is_err(), "{path}");
            assert!(store.replace(path, b"1").is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0);
    }
}
