//! Where quotes are looked up: in the dossier, and in what the one who quotes was shown.

use super::dossier::Dossier;
use crate::model::Place;
use crate::model::hidden::find_quoted;

/// What a quote can stand in.
#[derive(Debug, Clone)]
pub struct Ground<'g> {
    /// The files under review.
    pub dossier: &'g Dossier,
    shown: Vec<ShownLines<'g>>,
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
        Self { dossier, shown: Vec::new() }
    }

    /// The dossier, and what one member was shown.
    pub fn with(dossier: &'g Dossier, shown: impl IntoIterator<Item = ShownLines<'g>>) -> Self {
        Self { dossier, shown: shown.into_iter().collect() }
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
    /// lines need not have been shown at once; those that hold the quote were.
    pub fn shows(&self, path: &str, lines: &str, quote: &str) -> bool {
        line_range(lines).is_some_and(|(first, last)| hold(&self.shown, path, first, last, quote))
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
    }
}
