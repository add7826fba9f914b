//! Words that hand a decision to whoever implements the ticket.

use crate::rules::desk::{changes, demands};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::rule::{Confidence, Hit};
use crate::rules::message::{Arg, Message};
use crate::rules::text::phrases::{self, OpenPhrase, Vagueness};
use crate::rules::text::sentences::{Sentence, sentences};
use crate::rules::text::words;
use crate::source::{Text, Ticket};

/// Whether what follows the phrase says what is meant by it.
fn is_settled(sentence: &Sentence, found: &OpenPhrase) -> bool {
    let after = &sentence.said[found.end..];
    if found.depth == Vagueness::Undecided {
        return !words::ticket_ids(&sentence.said).is_empty();
    }
    let close: String = after.split(' ').take(5).collect::<Vec<_>>().join(" ");
    let tells =
        close.contains(['(', ':', '=', '`', '"']) || close.contains(|c: char| c.is_ascii_digit());
    let explains = ["i.e.", "namely", "that is", "which is to say", "which means"]
        .iter()
        .any(|cue| after.contains(cue));
    match found.depth {
        Vagueness::Judgement => {
            tells
                || explains
                // A bound at the end of the sentence measures the judgement before it.
                || after.split_once(':').is_some_and(|(_, rest)| words::is_measurable(rest))
        }
        _ => explains || after.trim_start().starts_with(['(', ':']),
    }
}

/// `Create the folder if needed` means: unless it is there.
fn is_about_existence(sentence: &Sentence, found: &OpenPhrase) -> bool {
    if !found.words.starts_with("if ") && !found.words.starts_with("when ") {
        return false;
    }
    let said = words::words(&sentence.open[..found.start]);
    let makes = ["create", "creates", "created", "make", "makes", "made", "mkdir"];
    let places = ["folder", "folders", "directory", "directories", "dir", "parent", "parents"];
    said.iter().any(|w| makes.contains(&w.as_str()))
        && said.iter().any(|w| places.contains(&w.as_str()))
}

/// What may come later is no part of this ticket.
fn is_for_later(sentence: &Sentence) -> bool {
    let said = words::words(&sentence.open);
    let has = |wanted: &[&str]| said.iter().any(|word| wanted.contains(&word.as_str()));
    has(&["later", "future", "someday"]) && has(&["can", "could", "may", "might", "will"])
}

/// The texts in which an open word would be the implementer's problem: what is demanded, and what
/// the file lists say is to change. Where nothing else is a plan, the notes are.
fn read(ticket: &Ticket) -> Vec<(Text, bool)> {
    let is_plan = ticket.steps.is_empty();
    let said = demands(ticket).cloned().chain(changes(ticket)).map(|text| (text, true));
    said.chain(ticket.notes.iter().cloned().map(|text| (text, is_plan))).collect()
}

/// The implementer's test: any phrase of the table, outside of what is quoted.
pub(crate) fn placeholders(ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for (text, is_demand) in read(ticket) {
        for sentence in sentences(&text.value) {
            let is_asked = |found: &OpenPhrase| {
                let counts = match found.depth {
                    Vagueness::Undecided => true,
                    _ => is_demand && !is_for_later(&sentence),
                };
                // A word that scope, step and criterion repeat is one question.
                let is_new = !said.contains(&found.words);
                counts
                    && is_new
                    && !is_settled(&sentence, found)
                    && !is_about_existence(&sentence, found)
            };
            let found = phrases::each(&sentence.open).into_iter().find(is_asked);
            let Some(found) = found else { continue };
            said.push(found.words);
            hits.extend(asked(ticket, &text, &sentence, &found));
            break;
        }
    }
    hits
}

static OPEN: Message = Message {
    defect: "{words} leaves open {open}",
    harm: "each implementer will decide differently, and no reviewer can check it",
    act: "replace {words}: {change}",
};

fn asked(ticket: &Ticket, text: &Text, sentence: &Sentence, found: &OpenPhrase) -> Option<Hit> {
    // "TBD" says itself that it is open; any other words may well be meant as they stand.
    let is_told = found.depth == Vagueness::Undecided;
    let confidence = if is_told { Confidence::Likely } else { Confidence::Hint };
    let written = &sentence.said[found.start..found.end];
    let needle = written.split_whitespace().next().unwrap_or(written);
    let needle = if passes_one_line(ticket, text, written) { written } else { needle };
    let hit = Hit::at(
        ticket,
        &text.place,
        needle,
        &OPEN,
        vec![
            ("words", Arg::quote(written)),
            ("open", found.open.into()),
            ("change", found.change.into()),
        ],
    );
    hit.map(|hit| hit.at_most(confidence))
}

/// Whether a phrase stands on one source line, so that it can be quoted from there.
fn passes_one_line(ticket: &Ticket, text: &Text, written: &str) -> bool {
    let place = &text.place;
    (place.line..=place.end_line.max(place.line))
        .any(|number| ticket.source.text().line(number).contains(written))
}

static SETS: Words = lexicon::words("set");

static UNDECIDED: Message = Message {
    defect: "the {set} is not decided",
    harm: "its writer and its reader have to know the same one",
    act: "write down the {set}, or say which ticket decides it and depend on that one",
};
static OPEN_SET: Message = Message {
    defect: "the list after the word {set} is left open",
    harm: "to accept every value, or to send only known ones, takes the whole list",
    act: "list every value of the {set}, or name the file that lists them",
};

/// The structurist's test: a type whose values are listed and not closed.
pub(crate) fn open_sets(ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket) {
        let Some((set, end)) = text.value.lines().find_map(open_set) else {
            continue;
        };
        let message = if end == "tbd" { &UNDECIDED } else { &OPEN_SET };
        hits.extend(Hit::at(ticket, &text.place, end, message, vec![("set", set.into())]));
    }
    hits
}

/// The word for a set directly before a list that is left open, or before "TBD", and the open end.
/// A word elsewhere in the line says nothing about the list.
fn open_set(line: &str) -> Option<(String, &'static str)> {
    let lower = line.to_lowercase();
    let found = words::words(&lower);
    let undecided = found.windows(2).find(|pair| pair[1] == "tbd");
    if let Some(pair) = undecided {
        return SETS.has(&pair[0]).then(|| (pair[0].clone(), "tbd"));
    }
    lower.match_indices(['(', ':']).find_map(|(at, _)| {
        let set = words::words(&lower[..at]).pop().filter(|noun| SETS.has(noun))?;
        let list = lower[at..].split(')').next().unwrap_or_default();
        let is_open = |end: &&&str| {
            let is_word = words::words(list).iter().any(|word| word == **end);
            list.contains(**end) && (end.len() > 3 || is_word)
        };
        let end = ["etc", "and so on", "..."].iter().find(is_open)?;
        Some((set, *end))
    })
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn an_open_decision_is_asked_about_once() {
        let name = "words that leave the decision open";
        let scope = "scope:\n  in_scope:\n  - Retry if needed\n  - Log it if needed\n  - Choose the tag (TBD)\n";
        assert_eq!(
            found_in(name, &[ticket(1, "One", scope)]),
            [
                "TCK-00001 INFO AMBIGUOUS_SCOPE: Retry if needed",
                "TCK-00001 MINOR AMBIGUOUS_SCOPE: Choose the tag (TBD)",
            ]
        );
        let plain = ticket(1, "One", "scope:\n  in_scope:\n  - Retry three times\n");
        assert!(found_in(name, &[plain]).is_empty());
    }

    #[test]
    fn a_decision_may_be_put_off_in_many_words() {
        let name = "words that leave the decision open";
        let of = |line: &str| {
            let rest = format!("scope:\n  in_scope:\n  - {line}\n");
            found_in(name, &[ticket(1, "One", &rest)]).len()
        };
        for open in
            ["Recover in whatever way seems reasonable", "Pick a timeout that is not too long"]
        {
            assert_eq!(of(open), 1, "{open}");
        }
        for fine in [
            "'Print \"keys, catering, etc. are ordered as needed\"'",
            "Wait for a reasonable time (30 s)",
            "Create the parent folder if needed",
            "Fast enough to be called often; the bound stands in the test",
            "The grammar can be widened later if needed",
            "The tag is to be decided by TCK-00002",
            "'A sensible default: 10 rows'",
        ] {
            assert_eq!(of(fine), 0, "{fine}");
        }
    }

    #[test]
    fn a_set_of_values_is_closed() {
        let name = "a set of values that is left open";
        let scope =
            |line: &str| [ticket(1, "One", &format!("scope:\n  in_scope:\n  - \"{line}\"\n"))];
        assert_eq!(
            found_in(name, &scope("Define Reason enum (Failed, TimedOut, etc.)")),
            ["TCK-00001 MINOR AMBIGUOUS_SCOPE: Define Reason enum (Failed, TimedOut, etc.)"]
        );
        assert!(found_in(name, &scope("Define Reason enum (Failed, TimedOut)")).is_empty());
        let undecided = "Add Publish to the Kind enum (tag TBD)";
        assert_eq!(
            found_in(name, &scope(undecided)),
            [format!("TCK-00001 MINOR AMBIGUOUS_SCOPE: {undecided}")]
        );
        let aside = "Model tag semantics explicitly (fixed tag, registry, etc.)";
        assert!(found_in(name, &scope(aside)).is_empty());
    }
}
