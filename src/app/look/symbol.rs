//! `symbol`: the definitions of a name, with their bodies.

use super::Sheet;
use super::tree::{PinnedFile, PinnedTree};
use crate::core::look::Refusal;
use crate::symbols::{Index, Symbol};

/// Definitions that one request shows.
const MOST: usize = 5;
/// Lines of one definition.
const LINES: u32 = 120;

pub(super) fn show(
    tree: &PinnedTree,
    index: &Index,
    name: &str,
    sheet: &mut Sheet,
) -> Result<(), Option<Refusal>> {
    let is_named = |symbol: &Symbol| symbol.name == name || symbol.full_name() == name;
    let found: Vec<(&str, &Symbol)> =
        index.symbols().filter(|(path, s)| is_named(s) && tree.refusal(path).is_none()).collect();
    if found.is_empty() {
        return Err(None);
    }
    let mut shown = 0;
    for (path, symbol) in found.iter().take(MOST) {
        let Ok(held) = tree.read(path) else { continue };
        let to = end(&held, symbol.line).min(symbol.line + LINES - 1);
        shown += u32::from(sheet.lines(path, &held, symbol.line, to) > 0);
    }
    sheet.left_out = found.len() as u32 - shown;
    Ok(())
}

/// The last line of the definition that begins on a line: the last that is indented further, and what
/// closes it. No grammar is asked, so that it is the same for every language.
fn end(held: &PinnedFile, from: u32) -> u32 {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = (from..).zip(held.lines(from, held.count()));
    let Some((_, first)) = lines.next() else { return from };
    let own = depth(first);
    let mut last = from;
    for (number, line) in lines {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        if depth(line) > own {
            last = number;
            continue;
        }
        let goes_on = text.starts_with("where") || text.starts_with('{');
        let closes = text.starts_with(['}', ')', ']']) || text == "end";
        if depth(line) < own || !(closes || goes_on) {
            return last;
        }
        last = number;
        if closes && !text.ends_with(['{', ':', '(', '[']) {
            return last;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Digest;

    #[test]
    fn a_definition_ends_where_its_indentation_does() {
        for (text, from, last) in [
            ("fn a() {\n    b();\n}\nfn c() {}\n", 1, 3),
            ("fn a(\n    b: u8,\n) -> u8\nwhere\n    u8: B,\n{\n    b\n}\n\nfn c() {}\n", 1, 3),
            ("fn a<T>()\nwhere\n    T: B,\n{\n    b\n}\nfn c() {}\n", 1, 6),
            ("def a():\n    b()\n\n    c()\nx = 1\n", 1, 4),
            ("const A: u8 = 1;\nconst B: u8 = 2;\n", 1, 1),
            ("impl A {\n    fn b() {\n        c()\n    }\n}\n", 2, 4),
        ] {
            let held = PinnedFile { text: text.to_owned(), digest: Digest::of(b"") };
            assert_eq!(end(&held, from), last, "{text}");
        }
    }
}
