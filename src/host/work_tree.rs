//! The work tree: what git tracks and what it would track. Links are named and never followed, on
//! the way to a file as little as at its end.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

use walkdir::WalkDir;

use super::beneath::{Beneath, Opened};
use super::ignored::Ignored;
use super::open_fault::{MAX_PATHS, OpenFault, unreadable};
use super::shown;
use crate::port::{EntryKind, ReadFault, TreeEntry};

/// A listed work tree.
pub(super) struct WorkTree {
    files: Beneath,
    /// Entries whose text is not their name.
    escaped: BTreeSet<String>,
}

/// What git tracks, by path, and whether it is a submodule.
struct Tracked(Vec<(Vec<u8>, bool)>);

const SUBMODULE: u32 = 0o160_000;

impl Tracked {
    fn read(repository: &git2::Repository) -> Result<Self, git2::Error> {
        let index = repository.index()?;
        let entries = index.iter().map(|entry| (entry.path, entry.mode == SUBMODULE));
        let mut tracked: Vec<_> = entries.collect();
        // Some systems order names in other ways.
        tracked.sort();
        Ok(Self(tracked))
    }

    /// Whether the path is tracked: as a submodule, or as something else.
    fn get(&self, path: &[u8]) -> Option<bool> {
        let at = self.0.binary_search_by(|(tracked, _)| tracked.as_slice().cmp(path)).ok()?;
        Some(self.0[at].1)
    }

    /// Whether anything below a folder is tracked.
    fn has_below(&self, folder: &[u8]) -> bool {
        let prefix = [folder, b"/"].concat();
        let at = self.0.partition_point(|(tracked, _)| *tracked < prefix);
        self.0.get(at).is_some_and(|(tracked, _)| tracked.starts_with(&prefix))
    }
}

impl WorkTree {
    /// Lists the work tree at `root`, reading no file.
    pub(super) fn list(
        repository: &git2::Repository,
        root: &Path,
        dir: &Path,
    ) -> Result<(Vec<TreeEntry>, Self), OpenFault> {
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
                let is_submodule = tracked.get(&bytes) == Some(true);
                if tracked.has_below(&bytes) && !is_submodule {
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
            } else if tracked.get(&bytes).is_none() && is_ignored(relative) {
                continue;
            }
            let (shown, is_escaped) = shown(&bytes);
            if is_escaped {
                escaped.insert(shown.clone());
            }
            entries.push(TreeEntry {
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
        Ok((entries, Self { files: Beneath::new(root), escaped }))
    }

    fn open(&self, path: &str) -> Result<Opened, ReadFault> {
        if self.escaped.contains(path) {
            let why = "its name is not UTF-8: rename it";
            return Err(ReadFault::Failed(why.to_owned()));
        }
        self.files.open(path)
    }

    /// The first bytes of a listed file.
    pub(super) fn head(&self, path: &str, most: u64) -> Result<Vec<u8>, ReadFault> {
        let mut bytes = Vec::new();
        let read = self.open(path)?.file.take(most).read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| ReadFault::Failed(error.to_string()))
    }

    /// The bytes of a listed file.
    pub(super) fn read(&self, path: &str, limit: u64) -> Result<Vec<u8>, ReadFault> {
        let Opened { file, size } = self.open(path)?;
        let too_large = |size| ReadFault::TooLarge { size, limit };
        if size > limit {
            return Err(too_large(size));
        }
        // One byte more than there should be, so that the end is found without a second buffer.
        let mut bytes = Vec::with_capacity(size as usize + 1);
        let read = file.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| ReadFault::Failed(error.to_string()))?;
        if bytes.len() as u64 > limit {
            return Err(too_large(bytes.len() as u64));
        }
        Ok(bytes)
    }
}

/// A relative path as git writes it.
fn slashed(path: &Path) -> Vec<u8> {
    let parts: Vec<&[u8]> =
        path.components().map(|part| part.as_os_str().as_encoded_bytes()).collect();
    parts.join(&b'/')
}
