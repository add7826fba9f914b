//! The phrases that leave a decision open: a closed part of the language, by what is left open.
//! Knows sentences, not tickets.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::rules::lints::implementability::openings::{GROUPS, Group};

/// How a phrase leaves something open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vagueness {
    /// It says itself that nobody has decided.
    Undecided,
    /// It leaves whether or how to whoever does it.
    Discretion,
    /// It leaves a list without an end.
    List,
    /// It judges, and two careful people would mostly judge alike.
    Judgement,
    /// A verb without an end.
    Verb,
}

/// A phrase, what it leaves open, and what stands in its place.
#[derive(Debug)]
pub(crate) struct Phrase {
    pub(crate) words: &'static str,
    pub(crate) depth: Vagueness,
    pub(crate) open: &'static str,
    pub(crate) change: &'static str,
}

/// A phrase in a text, by bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Match {
    pub(crate) phrase: &'static Phrase,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The phrases by their first word.
static PHRASES: LazyLock<BTreeMap<&'static str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut by_word: BTreeMap<&str, Vec<Phrase>> = BTreeMap::new();
    for group in GROUPS {
        let Group { depth, open, change, .. } = *group;
        for words in group.phrases {
            let first = words.split(' ').next().unwrap_or(words);
            by_word.entry(first).or_default().push(Phrase { words, depth, open, change });
        }
    }
    by_word
});

/// The words of a text in lower case, each with where it starts and ends.
fn tokens(text: &str) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((text[from..at].to_lowercase(), from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Every phrase of a text, in order.
fn all(text: &str) -> Vec<Match> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    for (at, (word, start, _)) in tokens.iter().enumerate() {
        let matching = PHRASES.get(word.as_str()).into_iter().flatten().filter_map(|phrase| {
            let mut end = at;
            for wanted in phrase.words.split(' ') {
                let (said, ..) = tokens.get(end)?;
                if wanted != "*" && wanted != said {
                    return None;
                }
                end += 1;
            }
            let end = tokens.get(end.checked_sub(1)?)?.2;
            Some(Match { phrase, start: *start, end })
        });
        // The longest says most.
        found.extend(matching.max_by_key(|found| found.end).filter(|m| !is_other(text, m)));
    }
    found
}

/// Whether the words mean something else here.
fn is_other(text: &str, found: &Match) -> bool {
    let (before, after) = (&text[..found.start], &text[found.end..]);
    let is_path = before.ends_with(['/', '-', '.', '@']) || after.starts_with(['/', '-', '=', '(']);
    let next = after.split_whitespace().next().unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    match found.phrase.words {
        "proper" => {
            ["divisor", "fraction", "name", "noun", "prefix", "subset", "suffix", "superset"]
                .iter()
                .any(|noun| next.starts_with(noun))
        }
        // `when required fields are missing`: an adjective.
        words if is_conditional(words) => {
            let goes_on = [
                "and", "as", "at", "but", "by", "for", "from", "in", "of", "on", "or", "so", "the",
                "to", "with",
            ];
            let is_noun = after.starts_with(' ') && next.starts_with(char::is_alphabetic);
            is_path || (is_noun && !goes_on.contains(&next.trim_end_matches(',')))
        }
        // `not appropriate` is said of what is.
        _ => is_path || matches!(last.as_str(), "not" | "isn't" | "no" | "never" | "without"),
    }
}

/// Whether a phrase is a condition whose last word could stand before a noun.
fn is_conditional(words: &str) -> bool {
    let (first, last) = words.split_once(' ').unwrap_or((words, ""));
    matches!(first, "if" | "when" | "where" | "wherever")
        && matches!(last, "appropriate" | "applicable" | "necessary" | "needed" | "required")
}

/// Every phrase of a text that leaves something open, those first that say themselves that nothing
/// is decided. A verb says nothing about a decision.
pub(crate) fn each(text: &str) -> Vec<Match> {
    let mut found: Vec<Match> =
        all(text).into_iter().filter(|m| m.phrase.depth != Vagueness::Verb).collect();
    let gap = text.find("???").map(|start| Match { phrase: &GAP, start, end: start + 3 });
    found.extend(gap);
    found.sort_by_key(|m| (m.phrase.depth != Vagueness::Undecided, m.start));
    found
}

/// The first phrase of a text that leaves something open; one that says itself that nothing is
/// decided before all others. A verb says nothing about a decision.
pub(crate) fn first(text: &str) -> Option<Match> {
    each(text).into_iter().next()
}

static GAP: Phrase = Phrase {
    words: "???",
    depth: Vagueness::Undecided,
    open: "a gap in the text",
    change: "fill it in",
};

/// A verb without an end at the beginning of a sentence, or after "and".
pub(crate) fn verb(text: &str) -> Option<Match> {
    all(text).into_iter().filter(|m| m.phrase.depth == Vagueness::Verb).find(|found| {
        let before = text[..found.start].trim().to_lowercase();
        before.is_empty() || before.ends_with(" and") || before.ends_with(" to")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_a_run_of_whole_words() {
        let found = |text: &str| first(text).map(|m| text[m.start..m.end].to_owned());
        assert_eq!(found("Choose the tag (TBD)").as_deref(), Some("TBD"));
        assert_eq!(found("Where appropriate, log it").as_deref(), Some("Where appropriate"));
        assert_eq!(found("do what fits best").as_deref(), Some("fits best"));
        assert_eq!(found("a sensible pause, to be decided").as_deref(), Some("to be decided"));
        for fine in [
            "reject inappropriate input",
            "fetch etcd.conf from /etc/app",
            "a proper prefix of the name",
            "it is read again, whatever its times say",
            "however often it is uploaded",
            "improve the message",
            "fail closed when required dependencies are absent",
        ] {
            assert_eq!(found(fine), None, "{fine}");
        }
    }

    #[test]
    fn a_verb_without_end_begins_a_sentence() {
        assert!(verb("Improve the error handling").is_some());
        assert!(verb("Read the file and clean up the parser").is_some());
        assert!(verb("the tests that improve coverage").is_none());
    }
}
