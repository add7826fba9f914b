//! The work tree: what git tracks and what it would track. Links are named and never followed, on
//! the way to a file as little as at its end.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::ignored::Ignored;
use super::open_fault::{MAX_PATHS, OpenFault, unreadable};
use super::shown;
use crate::port::{Entry, EntryKind, ReadFault};

/// A listed work tree.
pub(super) struct WorkTree {
    root: PathBuf,
    /// Entries whose text is not their name.
    escaped: BTreeSet<String>,
}

/// What git tracks: by path, whether it is a submodule; and every folder on the way.
struct Tracked {
    paths: HashMap<Vec<u8>, bool>,
    folders: HashSet<Vec<u8>>,
}

const SUBMODULE: u32 = 0o160_000;

impl Tracked {
    fn read(repository: &git2::Repository) -> Result<Self, git2::Error> {
        let mut tracked = Self { paths: HashMap::new(), folders: HashSet::new() };
        for entry in repository.index()?.iter() {
            for (at, _) in entry.path.iter().enumerate().filter(|(_, b)| **b == b'/') {
                tracked.folders.insert(entry.path[..at].to_vec());
            }
            tracked.paths.insert(entry.path, entry.mode == SUBMODULE);
        }
        Ok(tracked)
    }
}

impl WorkTree {
    /// Lists the work tree at `root`, reading no file.
    pub(super) fn list(
        repository: &git2::Repository,
        root: &Path,
        dir: &Path,
    ) -> Result<(Vec<Entry>, Self), OpenFault> {
        let tracked = Tracked::read(repository).map_err(|e| unreadable(dir, e))?;
        let ignored = Ignored::of(repository, root);
        let is_ignored = |path: &Path| ignored.holds(path);
        let mut entries = Vec::new();
        let mut escaped = BTreeSet::new();
        let mut walk = WalkDir::new(root).min_depth(1).into_iter();
        while let Some(step) = walk.next() {
            let (path, kind) = match &step {
                Ok(item) => (item.path(), Some(item.file_type())),
                // A folder that cannot be entered is named, so that its silence is no answer.
                Err(e) => match e.path() {
                    Some(path) if path != root => (path, None),
                    _ => continue,
                },
            };
            let Ok(relative) = path.strip_prefix(root) else {
                continue;
            };
            let bytes = slashed(relative);
            let is_git = relative.file_name().is_some_and(|name| name == ".git");
            let is_folder = kind.is_some_and(|kind| kind.is_dir());
            if is_git {
                if is_folder {
                    walk.skip_current_dir();
                }
                continue;
            }
            if is_folder {
                let is_submodule = tracked.paths.get(&bytes) == Some(&true);
                if tracked.folders.contains(&bytes) && !is_submodule {
                    continue;
                }
                let is_nested = is_submodule || path.join(".git").symlink_metadata().is_ok();
                let is_ignored = !is_submodule && is_ignored(&relative.join(""));
                if is_nested || is_ignored {
                    walk.skip_current_dir();
                }
                if !is_nested || is_ignored {
                    continue;
                }
            } else if !tracked.paths.contains_key(&bytes) && is_ignored(relative) {
                continue;
            }
            let (shown, is_escaped) = shown(&bytes);
            if is_escaped {
                escaped.insert(shown.clone());
            }
            entries.push(Entry {
                path: shown,
                kind: match kind {
                    Some(kind) if kind.is_file() => EntryKind::File,
                    Some(kind) if kind.is_symlink() => EntryKind::Symlink,
                    Some(_) | None => EntryKind::Special,
                },
            });
            if entries.len() > MAX_PATHS {
                return Err(OpenFault::TooManyPaths);
            }
        }
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        entries.dedup_by(|b, a| a.path == b.path);
        let root = root.to_owned();
        Ok((entries, Self { root, escaped }))
    }

    /// The bytes of a listed file.
    pub(super) fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        if self.escaped.contains(path) {
            let why = "its name is not UTF-8: rename it";
            return Err(ReadFault::Failed(why.to_owned()));
        }
        let mut full = self.root.clone();
        let mut found = None;
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            if matches!(part, "" | "." | "..") {
                return Err(ReadFault::NotAFile);
            }
            full.push(part);
            let about = fs::symlink_metadata(&full).map_err(system)?;
            let is_last = parts.peek().is_none();
            // The tree may have changed since it was listed: what is now a link is not followed.
            if is_last && !about.is_file() || !is_last && !about.is_dir() {
                return Err(ReadFault::NotAFile);
            }
            found = Some(about);
        }
        let Some(about) = found else {
            return Err(ReadFault::Missing);
        };
        let too_large = |size| ReadFault::TooLarge { size, limit };
        if about.len() > limit {
            return Err(too_large(about.len()));
        }
        let file = File::open(&full).map_err(system)?;
        if !is_same(&about, &file.metadata().map_err(system)?) {
            return Err(ReadFault::NotAFile);
        }
        // One byte more than there should be, so that the end is found without a second buffer.
        let mut bytes = Vec::with_capacity(about.len() as usize + 1);
        let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(system)?;
        if bytes.len() as u64 > limit {
            return Err(too_large(bytes.len() as u64));
        }
        Ok(bytes)
    }
}

/// Whether the opened file is the one that was looked at.
#[cfg(unix)]
fn is_same(seen: &fs::Metadata, opened: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (seen.dev(), seen.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, opened: &fs::Metadata) -> bool {
    opened.is_file()
}

fn system(error: std::io::Error) -> ReadFault {
    match error.kind() {
        ErrorKind::NotFound => ReadFault::Missing,
        _ => ReadFault::Failed(error.to_string()),
    }
}

/// A relative path as git writes it.
fn slashed(path: &Path) -> Vec<u8> {
    let parts: Vec<&[u8]> =
        path.components().map(|part| part.as_os_str().as_encoded_bytes()).collect();
    parts.join(&b'/')
}
