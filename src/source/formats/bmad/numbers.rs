//! Ids in BMAD's texts: numbers of stories, and requirements. Compared in upper case. One pass over a
//! line, however it is made.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// A requirement: `FR1`, `FR-1`, `NFR12`, `FR-GH12`, `FR-NEW-1`.
static REQUIREMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\bN?FR(?:-?[A-Z]{1,12})?-?[0-9]{1,6}[a-z]?\b").expect("a test compiles it")
});

/// `Story 1.2`, `Stories 1.2, 1.3 and 2.1`.
static STORIES: LazyLock<Regex> = LazyLock::new(|| {
    let number = "[0-9]{1,4}[A-Za-z]?[.][0-9]{1,4}[A-Za-z]?";
    let more = format!(r"(?:\s*(?:,|&|\+|and)\s*(?:and\s+)?(?:story\s+)?{number})*");
    Regex::new(&format!(r"(?i)\bstor(?:y|ies)\s+{number}{more}")).expect("a test compiles it")
});

/// The number of a story within such a list.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new("[0-9]{1,4}[A-Za-z]?[.][0-9]{1,4}[A-Za-z]?").expect("a test compiles it")
});

/// An epic that a text names.
static EPICS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bepic\s+([0-9]{1,4}[A-Za-z]?)\b").expect("a test compiles it")
});

/// An id that a text names, in upper case, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedId {
    /// The id.
    pub id: String,
    /// Where it stands in the text.
    pub span: Range<usize>,
}

fn named(text: &str, span: Range<usize>) -> NamedId {
    NamedId { id: text[span.clone()].to_ascii_uppercase(), span }
}

/// The requirements that a text names, in order.
pub(super) fn requirements(text: &str) -> Vec<NamedId> {
    REQUIREMENT.find_iter(text).map(|found| named(text, found.range())).collect()
}

/// The requirement that a text begins with.
pub(super) fn leading_requirement(text: &str) -> Option<NamedId> {
    let found = REQUIREMENT.find(text).filter(|found| found.start() == 0)?;
    Some(named(text, found.range()))
}

/// The stories that a text names, in order.
pub(super) fn stories(text: &str) -> Vec<NamedId> {
    let lists = STORIES.find_iter(text);
    let of_list = |list: regex::Match<'_>| {
        let numbers = NUMBER.find_iter(list.as_str()).map(|number| number.range());
        numbers
            .map(|span| named(text, list.start() + span.start..list.start() + span.end))
            .collect::<Vec<_>>()
    };
    lists.flat_map(of_list).collect()
}

/// The epics that a text names, in order.
pub(super) fn epics(text: &str) -> Vec<NamedId> {
    EPICS.captures_iter(text).filter_map(|found| Some(named(text, found.get(1)?.range()))).collect()
}

/// What an id consists of: the letters before its number, and the number.
fn parts(id: &str) -> Option<(&str, u32)> {
    let digits = id.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((digits, id[digits.len()..].parse().ok()?))
}

/// As many requirements a range may have.
const LONGEST_RANGE: u32 = 10_000;

/// The ids from one to another one, both included: `FR3` to `FR5`. Of ids that are no range, those two.
pub(super) fn range(from: &str, to: &str) -> Vec<String> {
    match (parts(from), parts(to)) {
        (Some((kind, first)), Some((other, last)))
            if kind == other && first < last && last - first <= LONGEST_RANGE =>
        {
            (first..=last).map(|number| format!("{kind}{number}")).collect()
        }
        _ => vec![from.to_owned(), to.to_owned()],
    }
}

/// Whether what stands between two ids makes them a range.
pub(super) fn is_range(between: &str) -> bool {
    matches!(between.trim(), "-" | "–" | "—" | "to" | "..")
}

/// Where the number of a range ends that a text goes on with: `-5` behind `FR3`.
pub(super) fn range_end(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix(['-', '–', '—'])?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    Some((number, text.len() - rest.len() + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(named: Vec<NamedId>) -> Vec<String> {
        named.into_iter().map(|named| named.id).collect()
    }

    #[test]
    fn requirements_stories_and_epics_are_found_in_texts() {
        let text = "FR1, ~~FR-2~~ (FR-GH12), NFR3a; FR-NEW-1, FRX, XFR1, FR";
        assert_eq!(ids(requirements(text)), ["FR1", "FR-2", "FR-GH12", "NFR3A", "FR-NEW-1"]);
        let text = "Story 1.2 and Stories 1A.3, 2.1b and 3.4; story 5, Story 1.2.";
        assert_eq!(ids(stories(text)), ["1.2", "1A.3", "2.1B", "3.4", "1.2"]);
        assert_eq!(ids(epics("Epic 1, epic 2b, Epics 3")), ["1", "2B"]);
        assert_eq!(leading_requirement("FR1: x").map(|named| named.span), Some(0..3));
        assert_eq!(leading_requirement("x FR1"), None);
    }

    #[test]
    fn a_range_names_what_is_between() {
        assert_eq!(range("FR3", "FR5"), ["FR3", "FR4", "FR5"]);
        assert_eq!(range("FR-3", "NFR-5"), ["FR-3", "NFR-5"]);
        assert_eq!(range("FR5", "FR3"), ["FR5", "FR3"]);
        assert_eq!(range("FR1", "FR999999").len(), 2);
        assert_eq!(range_end("–5: x"), Some((5, 4)));
        assert_eq!(range_end(" – 24 h"), None);
        assert_eq!(range_end(": 5"), None);
    }
}
