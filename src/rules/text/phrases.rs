//! The phrases that leave a decision open: a closed part of the language, by what is left open.
//! Knows sentences, not tickets.

use crate::gates::text::lexicon::tokens;
use crate::rules::lexicon::OPEN;

/// How a phrase leaves something open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vagueness {
    /// It says itself that nobody has decided.
    Undecided,
    /// It leaves whether or how to whoever does it, or a list without an end.
    Discretion,
    /// It judges, and two careful people would mostly judge alike.
    Judgement,
}

impl Vagueness {
    fn of(kind: &str) -> Self {
        match kind {
            "undecided" => Self::Undecided,
            "judgement" => Self::Judgement,
            _ => Self::Discretion,
        }
    }
}

/// A phrase in a text, by bytes; what it leaves open, and what stands in its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenPhrase {
    pub(crate) words: &'static str,
    pub(crate) depth: Vagueness,
    pub(crate) open: &'static str,
    pub(crate) change: &'static str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Every phrase of a text, in order.
fn all(text: &str) -> Vec<OpenPhrase> {
    let said = tokens(text);
    let longest = (0..said.len()).filter_map(|at| {
        let found = OPEN.iter().filter_map(|row| Some((row, row.at(&said, at)?)));
        // The longest says most.
        let (row, found) = found.max_by_key(|(_, found)| found.end)?;
        Some(OpenPhrase {
            words: found.phrase,
            depth: Vagueness::of(&row.kind),
            open: &row.means,
            change: &row.act,
            start: found.start,
            end: found.end,
        })
    });
    longest.filter(|found| !is_other(text, found)).collect()
}

/// Whether the words mean something else here.
fn is_other(text: &str, found: &OpenPhrase) -> bool {
    let (before, after) = (&text[..found.start], &text[found.end..]);
    let is_path = before.ends_with(['/', '-', '.', '@']) || after.starts_with(['/', '-', '=', '(']);
    let next = after.split_whitespace().next().unwrap_or_default();
    let last = before.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    match found.words {
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
/// is decided.
pub(crate) fn each(text: &str) -> Vec<OpenPhrase> {
    let mut found = all(text);
    found.extend(text.find("???").map(|start| OpenPhrase { start, end: start + 3, ..GAP }));
    found.sort_by_key(|m| (m.depth != Vagueness::Undecided, m.start));
    found
}

/// What nobody has written yet.
const GAP: OpenPhrase = OpenPhrase {
    words: "???",
    depth: Vagueness::Undecided,
    open: "a gap in the text",
    change: "fill it in",
    start: 0,
    end: 0,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_a_run_of_whole_words() {
        let found = |text: &str| each(text).first().map(|m| text[m.start..m.end].to_owned());
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
}
