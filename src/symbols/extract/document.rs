//! The headings of a Markdown document.

use super::{Gave, MOST_BYTES, MOST_SYMBOLS};
use crate::markdown::headings;
use crate::symbols::{Symbol, SymbolKind, Uses};

/// The headings of a document, in its order; bytes that are no UTF-8 are read as one odd character.
pub(super) fn extract(source: &[u8]) -> Gave {
    if source.len() > MOST_BYTES {
        return Gave::TooHard;
    }
    let text = String::from_utf8_lossy(source);
    let (mut line, mut seen) = (1_u32, 0);
    let symbols = headings(&text).take(MOST_SYMBOLS).map(|(at, name)| {
        let breaks = text[seen..at].matches('\n').count();
        line = line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
        seen = at;
        Symbol {
            head: name.chars().take(Symbol::HEAD).collect(),
            name,
            kind: SymbolKind::Section,
            line,
            owner: None,
            gist: String::new(),
            is_test: false,
        }
    });
    let symbols = symbols.collect();
    Gave::Symbols(symbols, Uses::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::{Language, extract};

    #[test]
    fn the_headings_of_a_document_are_its_sections() {
        let source = b"Title\n=====\n\n```\n# no heading\n```\n\n## The `Space` *on* disk\n\ntext\n### \xff\n";
        let found = extract(Language::Markdown, source);
        let told: Vec<(&str, u32)> = found.iter().map(|s| (s.name.as_str(), s.line)).collect();
        assert_eq!(told, [("Title", 1), ("The Space on disk", 8), ("\u{fffd}", 11)]);
        assert_eq!(super::extract(&vec![b'#'; MOST_BYTES + 1]), Gave::TooHard);
    }
}
