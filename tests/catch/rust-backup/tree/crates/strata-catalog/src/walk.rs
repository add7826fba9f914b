use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use strata_common::Filter;

use crate::error::CatalogError;
use crate::snapshot::{EntryKind, TreeEntry};

/// Everything below `root` that `filter` keeps, in byte order of the paths; links are not followed.
pub fn walk_tree(root: &Path, filter: &dyn Filter) -> Result<Vec<TreeEntry>, CatalogError> {
    let mut found = Vec::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        let unreadable = |e| CatalogError::Unreadable(folder.display().to_string(), e);
        for item in fs::read_dir(&folder).map_err(unreadable)? {
            let path = item.map_err(unreadable)?.path();
            if !filter.keeps(&path) {
                continue;
            }
            let meta = fs::symlink_metadata(&path).map_err(unreadable)?;
            let kind = if meta.is_dir() {
                waiting.push(path.clone());
                EntryKind::Folder
            } else if meta.is_symlink() {
                EntryKind::Link
            } else {
                EntryKind::File
            };
            found.push(TreeEntry {
                path: path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned(),
                kind,
                size: meta.len(),
                modified_at: meta.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map_or(0, |d| d.as_secs()),
                chunks: Vec::new(),
            });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}
