//! Files below a folder, opened without ever going through a link, even through one that takes the
//! place of a folder while somebody reads.

use std::fs::File;

use crate::port::ReadFault;

#[cfg(not(unix))]
pub(super) use elsewhere::Beneath;
#[cfg(unix)]
pub(super) use unix::Beneath;

/// A regular file that is open, and how many bytes it had then.
pub(super) struct Opened {
    pub(super) file: File,
    pub(super) size: u64,
}

fn system(error: &std::io::Error) -> ReadFault {
    match error.kind() {
        std::io::ErrorKind::NotFound => ReadFault::Missing,
        _ => ReadFault::Failed(error.to_string()),
    }
}

/// Whether a part of a path leads anywhere but downwards.
fn is_odd(part: &str) -> bool {
    matches!(part, "" | "." | "..")
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::fd::OwnedFd;
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Mutex, PoisonError};

    use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
    use rustix::io::Errno;

    use super::{Opened, is_odd, system};
    use crate::port::ReadFault;

    /// A folder, and the one below it from which a file was read last: files are mostly read folder by
    /// folder.
    pub(in crate::host) struct Beneath {
        root: PathBuf,
        last: Mutex<Option<(String, Arc<OwnedFd>)>>,
    }

    impl Beneath {
        pub(in crate::host) fn new(root: &Path) -> Self {
            Self { root: root.to_owned(), last: Mutex::new(None) }
        }

        /// Opens the file at a path from the folder, with slashes.
        pub(in crate::host) fn open(&self, path: &str) -> Result<Opened, ReadFault> {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            if is_odd(name) {
                return Err(ReadFault::NotAFile);
            }
            let folder = self.folder(folder)?;
            // Without waiting, so that a pipe in a file's place holds nobody up.
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
            let file = openat(&*folder, name, flags | OFlags::CLOEXEC, Mode::empty());
            let file = file.map_err(refused)?;
            let about = fstat(&file).map_err(refused)?;
            if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile {
                return Err(ReadFault::NotAFile);
            }
            let size = u64::try_from(about.st_size).unwrap_or(u64::MAX);
            Ok(Opened { file: File::from(file), size })
        }

        fn folder(&self, path: &str) -> Result<Arc<OwnedFd>, ReadFault> {
            let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, folder)) = last().as_ref().filter(|(known, _)| known == path) {
                return Ok(Arc::clone(folder));
            }
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let mut folder = openat(CWD, &self.root, flags, Mode::empty()).map_err(refused)?;
            for part in path.split('/').filter(|_| !path.is_empty()) {
                if is_odd(part) {
                    return Err(ReadFault::NotAFile);
                }
                let flags = flags | OFlags::NOFOLLOW;
                folder = openat(&folder, part, flags, Mode::empty()).map_err(refused)?;
            }
            let folder = Arc::new(folder);
            *last() = Some((path.to_owned(), Arc::clone(&folder)));
            Ok(folder)
        }
    }

    /// What stands there is a link, no folder, or nothing that is opened by its name.
    fn refused(error: Errno) -> ReadFault {
        match error {
            Errno::LOOP | Errno::MLINK | Errno::NOTDIR | Errno::NXIO => ReadFault::NotAFile,
            _ => system(&error.into()),
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};

    use super::{Opened, is_odd, system};
    use crate::port::ReadFault;

    /// A folder.
    pub(in crate::host) struct Beneath {
        root: PathBuf,
    }

    impl Beneath {
        pub(in crate::host) fn new(root: &Path) -> Self {
            Self { root: root.to_owned() }
        }

        /// Opens the file at a path from the folder, with slashes.
        pub(in crate::host) fn open(&self, path: &str) -> Result<Opened, ReadFault> {
            let mut full = self.root.clone();
            let mut parts = path.split('/').peekable();
            while let Some(part) = parts.next() {
                if is_odd(part) {
                    return Err(ReadFault::NotAFile);
                }
                full.push(part);
                let about = fs::symlink_metadata(&full).map_err(|error| system(&error))?;
                let is_last = parts.peek().is_none();
                if is_last && !about.is_file() || !is_last && !about.is_dir() {
                    return Err(ReadFault::NotAFile);
                }
            }
            let file = File::open(&full).map_err(|error| system(&error))?;
            let about = file.metadata().map_err(|error| system(&error))?;
            if !about.is_file() {
                return Err(ReadFault::NotAFile);
            }
            Ok(Opened { file, size: about.len() })
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::io::Read as _;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_is_opened_through_a_link_or_upwards() {
        let folder = tempfile::tempdir().expect("a temp folder");
        let at = |path: &str| folder.path().join(path);
        fs::create_dir_all(at("in/a/b")).expect("folders");
        fs::write(at("in/a/b/file"), "inside").expect("a file");
        fs::write(at("outside"), "outside").expect("a file");
        symlink("../outside", at("in/link")).expect("a link");
        symlink("a", at("in/other")).expect("a link");
        let beneath = Beneath::new(&at("in"));
        for path in
            ["link", "other/b/file", "../outside", "a/../../outside", "a/./b/file", "", "a", "a/b/"]
        {
            let opened = beneath.open(path);
            assert!(matches!(opened, Err(ReadFault::NotAFile)), "{path}");
        }
        assert!(matches!(beneath.open("a/b/none"), Err(ReadFault::Missing)));
        assert!(matches!(beneath.open("a/none/file"), Err(ReadFault::Missing)));
        let mut opened = beneath.open("a/b/file").expect("a file");
        let mut text = String::new();
        opened.file.read_to_string(&mut text).expect("readable");
        assert_eq!((text.as_str(), opened.size), ("inside", 6));

        // A folder that was read from is still the one that it was when a link takes its name.
        fs::rename(at("in/a"), at("in/was")).expect("renamed");
        fs::create_dir_all(at("elsewhere/b")).expect("folders");
        fs::write(at("elsewhere/b/file"), "elsewhere").expect("a file");
        symlink("../elsewhere", at("in/a")).expect("a link");
        assert_eq!(beneath.open("a/b/file").map(|opened| opened.size).ok(), Some(6));
        let anew = Beneath::new(&at("in"));
        assert!(matches!(anew.open("a/b/file"), Err(ReadFault::NotAFile)));
    }
}
