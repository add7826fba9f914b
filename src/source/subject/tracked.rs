//! The files of the tree, for judging the paths that texts name: as text, never by opening one.

use std::collections::HashMap;

use crate::port::TreeEntry;

/// The tracked paths, by the last name of each.
#[derive(Debug, Default)]
pub struct TrackedFiles {
    by_name: HashMap<String, Vec<String>>,
}

impl TrackedFiles {
    /// The paths of a tree.
    pub fn of(entries: &[TreeEntry]) -> Self {
        Self::default().and(entries)
    }

    /// The same with those of another tree.
    #[must_use]
    pub fn and(mut self, entries: &[TreeEntry]) -> Self {
        let is_first = self.by_name.is_empty();
        for entry in entries {
            let paths = self.by_name.entry(last_name(&entry.path).to_owned()).or_default();
            paths.push(entry.path.clone());
        }
        if !is_first {
            for paths in self.by_name.values_mut() {
                paths.sort_unstable();
                paths.dedup();
            }
        }
        self
    }

    /// Whether a path is tracked, or the end of a tracked one.
    pub fn holds(&self, path: &str) -> bool {
        let named = self.by_name.get(last_name(path));
        named.into_iter().flatten().any(|tracked| is_end(path, tracked))
    }

    /// The tracked paths with the same last name.
    pub fn of_name(&self, path: &str) -> &[String] {
        self.by_name.get(last_name(path)).map_or(&[], Vec::as_slice)
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether `path` is `whole`, or its last segments.
fn is_end(path: &str, whole: &str) -> bool {
    whole.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::EntryKind;

    #[test]
    fn a_path_may_leave_out_the_folders_before_it() {
        let entry = |path: &str| TreeEntry { path: path.to_owned(), kind: EntryKind::File };
        let entries = [entry("app/src/a.rs"), entry("b.rs")];
        let tracked = TrackedFiles::of(&entries);
        for (path, expected) in [
            ("app/src/a.rs", true),
            ("src/a.rs", true),
            ("a.rs", true),
            ("rc/a.rs", false),
            ("x/app/src/a.rs", false),
            ("b.rs", true),
            ("c.rs", false),
        ] {
            assert_eq!(tracked.holds(path), expected, "{path}");
        }
        assert_eq!(tracked.of_name("lib/a.rs"), ["app/src/a.rs"]);
    }
}
