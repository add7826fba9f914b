//! The evidence folders of a work tree. Written whole or not at all: temporary file in the same
//! folder, sync, rename, sync the folder. A log grows at its end, and is synced after each line.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::disk::{Disk, FileKind, SystemDisk};
use crate::port::{Archive, NameClaim, Rewrite, Store, StoreFault, TEMPORARY};

/// Files below the root of a work tree.
#[derive(Debug)]
pub struct FolderStore<D = SystemDisk> {
    root: PathBuf,
    disk: D,
    /// Temporary files so far.
    count: AtomicU32,
    /// Folders whose names are safe.
    safe: Mutex<BTreeSet<PathBuf>>,
}

impl FolderStore {
    /// The store of the work tree at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self::on(SystemDisk, root)
    }

    /// The same of a folder that is made where it is not there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn making(root: &Path) -> Result<Self, StoreFault> {
        std::fs::create_dir_all(root).map_err(fault(&root.display().to_string()))?;
        Ok(Self::new(root))
    }
}

impl<D: Disk> FolderStore<D> {
    /// The store of the work tree at `root` of a disk.
    pub fn on(disk: D, root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), disk, count: AtomicU32::new(0), safe: Mutex::default() }
    }

    /// The real path. No link is followed on the way: a link in a branch could lead anywhere.
    fn resolve(&self, path: &str) -> io::Result<PathBuf> {
        let mut real = self.root.clone();
        for part in Path::new(path).components() {
            let Component::Normal(name) = part else {
                return Err(io::Error::other("not a plain path below the repository"));
            };
            real.push(name);
            if self.disk.kind(&real)? == Some(FileKind::Link) {
                return Err(io::Error::other("a symbolic link is in the way; remove it"));
            }
        }
        Ok(real)
    }

    /// Makes a folder and those above it; each name is safe before anything is put below it, also
    /// that of a folder whose maker may have been killed too early.
    fn make_folders(&self, folder: &Path) -> io::Result<()> {
        if folder == self.root {
            return Ok(());
        }
        let safe = || self.safe.lock().unwrap_or_else(PoisonError::into_inner);
        let stands = self.disk.kind(folder)?.is_some();
        if stands && safe().contains(folder) {
            return Ok(());
        }
        let Some(parent) = folder.parent() else {
            return Ok(());
        };
        self.make_folders(parent)?;
        if !stands {
            match self.disk.make_folder(folder) {
                // Somebody else made it in between.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => made?,
            }
        }
        self.disk.sync_folder(parent)?;
        safe().insert(folder.to_owned());
        Ok(())
    }

    /// Writes a synced temporary file beside the target and has `publish` give it its name. On a
    /// fault the temporary file is taken away again.
    fn write(
        &self,
        path: &str,
        bytes: &[u8],
        publish: impl FnOnce(&Path, &Path) -> io::Result<bool>,
    ) -> io::Result<bool> {
        let target = self.resolve(path)?;
        let folder = target.parent().unwrap_or(&self.root);
        self.make_folders(folder)?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let (mut file, temporary) = loop {
            let number = self.count.fetch_add(1, Ordering::Relaxed);
            let id = std::process::id();
            let temporary = folder.join(format!("{TEMPORARY}{name}.{id}-{number}"));
            match self.disk.create(&temporary) {
                Ok(file) => break (file, temporary),
                // A process of the same number was killed once.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        };
        let written = || {
            file.write_all(bytes)?;
            self.disk.sync(&file)?;
            let published = publish(&temporary, &target)?;
            self.disk.sync_folder(folder)?;
            Ok(published)
        };
        let written = written();
        if written.is_err() {
            let _ = self.disk.remove(&temporary);
        }
        written
    }

    /// The names of one kind in a folder, sorted; none where there is no such folder.
    fn entries(&self, folder: &str, wanted: FileKind) -> Result<Vec<String>, StoreFault> {
        let list = || match self.disk.list(&self.resolve(folder)?) {
            Ok(names) => {
                let wanted = names.into_iter().filter(|(_, kind)| *kind == wanted);
                let mut names: Vec<String> = wanted.map(|(name, _)| name).collect();
                names.sort();
                Ok(names)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        };
        list().map_err(fault(folder))
    }

    /// Gives a file a name that nothing has yet; `false` when something has.
    fn publish_new(&self, temporary: &Path, target: &Path) -> io::Result<bool> {
        match self.disk.link(temporary, target) {
            Ok(()) => self.disk.remove(temporary).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.disk.remove(temporary).map(|()| false)
            }
            Err(error) if has_no_links(&error) => {
                // What this process claimed no other one writes.
                if self.disk.kind(target)?.is_some() {
                    return self.disk.remove(temporary).map(|()| false);
                }
                self.disk.rename(temporary, target).map(|()| true)
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a file system says that it knows no second names.
fn has_no_links(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::PermissionDenied)
}

fn fault(path: &str) -> impl FnOnce(io::Error) -> StoreFault {
    let path = path.to_owned();
    move |source| StoreFault { path, source }
}

impl<D: Disk> Archive for FolderStore<D> {
    fn list(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        self.entries(folder, FileKind::File)
    }

    fn folders(&self, folder: &str) -> Result<Vec<String>, StoreFault> {
        self.entries(folder, FileKind::Folder)
    }

    fn read(&self, path: &str, limit: u64) -> Result<Option<Vec<u8>>, StoreFault> {
        let read = || match self.disk.read(&self.resolve(path)?, limit + 1) {
            Ok(bytes) if bytes.len() as u64 > limit => {
                let line = format!("more than the {limit} bytes that are read");
                Err(io::Error::new(io::ErrorKind::FileTooLarge, line))
            }
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        };
        read().map_err(fault(path))
    }
}

impl<D: Disk> Store for FolderStore<D> {
    fn create(&self, path: &str, bytes: &[u8]) -> Result<bool, StoreFault> {
        let publish = |temporary: &Path, target: &Path| self.publish_new(temporary, target);
        self.write(path, bytes, publish).map_err(fault(path))
    }

    fn replace(&self, path: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        let publish =
            |temporary: &Path, target: &Path| self.disk.rename(temporary, target).map(|()| true);
        self.write(path, bytes, publish).map(|_| ()).map_err(fault(path))
    }

    fn append(&self, path: &str, length: u64, bytes: &[u8]) -> Result<(), StoreFault> {
        let append = || {
            let (mut file, stands) = self.disk.append(&self.resolve(path)?)?;
            if stands != length {
                let line = "somebody else wrote it meanwhile, so nothing was added";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, line));
            }
            let written = file.write_all(bytes).and_then(|()| self.disk.sync(&file));
            if written.is_err() {
                // Where that fails, too, half a line stands.
                let _ = self.disk.cut(&file, length);
            }
            written
        };
        append().map_err(fault(path))
    }

    fn remove(&self, path: &str) -> Result<bool, StoreFault> {
        let remove = || {
            let real = self.resolve(path)?;
            match self.disk.remove(&real) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
                Err(error) => return Err(error),
            }
            self.disk.sync_folder(real.parent().unwrap_or(&self.root))?;
            Ok(true)
        };
        remove().map_err(fault(path))
    }

    fn claim(&self, folder: &str, stamp: &str) -> Result<NameClaim, StoreFault> {
        let path = format!("{folder}/council_session_{stamp}.lock");
        let claim = || {
            let real = self.resolve(&path)?;
            let reviews = real.parent().unwrap_or(&self.root);
            self.make_folders(reviews)?;
            let lock = match self.disk.lock(&real)? {
                Ok(lock) => lock,
                Err(holder) => return Ok(NameClaim::Theirs(holder)),
            };
            for (name, _) in self.disk.list(reviews)? {
                if name.starts_with(TEMPORARY) && name.contains(&format!("_{stamp}.")) {
                    self.disk.remove(&reviews.join(name))?;
                }
            }
            Ok(NameClaim::Ours(Box::new(lock)))
        };
        claim().map_err(fault(&path))
    }
}

impl<D: Disk> Rewrite for FolderStore<D> {
    fn rewrite(&self, path: &str, from: &[u8], to: &[u8]) -> Result<(), StoreFault> {
        let publish = |temporary: &Path, target: &Path| {
            // Last of all, so that as little time as can be lies between the look and the rename.
            self.disk.keep_permissions(target, temporary)?;
            if self.disk.read(target, from.len() as u64 + 1)? != from {
                let line = "it has changed since it was read";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, line));
            }
            self.disk.rename(temporary, target).map(|()| true)
        };
        self.write(path, to, publish).map(|_| ()).map_err(fault(path))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        assert!(store.remove("a/b/two.yaml").expect("removed"));
        assert!(!store.remove("a/b/two.yaml").expect("nothing there"));
        assert_eq!(store.list("a/b").expect("listed"), ["one.yaml"]);
    }

    #[test]
    fn a_file_is_rewritten_from_the_bytes_that_its_reader_knows_and_keeps_its_permissions() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let (store, path) = (FolderStore::new(dir.path()), dir.path().join("a.yaml"));
        fs::write(&path, "one").expect("written");
        let fault = store.rewrite("a.yaml", b"two", b"three").expect_err("it says one");
        assert!(fault.is_of_somebody_else(), "{fault}");
        assert!(store.rewrite("none.yaml", b"", b"three").is_err(), "there is none");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode));
            mode(0o640).expect("set");
            store.rewrite("a.yaml", b"one", b"two").expect("rewritten");
            let kept = fs::metadata(&path).expect("a file").permissions().mode() & 0o777;
            assert_eq!(kept, 0o640);
            mode(0o444).expect("set");
            let fault = store.rewrite("a.yaml", b"two", b"three").expect_err("read-only");
            assert_eq!(fault.to_string(), "a.yaml: it is read-only");
            assert_eq!(fs::read(&path).expect("a file"), b"two");
        }
        let left = fs::read_dir(dir.path()).expect("a folder").count();
        assert_eq!(left, 1, "no temporary file");
    }

    #[test]
    fn a_file_grows_only_from_the_length_that_its_writer_knows() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let store = FolderStore::new(dir.path());
        assert!(store.append("a/log.yaml", 0, b"1").is_err(), "there is none");
        assert!(store.create("a/log.yaml", b"one\n").expect("written"));
        store.append("a/log.yaml", 4, b"two\n").expect("added");
        for length in [0, 4, 9] {
            let fault = store.append("a/log.yaml", length, b"x\n").expect_err("it has 8 bytes");
            assert!(fault.is_of_somebody_else(), "{fault}");
        }
        let whole = Some(b"one\ntwo\n".to_vec());
        assert_eq!(store.read("a/log.yaml", 10).expect("read"), whole);
        assert_eq!(store.list("a").expect("listed"), ["log.yaml"]);
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
            assert!(store.append(path, 0, b"1").is_err(), "{path}");
        }
        assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_claim_is_one_process_s_and_says_whose() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let store = FolderStore::new(dir.path());
        fs::create_dir(dir.path().join("a")).expect("made");
        let left = [
            "a/.council-review-rfc_review_X.yaml.1-0",
            "a/.council-review-rfc_review_X-2.yaml.1-0",
        ];
        left.iter().for_each(|name| fs::write(dir.path().join(name), "half").expect("written"));
        let NameClaim::Ours(hold) = store.claim("a", "X").expect("claimed") else {
            panic!("nobody else is there");
        };
        let stays = left.map(|name| dir.path().join(name).exists());
        assert_eq!(stays, [false, true], "what a killed holder of X left");
        let NameClaim::Theirs(who) = FolderStore::new(dir.path()).claim("a", "X").expect("asked")
        else {
            panic!("it is held");
        };
        assert!(who.starts_with(&format!("process {}", std::process::id())), "{who}");
        assert!(matches!(store.claim("a", "Y").expect("claimed"), NameClaim::Ours(_)));
        drop(hold);
        assert!(!dir.path().join("a/council_session_X.lock").exists());
        // A lock file whose process was killed is no lock.
        fs::write(dir.path().join("a/council_session_X.lock"), "process 1").expect("written");
        assert!(matches!(store.claim("a", "X").expect("claimed"), NameClaim::Ours(_)));
    }
}
