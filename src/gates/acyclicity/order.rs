//! Whether a ticket can wait for another one (GATES.md R24, R25, R27).

use super::phase::is_later;
use crate::gates::diagnostic::{Spot, count, quoted};
use crate::gates::example::{FIRST, SECOND, in_one};
use crate::gates::graph::{DependencyCycle, Graph};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{DependencyEntry, Ticket};

pub(super) static R24: RuleInfo = RuleInfo {
    id: Rule::numbered("R24"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::DependencyCycle,
    severity: Severity::Blocker,
    varies: "",
    title: "tickets that depend on each other in a circle",
    why: "There is no order in which they can be done.",
    act: "Drop the one dependency of the circle that is not real, or split a ticket.",
    fix: None,
    example: in_one(
        FIRST,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00002"#,
        r#"  dependencies:
    tickets: []"#,
    ),
};

pub(super) static R25: RuleInfo = RuleInfo {
    id: Rule::numbered("R25"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "",
    title: "a dependency on a ticket that was given up",
    why: "What it was to deliver will never come.",
    act: "Depend on the ticket that took its place, or remove the entry.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00003"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

pub(super) static R27: RuleInfo = RuleInfo {
    id: Rule::numbered("R27"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: "",
    title: "a dependency on a ticket of a later phase",
    why: "The phases promise an order that the dependencies rule out.",
    act: "Move one of the two tickets to another phase.",
    fix: None,
    example: in_one(
        SECOND,
        r#"    status: READY
    phase: PHASE-1          # it waits for TCK-00001, which is of PHASE-2"#,
        r#"    status: READY
    phase: PHASE-2"#,
    ),
};

/// R24 for a ticket that needs itself, R25, R27.
pub(super) fn of_two(ticket: &Ticket, needed: &Ticket, entry: &DependencyEntry) -> Option<Finding> {
    let spot = || Spot::in_ticket(ticket, &entry.place);
    if ticket.stem == needed.stem {
        return Some(spot().says(
            &R24,
            format!("{} depends on itself", ticket.stem),
            "remove the entry, or write the ticket that was meant",
        ));
    }
    if !ticket.is_live() {
        return None;
    }
    if let Some(status) = needed.known_status.filter(|status| status.is_dead()) {
        return Some(spot().says(
            &R25,
            format!("{} depends on {}, which is {}", ticket.stem, needed.stem, status.as_str()),
            "name the ticket that took over its work, or remove the entry",
        ));
    }
    let (mine, theirs) = (ticket.phase.as_ref()?, needed.phase.as_ref()?);
    let later = is_later(&theirs.value, &mine.value);
    (later && ticket.rfc.is_some() && ticket.rfc == needed.rfc).then(|| {
        spot().says(
            &R27,
            format!(
                "{} of phase {} depends on {} of the later phase {}",
                ticket.stem,
                quoted(&mine.value),
                needed.stem,
                quoted(&theirs.value)
            ),
            "move one of the two tickets to another phase, or drop the dependency",
        )
    })
}

/// R24: one group of tickets that need each other.
pub(super) fn circle(graph: &Graph, cycle: &DependencyCycle) -> Finding {
    /// What a reader can still follow; the evidence has the whole circle.
    const SHOWN: usize = 30;
    let shown = cycle.path.iter().take(SHOWN);
    let mut ids: Vec<&str> = shown.map(|&t| graph.ticket(t).stem.as_str()).collect();
    if cycle.path.len() > SHOWN {
        ids.push("…");
    }
    ids.push(graph.ticket(cycle.path[0]).stem.as_str());
    let (first, second) = (cycle.path[0], cycle.path[1 % cycle.path.len()]);
    let ticket = graph.ticket(first);
    let place = graph.entry(first, second).map_or(&ticket.header, |entry| &entry.place);
    let others = cycle.members.len() - cycle.path.len();
    let also = match others {
        0 => String::new(),
        n => format!("; {} more depend on each other with them", count(n, "ticket", "tickets")),
    };
    Spot::in_ticket(ticket, place).says(
        &R24,
        format!("tickets wait for each other: {}{also}", ids.join(" -> ")),
        "remove the one dependency of this circle that is not real, or split a ticket in two",
    )
}
