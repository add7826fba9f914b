//! Which features a tree holds. Knows names, and opens nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::feature::{PLAN, SPEC, TASKS};
use crate::model::SubjectName;
use crate::port::{EntryKind, TreeEntry, beneath};

/// Folders in which features are found, too.
const ELSEWHERE: [&str; 4] = ["docs/specs", ".specify/specs", ".kiro/specs", ".claude/specs"];

/// What stands directly below the root of the features.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FeatureFolders {
    /// The names of the features, sorted.
    pub names: Vec<SubjectName>,
    /// Folders that hold a feature's files under a name that is none (A5), each with the path of its
    /// first Markdown file.
    pub unusable: Vec<(String, String)>,
    /// Links and special files where the root or a feature should be (A3).
    pub blocked: Vec<String>,
}

impl FeatureFolders {
    /// The features of a tree below `root`. A name that begins with `_` or `.` is left out on purpose.
    pub fn of(entries: &[TreeEntry], root: &str) -> Self {
        let mut found = Self::default();
        let is_link = |kind: EntryKind| kind != EntryKind::File;
        if entries.iter().any(|entry| entry.path == root && is_link(entry.kind)) {
            found.blocked.push(root.to_owned());
        }
        // Of each folder with a file of a feature, the first Markdown file.
        let mut folders: BTreeMap<&str, (bool, Option<&str>)> = BTreeMap::new();
        for (path, kind) in beneath(entries, root) {
            match path.split_once('/') {
                Some((folder, file)) => {
                    let (is_feature, first) = folders.entry(folder).or_default();
                    *is_feature |= [SPEC, PLAN, TASKS].contains(&file);
                    if first.is_none() && file.ends_with(".md") {
                        *first = Some(path);
                    }
                }
                None if is_link(kind) && is_numbered(path) => {
                    found.blocked.push(format!("{root}/{path}"));
                }
                None => {}
            }
        }
        for (folder, (is_feature, first)) in folders {
            if !is_feature || folder.starts_with(['_', '.']) {
                continue;
            }
            match folder.parse() {
                Ok(name) => found.names.push(name),
                Err(_) => {
                    let first = format!("{root}/{}", first.unwrap_or(folder));
                    found.unusable.push((folder.to_owned(), first));
                }
            }
        }
        found
    }
}

/// Whether a tree holds features below `root`: it is tracked, and so is `.specify/`, or a folder with a
/// number and `spec.md` is there.
pub fn is_detected(entries: &[TreeEntry], root: &str) -> bool {
    let mut below = beneath(entries, root).peekable();
    if below.peek().is_none() {
        return false;
    }
    beneath(entries, ".specify").next().is_some()
        || below.any(|(path, _)| {
            path.split_once('/').is_some_and(|(name, file)| file == SPEC && is_numbered(name))
        })
}

/// The folders with features that are not the one which is read, a line each.
pub(super) fn elsewhere(entries: &[TreeEntry], root: &str) -> Vec<String> {
    let roots = ELSEWHERE.iter().filter(|other| **other != root);
    roots.filter_map(|other| features_in(entries, other)).collect()
}

fn features_in(entries: &[TreeEntry], root: &str) -> Option<String> {
    let mut folders: BTreeSet<&str> = BTreeSet::new();
    for (path, _) in beneath(entries, root) {
        if let Some((folder, SPEC)) = path.split_once('/') {
            folders.insert(folder);
        }
    }
    let folders = match folders.len() {
        0 => return None,
        1 => "1 folder".to_owned(),
        many => format!("{many} folders"),
    };
    Some(format!("`{root}/` holds {folders} with spec.md: set layout.specs to it"))
}

/// Whether a name begins with a number of three digits or more, or a time, and a dash.
fn is_numbered(name: &str) -> bool {
    name.split_once('-').is_some_and(|(number, _)| {
        number.len() >= 3 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn a_feature_is_a_folder_directly_below_the_root_with_one_of_its_files() {
        let tree = MemorySnapshot::new()
            .file("specs/001-albums/spec.md", "")
            .file("specs/002-share/plan.md", "")
            .file("specs/002-share/notes/spec.md", "")
            .file("specs/20260102-030405-x/tasks.md", "")
            .file("specs/README.md", "")
            .file("specs/deep/003-x/spec.md", "")
            .file("specs/_old/spec.md", "")
            .file("specs/004 bad/checklists/a.md", "")
            .file("specs/004 bad/spec.md", "")
            .file("specs/notes/a.md", "")
            .symlink("specs/005-link")
            .symlink("specs/other");
        let found = FeatureFolders::of(tree.entries(), "specs");
        let names: Vec<&str> = found.names.iter().map(SubjectName::as_str).collect();
        assert_eq!(names, ["001-albums", "002-share", "20260102-030405-x"]);
        let bad = ("004 bad".to_owned(), "specs/004 bad/checklists/a.md".to_owned());
        assert_eq!(found.unusable, [bad]);
        assert_eq!(found.blocked, ["specs/005-link"]);
        let linked = MemorySnapshot::new().symlink("specs");
        assert_eq!(FeatureFolders::of(linked.entries(), "specs").blocked, ["specs"]);
    }

    #[test]
    fn a_tree_with_features_is_told_from_one_of_other_specs() {
        let tree = MemorySnapshot::new;
        let is = |tree: MemorySnapshot| is_detected(tree.entries(), "specs");
        assert!(is(tree().file("specs/001-a/spec.md", "")));
        assert!(is(tree().file("specs/20260102-030405-a/spec.md", "")));
        assert!(is(tree().file("specs/a/plan.md", "").file(".specify/memory/constitution.md", "")));
        assert!(!is(tree().file("specs/api.yaml", "")));
        assert!(!is(tree().file("specs/models/user_spec.rb", "")));
        assert!(!is(tree().file("specs/12-a/spec.md", "")));
        assert!(!is(tree().file(".specify/x", "")));
    }
    #[test]
    fn features_in_folders_that_no_layout_names_are_told() {
        let tree = MemorySnapshot::new()
            .file("docs/specs/001-a/spec.md", "")
            .file("docs/specs/002-b/spec.md", "")
            .file("docs/specs/002-b/x/spec.md", "")
            .file(".kiro/specs/a/requirements.md", "");
        assert_eq!(
            elsewhere(tree.entries(), "specs"),
            ["`docs/specs/` holds 2 folders with spec.md: set layout.specs to it"]
        );
        assert!(elsewhere(tree.entries(), "docs/specs").is_empty());
    }
}
