//! Walks albums and hashes what it finds.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use walkdir::WalkDir;

use crate::album::is_photo;
use crate::digest::{hash_file, Digest};
use crate::error::{Error, IoAt, Result};
use crate::index::Entry;

/// Photos of a disk by path relative to its root, with `/` between components.
pub type Snapshot = BTreeMap<String, Entry>;

/// Scans the given albums. An album the disk does not have adds nothing.
pub fn scan(root: &Path, albums: &[String]) -> Result<Snapshot> {
    let mut files = Snapshot::new();
    for album in albums {
        scan_album(root, album, &mut files)?;
    }
    Ok(files)
}

fn scan_album(root: &Path, album: &str, files: &mut Snapshot) -> Result<()> {
    let dir = root.join(album);
    if !dir.exists() {
        return Ok(());
    }
    let walk = WalkDir::new(&dir)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|e| !e.file_name().to_string_lossy().starts_with('.'));
    for item in walk {
        let item = item.map_err(|e| Error::Io {
            path: e.path().unwrap_or(&dir).to_path_buf(),
            source: e.into(),
        })?;
        if !item.file_type().is_file() || !is_photo(item.path()) {
            continue;
        }
        let Some(rel) = relative(root, item.path()) else {
            log::warn!("skipping {:?}: its name is not UTF-8", item.path());
            continue;
        };
        files.insert(rel, hash_entry(item.path())?);
    }
    Ok(())
}

fn hash_entry(path: &Path) -> Result<Entry> {
    let sha256 = hash_file(path)?;
    entry_from(path, sha256)
}

/// Entry of a file whose digest is known already.
pub fn entry_from(path: &Path, sha256: Digest) -> Result<Entry> {
    let meta = std::fs::metadata(path).at(path)?;
    Ok(Entry {
        size: meta.len(),
        mtime: mtime(&meta),
        sha256,
    })
}

fn mtime(meta: &Metadata) -> i64 {
    meta.mtime()
}

fn relative(root: &Path, path: &Path) -> Option<String> {
    Some(path.strip_prefix(root).ok()?.to_str()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_photos_below_the_album_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        std::fs::create_dir_all(root.join("a/raw")).unwrap();
        std::fs::create_dir_all(root.join("a/.cache")).unwrap();
        std::fs::create_dir_all(root.join("b")).unwrap();
        for f in [
            "a/1.jpg",
            "a/raw/1.nef",
            "a/.cache/1.jpg",
            "a/list.txt",
            "b/2.jpg",
        ] {
            std::fs::write(root.join(f), f).unwrap();
        }
        let files = scan(root, &["a".into(), "missing".into()]).unwrap();
        let paths: Vec<_> = files.keys().map(String::as_str).collect();
        assert_eq!(paths, ["a/1.jpg", "a/raw/1.nef"]);
        assert_eq!(files["a/1.jpg"].sha256, Digest::of(b"a/1.jpg"));
        assert_eq!(files["a/1.jpg"].size, 7);
    }
}
