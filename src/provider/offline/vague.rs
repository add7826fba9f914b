//! Words that hand a decision to whoever implements the ticket.

use super::desk::demands;
use super::rule::Hit;
use super::words;
use crate::model::{GateId, Severity, Subcategory};
use crate::source::Ticket;

/// A phrase, what it costs and what stands in its place.
pub(super) struct Vague {
    pub(super) phrase: &'static str,
    severity: Severity,
    open: &'static str,
    change: &'static str,
}

/// Severity follows what is left open: a value that nobody has decided, or a judgement that two
/// careful people would mostly make alike.
const VAGUE: &[Vague] = &[
    Vague {
        phrase: "tbd",
        severity: Severity::Major,
        open: "a value that nobody has decided yet",
        change: "decide it here, or say which ticket decides it and depend on that one",
    },
    Vague {
        phrase: "to be determined",
        severity: Severity::Major,
        open: "a value that nobody has decided yet",
        change: "decide it here, or say which ticket decides it and depend on that one",
    },
    Vague {
        phrase: "to be decided",
        severity: Severity::Major,
        open: "a value that nobody has decided yet",
        change: "decide it here, or say which ticket decides it and depend on that one",
    },
    Vague {
        phrase: "???",
        severity: Severity::Major,
        open: "a gap in the text",
        change: "fill it in",
    },
    Vague {
        phrase: "as needed",
        severity: Severity::Minor,
        open: "when it is needed",
        change: "name the condition",
    },
    Vague {
        phrase: "if needed",
        severity: Severity::Minor,
        open: "when it is needed",
        change: "look now and say whether it is",
    },
    Vague {
        phrase: "if necessary",
        severity: Severity::Minor,
        open: "when it is necessary",
        change: "look now and say whether it is",
    },
    Vague {
        phrase: "as appropriate",
        severity: Severity::Minor,
        open: "what is appropriate",
        change: "name the cases",
    },
    Vague {
        phrase: "where appropriate",
        severity: Severity::Minor,
        open: "where it is appropriate",
        change: "name the places",
    },
    Vague {
        phrase: "appropriate",
        severity: Severity::Minor,
        open: "which one is the appropriate one",
        change: "name it",
    },
    Vague {
        phrase: "and so on",
        severity: Severity::Minor,
        open: "what else belongs to the list",
        change: "finish the list",
    },
    Vague {
        phrase: "etc.",
        severity: Severity::Minor,
        open: "what else belongs to the list",
        change: "finish the list, or say by what rule it goes on",
    },
    Vague {
        phrase: "some kind of",
        severity: Severity::Minor,
        open: "which kind",
        change: "name the kind",
    },
    Vague { phrase: "somehow", severity: Severity::Minor, open: "how", change: "say how" },
];

/// The first vague phrase of a text, as a whole word.
pub(super) fn phrase(text: &str) -> Option<&'static Vague> {
    let lower = text.to_lowercase();
    VAGUE.iter().find(|vague| {
        lower.match_indices(vague.phrase).any(|(at, found)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + found.len()..].chars().next();
            let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
            is_edge(before) && is_edge(after)
        })
    })
}

/// The line of a text in which the phrase stands.
pub(super) fn sentence(text: &str) -> Option<&str> {
    let line = text.lines().map(str::trim).find(|line| phrase(line).is_some())?;
    Some(line.strip_prefix("- ").unwrap_or(line))
}

/// The word that "appropriate" stands before, without endings.
pub(super) fn governed(text: &str) -> Option<String> {
    let (_, after) = text.split_once("appropriate ")?;
    let word = words::words(after).into_iter().next()?;
    Some(words::root(&word).to_owned())
}

/// What the sentence itself gives to settle the phrase: values after a colon or an equals sign, or
/// an alternative that is spelt out.
pub(super) fn settled_by_itself(text: &str) -> Option<&'static str> {
    if text.contains('=') {
        return Some("the same line gives the values");
    }
    if text.contains('\'') || text.contains('`') {
        return Some("the same line quotes what is meant");
    }
    if !words::paths(text).is_empty() {
        return Some("the same line names the file it is about");
    }
    None
}

const GATE: (GateId, Subcategory) = (GateId::Implementability, Subcategory::AmbiguousScope);

/// The implementer's test: any phrase of the table in what is demanded.
pub(super) fn placeholders(ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for text in demands(ticket) {
        // A word that scope, step and criterion repeat is one question.
        let Some(vague) = phrase(&text.value).filter(|vague| !said.contains(&vague.phrase)) else {
            continue;
        };
        said.push(vague.phrase);
        hits.extend(Hit::at(
            ticket,
            &text.place,
            vague.phrase,
            (GATE.0, GATE.1, vague.severity),
            format!(
                "\"{}\" leaves open {}, so it is settled by whoever implements {} and checked by nobody",
                vague.phrase, vague.open, ticket.stem
            ),
            format!("replace \"{}\": {}", vague.phrase, vague.change),
        ));
    }
    hits
}

/// The structurist's test: a type whose values are listed and not closed.
pub(super) fn open_sets(ticket: &Ticket) -> Vec<Hit> {
    const SETS: &[&str] = &[
        "codes",
        "columns",
        "enum",
        "enumeration",
        "fields",
        "kinds",
        "message",
        "states",
        "struct",
        "tag",
        "types",
        "variants",
    ];
    let mut hits = Vec::new();
    for text in demands(ticket) {
        let Some((set, end)) = text.value.lines().find_map(|line| open_set(SETS, line)) else {
            continue;
        };
        let (harm, change) = match end {
            "tbd" => (
                format!(
                    "the {set} is not decided, and whoever writes it and whoever reads it have to know the same one"
                ),
                format!(
                    "write down the {set}, or say which ticket decides it and depend on that one"
                ),
            ),
            _ => (
                format!(
                    "the list after \"{set}\" is left open: a reader that must accept every value, and a writer that may only send known ones, need the whole list"
                ),
                format!("list every value after \"{set}\", or name the file that lists them"),
            ),
        };
        let kind = (GATE.0, GATE.1, Severity::Major);
        hits.extend(Hit::at(ticket, &text.place, end, kind, harm, change));
    }
    hits
}

/// The word for a set directly before a list that is left open, or before "TBD", and the open end.
/// A word elsewhere in the line says nothing about the list.
fn open_set(sets: &[&'static str], line: &str) -> Option<(&'static str, &'static str)> {
    let lower = line.to_lowercase();
    let found = words::words(&lower);
    let undecided = found.windows(2).find(|pair| pair[1] == "tbd");
    if let Some(pair) = undecided {
        let set = sets.iter().find(|set| **set == pair[0]);
        return set.map(|set| (*set, "tbd"));
    }
    lower.match_indices(['(', ':']).find_map(|(at, _)| {
        let noun = words::words(&lower[..at]).pop()?;
        let set = sets.iter().find(|set| **set == noun)?;
        let list = lower[at..].split(')').next().unwrap_or_default();
        let is_open = |end: &&&str| {
            let is_word = words::words(list).iter().any(|word| word == **end);
            list.contains(**end) && (end.len() > 3 || is_word)
        };
        let end = ["etc", "and so on", "..."].iter().find(is_open)?;
        Some((*set, *end))
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{found_in, ticket};
    use super::*;

    #[test]
    fn a_phrase_is_a_whole_word() {
        let found = |text| phrase(text).map(|vague| vague.phrase);
        assert_eq!(found("Choose the tag (TBD)"), Some("tbd"));
        assert_eq!(found("where appropriate, log it"), Some("where appropriate"));
        assert_eq!(found("reject inappropriate input"), None);
        assert_eq!(found("fetch etcd.conf"), None);
    }

    #[test]
    fn an_open_decision_is_asked_about_once() {
        let name = "words that leave the decision open";
        let scope = "scope:\n  in_scope:\n  - Retry if needed\n  - Log it if needed\n  - Choose the tag (TBD)\n";
        assert_eq!(
            found_in(name, &[ticket(1, "One", scope)]),
            [
                "TCK-00001 MINOR AMBIGUOUS_SCOPE: Retry if needed",
                "TCK-00001 MAJOR AMBIGUOUS_SCOPE: Choose the tag (TBD)",
            ]
        );
        let plain = ticket(1, "One", "scope:\n  in_scope:\n  - Retry three times\n");
        assert!(found_in(name, &[plain]).is_empty());
    }

    #[test]
    fn a_set_of_values_is_closed() {
        let name = "a set of values that is left open";
        let scope =
            |line: &str| [ticket(1, "One", &format!("scope:\n  in_scope:\n  - \"{line}\"\n"))];
        assert_eq!(
            found_in(name, &scope("Define Reason enum (Failed, TimedOut, etc.)")),
            ["TCK-00001 MAJOR AMBIGUOUS_SCOPE: Define Reason enum (Failed, TimedOut, etc.)"]
        );
        assert!(found_in(name, &scope("Define Reason enum (Failed, TimedOut)")).is_empty());
        let undecided = "Add Publish to the Kind enum (tag TBD)";
        assert_eq!(
            found_in(name, &scope(undecided)),
            [format!("TCK-00001 MAJOR AMBIGUOUS_SCOPE: {undecided}")]
        );
        let aside = "Model tag semantics explicitly (fixed tag, registry, etc.)";
        assert!(found_in(name, &scope(aside)).is_empty());
    }
}
