use std::io;
use std::path::{Path, PathBuf};

use crate::job::JobId;

pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", .path.display())]
    Io { path: PathBuf, source: io::Error },

    /// Bytes that were written whole and cannot be read back. Never raised for a torn tail, which is cut off.
    #[error("{}: offset {offset}: {reason}", .path.display())]
    Corrupt {
        path: PathBuf,
        offset: u64,
        reason: String,
    },

    /// A file of a format that this build does not read.
    #[error("{}: format {found}, this build reads {supported}", .path.display())]
    Format {
        path: PathBuf,
        found: u32,
        supported: u32,
    },

    #[error("{} is locked by another process", .0.display())]
    Locked(PathBuf),

    #[error("config: {0}")]
    Config(String),

    #[error("invalid job: {0}")]
    InvalidJob(String),

    #[error("job {0} is unknown")]
    UnknownJob(JobId),

    /// The worker was too slow: its lease ran out, and the job may be running elsewhere.
    #[error("job {id}: lease {token} is no longer held")]
    LeaseLost { id: JobId, token: u64 },
}

impl Error {
    /// For `map_err`: puts the path beside the error of the operating system.
    pub fn io(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Io {
            path: path.to_path_buf(),
            source,
        }
    }
}
