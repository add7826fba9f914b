//! Cycle 1: what has to come first. Compares what the texts say of other tickets' work with the
//! order that the dependencies give.

use crate::rules::desk::usage::put_to_use;
use crate::rules::desk::{Desk, demands, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "a prerequisite in prose that the graph does not know",
        kind: &kind::HIDDEN_DEPENDENCY,
        finds: "the sentence says that it needs the other ticket, and no chain of dependencies joins the two",
        seat: RuleSeat::Sa1,
        modes: [6, 43],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: prose_prerequisite,
    },
    LintRule {
        name: "a sentence that speaks of another ticket's product",
        kind: &kind::HIDDEN_DEPENDENCY,
        finds: "the sentence puts to use what the other ticket makes, and no chain of dependencies joins the two",
        seat: RuleSeat::Sa2,
        modes: [47, 70],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: borrowed_product,
    },
    LintRule {
        name: "a thing that another ticket makes, with no order between them",
        kind: &kind::HIDDEN_DEPENDENCY,
        finds: "the line uses a name that only the other ticket brings into being, and no chain of dependencies joins the two",
        seat: RuleSeat::Sa2,
        modes: [47, 48],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: borrowed_name,
    },
];

static NEEDS: Words = lexicon::words("needs-it");
static HARMLESS: Words = lexicon::words("no-need");

/// Whether a sentence says that it needs what the named ticket makes.
fn says_it_needs(sentence: &str, id: &str) -> bool {
    let lower = sentence.to_lowercase();
    let Some(at) = lower.find(&id.to_lowercase()) else {
        return false;
    };
    NEEDS.ends(&lower[..at], 8) && !HARMLESS.says(sentence)
}

/// Live tickets of the RFC that a text names and that no order binds to this one.
fn unordered<'d>(desk: &Desk<'d>, ticket: &Ticket, text: &str) -> Vec<&'d Ticket> {
    words::ticket_ids(text)
        .iter()
        .filter(|id| **id != ticket.stem)
        .filter_map(|id| desk.live.iter().copied().find(|t| t.stem == *id))
        .filter(|other| !desk.are_ordered(&ticket.stem, &other.stem))
        .collect()
}

fn prose_prerequisite(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        for sentence in clauses(&text.value) {
            for other in unordered(desk, ticket, &sentence) {
                if says_it_needs(&sentence, other.stem.as_str()) {
                    hits.extend(waits_in_words_only(ticket, text, other));
                }
            }
        }
    }
    hits
}

static IN_WORDS: Message = Message {
    defect: "{ticket} builds on {other} in words only: no dependency puts one before the other",
    harm: "it can be picked up before the thing it needs exists",
    act: "add {other} to the dependencies of {ticket}",
};

fn waits_in_words_only(ticket: &Ticket, text: &Text, other: &Ticket) -> Option<Hit> {
    // A note tells what will be one day, too.
    let is_note = ticket.notes.iter().any(|note| note.place == text.place);
    let confidence = if is_note { Confidence::Hint } else { Confidence::Likely };
    let hit = Hit::at(
        ticket,
        &text.place,
        other.stem.as_str(),
        &IN_WORDS,
        vec![("other", Arg::ticket(other))],
    );
    hit.map(|hit| hit.at_most(confidence))
}

/// Whether a word before the id says that something of the other ticket is put to use.
fn borrows(sentence: &str, id: &str) -> bool {
    static BORROWS: Words = lexicon::words("borrows");
    let lower = sentence.to_lowercase();
    let before = lower.split(&id.to_lowercase()).next().unwrap_or_default();
    BORROWS.has_any(&words::words(before)) && !HARMLESS.says(sentence)
}

fn borrowed_product(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        for sentence in clauses(&text.value) {
            for other in unordered(desk, ticket, &sentence) {
                if !borrows(&sentence, other.stem.as_str()) {
                    continue;
                }
                let made = work(other).map(|t| t.value.as_str()).collect::<Vec<_>>().join(" ");
                let names = words::identifiers(&sentence);
                let shares_name = words::identifiers(&made).intersection(&names).next().is_some();
                let title = words::significant(other.name());
                let shares_title = words::shared(&words::significant(&sentence), &title) >= 2;
                if shares_name || shares_title {
                    hits.extend(waits_in_words_only(ticket, text, other));
                }
            }
        }
    }
    hits
}

static BORROWED: Message = Message {
    defect: "{ticket} works with {name}, which {other} brings into being; no dependency orders the two",
    harm: "done first, it has no {name} to build on",
    act: "let {ticket} depend on {other}, or move the making of {name} into {ticket}",
};

fn borrowed_name(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for other in desk.others(ticket) {
        if desk.are_ordered(&ticket.stem, &other.stem) {
            continue;
        }
        let Some((name, line)) = put_to_use(desk, ticket, other) else {
            continue;
        };
        let name = name.trim_end_matches("()");
        hits.extend(Hit::at(
            ticket,
            &line.place,
            name,
            &BORROWED,
            vec![("name", name.into()), ("other", Arg::ticket(other))],
        ));
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{found_in, ticket};

    const MAKER: &str = "scope:\n  in_scope:\n  - Define LeaseTable struct with owner and expiry\n";

    #[test]
    fn a_prerequisite_in_words_needs_an_edge() {
        const SAID: &str = "Uses the LeaseTable types from TCK-00001. Keep it small.";
        let step = format!("plan:\n  steps:\n  - {SAID}\n");
        let note = format!("notes:\n  general: {SAID}\n");
        for (text, severity) in [(step, "MINOR"), (note, "INFO")] {
            let bound = format!("dependencies:\n  tickets: [TCK-00001]\n{text}");
            for name in [
                "a prerequisite in prose that the graph does not know",
                "a sentence that speaks of another ticket's product",
            ] {
                let found = |second: &str| {
                    found_in(name, &[ticket(1, "Lease table", MAKER), ticket(2, "Two", second)])
                };
                let expected = format!("TCK-00002 {severity} PHASE_MISORDERING: {SAID}");
                assert_eq!(found(&text), [expected]);
                assert!(found(&bound).is_empty());
            }
        }
    }

    #[test]
    fn a_hand_off_is_no_prerequisite() {
        for harmless in [
            "Enables TCK-00001 to use the lease table",
            "Rotation from the lease table is handled in TCK-00001",
            "Independent of TCK-00001",
        ] {
            assert!(!says_it_needs(harmless, "TCK-00001"), "{harmless}");
            assert!(!borrows(harmless, "TCK-00001"), "{harmless}");
        }
        assert!(says_it_needs("Blocked by TCK-00001", "TCK-00001"));
    }

    #[test]
    fn a_name_comes_from_somewhere() {
        let name = "a thing that another ticket makes, with no order between them";
        let user = "plan:\n  steps:\n  - Write each LeaseTable row to disk\n";
        let free = [ticket(1, "One", MAKER), ticket(2, "Two", user)];
        let bound = [
            ticket(1, "One", MAKER),
            ticket(2, "Two", &format!("dependencies:\n  tickets: [TCK-00001]\n{user}")),
        ];
        assert_eq!(
            found_in(name, &free),
            ["TCK-00002 MINOR PHASE_MISORDERING: Write each LeaseTable row to disk"]
        );
        assert!(found_in(name, &bound).is_empty());
        let known =
            format!("scope:\n  out_of_scope:\n  - LeaseTable type (already exists)\n{user}");
        let known = [ticket(1, "One", MAKER), ticket(2, "Two", &known)];
        assert!(found_in(name, &known).is_empty());
    }
}
