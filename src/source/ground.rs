//! Where quotes are looked up: in the dossier, and in what the one who quotes was shown.

use super::dossier::Dossier;
use crate::model::Place;
use crate::model::hidden::find_quoted;
use crate::model::pointing::{LISTED, NOTHING};

/// What a quote can stand in.
#[derive(Debug, Clone)]
pub struct Ground<'g> {
    /// The files under review.
    pub dossier: &'g Dossier,
    shown: Vec<ShownLines<'g>>,
    listed: Vec<Listed<'g>>,
    nothing: Vec<(&'g str, &'g str)>,
}

/// What a folder holds, as somebody was told.
#[derive(Debug, Clone, Copy)]
pub struct Listed<'g> {
    /// The folder.
    pub folder: &'g str,
    /// A line for each entry, which begins with its name.
    pub text: &'g str,
    /// Whether no entry was left out.
    pub is_whole: bool,
}

/// Lines of a file that somebody was shown.
#[derive(Debug, Clone, Copy)]
pub struct ShownLines<'g> {
    /// The file.
    pub path: &'g str,
    /// The number of the first line, from 1.
    pub from: u32,
    /// The lines.
    pub text: &'g str,
}

impl<'g> Ground<'g> {
    /// The dossier alone.
    pub fn of(dossier: &'g Dossier) -> Self {
        Self::with(dossier, [])
    }

    /// The dossier, and what one member was shown.
    pub fn with(dossier: &'g Dossier, shown: impl IntoIterator<Item = ShownLines<'g>>) -> Self {
        let shown = shown.into_iter().collect();
        Self { dossier, shown, listed: Vec::new(), nothing: Vec::new() }
    }

    /// The same, with the folders whose lists the member was shown, and where it was told that nothing
    /// is there: a path, or where it searched, and for what.
    #[must_use]
    pub fn and(
        self,
        listed: impl IntoIterator<Item = Listed<'g>>,
        nothing: impl IntoIterator<Item = (&'g str, &'g str)>,
    ) -> Self {
        let (listed, nothing) = (listed.into_iter().collect(), nothing.into_iter().collect());
        Self { listed, nothing, ..self }
    }

    /// Where a quote stands at a yaml path of a file of the dossier.
    pub fn find(&self, file: &str, yaml_path: &str, quote: &str) -> Option<Place> {
        let source = self.dossier.text(file)?;
        let within = self.dossier.node(file, yaml_path)?;
        let found = source.find(&within, quote);
        // A plan in Markdown is quoted by its lines, whatever entity was named.
        let whole = || source.find(&source.node("")?, quote);
        found.or_else(|| self.dossier.format.as_ref().and_then(|_| whole()))
    }

    /// Whether a quote stands in the lines of a file, as `10-80` or `10`, that were shown. All of the
    /// lines need not have been shown at once; those that hold the quote were. Of a folder's list and of
    /// nothing: whether the member was told so.
    pub fn shows(&self, path: &str, lines: &str, quote: &str) -> bool {
        match lines {
            LISTED => return self.lists(path, quote),
            NOTHING => return self.nothing.contains(&(path, quote)) || self.lacks(path, quote),
            _ => {}
        }
        line_range(lines).is_some_and(|(first, last)| {
            hold(&self.shown, path, first, last, quote) || self.reads(path, first, last, quote)
        })
    }
}

impl Ground<'_> {
    /// Whether a quote stands on lines of a file under review, which every member may read.
    fn reads(&self, path: &str, first: u32, last: u32, quote: &str) -> bool {
        self.dossier.text(path).is_some_and(|source| {
            let whole = ShownLines { path, from: 1, text: source.text() };
            hold(&[whole], path, first, last, quote)
        })
    }

    fn lists(&self, folder: &str, quote: &str) -> bool {
        let of_it = self.listed.iter().filter(|listed| listed.folder == folder);
        !quote.trim().is_empty()
            && of_it.clone().any(|listed| find_quoted(listed.text, quote.trim()).is_some())
    }

    /// Whether a path is not in the whole list of its folder.
    fn lacks(&self, path: &str, quote: &str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let is_it = |line: &str| {
            let named = line.split("  ").next().unwrap_or_default();
            named.strip_suffix('/').unwrap_or(named) == name
        };
        let of_it = self.listed.iter().filter(|listed| listed.folder == folder && listed.is_whole);
        quote.is_empty()
            && !name.is_empty()
            && of_it.clone().count() > 0
            && of_it.flat_map(|listed| listed.text.lines()).all(|line| !is_it(line))
    }
}

/// Whether a quote stands on these lines of a file, as far as they were shown.
pub(super) fn hold(
    shown: &[ShownLines<'_>],
    path: &str,
    first: u32,
    last: u32,
    quote: &str,
) -> bool {
    let quote = quote.trim();
    !quote.is_empty()
        && shown.iter().filter(|shown| shown.path == path).any(|shown| {
            let within = (shown.from..).zip(shown.text.lines());
            let within = within.filter(|(number, _)| (first..=last).contains(number));
            let within: Vec<&str> = within.map(|(_, line)| line).collect();
            find_quoted(&within.join("\n"), quote).is_some()
        })
}

/// The lines that `10-80` or `10` names.
pub fn line_range(lines: &str) -> Option<(u32, u32)> {
    let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
    let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    (1..=last).contains(&first).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::Layout;
    use crate::source::Library;
    use crate::source::memory::MemorySnapshot;

    #[test]
    fn a_quote_stands_in_lines_that_were_shown_and_in_no_others() {
        let tree = MemorySnapshot::new().file("documents/rfcs/RFC-0001/01_a.yaml", "a: 1\n");
        let library = Arc::new(Library::load(&tree, Layout::default()));
        let dossier = Dossier::build(library, &"RFC-0001".parse().expect("an id"));
        let dossier = dossier.expect("a dossier");
        let shown = ShownLines { path: "src/a.rs", from: 10, text: "fn a() {\n    b();\n}" };
        let ground = Ground::with(&dossier, [shown]);
        for (path, lines, quote, stands) in [
            ("src/a.rs", "10-12", "b();", true),
            ("src/a.rs", "11", " b(); ", true),
            ("src/a.rs", "10-12", "fn a() {\n    b();", true),
            ("src/a.rs", "10", "b();", false),
            ("src/a.rs", "1-9", "b();", false),
            ("src/b.rs", "10-12", "b();", false),
            ("src/a.rs", "10-12", "c();", false),
            ("src/a.rs", "10-12", "", false),
            ("src/a.rs", "12-10", "b();", false),
            ("src/a.rs", "all", "b();", false),
        ] {
            assert_eq!(ground.shows(path, lines, quote), stands, "{path} {lines} {quote:?}");
        }
        assert!(!Ground::of(&dossier).shows("src/a.rs", "11", "b();"));
        // What is under review may be cited by whoever read it.
        let of_rfc = "documents/rfcs/RFC-0001/01_a.yaml";
        assert!(Ground::of(&dossier).shows(of_rfc, "1", "a: 1"));
        assert!(!Ground::of(&dossier).shows(of_rfc, "2", "a: 1"));
    }

    #[test]
    fn nothing_is_there_for_whoever_was_told_so() {
        let library = Library::load(
            &MemorySnapshot::new().file("documents/rfcs/RFC-0001/01_a.yaml", "a: 1\n"),
            Layout::default(),
        );
        let dossier = Dossier::build(Arc::new(library), &"RFC-0001".parse().expect("an id"));
        let dossier = dossier.expect("a dossier");
        let list = |is_whole| Listed { folder: "src", text: "a.rs  9 bytes\nb/\n", is_whole };
        let told = |is_whole| {
            let nothing = [("src/x.rs", ""), ("src/**", "fn claim("), ("symbol", "Store")];
            Ground::of(&dossier).and([list(is_whole)], nothing)
        };
        for (path, lines, quote, holds) in [
            ("src/x.rs", "none", "", true),
            ("src/x.rs", "none", "fn", false),
            ("src/**", "none", "fn claim(", true),
            ("src/**", "none", "fn", false),
            ("symbol", "none", "Store", true),
            ("callers", "none", "Store", false),
            ("src/c.rs", "none", "", true),
            ("src/a.rs", "none", "", false),
            ("src/b", "none", "", false),
            ("lib/c.rs", "none", "", false),
            ("src", "list", "a.rs  9 bytes", true),
            ("src", "list", "c.rs", false),
            ("src", "list", "", false),
            ("lib", "list", "a.rs", false),
        ] {
            assert_eq!(told(true).shows(path, lines, quote), holds, "{path} {lines} {quote:?}");
        }
        assert!(!told(false).shows("src/c.rs", "none", ""), "a part of a list shows no absence");
    }
}
