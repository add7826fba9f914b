//! The definitions of a repository, by path.

use std::collections::BTreeMap;

use super::{Language, NameUse, Symbol, Uses, language};

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

/// What one file says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct File {
    symbols: Vec<Symbol>,
    uses: Uses,
}

/// What the files of a repository define, and what they use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Index {
    files: BTreeMap<String, File>,
    /// The headings of documents.
    documents: BTreeMap<String, Vec<Symbol>>,
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
            if Language::of(&path) == Some(Language::Markdown) {
                index.documents.insert(path, symbols);
                continue;
            }
            if language::is_test(&path) {
                symbols.iter_mut().for_each(|symbol| symbol.is_test = true);
            }
            index.files.insert(path, File { symbols, uses });
        }
        index
    }

    /// Every definition with its path: by path, then in the order of the file.
    pub fn symbols(&self) -> impl Iterator<Item = (&str, &Symbol)> {
        self.files
            .iter()
            .flat_map(|(path, file)| file.symbols.iter().map(move |symbol| (path.as_str(), symbol)))
    }

    /// The paths that were read, sorted, those without a definition too.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// What a file defines, in the order of its lines; empty for a path that was not read.
    pub fn in_file(&self, path: &str) -> &[Symbol] {
        self.files.get(path).map_or(&[], |file| file.symbols.as_slice())
    }

    /// The files that use a name so, by path; tests among them, and those that define it themselves.
    pub fn users<'i>(&'i self, name: &'i str, usage: NameUse) -> impl Iterator<Item = &'i str> {
        let used = self.files.iter().filter(move |(_, file)| file.uses.has(name, usage));
        used.map(|(path, _)| path.as_str())
    }

    /// Whether a file uses a name in any way.
    pub fn uses(&self, path: &str, name: &str) -> bool {
        self.files.get(path).is_some_and(|file| file.uses.has(name, NameUse::Any))
    }

    /// The headings of a document in their order; `None` for a document that was not read.
    pub fn headings(&self, path: &str) -> Option<&[Symbol]> {
        self.documents.get(path).map(Vec::as_slice)
    }

    /// Sources that were read; documents are none.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// Definitions in all of them.
    pub fn symbol_count(&self) -> usize {
        self.files.values().map(|file| file.symbols.len()).sum()
    }

    /// Files of a known language that gave nothing.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// Whether nothing is defined anywhere.
    pub fn is_empty(&self) -> bool {
        self.files.values().all(|file| file.symbols.is_empty())
    }
}
