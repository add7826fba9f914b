//! What of a tree is OpenSpec's: changes, archived ones, main specs. Knows paths, and opens nothing.

use std::collections::BTreeMap;

use crate::model::{FaultKind, FileFault, SubjectName};
use crate::port::{EntryKind, TreeEntry, beneath, has};
use crate::source::SourceDiagnostic;

/// The folder of OpenSpec's files, unless the configuration names another.
pub const ROOT: &str = "openspec";

/// Where OpenSpec's files are.
#[derive(Debug, Default)]
pub struct OpenSpecTree {
    /// The folder that holds all of it.
    pub root: String,
    /// The live changes, by id.
    pub changes: BTreeMap<SubjectName, ChangeFolder>,
    /// The archived changes, by the names of their folders.
    pub archived: BTreeMap<String, ChangeFolder>,
    /// The main specs, by capability.
    pub specs: BTreeMap<String, String>,
    /// The folders that look like changes and whose names are no ids, each with its first Markdown
    /// file (A5).
    pub misnamed: Vec<(String, String)>,
    /// Links and special files where folders should be (A3).
    pub blocked: Vec<SourceDiagnostic>,
}

/// The folder of a change.
#[derive(Debug, Default)]
pub struct ChangeFolder {
    /// Its path.
    pub path: String,
    /// What it holds: paths below it, sorted.
    pub files: Vec<(String, EntryKind)>,
}

impl ChangeFolder {
    /// Whether something is at a path below it.
    pub fn has(&self, path: &str) -> bool {
        self.files.binary_search_by(|(file, _)| file.as_str().cmp(path)).is_ok()
    }

    /// The path of its first file.
    pub fn first_file(&self) -> String {
        let first = self.files.first().map_or("", |(file, _)| file.as_str());
        format!("{}/{first}", self.path)
    }

    /// Its deltas: the capability, which is empty for a file that is of none, and the path below the
    /// folder.
    pub fn deltas(&self) -> impl Iterator<Item = (&str, &str)> {
        let files = self.files.iter().map(|(file, _)| file.as_str());
        files.filter_map(|file| Some((capability_of(file.strip_prefix("specs/")?)?, file)))
    }

    /// Whether it holds nothing but files that begin with a dot and are not OpenSpec's.
    fn is_placeholder(&self) -> bool {
        let is_foreign = |file: &str| file.starts_with('.') && file != ".openspec.yaml";
        self.files.iter().all(|(file, _)| is_foreign(file))
    }

    fn is_of_openspec(&self) -> bool {
        let names = ["proposal.md", "tasks.md", "design.md"];
        names.iter().any(|name| self.has(name)) || self.deltas().next().is_some()
    }
}

/// The capability of a spec at this path below `specs/`.
pub(super) fn capability_of(path: &str) -> Option<&str> {
    if path == "spec.md" {
        return Some("");
    }
    let capability = path.strip_suffix("/spec.md")?;
    let is_hidden = |segment: &str| segment.is_empty() || segment.starts_with('.');
    (!capability.split('/').any(is_hidden)).then_some(capability)
}

impl OpenSpecTree {
    /// Whether a tree has files of OpenSpec below this folder.
    pub fn is_in(entries: &[TreeEntry], root: &str) -> bool {
        let folders = ["changes", "specs"].map(|name| format!("{root}/{name}"));
        let files = ["config.yaml", "project.md"].map(|name| format!("{root}/{name}"));
        files.iter().any(|file| has(entries, file))
            || folders
                .iter()
                .any(|folder| has(entries, folder) || beneath(entries, folder).next().is_some())
    }

    /// What of a tree is OpenSpec's, below this folder.
    pub fn of(entries: &[TreeEntry], root: &str) -> Self {
        let mut tree = Self { root: root.to_owned(), ..Self::default() };
        let changes = format!("{root}/changes");
        let folders = [root, &changes, &format!("{root}/specs")];
        tree.blocked
            .extend(folders.iter().filter(|path| has(entries, path)).map(|path| blocked(path)));
        let mut folders: BTreeMap<&str, ChangeFolder> = BTreeMap::new();
        for (path, kind) in beneath(entries, &changes) {
            let Some((name, file)) = path.split_once('/') else {
                if kind != EntryKind::File && !path.starts_with('.') {
                    tree.blocked.push(blocked(&format!("{changes}/{path}")));
                }
                continue;
            };
            match name {
                "archive" => tree.archive(&changes, file, kind),
                _ => {
                    let folder = folders.entry(name).or_default();
                    folder.files.push((file.to_owned(), kind));
                }
            }
        }
        for (name, mut folder) in folders {
            folder.path = format!("{changes}/{name}");
            tree.enter(name, folder);
        }
        for (path, kind) in beneath(entries, &format!("{root}/specs")) {
            let at = || format!("{root}/specs/{path}");
            match capability_of(path) {
                Some("") => {}
                Some(capability) => {
                    tree.specs.insert(capability.to_owned(), at());
                }
                None if kind != EntryKind::File && !path.contains("/.") => {
                    tree.blocked.push(blocked(&at()));
                }
                None => {}
            }
        }
        tree
    }

    fn archive(&mut self, changes: &str, path: &str, kind: EntryKind) {
        let Some((name, file)) = path.split_once('/') else { return };
        let folder = self.archived.entry(name.to_owned()).or_default();
        if folder.path.is_empty() {
            folder.path = format!("{changes}/archive/{name}");
        }
        folder.files.push((file.to_owned(), kind));
    }

    fn enter(&mut self, name: &str, folder: ChangeFolder) {
        if name.starts_with(['.', '_']) {
            return;
        }
        match name.parse::<SubjectName>() {
            Ok(_) if folder.is_placeholder() => {}
            Ok(id) => {
                self.changes.insert(id, folder);
            }
            Err(_) if folder.is_of_openspec() => {
                let mut files = folder.files.iter().map(|(file, _)| file);
                let first = files.find(|file| file.ends_with(".md"));
                let named = |file: &String| (name.to_owned(), format!("{}/{file}", folder.path));
                self.misnamed.extend(first.map(named));
            }
            Err(_) => {}
        }
    }

    /// The folders of archived changes that had this id, the last one first: `add-theme` of
    /// `2026-08-17-add-theme`.
    pub fn archived_as(&self, id: &str) -> impl Iterator<Item = (&String, &ChangeFolder)> {
        self.archived.iter().rev().filter(move |(name, _)| undated(name).1 == id)
    }
}

fn blocked(path: &str) -> SourceDiagnostic {
    let message = "a link or submodule where the folder should be, so nothing in it is read";
    let fault = FileFault::of_whole_file(FaultKind::Unparsable, message.to_owned());
    SourceDiagnostic::new(path, fault, "")
}

/// The date that the name of an archived change begins with, and the change's id.
pub fn undated(name: &str) -> (Option<&str>, &str) {
    let is_date = |date: &str| {
        let is_of_date = |(at, byte): (usize, u8)| match at {
            4 | 7 | 10 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        date.bytes().enumerate().all(is_of_date)
    };
    match name.split_at_checked(11) {
        Some((date, id)) if is_date(date) && !id.is_empty() => (Some(&date[..10]), id),
        _ => (None, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::port::Snapshot;
    use crate::source::memory::MemorySnapshot;

    fn tree(paths: &[&str]) -> OpenSpecTree {
        let files = paths.iter().fold(MemorySnapshot::new(), |tree, path| tree.file(*path, ""));
        OpenSpecTree::of(files.entries(), ROOT)
    }

    #[test]
    fn a_change_is_a_folder_whose_name_is_an_id() {
        let tree = tree(&[
            "openspec/changes/IMPLEMENTATION_ORDER.md",
            "openspec/changes/.hidden/proposal.md",
            "openspec/changes/_draft/proposal.md",
            "openspec/changes/a b/design.md",
            "openspec/changes/a b/proposal.md",
            "openspec/changes/add-x/notes.txt",
            "openspec/changes/add-y/.openspec.yaml",
            "openspec/changes/archive/2026-08-17-add-z/tasks.md",
            "openspec/changes/archive/add-w/tasks.md",
            "openspec/changes/c d/readme.txt",
            "openspec/changes/empty/.gitkeep",
            "openspec/specs/.x/spec.md",
            "openspec/specs/a/b/spec.md",
            "openspec/specs/a/notes.md",
            "openspec/specs/c/spec.md",
            "openspec/specs/spec.md",
        ]);
        let changes: Vec<&str> = tree.changes.keys().map(SubjectName::as_str).collect();
        assert_eq!(changes, ["add-x", "add-y"]);
        let misnamed = ("a b".to_owned(), "openspec/changes/a b/design.md".to_owned());
        assert_eq!(tree.misnamed, [misnamed]);
        assert_eq!(tree.specs.keys().collect::<Vec<_>>(), ["a/b", "c"]);
        assert_eq!(tree.archived.keys().collect::<Vec<_>>(), ["2026-08-17-add-z", "add-w"]);
        assert_eq!(tree.archived_as("add-z").count(), 1);
        assert_eq!(tree.archived_as("add-w").count(), 1);
        assert!(tree.blocked.is_empty());
        assert_eq!(undated("2026-08-17-add-z"), (Some("2026-08-17"), "add-z"));
        assert_eq!(undated("2026-08-17-"), (None, "2026-08-17-"));
    }

    #[test]
    fn links_where_folders_should_be_are_named_and_not_followed() {
        let files = MemorySnapshot::new()
            .symlink("openspec/changes/add-x")
            .symlink("openspec/specs/a")
            .symlink("openspec/specs/b/spec.md")
            .special("openspec/specs");
        let tree = OpenSpecTree::of(files.entries(), ROOT);
        assert!(tree.changes.is_empty());
        let blocked = ["openspec/specs", "openspec/changes/add-x", "openspec/specs/a"];
        let told: Vec<&str> = tree.blocked.iter().map(|fault| fault.file.as_str()).collect();
        assert_eq!(told, blocked);
        assert!(tree.specs.contains_key("b"));
    }

    #[test]
    fn openspec_is_found_by_its_files() {
        for (path, is_found) in [
            ("openspec/config.yaml", true),
            ("openspec/project.md", true),
            ("openspec/changes/a/tasks.md", true),
            ("openspec/specs/a/spec.md", true),
            ("openspec/AGENTS.md", false),
            ("docs/openspec/project.md", false),
        ] {
            let files = MemorySnapshot::new().file(path, "");
            assert_eq!(OpenSpecTree::is_in(files.entries(), ROOT), is_found, "{path}");
        }
    }
}
