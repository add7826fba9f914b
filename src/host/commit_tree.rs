//! The paths of one commit, without reading a single blob.

use std::collections::BTreeMap;
use std::path::Path;

use git2::Oid;

use super::open_fault::{MAX_PATHS, OpenFault, unreadable};
use super::shown;
use crate::port::{EntryKind, TreeEntry};

/// Longer than any path that a file system takes; a crafted tree nests deeper.
const MAX_PATH_BYTES: usize = 4096;

/// What a commit holds.
#[derive(Default)]
pub(super) struct CommitListing {
    /// Sorted, each path once.
    pub(super) entries: Vec<TreeEntry>,
    /// The regular files whose names are UTF-8.
    pub(super) blobs: BTreeMap<String, Oid>,
}

/// Lists a commit's tree. Trees wait on a list of our own: their depth is the author's to choose.
pub(super) fn list(
    repository: &git2::Repository,
    commit: &git2::Commit<'_>,
    dir: &Path,
) -> Result<CommitListing, OpenFault> {
    let mut listed = CommitListing::default();
    let mut open = vec![(Vec::new(), commit.tree_id())];
    let mut folders = 0_usize;
    while let Some((folder, id)) = open.pop() {
        // A crafted tree holds itself a thousandfold, and need not hold a single file.
        folders += 1;
        if folders > MAX_PATHS {
            return Err(OpenFault::TooManyPaths);
        }
        let tree = repository.find_tree(id).map_err(|e| unreadable(dir, e))?;
        for item in &tree {
            let mut path: Vec<u8> = folder.clone();
            path.extend_from_slice(item.name_bytes());
            let kind = match item.filemode() & 0o170_000 {
                0o040_000 if path.len() < MAX_PATH_BYTES => {
                    path.push(b'/');
                    open.push((path, item.id()));
                    continue;
                }
                0o100_000 => EntryKind::File,
                0o120_000 => EntryKind::Symlink,
                _ => EntryKind::Special,
            };
            let (path, is_escaped) = shown(&path);
            if kind == EntryKind::File && !is_escaped {
                listed.blobs.insert(path.clone(), item.id());
            }
            listed.entries.push(TreeEntry { path, kind });
            if listed.entries.len() > MAX_PATHS {
                return Err(OpenFault::TooManyPaths);
            }
        }
    }
    listed.entries.sort_by(|a, b| a.path.cmp(&b.path));
    listed.entries.dedup_by(|b, a| a.path == b.path);
    Ok(listed)
}
