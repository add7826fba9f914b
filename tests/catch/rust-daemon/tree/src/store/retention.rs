use std::io;
use std::path::{Path, PathBuf};

use crate::store::segment::segment_day;

/// How long segments are kept.
#[derive(Debug, Clone, Copy)]
pub struct RetentionPolicy {
    pub keep_days: u64,
}

/// Segments that are older than the policy keeps, oldest first.
pub fn expired_segments(folder: &Path, policy: RetentionPolicy, today: u64) -> io::Result<Vec<PathBuf>> {
    let mut expired = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(day) = segment_day(&path) {
            if day + policy.keep_days < today {
                expired.push((day, path));
            }
        }
    }
    expired.sort();
    Ok(expired.into_iter().map(|(_, path)| path).collect())
}

/// Removes them; says how many went.
pub fn remove_expired(folder: &Path, policy: RetentionPolicy, today: u64) -> io::Result<usize> {
    let expired = expired_segments(folder, policy, today)?;
    for path in &expired {
        std::fs::remove_file(path)?;
    }
    Ok(expired.len())
}
