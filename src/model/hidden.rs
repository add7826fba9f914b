//! Characters that a reader does not see as they are: one table, derived from the Unicode data, for
//! the gates, for paths, for pages and for prompts (GATES.md R53).

use std::fmt::Write as _;
use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use icu_properties::props::{
    DefaultIgnorableCodePoint, Emoji, ExtendedPictographic, GeneralCategory, GeneralCategoryGroup,
    Script,
};
use icu_properties::{CodePointMapData, CodePointSetData};

const VARIATION: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';
const KEYCAP: char = '\u{20e3}';

/// Scripts that are spelled with joiners: Arabic, Syriac, N'Ko, Mongolian and the Brahmic ones.
const JOINED: [Script; 33] = [
    Script::Arabic,
    Script::Syriac,
    Script::Nko,
    Script::Mongolian,
    Script::Balinese,
    Script::Bengali,
    Script::Brahmi,
    Script::Chakma,
    Script::Cham,
    Script::Devanagari,
    Script::Grantha,
    Script::Gujarati,
    Script::Gurmukhi,
    Script::Javanese,
    Script::Kaithi,
    Script::Kannada,
    Script::Khmer,
    Script::Lepcha,
    Script::Limbu,
    Script::Malayalam,
    Script::MeeteiMayek,
    Script::Modi,
    Script::Myanmar,
    Script::Newa,
    Script::Oriya,
    Script::Sharada,
    Script::Sinhala,
    Script::Sundanese,
    Script::TaiTham,
    Script::Tamil,
    Script::Telugu,
    Script::Tibetan,
    Script::Tirhuta,
];

/// Whether a terminal acts on a character, or no reader sees it: what Unicode has as
/// Default_Ignorable_Code_Point or in the categories Cc, Cf, Zl and Zp.
pub fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
        || matches!(
            CodePointMapData::<GeneralCategory>::new().get(c),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

/// Each character of a text with its offset in bytes, and whether it is hidden where it stands: what
/// makes one sign of its neighbours, or is how a script is spelled, is not. Prompts show by this,
/// so that a quote of ordinary text is found again; pages show by the table alone.
pub fn marked(text: &str) -> Marked<'_> {
    Marked { chars: text.char_indices().peekable(), last: None, is_after_emoji: false }
}

/// See [`marked`].
#[derive(Debug, Clone)]
pub struct Marked<'t> {
    chars: Peekable<CharIndices<'t>>,
    last: Option<char>,
    /// Whether an emoji ends here, its variation selector included.
    is_after_emoji: bool,
}

impl Iterator for Marked<'_> {
    type Item = (usize, char, bool);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, c) = self.chars.next()?;
        let next = self.chars.peek().map(|(_, next)| *next);
        let is_variant = VARIATION.contains(&c) && is_varied(self.last, next);
        let is_joint = c == JOINER && self.is_after_emoji && next.is_some_and(is_emoji);
        let is_spelling = [NON_JOINER, JOINER].contains(&c) && self.last.is_some_and(is_joined);
        self.is_after_emoji = is_variant || is_emoji(c);
        self.last = Some(c);
        Some((at, c, is_hidden(c) && !is_variant && !is_joint && !is_spelling))
    }
}

/// Hidden characters in a row that are shown each; a sentence can be written in more.
const SHOWN: usize = 8;
/// What every shown form of a hidden character begins with.
const SIGN: &str = "\\u{";

/// Adds a text as prompts show it: every hidden character but a tab as `\u{…}`, a line break as `\n`.
/// Of a long run the first are shown and the others counted: nobody could see them, and nobody need
/// read them.
pub fn push_shown(out: &mut String, text: &str) {
    push(out, text, |c| c == '\t', |_, _| ());
}

/// The same of a name, which holds no tab.
pub fn push_name(out: &mut String, name: &str) {
    push(out, name, |_| false, |_, _| ());
}

/// Where a quote stands in a text, in bytes: as it is written, or else as prompts show it. The whole
/// of a run of hidden characters is quoted where only its count is.
pub fn find_quoted(text: &str, quote: &str) -> Option<Range<usize>> {
    if let Some(at) = text.find(quote) {
        return Some(at..at + quote.len());
    }
    if !quote.contains(SIGN) {
        return None;
    }
    // Where each piece begins in what is shown, and in the text.
    let mut steps: Vec<(usize, usize)> = Vec::new();
    let mut shown = String::new();
    push(&mut shown, text, |c| c == '\t' || c == '\n', |at, from| steps.push((at, from)));
    steps.push((shown.len(), text.len()));
    let from = shown.find(quote)?;
    let until = from + quote.len();
    let first = steps.partition_point(|(at, _)| *at <= from).checked_sub(1)?;
    let last = steps.partition_point(|(at, _)| *at < until);
    Some(steps[first].1..steps[last].1)
}

/// Adds a text with its hidden characters shown, but those that `keep` lets through; `note` is told
/// where each piece begins, in `out` and in the text.
fn push(
    out: &mut String,
    text: &str,
    keep: impl Fn(char) -> bool,
    mut note: impl FnMut(usize, usize),
) {
    let mut run = 0_usize;
    for (at, c, is_hidden) in marked(text) {
        if is_hidden && !keep(c) && c != '\n' {
            run += 1;
            if run <= SHOWN + 1 {
                note(out.len(), at);
            }
            if run <= SHOWN {
                let written = write!(out, "{SIGN}{:x}}}", u32::from(c));
                written.expect("a String takes all that is written to it");
            }
            continue;
        }
        push_rest(out, run);
        run = 0;
        note(out.len(), at);
        match c {
            '\n' if !keep(c) => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    push_rest(out, run);
}

/// How many hidden characters of a run were not shown.
fn push_rest(out: &mut String, run: usize) {
    if run > SHOWN {
        let written = write!(out, "[{} more hidden characters]", run - SHOWN);
        written.expect("a String takes all that is written to it");
    }
}

/// Whether a variation selector between these says how an emoji is drawn. Digits have such a sign
/// only in a keycap.
fn is_varied(last: Option<char>, next: Option<char>) -> bool {
    last.is_some_and(|last| match last {
        '0'..='9' | '#' | '*' => next == Some(KEYCAP),
        last => is_emoji(last),
    })
}

fn is_emoji(c: char) -> bool {
    !c.is_ascii()
        && (CodePointSetData::new::<Emoji>().contains(c)
            || CodePointSetData::new::<ExtendedPictographic>().contains(c))
}

/// Whether a character is a letter, or a mark on one, of a script that is spelled with joiners.
fn is_joined(c: char) -> bool {
    let letters = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark);
    !c.is_ascii()
        && JOINED.contains(&CodePointMapData::<Script>::new().get(c))
        && letters.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> Vec<u32> {
        marked(text).filter(|(.., is_hidden)| *is_hidden).map(|(_, c, _)| u32::from(c)).collect()
    }

    #[test]
    fn f15_a_quote_stands_where_it_is_written_or_shown() {
        let run = "\u{200b}".repeat(12);
        let text = format!("a\tno\u{200b}tice \\u{{2060}}\nb{run}c ⚠\u{fe0f}");
        for (quote, found) in [
            ("no\u{200b}tice", "no\u{200b}tice"),
            ("\tno\\u{200b}tice", "\tno\u{200b}tice"),
            ("\\u{200b}", "\u{200b}"),
            ("\\u{2060}", "\\u{2060}"),
            ("\\u{200b}[4 more hidden characters]c ⚠\u{fe0f}", &run[7 * 3..]),
        ] {
            let range = find_quoted(&text, quote).unwrap_or_default();
            assert!(text[range.clone()].starts_with(found), "{quote:?}: {:?}", &text[range]);
        }
        for none in ["notice", "no\\u{200c}tice", "\\u{200b}tico"] {
            assert_eq!(find_quoted(&text, none), None, "{none:?}");
        }
        assert_eq!(find_quoted("x", ""), Some(0..0));
    }

    #[test]
    fn f15_the_table_is_that_of_unicode() {
        for (first, last) in [
            (0, 0x1f),
            (0x7f, 0x9f),
            (0xad, 0xad),
            (0x34f, 0x34f),
            (0x600, 0x605),
            (0x61c, 0x61c),
            (0x115f, 0x1160),
            (0x17b4, 0x17b5),
            (0x180b, 0x180f),
            (0x200b, 0x200f),
            (0x2028, 0x202e),
            (0x2060, 0x206f),
            (0x3164, 0x3164),
            (0xfe00, 0xfe0f),
            (0xfeff, 0xfeff),
            (0xffa0, 0xffa0),
            (0xfff0, 0xfffb),
            (0x1bca0, 0x1bca3),
            (0x1d173, 0x1d17a),
            (0xe0000, 0xe0fff),
        ] {
            for code in first..=last {
                let c = char::from_u32(code).expect("no surrogate");
                assert!(is_hidden(c), "U+{code:04X}");
                assert_eq!(hidden(&format!("a{c}b")), [code]);
            }
        }
        let seen = ('\0'..=char::MAX).filter(|c| is_hidden(*c)).count();
        assert!((4_200..4_400).contains(&seen), "{seen} characters");
        for c in "a é \u{a0} \u{2003} \u{3000} 漢 🙂 \u{fffd} \u{301} \u{e001}".chars() {
            assert!(!is_hidden(c), "{c:?}");
        }
    }

    #[test]
    fn what_belongs_to_an_emoji_is_not_hidden() {
        for text in [
            "⚠\u{fe0f} and ✔\u{fe0e}",
            "©\u{fe0f}",
            "1\u{fe0f}\u{20e3} #\u{fe0f}\u{20e3}",
            "👩\u{200d}🚀",
            "❤\u{fe0f}\u{200d}🔥",
            "👩🏽\u{200d}⚕\u{fe0f}",
            "👨\u{200d}👩\u{200d}👧",
        ] {
            assert!(hidden(text).is_empty(), "{text:?}");
        }
        for (text, expected) in [
            ("a\u{fe0f}", &[0xfe0f][..]),
            ("\u{fe0f}⚠", &[0xfe0f]),
            ("⚠\u{fe0f}\u{fe0f}", &[0xfe0f]),
            ("⚠\u{fe0e}\u{fe0f}", &[0xfe0f]),
            ("⚠\u{fe01}", &[0xfe01]),
            ("⚠ \u{fe0f}", &[0xfe0f]),
            ("1\u{fe0f}", &[0xfe0f]),
            ("1\u{fe0f}2", &[0xfe0f]),
            ("👩\u{200d}", &[0x200d]),
            ("👩\u{200d}a", &[0x200d]),
            ("a\u{200d}🚀", &[0x200d]),
            ("👩\u{200d}\u{200d}🚀", &[0x200d, 0x200d]),
            ("👩\u{200c}🚀", &[0x200c]),
            ("🏴\u{e0067}\u{e007f}", &[0xe0067, 0xe007f]),
        ] {
            assert_eq!(hidden(text), expected, "{text:?}");
        }
    }

    #[test]
    fn what_a_script_is_spelled_with_is_not_hidden() {
        for text in [
            "می\u{200c}خواهم",
            "ه\u{200d}",
            "क्\u{200d}ष",
            "ന്\u{200d}",
            "ශ්\u{200d}රී",
            "ܐ\u{200c}ܒ",
            "ߊ\u{200d}",
            "ᠠ\u{200d}",
        ] {
            assert!(hidden(text).is_empty(), "{text:?}");
        }
        for (text, expected) in [
            ("a\u{200c}b", &[0x200c][..]),
            ("漢\u{200d}字", &[0x200d]),
            ("می \u{200c}خ", &[0x200c]),
            ("می\u{200c}\u{200c}خ", &[0x200c]),
            ("\u{200c}می", &[0x200c]),
            ("٣\u{200c}", &[0x200c]),
            ("می\u{200b}خ", &[0x200b]),
            ("ᠠ\u{180b}", &[0x180b]),
        ] {
            assert_eq!(hidden(text), expected, "{text:?}");
        }
    }
}
