//! Gate 5: can the ticket land as one change? Here what it says itself: that its tests come
//! later or with another ticket.

pub(crate) mod callers;

use crate::gates::text::checks::{RUNS, TESTS, speaks_of_tests};
use crate::gates::text::files::is_test_file;
use crate::model::{Severity, TicketId};
use crate::rules::desk::{Desk, TouchedPath, changes, touched_or_told, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words;
use crate::source::{PathKind, Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "tests left to another ticket",
    kind: &kind::TESTS_ELSEWHERE,
    finds: "no scope line, step, file or criterion of the ticket brings a test",
    seat: RuleSeat::Sa2,
    modes: [51, 47],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Certain,
    check: left_to_others,
}];

/// The line of out_of_scope that leaves this ticket's own tests to others, with the ticket that gets
/// them.
fn deferred_tests(ticket: &Ticket) -> Option<(&Text, Option<TicketId>)> {
    static LATER: Words = lexicon::words("tests-later");
    ticket.out_of_scope.iter().find_map(|line| {
        let found = words::words(&line.value);
        let has = |word: &str| found.iter().any(|w| w == word);
        let whose = words::ticket_ids(&line.value).into_iter().find(|id| *id != ticket.stem);
        let cases = |word: &String| TESTS.has(word) || word == "cases";
        let begins = found.iter().take(3).any(cases);
        let is_kind = ["unit", "integration", "automated"].iter().any(|kind| has(kind));
        let is_later = whose.is_some() || LATER.has_any(&found);
        ((begins || (speaks_of_tests(&line.value) && is_kind)) && is_later).then_some((line, whose))
    })
}

/// Whether a line of the work or a new file brings a test. Who gives the tests away may still name a
/// command that runs those of others.
fn brings_test(ticket: &Ticket) -> bool {
    let told = changes(ticket);
    let mut lines = work(ticket).chain(&ticket.notes).chain(&told);
    let is_own = |text: &Text| words::ticket_ids(&text.value).iter().all(|id| *id == ticket.stem);
    let is_new = |file: &TouchedPath| file.kind != PathKind::Modify && is_test_file(&file.path);
    lines.any(|text| is_own(text) && (speaks_of_tests(&without_commands(text)) || names_one(text)))
        || touched_or_told(ticket).iter().any(is_new)
}

/// Whether a line names one test, or some of many.
fn names_one(text: &Text) -> bool {
    let signs = ["::", "#", " -k ", " -t ", " -run ", "--test ", "-Dtest=", " -- "];
    speaks_of_tests(&text.value) && signs.iter().any(|sign| text.value.contains(sign))
}

/// A line without the commands that run whatever tests there are: they bring none.
fn without_commands(text: &Text) -> String {
    RUNS.iter().fold(text.value.clone(), |text, run| text.replace(run, " "))
}

static TESTS_LEFT: Message = Message {
    defect: "{ticket} leaves its tests to {other} and has none of its own",
    harm: "it is merged before anything shows that it works",
    act: "move the tests for {line} into {ticket}, and leave to {other} only what spans tickets",
};

fn left_to_others(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let (Some(first), Some((line, whose))) = (work(ticket).next(), deferred_tests(ticket)) else {
        return Vec::new();
    };
    if brings_test(ticket) {
        return Vec::new();
    }
    let first = Arg::quote(&first.value);
    let args = vec![("other", desk.named_ticket(whose.as_ref())), ("line", first)];
    let hit = Hit::at(ticket, &line.place, "test", &TESTS_LEFT, args);
    hit.map(|hit| hit.weighing(Severity::Major)).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn tests_belong_to_the_change() {
        let name = "tests left to another ticket";
        for gone in [
            "Unit tests (TCK-00002)",
            "A test server and its cases, which get their own ticket",
            "Automated tests come later",
            "Test code; whoever takes TCK-00002 writes it along with the rest",
            "Cases for expiry, which are written together with those of TCK-00002",
        ] {
            let scope =
                format!("scope:\n  in_scope:\n  - Store leases\n  out_of_scope:\n  - {gone}\n");
            let own = format!("{scope}plan:\n  steps:\n  - Unit tests for each row\n");
            assert_eq!(
                found_in(name, &[ticket(1, "One", &scope)]),
                [format!("TCK-00001 MAJOR MERGE_UNSAFE: {gone}")]
            );
            assert!(found_in(name, &[ticket(1, "One", &own)]).is_empty());
        }
        let scope = "scope:\n  in_scope:\n  - Store leases\n  out_of_scope:\n  - Load tests of the server (TCK-00002) with real data\n";
        let own = format!("{scope}plan:\n  steps:\n  - Unit tests of the store\n");
        assert!(found_in(name, &[ticket(1, "One", &own)]).is_empty());
    }
}
