//! Why a repository could not be opened or listed.

use std::path::{Path, PathBuf};

/// More paths than any tree that people review; a crafted tree can claim far more.
pub(super) const MAX_PATHS: usize = 1_000_000;

/// Why a repository could not be opened. Each line names the next act.
#[derive(Debug, thiserror::Error)]
pub enum OpenFault {
    /// The folder is not there.
    #[error("there is no folder {}: name the repository with --repo DIR", .0.display())]
    NoFolder(PathBuf),
    /// No repository at or above the folder.
    #[error(
        "there is no git repository at or above {}: run `git init` there, or name one with --repo DIR",
        .0.display()
    )]
    NoRepository(PathBuf),
    /// No work tree, and no revision to read instead.
    #[error("the repository at {} is bare: name the commit to read with --rev REV", .0.display())]
    Bare(PathBuf),
    /// git trusts only repositories of the current user.
    #[error(
        "the repository at {dir} belongs to another user: if you trust it, run `git config --global --add safe.directory {dir}`",
        dir = .0.display()
    )]
    ForeignOwner(PathBuf),
    /// A setting that makes another folder the work tree.
    #[error(
        "`core.worktree` makes {dir} the work tree of a repository that is not there: run `git config --unset core.worktree`",
        dir = .0.display()
    )]
    WorkTreeElsewhere(PathBuf),
    /// A revision that looks like an option.
    #[error("{0:?} begins with a dash and is no revision: give --rev a branch, a tag or a commit")]
    DashedRevision(String),
    /// A revision that names no commit.
    #[error(
        "{0:?} names no commit of this repository: give --rev a branch, a tag or a commit, or run `git fetch` first"
    )]
    UnknownRevision(String),
    /// A tree of more than a million paths.
    #[error(
        "the tree has more than {MAX_PATHS} paths: review a smaller repository with --repo DIR"
    )]
    TooManyPaths,
    /// Objects named by SHA-256.
    #[error(
        "the repository at {} names its objects by SHA-256, which libgit2 cannot read: copy its files into one made with `git init --object-format=sha1` and review them there",
        .0.display()
    )]
    ObjectFormat(PathBuf),
    /// A pipe, socket or device among git's own files: opening it may wait without end.
    #[error(
        "{} is no regular file, and git would wait for it: remove it, or clone the repository anew",
        .0.display()
    )]
    Special(PathBuf),
    /// git could not read its own files.
    #[error("the repository at {} cannot be read: run `git fsck` there", .dir.display())]
    Unreadable {
        /// Where it is.
        dir: PathBuf,
        /// What git said.
        #[source]
        source: git2::Error,
    },
}

impl OpenFault {
    /// What is wrong, with what git said; and the next act, which stands after the line's last colon.
    pub fn told(&self) -> (String, String) {
        let line = self.to_string();
        let (what, act) = line.rsplit_once(": ").unwrap_or((&line, ""));
        let cause = std::error::Error::source(self).map(|cause| format!(" ({cause})"));
        (format!("{what}{}", cause.unwrap_or_default()), act.to_owned())
    }
}

pub(super) fn unreadable(dir: &Path, source: git2::Error) -> OpenFault {
    OpenFault::Unreadable { dir: dir.to_owned(), source }
}
