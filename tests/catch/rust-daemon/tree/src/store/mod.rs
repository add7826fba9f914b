//! Readings on disk, one segment a day.

pub mod retention;
pub mod segment;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::store::segment::{append_line, scan_segment, segment_path};

/// One level of one gauge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub gauge: String,
    pub at: u64,
    pub level_mm: i32,
}

pub struct ReadingStore {
    folder: PathBuf,
    latest: BTreeMap<String, Reading>,
    dropped: u64,
}

impl ReadingStore {
    pub fn open(folder: &Path) -> Self {
        ReadingStore { folder: folder.to_path_buf(), latest: BTreeMap::new(), dropped: 0 }
    }

    pub fn append(&mut self, reading: Reading) {
        let path = segment_path(&self.folder, reading.at);
        if let Err(error) = append_line(&path, &reading) {
            log::error!("reading lost: {error}");
        }
        self.latest.insert(reading.gauge.clone(), reading);
    }

    /// The last reading of each gauge.
    pub fn latest(&self) -> Vec<&Reading> {
        self.latest.values().collect()
    }

    pub fn readings_since(&self, gauge: &str, since: u64, limit: usize) -> Vec<Reading> {
        let mut found = scan_segment(&segment_path(&self.folder, since)).unwrap_or_default();
        found.retain(|r| r.gauge == gauge && r.at >= since);
        found.truncate(limit);
        found
    }

    pub fn count_dropped(&mut self) {
        self.dropped += 1;
    }

    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
