//! What the repository has: its paths, its components, and what its code defines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::model::TicketId;
use crate::rules::desk::{Desk, prose, touched, touched_or_told};
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::words;
use crate::source::{PathKind, Ticket};
use crate::symbols::{Subjects, Symbol};

impl<'d> Desk<'d> {
    /// The functions of the repository's code, by what they are about.
    pub(crate) fn subjects(&self) -> &Subjects<'d> {
        self.memo.subjects.get_or_init(|| Subjects::new(self.index))
    }

    /// The functions of the code that take and give this, with their files.
    pub(crate) fn shaped(&self, wanted: &FunctionShape) -> &[(&'d str, &'d Symbol)] {
        let shapes = self.memo.shapes.get_or_init(|| {
            let mut found: BTreeMap<FunctionShape, Vec<(&str, &Symbol)>> = BTreeMap::new();
            for (path, symbol) in self.index.symbols().filter(|(_, symbol)| !symbol.is_test) {
                if let Some(shape) = shape(&symbol.head, &symbol.name) {
                    found.entry(shape).or_default().push((path, symbol));
                }
            }
            found
        });
        shapes.get(wanted).map_or(&[], Vec::as_slice)
    }

    /// How many names of functions and types begin or end with a word, tests aside.
    pub(crate) fn names_with(&self, word: &str) -> usize {
        let families = self.memo.families.get_or_init(|| {
            let mut found: BTreeMap<String, usize> = BTreeMap::new();
            for (_, symbol) in self.index.symbols().filter(|(_, symbol)| !symbol.is_test) {
                let words = words::words(&symbol.name);
                if let [first, .., last] = words.as_slice() {
                    *found.entry(first.clone()).or_default() += 1;
                    *found.entry(last.clone()).or_default() += 1;
                }
            }
            found
        });
        families.get(word).copied().unwrap_or(0)
    }

    /// Every name that the repository's code defines.
    pub(crate) fn defined_names(&self) -> &BTreeSet<&'d str> {
        let names = || self.index.symbols().map(|(_, symbol)| symbol.name.as_str()).collect();
        self.memo.defined_names.get_or_init(names)
    }

    /// Whether the code or another live ticket has this name of code.
    pub(crate) fn is_known_name(&self, ticket: &Ticket, name: &str) -> bool {
        let defined = self.defined_names();
        let names = self.memo.code_names.get_or_init(|| {
            let mut found: BTreeMap<String, BTreeSet<&TicketId>> = BTreeMap::new();
            for &ticket in &self.live {
                for text in prose(ticket) {
                    for name in words::code_names(&text.value) {
                        found.entry(name.to_owned()).or_default().insert(&ticket.stem);
                    }
                }
            }
            found
        });
        let others = |ids: &BTreeSet<&TicketId>| ids.iter().any(|id| **id != ticket.stem);
        defined.contains(name) || names.get(name).is_some_and(others)
    }

    /// The path of the tree that reads like this.
    pub(crate) fn indexed(&self, path: &str) -> Option<&'d str> {
        self.tree.get(path).copied()
    }

    /// Whether a file stands at this path.
    pub(crate) fn exists(&self, path: &str) -> bool {
        self.tree.contains(path)
    }

    /// The paths of the tree that end in a file of this name, in order.
    pub(crate) fn named(&self, name: &str) -> &[&'d str] {
        let by_name = self.memo.by_name.get_or_init(|| {
            let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for path in &self.tree {
                let name = path.rsplit('/').next().unwrap_or(path);
                by_name.entry(name).or_default().push(path);
            }
            by_name
        });
        by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The files that a path can mean: itself, or the ends of longer paths.
    pub(crate) fn candidates(&self, path: &str) -> Vec<&'d str> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends = |whole: &&&str| {
            **whole == path || whole.strip_suffix(path).is_some_and(|before| before.ends_with('/'))
        };
        self.named(name).iter().filter(ends).copied().collect()
    }

    /// The paths that tickets of the repository are to create, with the first that says so.
    pub(crate) fn promised(&self) -> &BTreeMap<String, &'d TicketId> {
        self.memo.promised.get_or_init(|| {
            let mut promised = BTreeMap::new();
            for (id, ticket) in &self.all {
                let made = touched_or_told(ticket).into_iter();
                for file in made.filter(|file| file.kind == PathKind::Create) {
                    promised.entry(file.path).or_insert(*id);
                }
            }
            promised
        })
    }

    /// The live ticket of the RFC, other than this one, that creates the file at this path.
    pub(crate) fn maker(&self, ticket: &Ticket, path: &str) -> Option<&'d TicketId> {
        let makers = self.memo.makers.get_or_init(|| {
            let mut makers: BTreeMap<String, Vec<&TicketId>> = BTreeMap::new();
            for other in &self.live {
                let made = touched(other).into_iter();
                for file in made.filter(|file| file.kind == PathKind::Create) {
                    makers.entry(file.path).or_default().push(&other.stem);
                }
            }
            makers
        });
        makers.get(path)?.iter().copied().find(|id| **id != ticket.stem)
    }

    /// What the source files of the tree are named after, in words: `session_broker`.
    fn stems_of_files(&self) -> &BTreeSet<String> {
        self.memo.file_stems.get_or_init(|| {
            let code = self.tree.iter().filter(|path| words::is_code(path));
            code.map(|path| words::words(words::file_stem(path)).join("_")).collect()
        })
    }

    /// The files below a folder, in order.
    pub(crate) fn files_below(&self, folder: &str) -> Vec<&'d str> {
        let prefix = format!("{folder}/");
        self.tree
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .copied()
            .take_while(|path| path.starts_with(&prefix))
            .collect()
    }

    /// The component that holds a path, by its folder.
    pub(crate) fn component(&self, path: &str) -> Option<&'d str> {
        self.dossier.atlas.component_of(path).map(|component| component.path.as_str())
    }

    /// Whether something of this name is in the tree: a file, a definition, a source file named
    /// like it.
    pub(crate) fn stands(&self, name: &str) -> bool {
        if name.contains('/') {
            return self.exists(name);
        }
        if name.contains('.') {
            return !self.named(name).is_empty();
        }
        let bare = name.trim_end_matches("()");
        let case = bare.rsplit("::").next().unwrap_or(bare);
        if self.defined_names().contains(case) {
            return true;
        }
        self.stems_of_files().contains(&words::words(name.trim_end_matches("()")).join("_"))
    }
}
