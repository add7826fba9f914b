//! File operations that either happen completely or not at all.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use tempfile::NamedTempFile;

use crate::digest::{hash_file, Digest};
use crate::error::{Error, IoAt, Result};

/// Seconds since 1970.
pub fn unix_now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs() as i64)
}

fn temp_beside(path: &Path) -> Result<NamedTempFile> {
    let dir = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(dir).at(dir)?;
    // Hidden, so that no scan ever sees it.
    tempfile::Builder::new()
        .prefix(".gelatin-")
        .tempfile_in(dir)
        .at(dir)
}

/// Replaces `path` with `bytes`; readers see the old file or the new one.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut tmp = temp_beside(path)?;
    tmp.write_all(bytes).at(path)?;
    tmp.as_file().sync_all().at(path)?;
    tmp.persist(path).map_err(|e| e.error).at(path)?;
    Ok(())
}

/// Copies `src` to `dst` with permissions and mtime, replacing `dst`. The copy is read back
/// before it takes its name; when it is not `expected`, `dst` stays as it was.
pub fn copy_verified(src: &Path, dst: &Path, expected: &Digest) -> Result<()> {
    let mut from = File::open(src).at(src)?;
    let meta = from.metadata().at(src)?;
    let mut tmp = temp_beside(dst)?;
    std::io::copy(&mut from, tmp.as_file_mut()).at(dst)?;
    tmp.as_file().sync_all().at(dst)?;
    if hash_file(tmp.path())? != *expected {
        return Err(Error::CopyMismatch(src.to_path_buf()));
    }
    tmp.as_file().set_permissions(meta.permissions()).at(dst)?;
    let modified = meta.modified().at(src)?;
    tmp.as_file().set_modified(modified).at(dst)?;
    tmp.persist(dst).map_err(|e| e.error).at(dst)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_keeps_mtime_and_makes_directories() {
        let dir = tempfile::tempdir().unwrap();
        let src = dir.path().join("a.jpg");
        let dst = dir.path().join("x/y/a.jpg");
        std::fs::write(&src, "sunset").unwrap();
        let then = UNIX_EPOCH + std::time::Duration::from_secs(1_600_000_000);
        File::options()
            .write(true)
            .open(&src)
            .unwrap()
            .set_modified(then)
            .unwrap();
        copy_verified(&src, &dst, &Digest::of(b"sunset")).unwrap();
        assert_eq!(std::fs::read(&dst).unwrap(), b"sunset");
        assert_eq!(dst.metadata().unwrap().modified().unwrap(), then);
    }

    #[test]
    fn copy_with_other_content_leaves_the_target_alone() {
        let dir = tempfile::tempdir().unwrap();
        let src = dir.path().join("a.jpg");
        let dst = dir.path().join("b.jpg");
        std::fs::write(&src, "changed meanwhile").unwrap();
        std::fs::write(&dst, "old").unwrap();
        let e = copy_verified(&src, &dst, &Digest::of(b"sunset")).unwrap_err();
        assert!(matches!(e, Error::CopyMismatch(_)), "{e}");
        assert_eq!(std::fs::read(&dst).unwrap(), b"old");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2);
    }
}
