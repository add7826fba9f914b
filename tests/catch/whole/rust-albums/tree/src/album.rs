//! An album is a directory directly below the root of a disk.

use std::path::Path;

use crate::error::{IoAt, Result};

const EXTENSIONS: &[&str] = &[
    "jpg", "jpeg", "png", "heic", "tif", "tiff", "dng", "cr3", "nef", "raf", "mp4", "mov", "xmp",
];

/// Names of all albums on a disk, sorted. Hidden directories are none.
pub fn albums(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root).at(root)? {
        let entry = entry.at(root)?;
        if !entry.file_type().at(&entry.path())?.is_dir() {
            continue;
        }
        match entry.file_name().into_string() {
            Ok(name) if name.starts_with('.') => {}
            Ok(name) => names.push(name),
            Err(name) => log::warn!("skipping album {name:?}: its name is not UTF-8"),
        }
    }
    names.sort();
    Ok(names)
}

/// The album a disk-relative path such as `2023-lofoten/raw/IMG_1.nef` lies in.
pub fn album_of(rel: &str) -> &str {
    rel.split('/').next().unwrap_or(rel)
}

pub fn is_photo(path: &Path) -> bool {
    path.extension()
        .and_then(|e| e.to_str())
        .is_some_and(|e| EXTENSIONS.contains(&e.to_ascii_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_directories_and_files_are_no_albums() {
        let dir = tempfile::tempdir().unwrap();
        for d in ["2024-garden", "2023-lofoten", ".gelatin"] {
            std::fs::create_dir(dir.path().join(d)).unwrap();
        }
        std::fs::write(dir.path().join("notes.txt"), "x").unwrap();
        assert_eq!(albums(dir.path()).unwrap(), ["2023-lofoten", "2024-garden"]);
    }

    #[test]
    fn extension_decides_what_is_a_photo() {
        assert!(is_photo(Path::new("a/IMG_1.JPG")));
        assert!(is_photo(Path::new("a/IMG_1.xmp")));
        assert!(!is_photo(Path::new("a/Thumbs.db")));
    }

    #[test]
    fn album_is_the_first_component() {
        assert_eq!(album_of("2023-lofoten/raw/IMG_1.nef"), "2023-lofoten");
    }
}
