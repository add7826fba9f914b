//! Answers that were paid for, kept in the user's cache folder. Outside every repository: what a
//! branch brings along can never pass for an answer.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::cache;
use crate::model::Digest;
use crate::port::Answers;

/// How long an answer is kept.
const KEPT: Duration = Duration::from_secs(30 * 86_400);
/// More than any kept answer has.
const MOST: u64 = 16 << 20;

/// A folder of kept answers.
#[derive(Debug)]
pub struct AnswerFolder {
    folder: PathBuf,
}

impl AnswerFolder {
    /// The user's: `$XDG_CACHE_HOME/council-review/answers`, else below `$HOME/.cache`. `None`
    /// where neither is an absolute path, or it lies in the work tree under review: then nothing is kept.
    pub fn of_user(
        variable: impl Fn(&str) -> Option<OsString>,
        work_tree: Option<&Path>,
    ) -> Option<Self> {
        Some(Self::at(cache::folder(variable, work_tree)?.join("answers")))
    }

    /// A folder, which is made when the first answer is kept.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    fn path(&self, key: &Digest) -> PathBuf {
        self.folder.join(format!("{}.json", key.hex()))
    }

    /// Takes away what is too old to be asked for again; no file that is not ours.
    fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let now = SystemTime::now();
        let is_ours = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            Path::new(&name).extension().is_some_and(|end| end == "json" || end == "tmp")
        };
        for entry in entries.flatten().filter(is_ours) {
            let written = entry.metadata().and_then(|meta| meta.modified());
            let age = written.ok().and_then(|written| now.duration_since(written).ok());
            if age.is_some_and(|age| age > KEPT) {
                // Somebody else may have taken it away first.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Answers for AnswerFolder {
    fn get(&self, key: &Digest) -> Option<Vec<u8>> {
        super::file::read(&self.path(key), MOST).ok()
    }

    fn put(&self, key: &Digest, bytes: &[u8]) {
        self.sweep();
        // A cache that cannot be written costs money later, and must not cost this review.
        let _ = cache::write(&self.path(key), bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_and_what_is_old_is_not() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let answers = AnswerFolder::at(folder.path().join("a/b"));
        let (key, other) = (Digest::of(b"key"), Digest::of(b"other"));
        assert_eq!(answers.get(&key), None);
        answers.put(&key, b"answer");
        assert_eq!(answers.get(&key).as_deref(), Some(b"answer".as_slice()));
        assert_eq!(answers.get(&other), None);
        let file = fs::File::options().write(true).open(answers.path(&key)).expect("it is there");
        let old = SystemTime::now() - KEPT - Duration::from_secs(60);
        file.set_modified(old).expect("set");
        let stranger = answers.folder.join("notes.txt");
        fs::write(&stranger, "mine").expect("written");
        let file = fs::File::options().write(true).open(&stranger).expect("it is there");
        file.set_modified(old).expect("set");
        answers.put(&other, b"more");
        assert!(stranger.exists());
        assert_eq!(answers.get(&key), None);
        assert_eq!(answers.get(&other).as_deref(), Some(b"more".as_slice()));
    }

    #[test]
    fn the_cache_is_the_users() {
        let of = |cache: Option<&str>, home: Option<&str>| {
            let folder = AnswerFolder::of_user(
                |name| {
                    let value = if name == "HOME" { home } else { cache };
                    value.map(OsString::from)
                },
                None,
            );
            folder.map(|folder| folder.folder.display().to_string())
        };
        let at = |path: &str| Some(format!("{path}/council-review/answers"));
        assert_eq!(of(Some("/x"), Some("/home/a")), at("/x"));
        assert_eq!(of(None, Some("/home/a")), at("/home/a/.cache"));
        assert_eq!(of(Some("relative"), Some("/home/a")), at("/home/a/.cache"));
        assert_eq!(of(Some(""), None), None);
    }

    #[test]
    fn a_folder_in_the_work_tree_under_review_is_not_the_users() {
        let tree = tempfile::TempDir::new().expect("a folder");
        let of = |cache: PathBuf, tree: &Path| {
            AnswerFolder::of_user(|_| Some(cache.clone().into_os_string()), Some(tree))
        };
        let other = tempfile::TempDir::new().expect("a folder");
        assert!(of(tree.path().join("not/there/yet"), tree.path()).is_none());
        assert!(of(tree.path().to_owned(), other.path()).is_some());
        #[cfg(unix)]
        {
            let link = other.path().join("link");
            std::os::unix::fs::symlink(tree.path(), &link).expect("a link");
            assert!(of(link, tree.path()).is_none());
        }
    }
}
