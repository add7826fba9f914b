//! Cycle 1: where one ticket ends and the next begins. Work that each of two tickets leaves to the
//! other is done by nobody.

use crate::model::TicketId;
use crate::rules::desk::Desk;
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

pub(crate) static RULES: &[LintRule] = &[LintRule {
    name: "work that two tickets leave to each other",
    kind: &kind::SCOPE_CONTRADICTION,
    finds: "each of the two tickets says that the other does it",
    seat: RuleSeat::Sa1,
    modes: [6, 1],
    repeat: Repeat::PerTicket,
    confidence: Confidence::Likely,
    check: left_to_each_other,
}];

/// What a line gives away, without the clause that says who takes it: "Keys that ran out; this comes
/// with TCK-00002".
fn head(line: &str) -> &str {
    const ENDS: &[&str] =
        &[" (", " - ", " -- ", " – ", ", as ", ", since ", ", which ", ": ", "; "];
    let id = line.find("TCK-").unwrap_or(line.len());
    let end = ENDS.iter().filter_map(|sign| line[..id].find(sign)).min();
    &line[..end.unwrap_or(line.len())]
}

/// Work that a ticket gives to another.
struct HandOff<'t> {
    line: &'t Text,
    to: TicketId,
    /// What the work is about.
    topic: Stems,
}

/// What a hand-off is about, without the words that every hand-off has.
fn matter(sentence: &str) -> Stems {
    let mut matter = stems(sentence);
    for word in ["cover", "implement", "implementation", "individual", "handle", "ticket", "done"] {
        for stem in stems(word) {
            matter.remove(&stem);
        }
    }
    matter
}

/// Everything that a ticket gives to others: lines of out_of_scope that name a ticket.
fn hand_offs(ticket: &Ticket) -> Vec<HandOff<'_>> {
    let mut found = Vec::new();
    for line in &ticket.out_of_scope {
        let head = matter(head(&line.value));
        let topic = if head.len() >= 2 { head } else { matter(&line.value) };
        for to in words::ticket_ids(&line.value).into_iter().filter(|id| *id != ticket.stem) {
            found.push(HandOff { line, to, topic: topic.clone() });
        }
    }
    found
}

/// Telling stems that two lines share.
fn common(a: &Stems, b: &Stems) -> usize {
    a.intersection(b).count()
}

/// Whether two hand-offs are of one thing: two telling stems, or one of a topic that has no more.
fn is_one_matter(a: &Stems, b: &Stems) -> bool {
    let shared = common(a, b);
    (shared >= 2 && shared * 3 >= a.len().min(b.len()))
        || (shared == 1 && a.len().min(b.len()) <= 2)
}

/// The line of a ticket's scope that takes a topic in: whatever others say, somebody does it.
fn takes<'t>(ticket: &'t Ticket, topic: &Stems) -> Option<&'t Text> {
    let is_own = |line: &&Text| words::ticket_ids(&line.value).iter().all(|id| *id == ticket.stem);
    ticket.in_scope.iter().filter(is_own).find(|line| {
        let shared = common(topic, &stems(&line.value));
        topic.len() >= 2 && shared * 3 >= topic.len() * 2
    })
}

static LEFT: Message = Message {
    defect: "{ticket} leaves this to {other}, and {other} leaves it to {ticket}: {line}",
    harm: "nobody does it",
    act: "take it into the scope of {ticket} or of {other}, and leave the line out there",
};

fn left_to_each_other(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for given in hand_offs(ticket) {
        let Some(other) = desk.live.iter().find(|other| other.stem == given.to) else {
            continue;
        };
        // Said once, at the ticket that comes first.
        if other.stem < ticket.stem || takes(other, &given.topic).is_some() {
            continue;
        }
        let is_shared = |back: &HandOff<'_>| {
            given.topic.intersection(&back.topic).any(|stem| desk.weight(stem) >= 3)
        };
        let back = hand_offs(other).into_iter().find(|back| {
            back.to == ticket.stem && is_shared(back) && is_one_matter(&given.topic, &back.topic)
        });
        let is_said = hits.iter().any(|hit| hit.path == given.line.place.path);
        let Some(back) = back.filter(|_| !is_said) else {
            continue;
        };
        hits.extend(Hit::at(
            ticket,
            &given.line.place,
            other.stem.as_str(),
            &LEFT,
            vec![("other", Arg::ticket(other)), ("line", Arg::sentence(other, back.line))],
        ));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    fn pair(first: &str, second: &str) -> [(String, String); 2] {
        let scope = |line: &str| format!("scope:\n  out_of_scope:\n  - \"{line}\"\n");
        [ticket(1, "Lease table", &scope(first)), ticket(2, "Expiry of leases", &scope(second))]
    }

    #[test]
    fn what_each_leaves_to_the_other_is_done_by_nobody() {
        let name = "work that two tickets leave to each other";
        let given = "Answering malformed lease ids with a typed error: comes with TCK-00002";
        assert_eq!(
            found_in(name, &pair(given, "Malformed ids of leases, which TCK-00001 answers")),
            [format!("TCK-00001 MINOR AMBIGUOUS_SCOPE: {given}")]
        );
        assert!(found_in(name, &pair(given, "The table itself (TCK-00001)")).is_empty());
        assert!(found_in(name, &pair(given, "Malformed lease ids in the archive")).is_empty());
    }

    #[test]
    fn f27_what_a_scope_takes_in_is_not_left_to_nobody() {
        let name = "work that two tickets leave to each other";
        let given = "Answering malformed lease ids with a typed error: comes with TCK-00002";
        let files = |taken: &str| {
            let [first, (path, text)] =
                pair(given, "Malformed ids of leases, which TCK-00001 answers");
            [first, (path, text + taken)]
        };
        let taken = "    in_scope: [\"Answer malformed lease ids with a typed error\"]\n";
        assert_eq!(found_in(name, &files("")).len(), 1);
        assert_eq!(found_in(name, &files(taken)), Vec::<String>::new());
        let taken = "scope:\n  out_of_scope: [\"Component tests (TCK-00001)\"]\n  \
                     in_scope: [\"Build end-to-end integration test harness\"]\n";
        let given = "scope:\n  out_of_scope: [\"End-to-end harness (TCK-00002)\"]\n";
        let files = [ticket(1, "Component tests", given), ticket(2, "Harness", taken)];
        assert_eq!(found_in(name, &files), Vec::<String>::new());
    }
}
