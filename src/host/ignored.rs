//! What git ignores. It is asked only where each `.gitignore` on the way is a file of its own, as
//! git itself demands, and the rules beside the tree are files: a pipe is waited for without end.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The ignore rules of a work tree.
pub(super) struct Ignored<'r> {
    repository: &'r git2::Repository,
    root: &'r Path,
    /// Whether the rules that stand in no folder of the tree can be read.
    is_open: bool,
    /// By folder: whether its rules can be read.
    readable: RefCell<HashMap<PathBuf, bool>>,
}

impl<'r> Ignored<'r> {
    /// Those of the work tree at `root`.
    pub(super) fn of(repository: &'r git2::Repository, root: &'r Path) -> Self {
        let config = repository.config().and_then(|mut config| config.snapshot());
        let own = config.and_then(|config| config.get_path("core.excludesFile")).ok();
        let rules = own.into_iter().chain([repository.commondir().join("info/exclude")]);
        let is_open = rules.filter_map(|path| path.metadata().ok()).all(|about| about.is_file());
        Self { repository, root, is_open, readable: RefCell::default() }
    }

    /// Whether a path below the root is ignored; a folder's path ends with a slash. Where the rules
    /// cannot be read, nothing is.
    pub(super) fn holds(&self, path: &Path) -> bool {
        let is_readable =
            self.is_open && path.ancestors().skip(1).all(|folder| self.is_readable(folder));
        is_readable && self.repository.is_path_ignored(path).unwrap_or(false)
    }

    fn is_readable(&self, folder: &Path) -> bool {
        let mut known = self.readable.borrow_mut();
        if let Some(known) = known.get(folder) {
            return *known;
        }
        let rules = self.root.join(folder).join(".gitignore").symlink_metadata();
        let is_readable = rules.map_or(true, |about| about.is_file() || about.is_dir());
        known.insert(folder.to_owned(), is_readable);
        is_readable
    }
}
