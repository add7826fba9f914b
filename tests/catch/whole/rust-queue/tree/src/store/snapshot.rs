use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::job::Job;

pub const SNAPSHOT_FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    pub format: u32,
    pub next_id: u64,
    pub next_token: u64,
    pub jobs: Vec<Job>,
}

/// Read before the rest, so that a newer file is refused by its number and not by its first unknown field.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

pub fn read(path: &Path) -> Result<Option<Snapshot>> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Error::io(path)(e)),
    };
    let corrupt = |e: serde_json::Error| Error::Corrupt {
        path: path.to_path_buf(),
        offset: 0,
        reason: e.to_string(),
    };
    let head: Head = serde_json::from_slice(&bytes).map_err(corrupt)?;
    if head.format != SNAPSHOT_FORMAT {
        return Err(Error::Format {
            path: path.to_path_buf(),
            found: head.format,
            supported: SNAPSHOT_FORMAT,
        });
    }
    serde_json::from_slice(&bytes).map(Some).map_err(corrupt)
}

/// Replaces the snapshot. A crash leaves the old one or the new one, never a part.
pub fn write(path: &Path, snapshot: &Snapshot) -> Result<()> {
    let tmp = path.with_extension("json.tmp");
    let bytes = serde_json::to_vec(snapshot).expect("snapshots hold nothing that JSON cannot");
    let mut file = File::create(&tmp).map_err(Error::io(&tmp))?;
    file.write_all(&bytes).map_err(Error::io(&tmp))?;
    file.sync_all().map_err(Error::io(&tmp))?;
    fs::rename(&tmp, path).map_err(Error::io(path))?;
    let dir = path.parent().expect("a snapshot lies in a directory");
    sync_dir(dir)
}

/// Makes renames in `dir` durable.
pub fn sync_dir(dir: &Path) -> Result<()> {
    File::open(dir).and_then(|d| d.sync_all()).map_err(Error::io(dir))
}
