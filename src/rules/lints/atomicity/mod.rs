//! Gate 5: can the ticket land as one change? Here what it says itself: that something stays broken
//! after the merge, that its tests come later or with another ticket.

pub(crate) mod callers;
pub(crate) mod consumers;

use crate::gates::text::checks::{RUNS, TESTS, speaks_of_tests};
use crate::gates::text::files::is_test_file;
use crate::model::{Severity, TicketId};
use crate::rules::desk::{Desk, changes, demands, touched_or_told, work};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words;
use crate::source::{PathKind, Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "a state in between that is broken",
        kind: &kind::SPLIT_CONSUMER,
        finds: "the line says itself that something stays broken after the merge",
        seat: RuleSeat::Sa1,
        modes: [43, 1],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: broken_between,
    },
    LintRule {
        name: "tests left to another ticket",
        kind: &kind::TESTS_ELSEWHERE,
        finds: "no scope line, step, file or criterion of the ticket brings a test",
        seat: RuleSeat::Sa2,
        modes: [51, 47],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: left_to_others,
    },
];

static BROKEN: Message = Message {
    defect: "{ticket} itself says {sign}",
    harm: "merged alone, it leaves the main branch in that state",
    act: "put the repair into the same change, or keep the old way working until it lands",
};

fn broken_between(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    static SIGNS: Words = lexicon::words("broken");
    let mut hits = Vec::new();
    for text in demands(ticket).chain(&ticket.notes) {
        // A test may well have something in it that fails for a while.
        let is_of_test = clauses(&text.value).iter().any(|said| {
            let of_test =
                |w: &String| matches!(w.as_str(), "test" | "handler" | "retry" | "retries");
            SIGNS.says(said) && words::words(said).iter().any(of_test)
        });
        let Some(sign) = SIGNS.first(&text.value).filter(|_| !is_of_test) else { continue };
        let sign = sign.phrase;
        hits.extend(Hit::at(ticket, &text.place, sign, &BROKEN, vec![("sign", Arg::quote(sign))]));
    }
    hits
}

static LATER: Words = lexicon::words("tests-later");

/// The line that leaves this ticket's own tests to others, with the ticket that gets them.
pub(crate) fn deferred_tests(ticket: &Ticket) -> Option<(&Text, Option<TicketId>)> {
    out_of_scope_tests(ticket).or_else(|| {
        // A line of the work or a note that says itself that there is none yet.
        let lines = work(ticket).chain(&ticket.criteria).chain(&ticket.notes);
        let checked = ticket.verifications.iter().find_map(checked_elsewhere(ticket));
        checked.or_else(|| {
            lines.into_iter().find_map(|line| {
                let says = sentences(&line.value).iter().any(|s| puts_tests_off(&s.open));
                let whose =
                    words::ticket_ids(&line.value).into_iter().find(|id| *id != ticket.stem);
                says.then_some((line, whose))
            })
        })
    })
}

/// A check that is another ticket's: it names that ticket and nothing to run.
fn checked_elsewhere<'t>(
    ticket: &'t Ticket,
) -> impl Fn(&'t Text) -> Option<(&'t Text, Option<TicketId>)> {
    |check| {
        let whose = words::ticket_ids(&check.value).into_iter().find(|id| *id != ticket.stem)?;
        let is_here = words::names_command(&check.value) || check.value.contains("::");
        (!is_here).then_some((check, Some(whose)))
    }
}

/// Whether a sentence says that tests come at another time or from somebody else: `No test at this
/// point`, `tests follow with TCK-00002`.
fn puts_tests_off(sentence: &str) -> bool {
    let said = words::words(sentence);
    let Some(at) = said.iter().position(|word| TESTS.has(word)) else {
        return false;
    };
    let is_none = said[..at].iter().rev().take(3).any(|w| {
        matches!(w.as_str(), "no" | "without" | "skip" | "omit" | "postpone" | "defer" | "leave")
    });
    let comes = ["come", "comes", "follow", "follows", "wait", "deferred", "postponed", "left"];
    let comes_later = said[at..].iter().take(4).any(|word| comes.contains(&word.as_str()));
    // `TCK-00002 brings the tests`.
    let brought =
        said[..at].iter().rev().take(4).position(|word| {
            matches!(word.as_str(), "adds" | "bring" | "brings" | "gets" | "writes")
        });
    let by_other = brought
        .is_some_and(|back| said[..at - 1 - back].iter().rev().take(3).any(|word| word == "tck"));
    ((is_none || comes_later) && LATER.has_any(&said)) || by_other
}

fn out_of_scope_tests(ticket: &Ticket) -> Option<(&Text, Option<TicketId>)> {
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

/// What of the ticket brings a test: a line of its work, a test file, a test that a check names and
/// that is not there yet.
pub(crate) fn own_test(ticket: &Ticket) -> Option<String> {
    let told = changes(ticket);
    // Who gives the tests away may still name a command that runs those of others.
    let is_deferred = deferred_tests(ticket).is_some();
    let proofs: &[Text] = if is_deferred { &[] } else { &ticket.criteria };
    let mut lines = work(ticket).chain(proofs).chain(&ticket.notes).chain(&told);
    if let Some(line) = lines.find(|text| {
        let is_kept = is_deferred && keeps_old_tests(&text.value);
        let is_only_run = !speaks_of_tests(&without_commands(&text.value)) && !names_one(text);
        speaks_of_tests(&text.value) && !is_only_run && !is_hand_off(text, ticket) && !is_kept
    }) {
        return Some(line.value.clone());
    }
    let file = touched_or_told(ticket)
        .into_iter()
        .find(|file| is_test_file(&file.path) && !(is_deferred && file.kind == PathKind::Modify));
    if let Some(file) = file {
        return Some(file.path);
    }
    let mut checks = ticket.verifications.iter().filter(|_| !is_deferred);
    checks.find(|text| names_one(text)).map(|text| text.value.clone())
}

/// Whether a line names one test, or some of many.
fn names_one(text: &Text) -> bool {
    let signs = ["::", "#", " -k ", " -t ", " -run ", "--test ", "-Dtest=", " -- "];
    speaks_of_tests(&text.value) && signs.iter().any(|sign| text.value.contains(sign))
}

/// A line without the commands that run whatever tests there are: they bring none.
fn without_commands(text: &str) -> String {
    RUNS.iter().fold(text.to_owned(), |text, run| text.replace(run, " "))
}

/// Whether a line gives its tests to another ticket.
fn is_hand_off(text: &Text, ticket: &Ticket) -> bool {
    words::ticket_ids(&text.value).iter().any(|id| *id != ticket.stem)
        || sentences(&text.value).iter().any(|s| puts_tests_off(&s.open))
}

/// Whether a line only keeps the tests going that are there: `adapt both tests, so that they
/// compile`.
fn keeps_old_tests(text: &str) -> bool {
    let said = words::words(text);
    let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    has(&["existing", "standing", "old", "present", "today"])
        && !has(&["add", "cover", "covers", "new", "plus", "write", "case", "cases", "one"])
}

static TESTS_LEFT: Message = Message {
    defect: "{ticket} leaves its tests to {other} and has none of its own",
    harm: "it is merged before anything shows that it works",
    act: "move the tests for {line} into {ticket}, and leave to {other} only what spans tickets",
};

fn left_to_others(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if own_test(ticket).is_some() || work(ticket).next().is_none() {
        return Vec::new();
    }
    let Some((line, whose)) = deferred_tests(ticket) else { return Vec::new() };
    let first = Arg::quote(work(ticket).next().map_or("", |t| &t.value));
    let args = vec![("other", desk.named_ticket(whose.as_ref())), ("line", first)];
    Hit::at(ticket, &line.place, "test", &TESTS_LEFT, args)
        .map(|hit| hit.weighing(Severity::Major))
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn nothing_is_left_broken() {
        let name = "a state in between that is broken";
        let step = |text: &str| [ticket(1, "One", &format!("plan:\n  steps:\n  - {text}\n"))];
        assert_eq!(
            found_in(name, &step("The build is broken until TCK-00002 lands")),
            ["TCK-00001 MINOR MERGE_UNSAFE: The build is broken until TCK-00002 lands"]
        );
        assert!(found_in(name, &step("Keep the old path until TCK-00002 lands")).is_empty());
    }

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
        let step = "Nothing calls it yet, and TCK-00002 brings the tests";
        let plan = format!("plan:\n  steps:\n  - Write the table\n  - \"{step}\"\n");
        assert_eq!(
            found_in(name, &[ticket(1, "One", &plan)]),
            [format!("TCK-00001 MAJOR MERGE_UNSAFE: {step}")]
        );
        let scope = "scope:\n  in_scope:\n  - Store leases\n  out_of_scope:\n  - Load tests of the server (TCK-00002) with real data\n";
        let own = format!("{scope}plan:\n  steps:\n  - Unit tests of the store\n");
        assert!(found_in(name, &[ticket(1, "One", &own)]).is_empty());
    }
}
