//! `<state_dir>/journal.jsonl`: one line per thing done to a photo.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{IoAt, Result};
use crate::fsutil::unix_now;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The disk did not have the photo.
    Copied,
    /// The disk had another version of it.
    Overwrote,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub ts: i64,
    pub kind: Kind,
    /// Disk that was written to.
    pub disk: String,
    pub path: String,
}

impl Event {
    pub fn now(kind: Kind, disk: &str, path: &str) -> Event {
        Event {
            ts: unix_now(),
            kind,
            disk: disk.to_string(),
            path: path.to_string(),
        }
    }
}

pub fn path(state_dir: &Path) -> PathBuf {
    state_dir.join("journal.jsonl")
}

pub fn append(state_dir: &Path, event: &Event) -> Result<()> {
    let path = path(state_dir);
    let mut line = serde_json::to_string(event)
        .map_err(std::io::Error::from)
        .at(&path)?;
    line.push('\n');
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .at(&path)?;
    file.write_all(line.as_bytes()).at(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appends_one_line_each() {
        let dir = tempfile::tempdir().unwrap();
        for kind in [Kind::Copied, Kind::Overwrote] {
            append(dir.path(), &Event::now(kind, "shelf", "a/1.jpg")).unwrap();
        }
        let text = std::fs::read_to_string(path(dir.path())).unwrap();
        let events: Vec<Event> = text
            .lines()
            .map(|l| serde_json::from_str(l).unwrap())
            .collect();
        assert_eq!(events.len(), 2);
        assert_eq!(events[1].kind, Kind::Overwrote);
    }
}
