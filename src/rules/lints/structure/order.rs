//! Cycle 1: what has to come first: a thing that is used and that another ticket makes, held against
//! the order that the dependencies give.

use crate::model::{Severity, TicketId};
use crate::rules::desk::Desk;
use crate::rules::desk::usage::put_to_use;
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Hit, LintRule, Repeat};
use crate::rules::message::{Arg, Message};
use crate::rules::seat::RuleSeat;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[
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

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    const MAKER: &str = "scope:\n  in_scope:\n  - Define LeaseTable struct with owner and expiry\n";

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
