//! Cycle 1: what has to come first. Compares what the texts say of other tickets' work with the
//! order that the dependencies give.

use std::collections::BTreeSet;

use crate::rules::desk::usage::{is_use, put_to_use};
use crate::rules::desk::{Desk, demands, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::words::{self, shortened};
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
    LintRule {
        name: "a matter that another ticket brings up, with no order between them",
        kind: &kind::HIDDEN_DEPENDENCY,
        finds: "the lines work with a thing that is nowhere in the code and that the other ticket begins; no chain of dependencies joins the two",
        seat: RuleSeat::Sa2,
        modes: [47, 70],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: borrowed_matter,
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

fn waits_in_words_only(ticket: &Ticket, text: &Text, other: &Ticket) -> Option<Hit> {
    // A note tells what will be one day, too.
    let is_note = ticket.notes.iter().any(|note| note.place == text.place);
    let confidence = if is_note { Confidence::Hint } else { Confidence::Likely };
    let hit = Hit::at(
        ticket,
        &text.place,
        other.stem.as_str(),
        format!(
            "{} builds on {} (\"{}\") in words only: no dependency puts one before the other; it can be picked up before the thing it needs exists",
            ticket.stem,
            other.stem,
            shortened(other.name())
        ),
        format!("add {} to the dependencies of {}", other.stem, ticket.stem),
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

fn borrowed_name(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for other in desk.others(ticket) {
        if desk.are_ordered(&ticket.stem, &other.stem) {
            continue;
        }
        let Some((name, line)) = put_to_use(desk, ticket, other) else {
            continue;
        };
        let (name, bare) = (name.trim_end_matches("()"), &other.stem);
        hits.extend(Hit::at(
            ticket,
            &line.place,
            name,
            format!(
                "{} works with {name}, which {bare} (\"{}\") brings into being, and no dependency orders the two: done first, it has no {name} to build on",
                ticket.stem,
                shortened(other.name())
            ),
            format!(
                "let {} depend on {bare}, or move the making of {name} into {}",
                ticket.stem, ticket.stem
            ),
        ));
    }
    hits
}

/// Plain words for what a ticket begins: the names of its new source files and the ends of its new
/// endpoints, where the code has no such word yet.
fn matters(desk: &Desk<'_>, ticket: &Ticket) -> BTreeSet<String> {
    let made = || desk.products().made(&ticket.stem);
    let files = made().filter(|name| words::is_source(name)).map(words::file_stem);
    let ends = made().filter(|name| name.contains(" /")).filter_map(|route| {
        let end = route.rsplit('/').next()?;
        Some(end.split('?').next().unwrap_or(end))
    });
    let is_plain = |word: &&str| word.len() >= 6 && word.chars().all(|c| c.is_ascii_lowercase());
    let plain = files.chain(ends).filter(is_plain);
    plain.filter(|word| desk.is_new_to_code(word)).map(str::to_owned).collect()
}

/// The matter of the other ticket that a ticket works with, and the first line that does: one of two
/// at least, outside of what it leaves out.
fn matter_used<'t>(
    desk: &Desk<'_>,
    ticket: &'t Ticket,
    other: &Ticket,
) -> Option<(String, &'t Text)> {
    let says = |text: &str, word: &str| {
        text.match_indices(word).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + word.len()..]);
            let is_start = !before.ends_with(|c: char| c.is_alphanumeric() || "_/.-".contains(c));
            let is_end = !behind.starts_with(|c: char| c.is_alphanumeric() || "_/-(".contains(c));
            is_start && is_end && !behind.starts_with(".") | behind.starts_with(". ")
        })
    };
    let own: BTreeSet<&str> = desk.products().made(&ticket.stem).collect();
    matters(desk, other).into_iter().find_map(|word| {
        let is_own = own.iter().any(|name| {
            name.contains('/') && (words::file_stem(name) == word || name.ends_with(&word))
        });
        let lines: Vec<&Text> = demands(ticket)
            .filter(|text| says(&text.value, &word))
            .filter(|text| words::ticket_ids(&text.value).is_empty())
            .collect();
        let strangers = desk.others(other).filter(|third| {
            !desk.are_ordered(&third.stem, &other.stem)
                && demands(third).any(|text| says(&text.value, &word))
        });
        let is_borrowed = !is_own && lines.len() >= 2 && strangers.count() <= 2;
        let used = lines.into_iter().find(|text| is_use(&text.value, &word, false))?;
        is_borrowed.then_some((word, used))
    })
}

fn borrowed_matter(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for other in desk.others(ticket) {
        if desk.are_ordered(&ticket.stem, &other.stem) {
            continue;
        }
        let Some((word, line)) = matter_used(desk, ticket, other) else { continue };
        hits.extend(Hit::at(
            ticket,
            &line.place,
            &word,
            format!(
                "{} works with the {word}, which the code does not know and {} (\"{}\") begins; no dependency orders the two, and done first, it finds no {word}",
                ticket.stem,
                other.stem,
                shortened(other.name())
            ),
            format!("let {} depend on {}", ticket.stem, other.stem),
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
