use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },

    #[error("{}: {message}", path.display())]
    Config { path: PathBuf, message: String },

    #[error("{}: unreadable index: {message}", path.display())]
    Index { path: PathBuf, message: String },

    #[error("{}: index version {found}, this gelatin knows up to {known}", path.display())]
    IndexTooNew {
        path: PathBuf,
        found: u32,
        known: u32,
    },

    #[error("no disk named `{0}` in the configuration")]
    UnknownDisk(String),

    #[error("album `{album}` is not part of the pair {left}:{right}")]
    UnknownAlbum {
        album: String,
        left: String,
        right: String,
    },

    #[error("disk `{name}` is not mounted at {}", root.display())]
    NotMounted { name: String, root: PathBuf },

    #[error("{}: changed while it was copied", .0.display())]
    CopyMismatch(PathBuf),

    #[error("another gelatin is at work (lock in {})", .0.display())]
    Locked(PathBuf),

    #[error("invalid digest `{0}`")]
    Digest(String),

    #[error("daemon: {0}")]
    Daemon(String),
}

/// Attaches the path an I/O error belongs to.
pub trait IoAt<T> {
    fn at(self, path: &Path) -> Result<T>;
}

impl<T> IoAt<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.map_err(|source| Error::Io {
            path: path.to_path_buf(),
            source,
        })
    }
}
