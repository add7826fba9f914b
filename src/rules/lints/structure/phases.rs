//! Cycle 1: whether the order that the texts tell is the one that the graph has. A ticket that says
//! "after" where its dependencies say "before" cannot be obeyed; nor can one whose material comes
//! from a ticket that waits for it.

use crate::model::{Severity, TicketId};
use crate::rules::desk::usage::put_to_use;
use crate::rules::desk::{Desk, demands};
use crate::rules::lexicon::{self, Words};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::rules::text::lines::clauses;
use crate::rules::text::words;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "an order in words against the order of the graph",
        kind: &kind::PHASE_ORDER,
        finds: "the sentence puts the two tickets in the opposite order from their dependencies",
        seat: RuleSeat::Sa1,
        modes: [6, 1],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Hint,
        check: told_otherwise,
    },
    LintRule {
        name: "material from a ticket that comes later",
        kind: &kind::PHASE_ORDER,
        finds: "the line uses what a ticket makes that waits for this one",
        seat: RuleSeat::Sa2,
        modes: [47, 70],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: made_later,
    },
    LintRule {
        name: "a dependency on a later phase of the plan",
        kind: &kind::PHASE_ORDER,
        finds: "the plan puts what the ticket waits for into a later phase than the ticket",
        seat: RuleSeat::Sa3,
        modes: [32, 33],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: waits_for_later_phase,
    },
];

/// Which of two tickets a sentence wants first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum First {
    /// The ticket that says it.
    Own,
    /// The ticket that it names.
    Other,
}

static AFTER: Words = lexicon::words("after");
static BEFORE: Words = lexicon::words("before");
static DONE: Words = lexicon::words("finished");
static WORK: Words = lexicon::words("ordered-work");

static WAITS: Words = lexicon::words("waits");
static PRECEDES: Words = lexicon::words("precedes");
static OTHER_WAITS: Words = lexicon::words("other-waits");
static INDEPENDENT: Words = lexicon::words("independent");
static OTHER_LEADS: Words = lexicon::words("other-leads");

/// Which ticket a sentence of `own` wants first: its own, or the one with this id.
fn wanted_first(desk: &Desk<'_>, own: &Ticket, other: &TicketId, sentence: &str) -> Option<First> {
    let lower = sentence.to_lowercase();
    let name = named_as(desk, own, other, sentence)?.to_lowercase();
    let at = lower.find(&name)?;
    let (before, after) = (&lower[..at], &lower[at + name.len()..]);
    let speaks_of_work = WORK.says(&lower);
    let is_finished = DONE.says(after);
    // "TCK-00002 starts once this one is in": the other ticket is what waits.
    let waits = ["after", "once", "until", "when", "for"];
    let own_name = |text: &str| {
        let mut made = desk.products().made(&own.stem);
        ["this one", "this ticket", "this is", "this work", "ours", "it is in", "is here"]
            .iter()
            .any(|name| text.contains(name))
            || text.trim_end_matches('.').trim_end().ends_with(" this")
            || text.contains(&own.stem.as_str().to_lowercase())
            || made.any(|name| name.len() >= 6 && text.contains(&name.to_lowercase()))
    };
    let other_waits = waits.iter().any(|cue| {
        after.split_once(&format!(" {cue} ")).is_some_and(|(verb, condition)| {
            WORK.says(verb) && verb.split_whitespace().count() <= 5 && own_name(condition)
        })
    });
    // The verb of which the other ticket is the subject stands right behind it.
    let does = |cues: &Words, named: bool| {
        cues.all(after).iter().any(|cue| {
            let is_near = after[..cue.start].split_whitespace().count() <= 5;
            is_near && (!named || own_name(&after[cue.start..]))
        })
    };
    // "What comes after approval (TCK-00002)": the id says whose it is, not when.
    let is_credit =
        before.trim_end().ends_with('(') && after.trim_matches([')', '.', ' ']).is_empty();
    if INDEPENDENT.says(&lower) || is_credit {
        return None;
    }
    if other_waits || does(&OTHER_WAITS, true) {
        return Some(First::Own);
    }
    if does(&OTHER_LEADS, false) || WAITS.ends(before, 6) {
        return Some(First::Other);
    }
    if (BEFORE.ends(before, 6) && speaks_of_work) || PRECEDES.ends(before, 6) {
        return Some(First::Own);
    }
    if AFTER.ends(before, 8) && (is_finished || speaks_of_work) {
        return Some(First::Other);
    }
    None
}

/// As what a sentence of `own` names the other ticket: by its id, else by a thing of its making
/// that no other ticket makes.
fn named_as(desk: &Desk<'_>, own: &Ticket, other: &TicketId, sentence: &str) -> Option<String> {
    if sentence.contains(other.as_str()) {
        return Some(other.as_str().to_owned());
    }
    let products = desk.products();
    let is_its = |name: &&str| {
        name.len() >= 6
            && products.maker(name) == Some(other)
            && !products.made(&own.stem).any(|own| own == *name)
            && sentence.contains(name)
    };
    let names = products.made(other).map(|name| name.trim_end_matches("()"));
    names.filter(is_its).max_by_key(|name| name.len()).map(str::to_owned)
}

/// The other tickets that a sentence may be about: those that it names, and those that the graph
/// puts after this one.
fn spoken_of<'d>(desk: &Desk<'d>, later: &[&'d Ticket], sentence: &str) -> Vec<&'d Ticket> {
    let ids = words::ticket_ids(sentence);
    let named: Vec<&Ticket> = ids.iter().filter_map(|id| desk.ticket(id)).collect();
    if named.is_empty() && is_ordering(sentence) { later.to_vec() } else { named }
}

/// Whether a sentence has any word of order.
fn is_ordering(sentence: &str) -> bool {
    [&AFTER, &BEFORE, &WAITS, &PRECEDES].iter().any(|cue| cue.says(sentence))
}

/// The sentences of a ticket that order it and another against the graph: sentence, place of its
/// text, the other ticket, and what the sentence wants.
fn told_otherwise(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let others = desk.others(ticket);
    let later: Vec<&Ticket> =
        others.filter(|other| desk.waits_for(&other.stem, &ticket.stem)).collect();
    let left = ticket.out_of_scope.iter();
    for text in demands(ticket).chain(&ticket.notes).chain(left) {
        for sentence in clauses(&text.value) {
            for other in spoken_of(desk, &later, &sentence) {
                let id = other.stem.clone();
                if id == ticket.stem {
                    continue;
                }
                let Some(first) = wanted_first(desk, ticket, &id, &sentence) else {
                    continue;
                };
                let is_against = match first {
                    First::Own => desk.waits_for(&ticket.stem, &id),
                    First::Other => desk.waits_for(&id, &ticket.stem),
                };
                let is_said = hits.iter().any(|hit| hit.path == text.place.path);
                if is_against && !is_said {
                    hits.extend(against(ticket, other, first, &text.place));
                }
            }
        }
    }
    hits
}

static AGAINST: Message = Message {
    defect: "the text wants {early} done before {late}, and the dependencies make {early} wait for {late}",
    harm: "to obey one is to break the other, so neither can begin",
    act: "decide which of {early} and {late} comes first, and say the same in the text and in the dependencies",
};

fn against(
    ticket: &Ticket,
    other: &Ticket,
    first: First,
    place: &crate::model::Place,
) -> Option<Hit> {
    let (own, other_id) = (Arg::from(ticket.stem.as_str()), Arg::ticket(other));
    let (early, late) = match first {
        First::Own => (own, other_id),
        First::Other => (other_id, own),
    };
    Hit::at(ticket, place, other.stem.as_str(), &AGAINST, vec![("early", early), ("late", late)])
}

/// Whether both tickets have a phase with a number, and the other's is higher.
fn is_of_later_phase(ticket: &Ticket, other: &Ticket) -> bool {
    let number = |ticket: &Ticket| -> Option<u64> {
        let phase = &ticket.phase.as_ref()?.value;
        let digits = phase.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().ok()
    };
    number(ticket).zip(number(other)).is_some_and(|(own, theirs)| theirs > own)
}

/// The phase that the RFC's plan puts a ticket into, counted from 0.
fn planned_phase(desk: &Desk<'_>, id: &TicketId) -> Option<usize> {
    let planned = desk.dossier.rfc()?.decomposition.iter();
    let mut own = planned.filter(|entry| entry.ticket_id.rsplit(':').next() == Some(id.as_str()));
    let path = own.next()?.place.yaml_path();
    let (_, rest) = path.split_once("phases[")?;
    rest.split_once(']')?.0.parse().ok()
}

/// Whether the RFC's plan has the other ticket in a later phase, though this one waits for it.
fn is_planned_too_late(desk: &Desk<'_>, ticket: &Ticket, other: &TicketId) -> bool {
    let phases = planned_phase(desk, &ticket.stem).zip(planned_phase(desk, other));
    desk.needs_directly(&ticket.stem, other) && phases.is_some_and(|(own, theirs)| theirs > own)
}

static LATER_PHASE: Message = Message {
    defect: "{ticket} waits for {other}, which the plan of the RFC has in a later phase",
    harm: "the earlier phase cannot end before the later one has begun",
    act: "move {ticket} into the phase of {other} in the plan, or drop the dependency",
};

fn waits_for_later_phase(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for entry in &ticket.dependencies {
        let Some(other) =
            desk.others(ticket).find(|other| entry.target.ends_with(other.stem.as_str()))
        else {
            continue;
        };
        if !is_planned_too_late(desk, ticket, &other.stem) {
            continue;
        }
        hits.extend(
            Hit::at(
                ticket,
                &entry.place,
                other.stem.as_str(),
                &LATER_PHASE,
                vec![("other", Arg::ticket(other))],
            )
            .map(|hit| hit.weighing(Severity::Major)),
        );
    }
    hits
}

const TOO_LATE: &str = "the material comes after the work";
const TURN: &str = "make {name} in {ticket} or in a ticket before it, or turn the dependency round";
static MADE_AFTER: Message = Message {
    defect: "{ticket} works with {name}, which {other} makes, and {other} waits for {ticket}",
    harm: TOO_LATE,
    act: TURN,
};
static MADE_LATER: Message = Message {
    defect: "{ticket} works with {name}, which {other} of a later phase makes",
    harm: TOO_LATE,
    act: TURN,
};

fn made_later(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let mut hits = Vec::new();
    for other in desk.others(ticket) {
        let waits = desk.waits_for(&ticket.stem, &other.stem);
        let is_after = desk.waits_for(&other.stem, &ticket.stem);
        let is_later = !waits && (is_after || is_of_later_phase(ticket, other));
        let Some((name, line)) = is_later.then(|| put_to_use(desk, ticket, other)).flatten() else {
            continue;
        };
        let name = name.trim_end_matches("()");
        let message = if is_after { &MADE_AFTER } else { &MADE_LATER };
        let args = vec![("name", name.into()), ("other", Arg::ticket(other))];
        hits.extend(Hit::at(ticket, &line.place, name, message, args));
    }
    hits
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    const MAKER: &str = "dependencies:\n  tickets: [TCK-00002]\nscope:\n  in_scope:\n  - Define LeaseTable struct with owner and expiry\n";

    #[test]
    fn words_and_graph_tell_one_order() {
        let name = "an order in words against the order of the graph";
        let files = |note: &str| {
            let note = format!("notes:\n  general: \"{note}\"\n");
            [ticket(1, "Lease table", MAKER), ticket(2, "Expiry", &note)]
        };
        for against in [
            "Begin when the table (TCK-00001) is merged.",
            "To be picked up after TCK-00001.",
            "Starts once TCK-00001 is in place.",
            "Not before TCK-00001 runs in production.",
            "This has to wait until TCK-00001 was reviewed.",
            "TCK-00001 comes first, its columns decide what expires.",
            "A follow-up to TCK-00001.",
            "Blocked by TCK-00001.",
            "Begin when LeaseTable has been merged.",
        ] {
            assert_eq!(
                found_in(name, &files(against)),
                [format!("TCK-00002 INFO PHASE_MISORDERING: {against}")],
            );
        }
        for fine in [
            "Merge this before TCK-00001.",
            "TCK-00001 starts once this one is in.",
            "When a lease ends, TCK-00001 shows it.",
            "The rows of TCK-00001 stay.",
            "TCK-00001 waits for this one.",
            "Prerequisite for TCK-00001.",
            "Nothing here depends on TCK-00001.",
        ] {
            assert!(found_in(name, &files(fine)).is_empty(), "{fine}");
        }
        let waits = |note: &str| {
            let note = format!("{MAKER}notes:\n  general: \"{note}\"\n");
            [ticket(1, "Lease table", &note), ticket(2, "Expiry", "")]
        };
        for against in [
            "Merge this ahead of TCK-00002.",
            "TCK-00002 begins when this one is deployed.",
            "Work on expiry (TCK-00002) starts once LeaseTable is on the main branch.",
            "Unblocks TCK-00002.",
            "TCK-00002 cannot start before this is merged.",
            "TCK-00002 builds on this ticket.",
        ] {
            assert_eq!(found_in(name, &waits(against)).len(), 1, "{against}");
        }
        assert!(found_in(name, &waits("Begin once TCK-00002 is done.")).is_empty());
    }

    #[test]
    fn material_does_not_come_after_the_work() {
        let name = "material from a ticket that comes later";
        let files = |step: &str| {
            let plan = format!("plan:\n  steps:\n  - {step}\n");
            [ticket(1, "Lease table", MAKER), ticket(2, "Expiry", &plan)]
        };
        assert_eq!(
            found_in(name, &files("Write each LeaseTable row to disk")),
            ["TCK-00002 MINOR PHASE_MISORDERING: Write each LeaseTable row to disk"]
        );
        assert!(found_in(name, &files("Keep rows small, as LeaseTable will be large")).is_empty());
    }

    #[test]
    fn nothing_waits_for_a_later_phase() {
        let name = "a dependency on a later phase of the plan";
        let waiting = "dependencies:\n  tickets: [TCK-00001]\n";
        let of = |first: &str, second: &str| {
            let plan = format!(
                "rfc_ticket_decomposition:\n  phases:\n  - tickets:\n    - {{ticket_id: {first}, title: A}}\n  - tickets:\n    - {{ticket_id: {second}, title: B}}\n"
            );
            let file = "documents/rfcs/RFC-0001/06_ticket_decomposition.yaml".to_owned();
            let files = [ticket(1, "Table", ""), ticket(2, "Expiry", waiting), (file, plan)];
            found_in(name, &files).len()
        };
        assert_eq!(of("TCK-00002", "TCK-00001"), 1);
        assert_eq!(of("TCK-00001", "TCK-00002"), 0);
    }
}
