//! Gate 7: whether a ticket is there twice, in this RFC or in another, in the same words or in
//! others. Titles tell the plain cases; for the rest everything that two tickets say is weighed,
//! words by how rare they are.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::rules::desk::products::{interfaces, parameter_types};
use crate::rules::desk::vocabulary::{Stems, said};
use crate::rules::desk::weights::TicketSimilarity;
use crate::rules::desk::{Desk, prose, whole, work};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, Bag, folder, is_source};
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "a ticket that this RFC has twice",
        kind: &kind::TWIN_TICKET,
        finds: "title, scope, steps and files were weighed against the RFC's other tickets, and one says nearly the same",
        seat: RuleSeat::Sa3,
        modes: [15, 14],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: same_here,
    },
    LintRule {
        name: "a ticket that another RFC has too",
        kind: &kind::TWIN_ELSEWHERE,
        finds: "title, scope, steps and files were compared with the tickets of other RFCs, and one says nearly the same",
        seat: RuleSeat::Sa3,
        modes: [15, 33],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: same_elsewhere,
    },
];

/// From which weight of shared words two tickets for one requirement say the same.
const SAME_HERE: usize = 35;
/// From which weight tickets of two RFCs do, which share the vocabulary of the code at most.
const SAME_ELSEWHERE: usize = 47;
/// From which weight they do when both ask for a function that takes the same.
const SAME_FUNCTION: usize = 12;

/// What two bags of words share, in percent of the smaller one, each word weighed by how few of the
/// tickets have it.
fn overlap(a: &Stems, b: &Stems, spread: &BTreeMap<String, usize>, tickets: usize) -> usize {
    let weight = |word: &String| {
        let holders = spread.get(word.as_str()).copied().unwrap_or(1).max(1);
        1 + (tickets.max(1) / holders).max(1).ilog2() as usize
    };
    let of = |words: &Stems| words.iter().map(weight).sum::<usize>();
    let shared: usize = a.intersection(b).map(weight).sum();
    (100 * shared).checked_div(of(a).min(of(b))).unwrap_or(0)
}

/// How alike two tickets are, in percent.
pub(crate) fn alike(desk: &Desk<'_>, a: &Ticket, b: &Ticket) -> usize {
    let bags = desk.bags();
    let bag = |ticket: &Ticket| match bags.of.get(&ticket.stem) {
        Some(bag) => Cow::Borrowed(bag),
        None => Cow::Owned(said(ticket)),
    };
    overlap(&bag(a), &bag(b), &bags.spread, bags.of.len())
}

/// Requirements that two tickets of one RFC share.
fn shared_requirements(a: &Ticket, b: &Ticket) -> Vec<String> {
    let of = |ticket: &Ticket| -> BTreeSet<String> {
        ticket.requirements.iter().map(|r| r.id.clone()).collect()
    };
    if a.rfc != b.rfc {
        return Vec::new();
    }
    of(a).intersection(&of(b)).cloned().collect()
}

/// Source files that both work on, and folders in which both make source files.
fn shared_places(desk: &Desk<'_>, a: &Ticket, b: &Ticket) -> Vec<String> {
    let of = |ticket: &Ticket| -> BTreeSet<String> {
        let files = desk.facts(ticket).files.iter().filter(|file| is_source(&file.path));
        files
            .map(|file| match desk.exists(&file.path) {
                true => file.path.clone(),
                false => folder(&file.path).to_owned(),
            })
            .collect()
    };
    of(a).intersection(&of(b)).cloned().collect()
}

/// From which share of their work on two tickets with one purpose say the same.
const ONE_WORK: u64 = 43;
/// From which share of one ticket's purpose on the other one serves it.
const ONE_PURPOSE: u64 = 40;
/// And from which share of the other one's, since a part of something larger is no twin of it.
const OTHER_PURPOSE: u64 = 20;

/// Whether the purpose of one is what the other does, and not only as far as any two tickets go.
fn is_purpose_one(like: &TicketSimilarity) -> bool {
    let [a, b] = like.purposes;
    a.max(b) >= ONE_PURPOSE && a.min(b) >= OTHER_PURPOSE
}

/// Whether two tickets have one purpose and say the same about how it is served, in one place.
fn is_one_purpose(desk: &Desk<'_>, a: &Ticket, b: &Ticket) -> bool {
    let has_plan = |ticket: &Ticket| !ticket.steps.is_empty();
    has_plan(a)
        && has_plan(b)
        && desk.likeness(a, b).is_some_and(|like| like.work >= ONE_WORK && is_purpose_one(&like))
        && !shared_places(desk, a, b).is_empty()
        && !serve_different_things(a, b)
}

/// Whether both tickets bring commands or endpoints, and none that the other one brings: siblings of
/// one template, each with a thing of its own.
fn serve_different_things(a: &Ticket, b: &Ticket) -> bool {
    let of = |ticket: &Ticket| -> BTreeSet<String> {
        let lines = ticket.title.iter().chain(&ticket.in_scope);
        lines.flat_map(|text| interfaces(&text.value)).collect()
    };
    let (a, b) = (of(a), of(b));
    !a.is_empty() && !b.is_empty() && a.is_disjoint(&b)
}

/// Whether a ticket shows that it knows the other.
pub(crate) fn knows(ticket: &Ticket, other: &Ticket) -> bool {
    let id = other.stem.as_str();
    prose(ticket).chain(&ticket.out_of_scope).any(|text| text.value.contains(id))
}

static TWICE: Message = Message {
    defect: "{other} asks for the same work in other words, {for}",
    harm: "done both, the thing exists twice",
    act: "merge {other} and {ticket} into one, or say in both what the other does not do",
};

fn same_here(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let own = desk.bags().of.get(&ticket.stem).map_or(0, BTreeSet::len);
    let twin = desk.others(ticket).find(|other| {
        // Said once, at the later of the two.
        other.stem < ticket.stem
            && own >= 15
            && desk.bags().of.get(&other.stem).map_or(0, BTreeSet::len) >= 15
            && !desk.are_ordered(&ticket.stem, &other.stem)
            && !knows(ticket, other)
            && !knows(other, ticket)
            && (is_one_purpose(desk, ticket, other)
                || !shared_requirements(ticket, other).is_empty()
                    && !shared_places(desk, ticket, other).is_empty()
                    && says_the_same(desk, ticket, other, SAME_HERE))
    });
    let Some(other) = twin else {
        return Vec::new();
    };
    let requirements = shared_requirements(ticket, other);
    // Siblings of one template share words, too; a function that takes the same is surer.
    let is_sure = !shared_signatures(ticket, other).is_empty();
    let confidence = if is_sure { Confidence::Likely } else { Confidence::Hint };
    let for_what = match requirements.as_slice() {
        [] => "with one purpose".to_owned(),
        ids => format!("for the same {}", words::listed(ids, 2)),
    };
    let args = vec![("other", Arg::ticket(other)), ("for", for_what.into())];
    let hit = Hit::at(ticket, whole(ticket), "", &TWICE, args);
    hit.map(|hit| hit.at_most(confidence)).into_iter().collect()
}

static ELSEWHERE: Message = Message {
    defect: "{other} of {owner} is about the same thing, and {ticket} does not mention it",
    harm: "the second one to land duplicates the first",
    act: "say what {ticket} leaves to {other}, or let it depend on {other} and extend what that makes",
};

fn same_elsewhere(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let Some(own) = desk.topic(ticket) else { return Vec::new() };
    let has_text = |t: &Ticket| !t.steps.is_empty();
    let is_same = |other: &Ticket, topic: &Bag| {
        other.is_live()
            && has_text(ticket)
            && has_text(other)
            && (own.shared(topic) >= 1
                // Said once, at the later of the two.
                || other.stem < ticket.stem && is_one_purpose(desk, ticket, other))
            && says_the_same(desk, ticket, other, SAME_ELSEWHERE)
            && !serve_different_things(ticket, other)
    };
    let twin = desk.elsewhere().find(|other| {
        let topic = desk.topic(other);
        let is_titled = |topic: &Bag| own.len() >= 3 && own.is_like(topic, 80);
        topic.is_some_and(|topic| is_titled(topic) || is_same(other, topic))
            && !desk.are_ordered(&ticket.stem, &other.stem)
    });
    let hit = twin.filter(|other| !knows(ticket, other)).and_then(|other| {
        let owner = other.rfc.as_ref().map_or("no RFC", |rfc| rfc.as_str());
        let args = vec![("other", Arg::ticket(other)), ("owner", owner.into())];
        Hit::at(ticket, whole(ticket), "", &ELSEWHERE, args)
    });
    hit.into_iter().collect()
}

/// The parameters of new functions that both tickets ask for.
fn shared_signatures(a: &Ticket, b: &Ticket) -> Vec<String> {
    let of = |ticket: &Ticket| -> BTreeSet<String> {
        work(ticket).flat_map(|text| parameter_types(&text.value)).collect()
    };
    of(a).intersection(&of(b)).cloned().collect()
}

/// Whether two tickets work in one place and say nearly the same about it.
fn says_the_same(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket, most: usize) -> bool {
    if shared_places(desk, ticket, other).is_empty() {
        return false;
    }
    let score = alike(desk, ticket, other);
    score >= most || (score >= SAME_FUNCTION && !shared_signatures(ticket, other).is_empty())
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket, ticket_of};

    #[test]
    fn one_rfc_may_have_a_ticket_twice() {
        let name = "a ticket that this RFC has twice";
        let first = "plan:\n  steps:\n  - \"Write src/calendar/expand.rs with `fn expand(first: TimeSlot, rule: RecurrenceRule) -> Vec<TimeSlot>`\"\n  - Leave out months that lack the day, count at most 200 occurrences, and refuse more\n";
        let second = "plan:\n  steps:\n  - \"Create src/calendar/dates.rs with `fn dates(opening: TimeSlot, repetition: RecurrenceRule) -> Vec<TimeSlot>`\"\n  - A short month without that day is skipped; beyond 200 appointments the call is refused\n";
        let third = "plan:\n  steps:\n  - \"Write src/calendar/labels.rs with `fn label(slot: TimeSlot, language: Language) -> String`\"\n  - Name the weekday and hour in the reader's own language, with a fallback to English\n";
        let files = |other: &str| {
            [
                ticket(1, "Slots of a recurrence", first),
                ticket(2, "Days of a repeating meeting", other),
            ]
        };
        let bind = |files: [(String, String); 2]| {
            files.map(|(path, text)| {
                let text = text.replace(
                    "    rfc_id: RFC-0001\n",
                    "    rfc_id: RFC-0001\n    requirements:\n    - requirement_id: REQ-1\n",
                );
                (path, text)
            })
        };
        assert_eq!(
            found_in(name, &bind(files(second))),
            ["TCK-00002 MINOR COUSIN_VIOLATION: Days of a repeating meeting"]
        );
        assert!(found_in(name, &bind(files(third))).is_empty());
    }

    #[test]
    fn another_rfc_may_have_the_ticket_already() {
        let name = "a ticket that another RFC has too";
        let other = ticket_of("RFC-0002", 2, "Rotate signing keys of the daemon", "");
        assert_eq!(
            found_in(name, &[ticket(1, "Rotate the daemon signing keys", ""), other.clone()]),
            ["TCK-00001 MINOR COUSIN_VIOLATION: Rotate the daemon signing keys"]
        );
        assert!(found_in(name, &[ticket(1, "Rotate the daemon log", ""), other]).is_empty());
    }
}
