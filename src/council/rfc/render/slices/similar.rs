//! What stands already near what tickets create, so that a seat can say whether something is built
//! a second time. Only names are compared: of files, and of what the code defines.

use std::collections::BTreeSet;

use super::SliceSection;
use super::overview::flat;
use crate::model::words::{code_names, file_stem, folder, likeness, root, words};
use crate::port::EntryKind;
use crate::prompt::fence::Block;
use crate::source::{Dossier, PathKind, Ticket, Tier};
use crate::symbols::{Index, Searcher};

/// Existing files that are shown for one new path.
const NEAREST: usize = 3;
/// New paths for which any are shown.
const MOST: usize = 60;

/// Names that say where a file stands in its folder, not what it does.
const GENERAL: &[&str] = &[
    "__init__", "build", "error", "errors", "index", "lib", "main", "mod", "readme", "test",
    "tests", "types",
];

/// Endings of documents for people.
const PAGES: &[&str] = &["adoc", "md", "rst", "txt"];

/// For every path that live tickets create and that is not there yet, the files with the most
/// alike names.
pub(super) fn files(dossier: &Dossier) -> SliceSection {
    let made = created(dossier.tickets());
    let library = &dossier.library;
    let documents = [&library.tickets_folder, &library.rfcs_folder].map(|f| format!("{f}/"));
    let stands: Vec<Name<'_>> = library
        .entries
        .iter()
        .filter(|entry| entry.kind == EntryKind::File)
        .map(|entry| entry.path.as_str())
        .filter(|path| !made.contains(*path) && !documents.iter().any(|d| path.starts_with(d)))
        .filter_map(Name::of)
        .collect();
    let is_there = |path: &str| {
        library.entries.binary_search_by(|entry| entry.path.as_str().cmp(path)).is_ok()
    };
    let live = created(dossier.tickets().filter(|ticket| ticket.is_live()));
    let new = live.iter().filter(|path| !is_there(path)).filter_map(|path| Name::of(path));
    let mut rows: Vec<(usize, &str, String)> = Vec::new();
    for new in new {
        let mut near: Vec<(usize, &str)> =
            stands.iter().filter_map(|old| Some((new.nearness(old)?, old.path))).collect();
        near.sort_unstable_by_key(|&(nearness, path)| (std::cmp::Reverse(nearness), path));
        near.truncate(NEAREST);
        if let Some(&(nearest, _)) = near.first() {
            let paths: Vec<String> = near.iter().map(|(_, path)| flat(path)).collect();
            rows.push((nearest, new.path, paths.join(", ")));
        }
    }
    rows.sort_by_key(|&(nearness, path, _)| (std::cmp::Reverse(nearness), path));
    rows.truncate(MOST);
    rows.sort_by_key(|&(_, path, _)| path);
    let mut block = Block::new("near");
    for (_, path, near) in rows {
        block.entry(&flat(path), &near);
    }
    let legend = match block.is_empty() {
        true => "",
        false => {
            "A path that a ticket creates, then the files of the repository with the most alike \
             names, and of a page the pages beside it. Only names were compared: it is for you to say whether one of them does the \
             same."
        }
    };
    SliceSection::of("Existing files near what the tickets create", legend, block)
}

/// Definitions that are shown for one name of a ticket, and names for which any are shown.
const DEFINITIONS: usize = 2;
const NAMES: usize = 40;

/// For every name of code in what live tickets are to do that the code does not define, the
/// definitions with the most alike names.
pub(super) fn definitions(dossier: &Dossier, index: &Index) -> SliceSection {
    let defined: BTreeSet<&str> = index.symbols().map(|(_, symbol)| symbol.name.as_str()).collect();
    let searcher = Searcher::new(index);
    let live = dossier.tickets().filter(|ticket| ticket.is_live());
    let told = live.flat_map(|ticket| ticket.in_scope.iter().chain(&ticket.steps));
    let new: BTreeSet<&str> = told
        .flat_map(|text| code_names(&text.value))
        .filter(|name| !defined.contains(name) && !defined.is_empty())
        .collect();
    let mut block = Block::new("defined");
    let rows = new.into_iter().filter_map(|name| {
        let near: Vec<String> = searcher
            .near(name, None)
            .iter()
            .filter(|near| !near.symbol.head.is_empty())
            .take(DEFINITIONS)
            .map(|near| format!("{}:{} {}", near.path, near.symbol.line, near.symbol.head))
            .collect();
        (!near.is_empty()).then(|| (name, near.join("; ")))
    });
    for (name, near) in rows.take(NAMES) {
        block.entry(&flat(name), &flat(&near));
    }
    let legend = match block.is_empty() {
        true => "",
        false => {
            "A name that tickets speak of and the code does not define, then what it defines under \
             the most alike names, with file and line. Only names were compared: it is for you to \
             say whether one of them does the same."
        }
    };
    SliceSection::of("Existing definitions near names of the tickets", legend, block)
}

/// The paths that tickets create, as they would stand in the tree.
fn created<'t>(tickets: impl Iterator<Item = &'t Ticket>) -> BTreeSet<String> {
    let paths = tickets.flat_map(|ticket| &ticket.paths);
    let paths = paths.filter(|p| p.kind == PathKind::Create && p.tier != Tier::Context);
    paths.map(|path| plain(&path.raw).to_owned()).collect()
}

fn plain(path: &str) -> &str {
    path.trim().trim_start_matches("./")
}

/// What the names of a path say.
struct Name<'p> {
    path: &'p str,
    ending: &'p str,
    /// The words of the file's stem.
    stem: BTreeSet<String>,
    /// Those, and the words of its folders.
    all: BTreeSet<String>,
}

impl<'p> Name<'p> {
    /// None when the file's name says nothing of what it does.
    fn of(path: &'p str) -> Option<Self> {
        let stem = file_stem(path);
        let ending = path.rsplit('/').next()?.rsplit_once('.')?.1;
        let is_general = GENERAL.contains(&stem.to_lowercase().as_str());
        let roots = |text: &str| words(text).iter().map(|word| root(word).to_owned()).collect();
        let own: BTreeSet<String> = roots(stem);
        let mut all: BTreeSet<String> = roots(folder(path));
        all.extend(own.iter().cloned());
        (!is_general && !own.is_empty()).then_some(Self { path, ending, stem: own, all })
    }

    /// How near two files of one kind are; none when they are not. In the same folder a third of
    /// the words of both names must be shared, below the same two folders half of them, elsewhere
    /// two thirds; pages of one folder are always near, since a page may say anything. Of those that are, a name counts twice as much as the whole path.
    fn nearness(&self, other: &Name<'_>) -> Option<usize> {
        if self.ending != other.ending {
            return None;
        }
        let of_names = likeness(&self.stem, &other.stem);
        let is_beside = folder(self.path) == folder(other.path);
        let least = if is_beside && PAGES.contains(&self.ending) {
            0
        } else if is_beside {
            33
        } else if self.path.split('/').take(2).eq(other.path.split('/').take(2)) {
            50
        } else {
            66
        };
        (of_names >= least).then(|| 2 * of_names + likeness(&self.all, &other.all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_near_by_their_words_and_their_folders() {
        for (new, old, near) in [
            ("core/src/lease/validator.rs", "core/src/lease/lease_validator.rs", true),
            ("core/src/lease/validator.rs", "core/src/scope/validators.rs", true),
            ("core/src/lease/validator.rs", "core/src/lease/validator.py", false),
            ("core/src/lease/mod.rs", "core/src/scope/mod.rs", false),
            ("core/src/a/event_emitter.rs", "core/src/b/emitter.rs", true),
            ("core/src/event_emitter.rs", "tool/src/emitter.rs", false),
            ("core/src/signer.rs", "tool/src/signer.rs", true),
            ("docs/running.md", "docs/operations.md", true),
            ("docs/running.md", "tool/operations.md", false),
        ] {
            let names = Name::of(new).zip(Name::of(old));
            let found = names.and_then(|(new, old)| new.nearness(&old)).is_some();
            assert_eq!(found, near, "{new} {old}");
        }
    }
}
