//! How jobs come in. Anybody who may write to the inbox leaves one file for each job, and the daemon, the only writer
//! of the journal, picks them up.
//!
//! A crash between the enqueue and the removal of the file enqueues the job twice. Jobs must bear being run twice
//! anyhow, since a lease may run out while its worker is still busy.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::{Error, Result};
use crate::job::JobSpec;
use crate::metrics::{Event, Metrics};
use crate::queue::Queue;

pub const DIR: &str = "inbox";
pub const REJECTED: &str = "rejected";
const SUFFIX: &str = ".job.json";

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Drained {
    pub accepted: usize,
    pub rejected: usize,
}

/// Leaves a job in the inbox of a data directory. The file appears whole or not at all.
pub fn submit(inbox: &Path, spec: &JobSpec) -> Result<PathBuf> {
    spec.validate()?;
    fs::create_dir_all(inbox).map_err(Error::io(inbox))?;
    let nanos = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map(|d| d.as_nanos())
        .unwrap_or(0);
    let stem = format!("{nanos:020}-{}", std::process::id());
    let tmp = inbox.join(format!("{stem}.tmp"));
    let path = inbox.join(format!("{stem}{SUFFIX}"));
    let bytes = serde_json::to_vec_pretty(spec).expect("specs hold nothing that JSON cannot");
    let mut file = File::create(&tmp).map_err(Error::io(&tmp))?;
    file.write_all(&bytes).map_err(Error::io(&tmp))?;
    file.sync_all().map_err(Error::io(&tmp))?;
    fs::rename(&tmp, &path).map_err(Error::io(&path))?;
    Ok(path)
}

/// Enqueues what lies in the inbox, oldest file first. What is not a valid job is moved to `rejected/`, with a file
/// beside it that says why.
pub fn drain(inbox: &Path, queue: &mut Queue, metrics: &Metrics) -> Result<Drained> {
    fs::create_dir_all(inbox).map_err(Error::io(inbox))?;
    let mut drained = Drained::default();
    for path in waiting(inbox)? {
        let text = fs::read_to_string(&path).map_err(Error::io(&path))?;
        match accept(&text, queue) {
            Ok(()) => {
                fs::remove_file(&path).map_err(Error::io(&path))?;
                drained.accepted += 1;
            }
            Err(Error::InvalidJob(why)) => {
                reject(inbox, &path, &why)?;
                metrics.bump(Event::Rejected);
                drained.rejected += 1;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(drained)
}

fn accept(text: &str, queue: &mut Queue) -> Result<()> {
    let spec: JobSpec = serde_json::from_str(text).map_err(|e| Error::InvalidJob(e.to_string()))?;
    queue.enqueue(spec).map(|_| ())
}

fn waiting(inbox: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(inbox).map_err(Error::io(inbox))? {
        let path = entry.map_err(Error::io(inbox))?.path();
        if path.to_string_lossy().ends_with(SUFFIX) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn reject(inbox: &Path, path: &Path, why: &str) -> Result<()> {
    let dir = inbox.join(REJECTED);
    fs::create_dir_all(&dir).map_err(Error::io(&dir))?;
    let to = dir.join(path.file_name().expect("a file of the inbox has a name"));
    let note = to.with_extension("reason");
    fs::write(&note, format!("{why}\n")).map_err(Error::io(&note))?;
    fs::rename(path, &to).map_err(Error::io(path))
}
