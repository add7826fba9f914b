//! The definitions of a repository, by path.

use std::collections::BTreeMap;

use super::{Symbol, Usage, Uses, language};

/// Files that gave nothing, by why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Larger than any source that people write.
    pub too_large: usize,
    /// Links, and files that could not be read.
    pub unreadable: usize,
    /// Given up, because reading them took more steps than sources of their size do.
    pub too_hard: usize,
    /// Over the number of files or of bytes that are read of one repository.
    pub over_caps: usize,
}

/// What the files of a repository define.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    files: BTreeMap<String, Vec<Symbol>>,
    uses: BTreeMap<String, Uses>,
    skipped: Skipped,
}

impl Index {
    /// An index of given files: paths and what each defines, in the order of its lines. What a path
    /// says is a test is marked as one.
    pub fn from_files(files: impl IntoIterator<Item = (String, Vec<Symbol>)>) -> Self {
        let files = files.into_iter().map(|(path, symbols)| (path, symbols, Uses::default()));
        Self::new(files, Skipped::default())
    }

    pub(super) fn new(
        files: impl IntoIterator<Item = (String, Vec<Symbol>, Uses)>,
        skipped: Skipped,
    ) -> Self {
        let mut index = Self { skipped, ..Self::default() };
        for (path, mut symbols, uses) in files {
            if language::is_test(&path) {
                symbols.iter_mut().for_each(|symbol| symbol.is_test = true);
            }
            index.uses.insert(path.clone(), uses);
            index.files.insert(path, symbols);
        }
        index
    }

    /// Every definition with its path: by path, then in the order of the file.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, &Symbol)> {
        self.files
            .iter()
            .flat_map(|(path, symbols)| symbols.iter().map(move |symbol| (path.as_str(), symbol)))
    }

    /// The paths that were read, sorted, those without a definition too.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// What a file defines, in the order of its lines; empty for a path that was not read.
    pub fn in_file(&self, path: &str) -> &[Symbol] {
        self.files.get(path).map_or(&[], Vec::as_slice)
    }

    /// The files that use a name so, by path; tests among them, and those that define it themselves.
    pub fn users<'i>(&'i self, name: &'i str, usage: Usage) -> impl Iterator<Item = &'i str> {
        let used = self.uses.iter().filter(move |(_, uses)| uses.has(name, usage));
        used.map(|(path, _)| path.as_str())
    }

    /// Whether a file uses a name in any way.
    pub fn uses(&self, path: &str, name: &str) -> bool {
        self.uses.get(path).is_some_and(|uses| uses.has(name, Usage::Any))
    }

    /// Files that were read.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// Definitions in all of them.
    pub fn symbol_count(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Files of a known language that gave nothing.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Whether nothing is defined anywhere.
    pub fn is_empty(&self) -> bool {
        self.files.values().all(Vec::is_empty)
    }
}
