//! User stories by their numbers, as headings, tags and sentences name them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// What stands before a story's number, in the languages that spec-kit is used in.
const WORDS: &str = r"(?:User\s+Stor(?:y|ies)|用户故事|使用者故事|ユーザーストーリー|사용자\s*스토리|Historias?\s+de\s+Usuario|Histórias?\s+de\s+Usuário|Récits?\s+utilisateur|Benutzergeschichten?)";

/// A story that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryRef {
    /// Its number.
    pub number: u32,
    /// Where it is named.
    pub span: Range<usize>,
}

/// Numbers behind the word, joined by `&`, `,`, `and`, `+`, `/`, or with a range between them. A dash
/// between blanks separates a title.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let join = r"(?:\s*(?:&|,|and|\+|/)\s*|\s*–\s*|\s+to\s+|-)";
    let before = format!(r"(?:(?i:{WORDS})\s*#?\s*|\bUS[- ]?)");
    Regex::new(&format!(r"{before}([0-9]+(?:{join}(?:US[- ]?)?[0-9]+)*)\b"))
        .expect("a test compiles it")
});

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(–|\bto\s|-)?\s*(?:US[- ]?)?([0-9]+)").expect("a test compiles it")
});

/// A heading that defines a story.
static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(r"^\W*(?:(?i:{WORDS})\s*#?\s*|US[- ]?)([0-9]+)(?:\b|_)"))
        .expect("a test compiles it")
});

static TAG: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^US[- ]?([0-9]+)$").expect("a test compiles it"));

/// Stories of one range; more are no range that somebody meant.
const LONGEST_RANGE: u32 = 100;

/// Stories that one text names; what is behind them is a heap of numbers.
const MOST: usize = 10_000;

/// The stories that a text names, in its order.
pub fn story_references(text: &str) -> Vec<StoryRef> {
    let mut found = Vec::new();
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return found;
    }
    for named in NAMED.captures_iter(text) {
        let Some(list) = named.get(1) else { continue };
        let mut last: Option<u32> = None;
        for part in NUMBER.captures_iter(list.as_str()) {
            if found.len() > MOST {
                return found;
            }
            let Some(digits) = part.get(2) else { continue };
            let Ok(number) = digits.as_str().parse::<u32>() else { continue };
            let span = list.start() + digits.start()..list.start() + digits.end();
            let from = last.filter(|_| part.get(1).is_some());
            if let Some(from) = from.filter(|&from| number > from && number - from < LONGEST_RANGE)
            {
                let between = from + 1..number;
                found.extend(between.map(|number| StoryRef { number, span: span.clone() }));
            }
            found.push(StoryRef { number, span });
            last = Some(number);
        }
    }
    found
}

/// The number of the story that a heading with this text defines.
pub(super) fn defined(heading: &str) -> Option<u32> {
    DEFINED.captures(heading)?.get(1)?.as_str().parse().ok()
}

/// The number of the story that a piece of a tag names: `US2`.
pub(super) fn of_tag(piece: &str) -> Option<u32> {
    TAG.captures(piece)?.get(1)?.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<u32> {
        story_references(text).into_iter().map(|story| story.number).collect()
    }

    #[test]
    fn stories_are_named_by_lists_and_ranges() {
        for (text, expected) in [
            ("User Story 3 - Share 2 albums (Priority: P1)", &[3][..]),
            ("US1 & US2", &[1, 2]),
            ("User Stories 1–3", &[1, 2, 3]),
            ("User Stories 1, 2 and 4", &[1, 2, 4]),
            ("user story 5", &[5]),
            ("US1-US3, US-7", &[1, 2, 3, 7]),
            ("User Stories 2 to 4", &[2, 3, 4]),
            ("用户故事 2、사용자 스토리 3", &[2, 3]),
            ("Récit utilisateur 4", &[4]),
            ("us 3, BUS4, USA 5, US6x", &[]),
            ("User Story", &[]),
        ] {
            assert_eq!(numbers(text), expected, "{text:?}");
        }
        let second = &story_references("é US1 & US22")[1];
        assert_eq!(second.span, 11..13);
        assert_eq!(numbers("User Stories 1-4000000000").len(), 2);
        assert_eq!(numbers("US99999999999999"), [0; 0]);
    }

    #[test]
    fn a_heading_defines_the_story_it_begins_with() {
        assert_eq!(defined("User Story 1 - A"), Some(1));
        assert_eq!(defined("🎯 US2: b"), Some(2));
        assert_eq!(defined("ユーザーストーリー3"), Some(3));
        for none in ["Tests for User Story 1", "User Stories", "USER 1", "Status 2"] {
            assert_eq!(defined(none), None, "{none}");
        }
        assert_eq!((of_tag("US3"), of_tag("US3x"), of_tag("P")), (Some(3), None, None));
    }
}
