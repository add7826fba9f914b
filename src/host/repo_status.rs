//! What git says of a repository beside its files. Reads its own files and the ignore rules; runs
//! nothing.

use std::path::{Path, PathBuf};

use git2::RepositoryOpenFlags;

use super::git_files;
use super::ignored::Ignored;
use crate::model::Timestamp;
use crate::port::Standing;

/// A repository to be asked.
pub struct Survey {
    repository: git2::Repository,
}

impl std::fmt::Debug for Survey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Survey").field("repository", &self.repository.path()).finish()
    }
}

impl Survey {
    /// The repository at or above `dir`; `None` where there is none that can be read.
    pub fn of(dir: &Path) -> Option<Self> {
        // Of a folder that is not there, libgit2 would take the one above.
        if !dir.is_dir() || git_files::must_be_regular(dir).is_err() {
            return None;
        }
        let no_ceiling: [&Path; 0] = [];
        let repository =
            git2::Repository::open_ext(dir, RepositoryOpenFlags::empty(), no_ceiling).ok()?;
        Some(Self { repository })
    }

    /// The folder of its work tree.
    pub fn root(&self) -> Option<PathBuf> {
        self.repository.workdir().map(|path| path.components().collect())
    }

    /// Where it stands.
    pub fn standing(&self) -> Standing {
        let root = self.root();
        let own = || self.repository.path().components().collect();
        let head = self.repository.find_reference("HEAD").ok();
        let target = head.as_ref().and_then(|head| head.symbolic_target_bytes());
        let branch = target.map(|name| {
            let name = String::from_utf8_lossy(name);
            name.strip_prefix("refs/heads/").unwrap_or(&name).to_owned()
        });
        let commit = self.repository.head().and_then(|head| head.peel_to_commit()).ok();
        Standing {
            is_bare: root.is_none(),
            folder: root.unwrap_or_else(own).display().to_string(),
            is_shallow: self.repository.is_shallow(),
            branch,
            commit: commit.map(|commit| {
                let made_at = Timestamp::from_unix(commit.time().seconds());
                (commit.id().to_string(), made_at)
            }),
        }
    }

    /// What git ignores of the way to a file of the work tree: the first folder, which then ends
    /// with a slash, or the file itself.
    pub fn ignored(&self, path: &str) -> Option<String> {
        let folders = path.match_indices('/').map(|(at, _)| &path[..=at]);
        let mut parts = folders.chain([path]);
        let root = self.root()?;
        let ignored = Ignored::of(&self.repository, &root);
        parts.find(|part| ignored.holds(Path::new(part))).map(str::to_owned)
    }

    /// Whether git ignores a file of the work tree that is there.
    pub fn hides(&self, file: &str) -> bool {
        let is_there = |root: PathBuf| root.join(file).symlink_metadata().is_ok();
        self.root().is_some_and(is_there) && self.ignored(file).is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_ignored_is_what_git_ignores() {
        let dir = tempfile::tempdir().expect("a temp folder");
        git2::Repository::init(dir.path()).expect("a repository");
        let survey = Survey::of(dir.path()).expect("a repository");
        let file = "evidence/rfc/RFC-0001/reviews/rfc_review_1.yaml";
        for (rules, ignored) in [
            ("", None),
            ("evidence\n", Some("evidence/")),
            ("/evidence/\n", Some("evidence/")),
            // What is in an ignored folder cannot be taken back in.
            ("evidence/\n!evidence/rfc/\n", Some("evidence/")),
            ("evidence/*\n!evidence/rfc/\n", None),
            ("reviews/\n", Some("evidence/rfc/RFC-0001/reviews/")),
            ("*.yaml\n", Some(file)),
            ("*.yaml\n!rfc_review_*.yaml\n", None),
        ] {
            fs::write(dir.path().join(".gitignore"), rules).expect("written");
            assert_eq!(survey.ignored(file).as_deref(), ignored, "{rules:?}");
            let git = std::process::Command::new("git")
                .args(["check-ignore", "-q", "--no-index", file])
                .current_dir(dir.path())
                .status();
            assert_eq!(git.expect("git runs").success(), ignored.is_some(), "{rules:?}");
        }
    }

    #[test]
    fn a_repository_says_where_it_stands() {
        let dir = tempfile::tempdir().expect("a temp folder");
        assert!(Survey::of(dir.path()).is_none());
        let bare = git2::Repository::init_bare(dir.path()).expect("a repository");
        bare.set_head("refs/heads/trunk").expect("set");
        let standing = Survey::of(dir.path()).expect("a repository").standing();
        assert_eq!((standing.is_bare, standing.is_shallow), (true, false));
        assert_eq!((standing.branch.as_deref(), standing.commit), (Some("trunk"), None));
    }
}
