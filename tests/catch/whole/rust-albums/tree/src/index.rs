//! What gelatin knew about a disk at the end of the last sync: `<root>/.gelatin/index.json`.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::album::album_of;
use crate::digest::Digest;
use crate::error::{Error, IoAt, Result};
use crate::fsutil::write_atomic;

pub const VERSION: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub size: u64,
    /// Whole seconds since 1970.
    pub mtime: i64,
    pub sha256: Digest,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    version: u32,
    pub entries: BTreeMap<String, Entry>,
}

impl Default for Index {
    fn default() -> Self {
        Index {
            version: VERSION,
            entries: BTreeMap::new(),
        }
    }
}

/// Just enough of any index to see which version wrote it.
#[derive(Deserialize)]
struct Header {
    version: u32,
}

impl Index {
    pub fn path(root: &Path) -> PathBuf {
        root.join(".gelatin").join("index.json")
    }

    /// A disk without an index has an empty one.
    pub fn load(root: &Path) -> Result<Index> {
        let path = Index::path(root);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Index::default()),
            Err(e) => return Err(e).at(&path),
        };
        let unreadable = |e: serde_json::Error| Error::Index {
            path: path.clone(),
            message: e.to_string(),
        };
        let header: Header = serde_json::from_str(&text).map_err(unreadable)?;
        if header.version > VERSION {
            return Err(Error::IndexTooNew {
                path,
                found: header.version,
                known: VERSION,
            });
        }
        serde_json::from_str(&text).map_err(unreadable)
    }

    pub fn save(&self, root: &Path) -> Result<()> {
        let path = Index::path(root);
        let bytes = serde_json::to_vec_pretty(self).map_err(|e| Error::Index {
            path: path.clone(),
            message: e.to_string(),
        })?;
        write_atomic(&path, &bytes)
    }

    /// Forgets what it knew about these albums and takes over `files` instead.
    pub fn replace_albums(&mut self, albums: &[String], files: &BTreeMap<String, Entry>) {
        self.entries
            .retain(|path, _| !albums.iter().any(|a| a == album_of(path)));
        self.entries
            .extend(files.iter().map(|(p, e)| (p.clone(), e.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(content: &str) -> Entry {
        Entry {
            size: content.len() as u64,
            mtime: 1_700_000_000,
            sha256: Digest::of(content.as_bytes()),
        }
    }

    fn disk() -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join(".gelatin")).unwrap();
        dir
    }

    #[test]
    fn missing_index_is_empty() {
        assert_eq!(Index::load(disk().path()).unwrap(), Index::default());
    }

    #[test]
    fn round_trip() {
        let dir = disk();
        let mut index = Index::default();
        index.entries.insert("a/1.jpg".into(), entry("one"));
        index.save(dir.path()).unwrap();
        assert_eq!(Index::load(dir.path()).unwrap(), index);
    }

    #[test]
    fn newer_version_is_refused() {
        let dir = disk();
        std::fs::write(
            Index::path(dir.path()),
            r#"{"version": 99, "entries": {}, "future": true}"#,
        )
        .unwrap();
        let e = Index::load(dir.path()).unwrap_err();
        assert!(matches!(e, Error::IndexTooNew { found: 99, .. }), "{e}");
    }

    #[test]
    fn broken_index_names_its_path() {
        let dir = disk();
        std::fs::write(Index::path(dir.path()), "{").unwrap();
        let e = Index::load(dir.path()).unwrap_err().to_string();
        assert!(e.contains("index.json"), "{e}");
    }

    #[test]
    fn replace_albums_leaves_other_albums_alone() {
        let mut index = Index::default();
        index.entries.insert("a/old.jpg".into(), entry("old"));
        index.entries.insert("b/1.jpg".into(), entry("b"));
        let files = BTreeMap::from([("a/new.jpg".to_string(), entry("new"))]);
        index.replace_albums(&["a".to_string()], &files);
        let paths: Vec<_> = index.entries.keys().cloned().collect();
        assert_eq!(paths, ["a/new.jpg", "b/1.jpg"]);
    }
}
