//! Whether evidence can be written: tried, and nothing left behind.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::port::{TEMPORARY, WriteBlocker};

/// The work tree at a folder, to be tried. No link is followed on the way.
#[derive(Debug)]
pub struct Probe {
    root: PathBuf,
}

impl Probe {
    /// The work tree at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The names of the folders in a folder, sorted; none when there is no such folder, or when it
    /// cannot be listed, which [`Probe::obstacles`] tells.
    pub fn folders(&self, folder: &str) -> Vec<String> {
        let entries = match self.is_folder(folder) {
            true => fs::read_dir(self.root.join(folder)).ok(),
            false => None,
        };
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let folders = entries.into_iter().flatten().flatten().filter(is_folder);
        let mut names: Vec<String> =
            folders.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// Whether a folder is there; a link to one is none.
    pub fn is_folder(&self, path: &str) -> bool {
        self.nearest(path).is_ok_and(|nearest| nearest == path)
    }

    /// What stands in the way of writing to `folders`: in each, or in the nearest folder above it
    /// that is there, a temporary file is made, synced and removed. Each obstacle is told once.
    pub fn obstacles(&self, folders: impl IntoIterator<Item = String>) -> Vec<WriteBlocker> {
        let mut obstacles = BTreeMap::new();
        let mut nearest = BTreeSet::new();
        for folder in folders {
            match self.nearest(&folder) {
                Ok(path) => {
                    nearest.insert(path);
                }
                Err((path, obstacle)) => {
                    obstacles.insert(path, obstacle);
                }
            }
        }
        for path in nearest {
            if let Err(error) = self.try_in(&path) {
                let shown = if path.is_empty() { ".".to_owned() } else { path.clone() };
                obstacles.insert(path, WriteBlocker::Refused { path: shown, kind: error.kind() });
            }
        }
        obstacles.into_values().collect()
    }

    /// The folder itself, or the nearest one above it that is there.
    fn nearest(&self, folder: &str) -> Result<String, (String, WriteBlocker)> {
        let mut nearest = String::new();
        for name in folder.split('/') {
            let next =
                if nearest.is_empty() { name.to_owned() } else { format!("{nearest}/{name}") };
            let obstacle = match fs::symlink_metadata(self.root.join(&next)) {
                Ok(about) if about.is_symlink() => WriteBlocker::Link(next.clone()),
                Ok(about) if about.is_dir() => {
                    nearest = next;
                    continue;
                }
                Ok(_) => WriteBlocker::NotAFolder(next.clone()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => break,
                Err(error) => WriteBlocker::Refused { path: next.clone(), kind: error.kind() },
            };
            return Err((next, obstacle));
        }
        Ok(nearest)
    }

    fn try_in(&self, folder: &str) -> io::Result<()> {
        let path = self.root.join(folder).join(format!("{TEMPORARY}doctor.{}", std::process::id()));
        let mut file = File::create_new(&path)?;
        let written = file.write_all(b"council-review doctor\n").and_then(|()| file.sync_all());
        fs::remove_file(&path)?;
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_leaves_nothing_and_names_what_is_in_the_way() {
        let dir = tempfile::tempdir().expect("a temp folder");
        let tree = Probe::new(dir.path());
        let probe = |folders: &[&str]| tree.obstacles(folders.iter().map(|f| (*f).to_owned()));
        assert_eq!(probe(&["evidence/rfc", "evidence/rfc/RFC-0001/reviews"]), []);
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
        fs::create_dir_all(dir.path().join("evidence/rfc/RFC-0001")).expect("made");
        fs::write(dir.path().join("evidence/rfc/RFC-0001/reviews"), "").expect("written");
        let in_the_way = WriteBlocker::NotAFolder("evidence/rfc/RFC-0001/reviews".to_owned());
        assert_eq!(probe(&["evidence/rfc", "evidence/rfc/RFC-0001/reviews"]), [in_the_way]);
        assert_eq!(tree.folders("evidence"), ["rfc"]);
        assert_eq!(tree.folders("nowhere"), [""; 0]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(dir.path(), dir.path().join("link")).expect("linked");
            let link = WriteBlocker::Link("link".to_owned());
            assert_eq!(probe(&["link/rfc", "link/rfc/RFC-0001/reviews"]), [link]);
            assert_eq!(tree.folders("link/evidence"), [""; 0]);
        }
    }
}
