//! Hidden characters in what a file says, each with the line it is written on, raw or as an escape
//! (GATES.md R53). Knows no rule: which values are told elsewhere is for the gate to say.

use std::ops::Range;

use crate::markdown::{BlockRef, MarkdownTree};
use crate::model::Place;
use crate::model::hidden::{is_hidden, marked};
use crate::yaml::{Document, NodeRef};

/// A value or key that holds hidden characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenText {
    /// The value or key.
    pub place: Place,
    /// The characters, each with its line.
    pub chars: Vec<(char, u32)>,
}

/// The values and keys of a file that hold any, in its order. Tabs and line breaks are other rules'.
pub(super) fn of(document: &Document) -> Vec<HiddenText> {
    // An escape begins with a backslash; in most files nothing else can hide anything.
    let is_plain = |byte: &u8| (0x20..0x7f).contains(byte) && *byte != b'\\' || *byte == b'\n';
    if document.text().as_bytes().iter().all(is_plain) {
        return Vec::new();
    }
    document.every_scalar().filter_map(|node| in_scalar(document, node)).collect()
}

/// The same of the blocks of a Markdown file. There is no escape in it that hides anything.
pub(super) fn of_markdown(tree: &MarkdownTree) -> Vec<HiddenText> {
    let mut found: Vec<HiddenText> = Vec::new();
    let hidden = marked(tree.text()).filter(|(_, c, hides)| *hides && counts(*c));
    for (at, c, _) in hidden {
        let block = tree.block_at(at);
        let place = block.map_or_else(|| tree.place_of(at..at + c.len_utf8()), BlockRef::place);
        let line = tree.text().position(at).0;
        match found.last_mut().filter(|last| last.place == place) {
            Some(last) => last.chars.push((c, line)),
            None => found.push(HiddenText { place, chars: vec![(c, line)] }),
        }
    }
    found
}

fn counts(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\t' | '\n' | '\r')
}

fn in_scalar(document: &Document, node: NodeRef<'_>) -> Option<HiddenText> {
    let value = node.key_text()?;
    if !value.chars().any(counts) {
        return None;
    }
    let said: Vec<(char, bool)> =
        marked(value).filter(|(_, c, _)| counts(*c)).map(|(_, c, hides)| (c, hides)).collect();
    let first = node.place().line;
    let written = written(document.text(), node.span());
    // Where the two do not agree, the value's own line has to do.
    let is_same = written.iter().map(|(c, _)| *c).eq(said.iter().map(|(c, _)| *c));
    let line = |index: usize| match written.get(index).filter(|_| is_same) {
        Some((_, offset)) => document.text().position(*offset).0,
        None => first,
    };
    let hidden = said.iter().enumerate().filter(|(_, (_, hides))| *hides);
    let chars: Vec<(char, u32)> = hidden.map(|(index, (c, _))| (*c, line(index))).collect();
    (!chars.is_empty()).then(|| HiddenText { place: node.place(), chars })
}

/// The characters of the table that a scalar's source writes, each with its offset.
fn written(text: &str, span: Range<usize>) -> Vec<(char, usize)> {
    let source = text.get(span.clone()).unwrap_or_default();
    let has_escapes = source.starts_with('"');
    let mut found = Vec::new();
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        let meant = if c == '\\' && has_escapes { escaped(&mut chars) } else { Some(c) };
        found.extend(meant.filter(|c| counts(*c)).map(|c| (c, span.start + at)));
    }
    found
}

/// What an escape of a double-quoted scalar means, after its backslash; only of those that can hide
/// something.
fn escaped(chars: &mut std::str::CharIndices<'_>) -> Option<char> {
    let digits = match chars.next()?.1 {
        'x' => 2,
        'u' => 4,
        'U' => 8,
        '0' => return Some('\0'),
        'a' => return Some('\u{7}'),
        'b' => return Some('\u{8}'),
        'v' => return Some('\u{b}'),
        'f' => return Some('\u{c}'),
        'e' => return Some('\u{1b}'),
        'N' => return Some('\u{85}'),
        'L' => return Some('\u{2028}'),
        'P' => return Some('\u{2029}'),
        _ => return None,
    };
    let code = chars.as_str().get(..digits)?;
    let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    chars.by_ref().take(digits).for_each(drop);
    c
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Limits, read};

    fn hidden(text: &str) -> Vec<(String, Vec<(u32, u32)>)> {
        let (document, _) = read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
        let codes = |found: HiddenText| {
            let chars = found.chars.into_iter().map(|(c, line)| (u32::from(c), line));
            (found.place.yaml_path().to_owned(), chars.collect())
        };
        of(&document).into_iter().map(codes).collect()
    }

    #[test]
    fn each_character_has_the_line_it_is_written_on() {
        let text = "a: x\u{202e}y\nb: |\n  one\n  t\u{200b}wo\nc: \"p\\u202eq\n  r\\U000E0041\\\n  \\x85\"\n\
                    \"k\\u200b\": 1\nd: >\n  \u{fe01}\n\n  s\ne: ['\u{feff}', \u{ad}]\n";
        assert_eq!(
            hidden(text),
            [
                ("a".to_owned(), vec![(0x202e, 1)]),
                ("b".to_owned(), vec![(0x200b, 4)]),
                ("c".to_owned(), vec![(0x202e, 5), (0xe0041, 6), (0x85, 7)]),
                (String::new(), vec![(0x200b, 8)]),
                ("d".to_owned(), vec![(0xfe01, 10)]),
                ("e[0]".to_owned(), vec![(0xfeff, 13)]),
                ("e[1]".to_owned(), vec![(0xad, 13)]),
            ]
        );
    }

    #[test]
    fn of_markdown_each_character_has_its_block_and_line() {
        let text = "# A\n\none\nt\u{200b}wo\u{202e}\n\n- a\tb\n  ```\n  x\u{feff}\n  ```\n\u{b}\n";
        let tree = crate::markdown::read(text.as_bytes()).expect("readable");
        let told = |found: HiddenText| {
            let chars = found.chars.into_iter().map(|(c, line)| (u32::from(c), line));
            (found.place.path.to_string(), found.place.line, chars.collect::<Vec<_>>())
        };
        let found: Vec<_> = of_markdown(&tree).into_iter().map(told).collect();
        assert_eq!(
            found,
            [
                ("heading(\"A\")".to_owned(), 3, vec![(0x200b, 4), (0x202e, 4)]),
                ("item(1)".to_owned(), 7, vec![(0xfeff, 8)]),
                (String::new(), 10, vec![(0xb, 10)]),
            ]
        );
    }

    #[test]
    fn what_is_told_elsewhere_or_belongs_to_a_sign_is_not_there() {
        for text in [
            "a: \"x\\ty\\nz\\r\"\nb: |\n  x\n\n  y\n",
            "a: ⚠\u{fe0f}\nb: \"\\u26a0\\ufe0f\"\n",
            "a: می\u{200c}خواهم\nb: 'it\\u200b'\n",
            "# \u{202e}\na: 1\n",
            "a: &x\u{200b} b\n",
        ] {
            assert_eq!(hidden(text), [], "{text}");
        }
        let mixed = "a: \"⚠\\ufe0f \\ufe0f\"\n";
        assert_eq!(hidden(mixed), [("a".to_owned(), vec![(0xfe0f, 1)])]);
    }
}
