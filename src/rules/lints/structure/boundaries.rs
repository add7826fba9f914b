//! Cycle 1: where one ticket ends and the next begins. Work that each of two tickets leaves to the
//! other is done by nobody; work that one does and another rules out is done against a decision.

use crate::model::TicketId;
use crate::rules::desk::refusals::head;
use crate::rules::desk::vocabulary::{Stems, stems};
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
        name: "work that two tickets leave to each other",
        kind: &kind::SCOPE_CONTRADICTION,
        finds: "each of the two tickets says that the other does it",
        seat: RuleSeat::Sa1,
        modes: [6, 1],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: left_to_each_other,
    },
    LintRule {
        name: "work that goes to a ticket which rules it out",
        kind: &kind::SCOPE_CONTRADICTION,
        finds: "the ticket that is to take it over has it out of scope",
        seat: RuleSeat::Sa3,
        modes: [33, 32],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: left_to_one_that_refuses,
    },
    LintRule {
        name: "work that is not to be done at all",
        kind: &kind::SCOPE_CONTRADICTION,
        finds: "another ticket or the RFC's non-goals say that this is not to be done",
        seat: RuleSeat::Sa1,
        modes: [1, 6],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: not_to_be_done,
    },
    LintRule {
        name: "the same line inside and outside the scope",
        kind: &kind::SCOPE_CONTRADICTION,
        finds: "a line of out_of_scope has the same telling words",
        seat: RuleSeat::Sa1,
        modes: [1, 6],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: inside_and_outside,
    },
];

static GIVES: Words = lexicon::words("gives");

/// Whether a sentence gives its matter to the first ticket that it names: by words just before the
/// id, or by what it says that the ticket does.
fn gives(sentence: &str) -> bool {
    const DOES: &[&str] =
        &["adds", "brings", "covers", "does", "handles", "has", "makes", "takes", "will", "writes"];
    let lower = sentence.to_lowercase();
    let Some(at) = lower.find("tck-") else {
        return false;
    };
    let behind = lower[at..].split_once(' ').map_or("", |(_, rest)| rest);
    let does = behind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_told =
        lower[..at].trim_end().ends_with("which") || lower[..at].trim_end().ends_with(':');
    GIVES.ends(&lower[..at], 5)
        || lower[at..].contains("'s business")
        || lower[at..].contains("'s job")
        || (is_told && DOES.contains(&does))
}

fn names_ticket(sentence: &str) -> bool {
    !words::ticket_ids(sentence).is_empty()
}

/// Whether a sentence says that something is no part of the ticket.
fn excludes(sentence: &str) -> bool {
    static NOT_HERE: Words = lexicon::words("not-here");
    NOT_HERE.says(sentence)
}

/// Work that a ticket gives to another.
pub(crate) struct HandOff<'t> {
    pub(crate) line: &'t Text,
    pub(crate) to: TicketId,
    /// What the work is about.
    pub(crate) topic: Stems,
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

/// Everything that a ticket gives to others: lines of out_of_scope that name a ticket, and
/// sentences that say so.
fn hand_offs(ticket: &Ticket) -> Vec<HandOff<'_>> {
    let mut found = Vec::new();
    let mut add = |line, sentence: &str| {
        for to in words::ticket_ids(sentence).into_iter().filter(|id| *id != ticket.stem) {
            found.push(HandOff { line, to, topic: matter(sentence) });
        }
    };
    for line in &ticket.out_of_scope {
        add(line, &line.value);
    }
    for given in &mut found {
        let head = matter(head(&given.line.value));
        if head.len() >= 2 {
            given.topic = head;
        }
    }
    let mut add = |line, sentence: &str| {
        for to in words::ticket_ids(sentence).into_iter().filter(|id| *id != ticket.stem) {
            found.push(HandOff { line, to, topic: matter(sentence) });
        }
    };
    for line in demands(ticket).chain(&ticket.notes) {
        let all = clauses(&line.value);
        for (at, sentence) in all.iter().enumerate() {
            // "Not part of this: the keys. They are TCK-00002's work."
            let before = at.checked_sub(1).and_then(|at| all.get(at));
            let excluded = before.filter(|before| excludes(before) && !names_ticket(before));
            if let Some(before) = excluded.filter(|_| names_ticket(sentence)) {
                add(line, &format!("{before}. {sentence}"));
            } else if gives(sentence) || (excludes(sentence) && names_ticket(sentence)) {
                add(line, sentence);
            }
        }
    }
    found
}

/// Telling stems that two lines share.
pub(crate) fn common(a: &Stems, b: &Stems) -> usize {
    a.intersection(b).count()
}

/// Whether two hand-offs are of one thing: two telling stems, or one of a topic that has no more.
fn is_one_matter(a: &Stems, b: &Stems) -> bool {
    let shared = common(a, b);
    (shared >= 2 && shared * 3 >= a.len().min(b.len()))
        || (shared == 1 && a.len().min(b.len()) <= 2)
}

/// The line of a ticket's work that speaks of a topic: it has two thirds of its stems.
pub(crate) fn works_on<'t>(ticket: &'t Ticket, topic: &Stems) -> Option<&'t Text> {
    work(ticket).find(|text| {
        clauses(&text.value).iter().any(|sentence| {
            let said = stems(sentence);
            let gives = words::ticket_ids(sentence).iter().any(|id| *id != ticket.stem);
            !gives && topic.len() >= 2 && common(topic, &said) * 3 >= topic.len() * 2
        })
    })
}

/// The line of a ticket's scope that takes a topic in: whatever others say, somebody does it.
pub(crate) fn takes<'t>(ticket: &'t Ticket, topic: &Stems) -> Option<&'t Text> {
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
        let is_done = works_on(other, &given.topic);
        let is_out = |line: &Text| line.place.yaml_path().contains("out_of_scope");
        let back = hand_offs(other).into_iter().find(|back| {
            // Both say it where only what is left out is said.
            let is_plain = is_out(given.line) && is_out(back.line);
            // What a ticket gives away by a line of its own it does not do, whatever else it says.
            let is_nearer = is_done.is_none_or(|line| {
                let (out, done) = (&back.topic, &stems(&line.value));
                desk.covered(&given.topic, out) > desk.covered(&given.topic, done)
            });
            back.to == ticket.stem
                && (is_nearer || is_plain)
                && is_shared(back)
                && is_one_matter(&given.topic, &back.topic)
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

static REFUSED: Message = Message {
    defect: "this is left to {other}, which has it out of scope: {line}",
    harm: "nobody does it",
    act: "take it into the scope of {ticket}, or say who does it",
};

fn left_to_one_that_refuses(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for given in hand_offs(ticket) {
        let Some(other) = desk.ticket(&given.to) else {
            continue;
        };
        if given.topic.len() < 2 || works_on(other, &given.topic).is_some() {
            continue;
        }
        let refusal = other.out_of_scope.iter().find(|line| {
            // "Whatever lies beyond the setup" leaves the setup in.
            let outside = line.value.split(" beyond ").next().unwrap_or(&line.value);
            let said = stems(outside);
            let shared = common(&given.topic, &said);
            let names_own = words::ticket_ids(&line.value).contains(&ticket.stem);
            !names_own && shared >= 2 && shared * 3 >= said.len().min(given.topic.len()) * 2
        });
        let Some(refusal) = refusal else { continue };
        hits.extend(Hit::at(
            ticket,
            &given.line.place,
            other.stem.as_str(),
            &REFUSED,
            vec![("other", Arg::ticket(other)), ("line", Arg::sentence(other, refusal))],
        ));
    }
    hits
}

static RULED_OUT: Message = Message {
    defect: "the scope asks for this, and {who} rules it out: {line}",
    harm: "one of the two has to go",
    act: "drop the line from {ticket}, or withdraw the decision where it was made",
};

fn not_to_be_done(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let refusals = desk.refusals();
    let others =
        || refusals.iter().filter(|refusal| refusal.by.is_none_or(|by| by.stem != ticket.stem));
    let mut hits = Vec::new();
    for line in &ticket.in_scope {
        let inside = stems(&line.value);
        let refusal = others().find(|refusal| {
            let out = &refusal.topic;
            let head = &refusal.head;
            let is_all = common(&inside, out) * 5 >= out.len() * 4;
            let is_head = head.len() >= 2
                && head.len() < out.len()
                && common(&inside, head) * 3 >= head.len() * 2
                && desk.covered(head, &inside) >= 60;
            out.len() >= 2 && (is_all || is_head) && out.len() * 3 >= inside.len()
        });
        let Some(refusal) = refusal else { continue };
        hits.extend(Hit::at(
            ticket,
            &line.place,
            "",
            &RULED_OUT,
            vec![("who", refusal.who()), ("line", refusal.line.clone())],
        ));
    }
    hits
}

static IN_AND_OUT: Message = Message {
    defect: "{ticket} asks for this, and its out_of_scope excludes {line}",
    harm: "an implementer cannot obey both",
    act: "say in both lines what exactly is in and what is left out",
};

fn inside_and_outside(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for line in work(ticket) {
        let outside = line.value.lines().find_map(|part| excluded(ticket, part));
        let Some(out) = outside else { continue };
        hits.extend(Hit::at(
            ticket,
            &line.place,
            "",
            &IN_AND_OUT,
            vec![("line", Arg::sentence(ticket, out))],
        ));
    }
    hits
}

/// The line of out_of_scope that says the same as a line of the work.
fn excluded<'t>(ticket: &'t Ticket, line: &str) -> Option<&'t Text> {
    let inside = words::significant(line);
    ticket.out_of_scope.iter().find(|out| {
        let out = words::significant(&out.value);
        out.len().min(inside.len()) >= 3 && words::likeness(&inside, &out) >= 75
    })
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

    #[test]
    fn nobody_takes_over_what_he_rules_out() {
        let name = "work that goes to a ticket which rules it out";
        let given = "Rotation of signing keys (TCK-00002)";
        assert_eq!(
            found_in(name, &pair(given, "Rotating any signing key")),
            [format!("TCK-00001 MINOR AMBIGUOUS_SCOPE: {given}")]
        );
        assert!(found_in(name, &pair(given, "Signing of archives")).is_empty());
    }

    #[test]
    fn what_is_ruled_out_for_all_is_not_done() {
        let name = "work that is not to be done at all";
        let files = |out: &str| {
            [
                ticket(1, "One", &format!("scope:\n  out_of_scope:\n  - {out}\n")),
                ticket(2, "Two", "scope:\n  in_scope:\n  - Mirror leases into the archive\n"),
            ]
        };
        assert_eq!(
            found_in(name, &files("Mirroring leases into an archive, which nobody wants")).len(),
            1
        );
        assert!(found_in(name, &files("Mirroring leases into the archive")).is_empty());
    }

    #[test]
    fn nothing_is_inside_and_outside_the_scope() {
        let name = "the same line inside and outside the scope";
        let files = |out: &str| {
            [ticket(
                1,
                "One",
                &format!(
                    "scope:\n  in_scope:\n  - Rotate signing keys nightly\n  out_of_scope:\n  - {out}\n"
                ),
            )]
        };
        assert_eq!(found_in(name, &files("Rotate log archives nightly")), Vec::<String>::new());
        assert_eq!(
            found_in(name, &files("Rotate the signing keys nightly")),
            ["TCK-00001 MINOR AMBIGUOUS_SCOPE: Rotate signing keys nightly"]
        );
    }
}
