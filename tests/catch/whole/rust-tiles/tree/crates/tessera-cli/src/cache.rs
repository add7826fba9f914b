//! Tiles on disk, below a root folder as `Z/X/Y.png`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tessera_core::TileId;

pub const DEFAULT_MAX_BYTES: u64 = 256 << 20;

#[derive(Debug)]
pub struct TileCache {
    root: PathBuf,
    max_bytes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheStats {
    pub files: usize,
    pub bytes: u64,
}

struct Entry {
    path: PathBuf,
    bytes: u64,
    modified: SystemTime,
}

impl TileCache {
    /// The folder is made by the first `put`.
    pub fn new(root: &Path, max_bytes: u64) -> Self {
        TileCache {
            root: root.to_owned(),
            max_bytes,
        }
    }

    fn path(&self, tile: TileId) -> PathBuf {
        self.root.join(format!("{tile}.png"))
    }

    /// A tile that was written after `newer_than`.
    pub fn get(&self, tile: TileId, newer_than: SystemTime) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(tile);
        let modified = match fs::metadata(&path) {
            Ok(meta) => meta.modified()?,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(e),
        };
        if modified <= newer_than {
            return Ok(None);
        }
        fs::read(&path).map(Some)
    }

    /// Writes beside the target and renames, then evicts.
    pub fn put(&self, tile: TileId, png: &[u8]) -> io::Result<()> {
        let path = self.path(tile);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let part = path.with_extension("part");
        fs::write(&part, png)?;
        fs::rename(&part, &path)?;
        self.evict()
    }

    pub fn stats(&self) -> io::Result<CacheStats> {
        let entries = self.entries()?;
        Ok(CacheStats {
            files: entries.len(),
            bytes: entries.iter().map(|e| e.bytes).sum(),
        })
    }

    /// Oldest first, until the rest fits in `max_bytes`.
    fn evict(&self) -> io::Result<()> {
        let mut entries = self.entries()?;
        let mut total: u64 = entries.iter().map(|e| e.bytes).sum();
        entries.sort_by_key(|e| e.modified);
        for entry in entries {
            if total <= self.max_bytes {
                break;
            }
            fs::remove_file(&entry.path)?;
            total -= entry.bytes;
        }
        Ok(())
    }

    /// Every `.png` below the root, however deep. A root that does not exist has none.
    fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        if !self.root.exists() {
            return Ok(found);
        }
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for item in fs::read_dir(&folder)? {
                let item = item?;
                let meta = item.metadata()?;
                let path = item.path();
                if meta.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|e| e == "png") {
                    found.push(Entry {
                        path,
                        bytes: meta.len(),
                        modified: meta.modified()?,
                    });
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILE: TileId = TileId { z: 3, x: 1, y: 2 };

    #[test]
    fn returns_what_was_put_unless_it_is_stale() {
        let dir = tempfile::tempdir().unwrap();
        let cache = TileCache::new(dir.path(), DEFAULT_MAX_BYTES);
        assert_eq!(cache.get(TILE, SystemTime::UNIX_EPOCH).unwrap(), None);
        cache.put(TILE, b"png").unwrap();
        let hit = cache.get(TILE, SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(hit.as_deref(), Some(&b"png"[..]));
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert_eq!(cache.get(TILE, later).unwrap(), None);
    }

    #[test]
    fn evicts_down_to_the_limit() {
        let dir = tempfile::tempdir().unwrap();
        let cache = TileCache::new(dir.path(), 250);
        for x in 0..4 {
            cache.put(TileId { z: 3, x, y: 0 }, &[0; 100]).unwrap();
        }
        assert_eq!(
            cache.stats().unwrap(),
            CacheStats {
                files: 2,
                bytes: 200
            }
        );
    }
}
