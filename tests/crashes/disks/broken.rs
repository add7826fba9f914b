//! Disks that do not keep their promises: whoever checks must see it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use council_review::host::disk::{Disk, FileKind};

use super::disk::{MemoryDisk, MemoryFile, MemoryLock};

/// The promise that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceDiagnostic {
    /// A file's bytes are not safe after its sync.
    SyncIsIdle,
    /// The same of a file that stood and to which bytes were added.
    AddedSyncIsIdle,
    /// A folder's names are not safe after its sync.
    FolderSyncIsIdle,
    /// A file gets its last name before its bytes.
    NameFirst,
    /// What stands at a name is taken away before another file gets it.
    RenameInTwo,
    /// The last byte is never written.
    ByteShort,
}

/// A disk with a flaw.
pub struct BrokenDisk {
    pub disk: MemoryDisk,
    pub flaw: SourceDiagnostic,
    /// Bytes that wait for a name.
    pub late: Arc<Mutex<Option<BrokenFile>>>,
}

impl BrokenDisk {
    pub fn new(disk: MemoryDisk, flaw: SourceDiagnostic) -> Self {
        Self { disk, flaw, late: Arc::default() }
    }

    /// Writes what waited for a name.
    fn catch_up(&self) -> io::Result<()> {
        let late = self.late.lock().expect("nobody panics with it").take();
        let Some(mut late) = late else { return Ok(()) };
        late.file.write_all(&late.bytes)?;
        self.disk.sync(&late.file)
    }
}

/// A file of a disk with a flaw.
#[derive(Debug)]
pub struct BrokenFile {
    file: MemoryFile,
    flaw: SourceDiagnostic,
    bytes: Vec<u8>,
}

impl Write for BrokenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.flaw {
            SourceDiagnostic::NameFirst => self.bytes.extend_from_slice(bytes),
            SourceDiagnostic::ByteShort => self.file.write_all(&bytes[..bytes.len() - 1])?,
            SourceDiagnostic::SyncIsIdle
            | SourceDiagnostic::AddedSyncIsIdle
            | SourceDiagnostic::FolderSyncIsIdle
            | SourceDiagnostic::RenameInTwo => {
                self.file.write_all(bytes)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Disk for BrokenDisk {
    type File = BrokenFile;
    type Lock = MemoryLock;

    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        self.disk.kind(path)
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.disk.make_folder(path)
    }

    fn create(&self, path: &Path) -> io::Result<BrokenFile> {
        Ok(BrokenFile { file: self.disk.create(path)?, flaw: self.flaw, bytes: Vec::new() })
    }

    fn append(&self, path: &Path) -> io::Result<(BrokenFile, u64)> {
        let (file, length) = self.disk.append(path)?;
        let flaw = match self.flaw {
            // It has its last name.
            SourceDiagnostic::NameFirst => SourceDiagnostic::RenameInTwo,
            SourceDiagnostic::AddedSyncIsIdle => SourceDiagnostic::SyncIsIdle,
            flaw => flaw,
        };
        Ok((BrokenFile { file, flaw, bytes: Vec::new() }, length))
    }

    fn cut(&self, file: &BrokenFile, length: u64) -> io::Result<()> {
        self.disk.cut(&file.file, length)
    }

    fn sync(&self, file: &BrokenFile) -> io::Result<()> {
        match file.flaw {
            SourceDiagnostic::SyncIsIdle => Ok(()),
            SourceDiagnostic::NameFirst => {
                let late = BrokenFile {
                    file: file.file.again(),
                    flaw: self.flaw,
                    bytes: file.bytes.clone(),
                };
                *self.late.lock().expect("nobody panics with it") = Some(late);
                Ok(())
            }
            SourceDiagnostic::AddedSyncIsIdle
            | SourceDiagnostic::FolderSyncIsIdle
            | SourceDiagnostic::RenameInTwo
            | SourceDiagnostic::ByteShort => self.disk.sync(&file.file),
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if self.flaw == SourceDiagnostic::RenameInTwo && self.disk.kind(to)?.is_some() {
            self.disk.remove(to)?;
        }
        self.disk.rename(from, to)?;
        self.catch_up()
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.keep_permissions(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.link(from, to)?;
        self.catch_up()
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.disk.remove(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if self.flaw == SourceDiagnostic::FolderSyncIsIdle {
            Ok(())
        } else {
            self.disk.sync_folder(path)
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<(String, FileKind)>> {
        self.disk.list(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.disk.read(path, limit)
    }

    fn lock(&self, path: &Path) -> io::Result<Result<MemoryLock, String>> {
        self.disk.lock(path)
    }
}
