//! A disk that fails at its Nth operation, once or from then on.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use council_review::host::disk::{Disk, FileKind};

use super::disk::{MemoryDisk, MemoryFile, MemoryLock};

/// What is asked of a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Kind,
    MakeFolder,
    Create,
    /// A file is opened to write at its end.
    Append,
    Cut,
    Write,
    Sync,
    Rename,
    Link,
    Remove,
    SyncFolder,
    List,
    Read,
    Lock,
    /// A lock is given back.
    Release,
}

/// How it fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// An error of the system, by its number and name.
    Errno(i32, &'static str),
    /// Half of the bytes are written, which is no error.
    Short,
    /// Half of the bytes are written, and then the device fails.
    Half,
    /// A sync fails, and what it should have made safe is lost.
    Forgets,
    /// What was asked is done, and an error is told all the same.
    Late,
    /// Somebody else has added a byte to a file.
    Lengthened,
}

pub const EIO: Fault = Fault::Errno(5, "EIO");

pub const FAULTS: [Fault; 13] = [
    EIO,
    Fault::Errno(28, "ENOSPC"),
    Fault::Errno(30, "EROFS"),
    Fault::Errno(122, "EDQUOT"),
    Fault::Errno(13, "EACCES"),
    Fault::Errno(1, "EPERM"),
    Fault::Errno(4, "EINTR"),
    Fault::Errno(95, "EOPNOTSUPP"),
    Fault::Short,
    Fault::Half,
    Fault::Forgets,
    Fault::Late,
    Fault::Lengthened,
];

impl Fault {
    /// Whether this can happen to an operation.
    pub fn fits(self, act: Act) -> bool {
        use Act::{Append, Create, Link, MakeFolder, Remove, Rename, Sync, SyncFolder, Write};
        match self {
            Fault::Errno(..) => true,
            Fault::Short | Fault::Half => act == Write,
            Fault::Forgets => act == Sync,
            Fault::Lengthened => act == Append,
            Fault::Late => {
                [Create, Link, MakeFolder, Remove, Rename, Sync, SyncFolder].contains(&act)
            }
        }
    }

    /// Whether it can go on for ever: a write that is interrupted is repeated until it is not.
    pub fn can_last(self) -> bool {
        self != Fault::Short && self.error().kind() != ErrorKind::Interrupted
    }

    /// Whether a review goes on to its end all the same. That is so for a write that is to be
    /// repeated, for a file system that knows no second names, and for the release of a lock, which
    /// ends with its process.
    pub fn is_forgiven(self, act: Act, lasts: bool) -> bool {
        let kind = self.error().kind();
        match act {
            Act::Release => true,
            Act::Write => self == Fault::Short || kind == ErrorKind::Interrupted,
            Act::Link => {
                matches!(kind, ErrorKind::PermissionDenied | ErrorKind::Unsupported) && !lasts
            }
            _ => false,
        }
    }

    fn error(self) -> io::Error {
        let Fault::Errno(number, _) = self else {
            return io::Error::from(ErrorKind::Other);
        };
        io::Error::from_raw_os_error(number)
    }
}

/// When what fails.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of the operation, from 1.
    pub at: usize,
    pub fault: Fault,
    /// Whether every later operation fails too.
    pub lasts: bool,
}

/// A disk that fails by a plan. Its clones are the same disk.
#[derive(Debug, Clone)]
pub struct FaultDisk {
    disk: MemoryDisk,
    plan: Option<Plan>,
    acts: Arc<Mutex<Vec<Act>>>,
}

impl FaultDisk {
    pub fn new(disk: MemoryDisk, plan: Option<Plan>) -> Self {
        Self { disk, plan, acts: Arc::default() }
    }

    /// What was asked, in order.
    pub fn acts(&self) -> Vec<Act> {
        self.acts.lock().expect("nobody panics with it").clone()
    }

    fn fault(&self, act: Act) -> Option<Fault> {
        let mut acts = self.acts.lock().expect("nobody panics with it");
        acts.push(act);
        let Plan { at, fault, lasts } = self.plan?;
        let is_now = acts.len() == at || (lasts && acts.len() > at);
        // What lasts is another error for operations that it does not fit.
        is_now.then_some(if fault.fits(act) { fault } else { EIO })
    }

    fn doing<T>(&self, act: Act, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        match self.fault(act) {
            None => work(),
            Some(fault) => {
                if fault == Fault::Late {
                    work()?;
                }
                Err(fault.error())
            }
        }
    }
}

/// A file of a disk that fails.
pub struct FaultFile {
    file: MemoryFile,
    disk: FaultDisk,
}

impl Write for FaultFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let half = bytes.len().div_ceil(2);
        match self.disk.fault(Act::Write) {
            None => self.file.write(bytes),
            Some(Fault::Short) => self.file.write(&bytes[..half]),
            Some(fault) => {
                if fault == Fault::Half {
                    self.file.write_all(&bytes[..half])?;
                }
                Err(fault.error())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A lock of a disk that fails.
pub struct FaultLock {
    lock: MemoryLock,
    disk: FaultDisk,
}

impl Drop for FaultLock {
    fn drop(&mut self) {
        if self.disk.fault(Act::Release).is_some() {
            self.lock.abandon();
        }
    }
}

impl Disk for FaultDisk {
    type File = FaultFile;
    type Lock = FaultLock;

    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        self.doing(Act::Kind, || self.disk.kind(path))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.doing(Act::MakeFolder, || self.disk.make_folder(path))
    }

    fn create(&self, path: &Path) -> io::Result<FaultFile> {
        let file = self.doing(Act::Create, || self.disk.create(path))?;
        Ok(FaultFile { file, disk: self.clone() })
    }

    fn append(&self, path: &Path) -> io::Result<(FaultFile, u64)> {
        match self.fault(Act::Append) {
            None => {}
            Some(Fault::Lengthened) => self.disk.append(path)?.0.write_all(b"x")?,
            Some(fault) => return Err(fault.error()),
        }
        let (file, length) = self.disk.append(path)?;
        Ok((FaultFile { file, disk: self.clone() }, length))
    }

    fn cut(&self, file: &FaultFile, length: u64) -> io::Result<()> {
        self.doing(Act::Cut, || self.disk.cut(&file.file, length))
    }

    fn sync(&self, file: &FaultFile) -> io::Result<()> {
        let synced = self.doing(Act::Sync, || self.disk.sync(&file.file));
        if synced.is_err() && self.plan.is_some_and(|plan| plan.fault == Fault::Forgets) {
            self.disk.forget(&file.file);
        }
        synced
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.doing(Act::Rename, || self.disk.rename(from, to))
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.keep_permissions(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.doing(Act::Link, || self.disk.link(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.doing(Act::Remove, || self.disk.remove(path))
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.doing(Act::SyncFolder, || self.disk.sync_folder(path))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<(String, FileKind)>> {
        self.doing(Act::List, || self.disk.list(path))
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.doing(Act::Read, || self.disk.read(path, limit))
    }

    fn lock(&self, path: &Path) -> io::Result<Result<FaultLock, String>> {
        let lock = self.doing(Act::Lock, || self.disk.lock(path))?;
        Ok(lock.map(|lock| FaultLock { lock, disk: self.clone() }))
    }
}
