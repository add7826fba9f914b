//! Brings the albums of two disks into step.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;

use crate::album;
use crate::config::{Config, Disk, Pair};
use crate::error::{Error, Result};
use crate::fsutil::copy_verified;
use crate::index::{Entry, Index};
use crate::journal::{self, Event, Kind};
use crate::lock::StateLock;
use crate::newest::{pick_newest, Winner};
use crate::scan;

#[derive(Debug, Clone, Default)]
pub struct SyncOptions {
    /// Empty: whatever the pair says.
    pub albums: Vec<String>,
    pub dry_run: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SyncReport {
    pub copied: u64,
    pub overwritten: u64,
    pub unchanged: u64,
    pub bytes: u64,
    /// Pairs with a disk that is not mounted.
    pub skipped_pairs: u64,
}

impl SyncReport {
    pub fn add(&mut self, other: SyncReport) {
        self.copied += other.copied;
        self.overwritten += other.overwritten;
        self.unchanged += other.unchanged;
        self.bytes += other.bytes;
        self.skipped_pairs += other.skipped_pairs;
    }
}

/// Synchronises every pair of the configuration, one after the other, under the state lock.
pub fn sync_all(config: &Config, opts: &SyncOptions) -> Result<SyncReport> {
    let _lock = StateLock::acquire(&config.state_dir)?;
    let mut total = SyncReport::default();
    for pair in &config.pairs {
        match run_pair(config, pair, opts) {
            Ok(report) => total.add(report),
            Err(e @ Error::NotMounted { .. }) => {
                log::warn!("skipping {}:{}: {e}", pair.left, pair.right);
                total.skipped_pairs += 1;
            }
            Err(e) => return Err(e),
        }
    }
    Ok(total)
}

/// The caller holds the state lock.
fn run_pair(config: &Config, pair: &Pair, opts: &SyncOptions) -> Result<SyncReport> {
    let left = config.disk(&pair.left)?;
    let right = config.disk(&pair.right)?;
    left.check_present()?;
    right.check_present()?;

    let albums = choose_albums(left, right, pair, opts)?;
    let mut left_files = scan::scan(&left.root, &albums)?;
    let mut right_files = scan::scan(&right.root, &albums)?;
    let paths: BTreeSet<String> = left_files
        .keys()
        .chain(right_files.keys())
        .cloned()
        .collect();

    let mut report = SyncReport::default();
    for path in paths {
        match (left_files.get(&path), right_files.get(&path)) {
            (Some(l), Some(r)) if l.sha256 == r.sha256 => report.unchanged += 1,
            (Some(l), Some(r)) => match pick_newest(l, r) {
                Winner::Left => {
                    report.overwritten += 1;
                    report.bytes += l.size;
                    if !opts.dry_run {
                        let entry = copy(&left.root, &right.root, &path, l)?;
                        right_files.insert(path.clone(), entry);
                        let event = Event::now(Kind::Overwrote, &right.name, &path);
                        journal::append(&config.state_dir, &event)?;
                    }
                }
                Winner::Right => {
                    report.overwritten += 1;
                    report.bytes += r.size;
                    if !opts.dry_run {
                        let entry = copy(&right.root, &left.root, &path, r)?;
                        left_files.insert(path.clone(), entry);
                        let event = Event::now(Kind::Overwrote, &left.name, &path);
                        journal::append(&config.state_dir, &event)?;
                    }
                }
            },
            (Some(l), None) => {
                report.copied += 1;
                report.bytes += l.size;
                if !opts.dry_run {
                    let entry = copy(&left.root, &right.root, &path, l)?;
                    right_files.insert(path.clone(), entry);
                    let event = Event::now(Kind::Copied, &right.name, &path);
                    journal::append(&config.state_dir, &event)?;
                }
            }
            (None, Some(r)) => {
                report.copied += 1;
                report.bytes += r.size;
                if !opts.dry_run {
                    let entry = copy(&right.root, &left.root, &path, r)?;
                    left_files.insert(path.clone(), entry);
                    let event = Event::now(Kind::Copied, &left.name, &path);
                    journal::append(&config.state_dir, &event)?;
                }
            }
            (None, None) => unreachable!("{path} came from one of the two scans"),
        }
    }

    if !opts.dry_run {
        for (disk, files) in [(left, &left_files), (right, &right_files)] {
            let mut index = Index::load(&disk.root)?;
            index.replace_albums(&albums, files);
            index.save(&disk.root)?;
        }
    }
    Ok(report)
}

fn copy(from: &Path, to: &Path, rel: &str, entry: &Entry) -> Result<Entry> {
    let dst = to.join(rel);
    copy_verified(&from.join(rel), &dst, &entry.sha256)?;
    scan::entry_from(&dst, entry.sha256)
}

fn choose_albums(
    left: &Disk,
    right: &Disk,
    pair: &Pair,
    opts: &SyncOptions,
) -> Result<Vec<String>> {
    let all: BTreeSet<String> = if pair.albums.is_empty() {
        let mut names = album::albums(&left.root)?;
        names.extend(album::albums(&right.root)?);
        names.into_iter().collect()
    } else {
        pair.albums.iter().cloned().collect()
    };
    if opts.albums.is_empty() {
        return Ok(all.into_iter().collect());
    }
    if let Some(album) = opts.albums.iter().find(|a| !all.contains(*a)) {
        return Err(Error::UnknownAlbum {
            album: album.clone(),
            left: pair.left.clone(),
            right: pair.right.clone(),
        });
    }
    Ok(opts.albums.clone())
}
