//! The file operations that the evidence is written with, one method each, so that a disk which
//! fails or forgets can stand in for the real one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

/// What stands at a path. Links are not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// Anything else.
    Other,
}

/// A disk.
pub trait Disk: Send + Sync {
    /// A file open for writing.
    type File: Write;
    /// A lock; dropping it gives it back.
    type Lock: Send + 'static;

    /// What stands at a path; `None` when nothing does.
    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>>;

    /// Makes a folder in one that exists.
    fn make_folder(&self, path: &Path) -> io::Result<()>;

    /// Creates an empty file; `AlreadyExists` when anything stands there.
    fn create(&self, path: &Path) -> io::Result<Self::File>;

    /// Opens a file that stands there to write at its end, and says how long it is.
    fn append(&self, path: &Path) -> io::Result<(Self::File, u64)>;

    /// Takes away what stands in a file after its first `length` bytes.
    fn cut(&self, file: &Self::File, length: u64) -> io::Result<()>;

    /// Returns once a file's bytes are safe.
    fn sync(&self, file: &Self::File) -> io::Result<()>;

    /// Moves a file onto a name, whatever stands there.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file the permissions of another one, which may be written.
    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Gives a file a second name; `AlreadyExists` when anything stands there.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a name away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Returns once a folder's names are safe.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;

    /// The names in a folder that are UTF-8, in any order; `NotFound` without a folder.
    fn list(&self, path: &Path) -> io::Result<Vec<(String, FileKind)>>;

    /// A file's first bytes, at most `limit`.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;

    /// Takes the lock of a path, or says who has it. A lock ends with its process, however that
    /// ends.
    fn lock(&self, path: &Path) -> io::Result<Result<Self::Lock, String>>;
}

/// The system's disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    type File = File;
    type Lock = LockFile;

    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        match fs::symlink_metadata(path) {
            Ok(meta) => Ok(Some(kind_of(meta.file_type()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir(path)
    }

    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn append(&self, path: &Path) -> io::Result<(File, u64)> {
        let file = OpenOptions::new().append(true).open(path)?;
        let length = file.metadata()?.len();
        Ok((file, length))
    }

    fn cut(&self, file: &File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        let permissions = fs::metadata(from)?.permissions();
        if permissions.readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        fs::set_permissions(to, permissions)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        // Elsewhere a folder cannot be opened, and its names are safe without.
        if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<(String, FileKind)>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if let Ok(name) = entry.file_name().into_string() {
                names.push((name, kind_of(entry.file_type()?)));
            }
        }
        Ok(names)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn lock(&self, path: &Path) -> io::Result<Result<LockFile, String>> {
        loop {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    file.take(200).read_to_string(&mut holder)?;
                    let holder = holder.trim();
                    let holder = if holder.is_empty() { "another process" } else { holder };
                    return Ok(Err(holder.to_owned()));
                }
                // A file system without locks: names are still taken by one process only.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The one who had it may have taken the file away since it was opened here.
            if is_at(&file, path)? {
                file.set_len(0)?;
                file.write_all(holder().as_bytes())?;
                return Ok(Ok(LockFile { path: path.to_owned(), _file: file }));
            }
        }
    }
}

/// A locked file that says who holds it, and goes when it is given back.
#[derive(Debug)]
pub struct LockFile {
    path: PathBuf,
    _file: File,
}

impl Drop for LockFile {
    fn drop(&mut self) {
        // A lock file that stays is no lock: the next one takes it over.
        let _ = fs::remove_file(&self.path);
    }
}

fn holder() -> String {
    let pid = std::process::id();
    match fs::read_to_string("/proc/sys/kernel/hostname") {
        Ok(host) => format!("process {pid} on {}\n", host.trim()),
        Err(_) => format!("process {pid}\n"),
    }
}

/// Whether an open file is the one that stands at a path.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let id = |meta: fs::Metadata| (meta.dev(), meta.ino());
        match fs::symlink_metadata(path) {
            Ok(meta) => Ok(id(meta) == id(file.metadata()?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }
    #[cfg(not(unix))]
    {
        // An open file cannot be taken away there.
        let _ = (file, path);
        Ok(true)
    }
}

fn kind_of(kind: fs::FileType) -> FileKind {
    if kind.is_file() {
        FileKind::File
    } else if kind.is_dir() {
        FileKind::Folder
    } else if kind.is_symlink() {
        FileKind::Link
    } else {
        FileKind::Other
    }
}
