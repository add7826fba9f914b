//! Labelled cases: repositories in which every ticket is fine, and changes to them that plant one
//! defect each, or none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use council_review::source::memory::MemorySnapshot;
use council_review::symbols::{Index, Language, build};
use serde::Deserialize;
use walkdir::WalkDir;

/// A repository as its files, by path.
pub(crate) type Tree = BTreeMap<String, String>;

/// A repository with its cases.
pub(crate) struct Style {
    /// The name of its folder: language and subject.
    pub(crate) name: String,
    /// As it stands, with nothing planted.
    pub(crate) tree: Tree,
    /// The cases that rules may be made with, by file.
    pub(crate) tuned: Vec<Case>,
    /// Those that nobody looked at while making a rule.
    pub(crate) held_out: Vec<Case>,
    index: OnceLock<Arc<Index>>,
}

impl Style {
    /// What its code defines.
    pub(crate) fn index(&self) -> Arc<Index> {
        Arc::clone(self.index.get_or_init(|| index(&self.tree)))
    }
}

/// What the code of a tree defines.
pub(crate) fn index(tree: &Tree) -> Arc<Index> {
    Arc::new(build(&snapshot(tree), None, &|| false).expect("nobody stops it"))
}

/// One change to a repository.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The name of its file.
    #[serde(skip)]
    pub(crate) name: String,
    /// The kind of defect that it plants, or [`NOTHING`].
    pub(crate) plants: String,
    /// The tickets at which a reviewer could rightly say it; of a clean one, those that it touches.
    pub(crate) at: Vec<String>,
    /// What is wrong, or why nothing is.
    pub(crate) why: String,
    /// Exact replacements, by file.
    #[serde(default)]
    edit: BTreeMap<String, Vec<Edit>>,
    /// Files added or replaced.
    #[serde(default)]
    write: BTreeMap<String, String>,
    /// Files taken away.
    #[serde(default)]
    remove: Vec<String>,
}

/// What a clean case plants.
pub(crate) const NOTHING: &str = "nothing";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    old: String,
    new: String,
}

impl Case {
    /// Whether it touches files that are indexed.
    pub(crate) fn changes_code(&self) -> bool {
        let paths = self.edit.keys().chain(self.write.keys()).chain(&self.remove);
        paths.into_iter().any(|path| Language::of(path).is_some())
    }

    /// The repository with the case's change.
    pub(crate) fn applied(&self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        for (path, edits) in &self.edit {
            let text = tree.get_mut(path).unwrap_or_else(|| panic!("{}: no {path}", self.name));
            for Edit { old, new } in edits {
                assert_eq!(text.matches(old.as_str()).count(), 1, "{}: {old:?}", self.name);
                *text = text.replace(old.as_str(), new);
            }
        }
        for path in &self.remove {
            assert!(tree.remove(path).is_some(), "{}: no {path}", self.name);
        }
        tree.extend(self.write.clone());
        tree
    }
}

/// All repositories, by name: those beside this file, or in the folder that `CATCH` names.
pub(crate) fn styles() -> Vec<Style> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/catch");
    styles_below(&std::env::var_os("CATCH").map_or_else(own, PathBuf::from))
}

/// Where whole repositories are that no rule was made with.
pub(crate) fn whole_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/catch/whole")
}

/// Those repositories; nothing is planted in them.
pub(crate) fn whole() -> Vec<Style> {
    styles_below(&whole_folder())
}

/// The repositories in the folders of a folder.
fn styles_below(root: &Path) -> Vec<Style> {
    let mut found: Vec<Style> = folders(root).iter().map(|folder| style(folder)).collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(root).unwrap_or_else(|e| panic!("{}: {e}", root.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.join("tree").is_dir()).collect()
}

fn style(folder: &Path) -> Style {
    let name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
    let root = folder.join("tree");
    let files = WalkDir::new(&root).into_iter().map(|entry| entry.expect("readable"));
    let tree = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(&root).expect("below").to_string_lossy().into_owned();
        (path, fs::read_to_string(entry.path()).expect("text"))
    });
    let of = |which: &str| cases(&folder.join(which));
    Style {
        name,
        tree: tree.collect(),
        tuned: of("cases"),
        held_out: of("held-out"),
        index: OnceLock::new(),
    }
}

fn cases(folder: &Path) -> Vec<Case> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("text");
            let read = serde_yaml::from_str(&text);
            let case: Case = read.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
            Case { name, ..case }
        })
        .collect()
}

/// The tree as a commit.
pub(crate) fn snapshot(tree: &Tree) -> MemorySnapshot {
    let empty = MemorySnapshot::new().commit("c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00");
    tree.iter().fold(empty, |snapshot, (path, text)| snapshot.file(path, text))
}
