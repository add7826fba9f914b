//! Gate 2: is there an order in which the tickets can be done? (GATES.md R20 to R29)
//!
//! The graph is the whole repository's; what is reported are entries of this RFC's tickets and
//! circles that at least one of them is in.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::diagnostic::{Spot, count, quoted, weighing};
use super::graph::{ANSWERED, DependencyCycle, DependencyOffers, Graph, Target};
use super::listed::listed;
use super::phase::is_later;
use super::rules::{R21, R22, R23, R24, R25, R27, R28, R29};
use super::{Gate, Meta, Overview};
use crate::model::slip::{any_of, did_you_mean, nearest};
use crate::model::{Finding, GateId, GateResult, Severity, TicketId};
use crate::source::{DecompositionEntry, DependencyEntry, Dossier, Rfc, Ticket};

pub(super) static META: Meta = Meta {
    id: GateId::DependencyAcyclicity,
    asks: "Is there an order in which the tickets can be done, and do they agree with the RFC's plan about it?",
    why: "Tickets that wait for each other, or for one that will never come, are never finished; the stop shows only when somebody is already at work.",
};

/// GATE-TCK-DEPENDENCY-ACYCLICITY.
pub(super) struct Acyclicity;

impl Gate for Acyclicity {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        let graph = all.graph();
        let cycles = all.cycles().iter();
        let cycles: Vec<&DependencyCycle> = cycles
            .filter(|cycle| dossier.tickets.iter().any(|t| cycle.members.contains(t)))
            .collect();
        let mut findings = Vec::new();
        let offers = graph.offers(&dossier.tickets);
        for &index in &dossier.tickets {
            entries(graph, index, &offers, &mut findings);
        }
        findings.extend(cycles.iter().map(|cycle| circle(graph, cycle)));
        if let Some(rfc) = dossier.rfc() {
            findings.extend(unplanned_order(graph, dossier, rfc));
            findings.extend(planned_without_file(graph, dossier, rfc));
            findings.extend(planned_elsewhere(graph, dossier, rfc));
        }
        let evidence = evidence(graph, dossier, &cycles);
        GateResult::new(META.id, true, listed(findings), evidence)
    }
}

/// R21, R22, R23, R25, R27 and self-dependencies (R24), entry by entry.
fn entries(graph: &Graph, index: usize, offers: &DependencyOffers<'_>, out: &mut Vec<Finding>) {
    let ticket = graph.ticket(index);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, entry) in ticket.dependencies.iter().enumerate() {
        let offered = || offers.get(&(index, at)).map_or(&[][..], Vec::as_slice);
        let spot = || Spot::in_ticket(ticket, &entry.place);
        let written = quoted(&entry.target);
        let (name, target) = match graph.resolve(entry) {
            Target::Ticket(index) => (graph.ticket(index).stem.as_str(), Some(index)),
            Target::Unreadable => (entry.target.as_str(), None),
            Target::Qualified(id, index) => {
                out.push(weighing(
                    Severity::Info,
                    spot().says(
                        &R22,
                        format!(
                            "the dependency {written} names its RFC, which ticket ids do not need"
                        ),
                        format!("write `{id}` alone"),
                    ),
                ));
                (id.as_str(), index)
            }
            Target::Misqualified => {
                out.push(spot().says(
                    &R22,
                    format!(
                        "the dependency {written} names an RFC that has no such ticket{}",
                        did_you_mean(offered())
                    ),
                    "write the id of the ticket that is meant, without an RFC in front",
                ));
                (entry.target.as_str(), None)
            }
            Target::Nowhere => {
                out.push(spot().says(
                    &R21,
                    format!(
                        "{} depends on {written}, which does not exist{}",
                        ticket.stem,
                        did_you_mean(offered())
                    ),
                    "correct the id, add the ticket's file, or remove the entry",
                ));
                (entry.target.as_str(), None)
            }
        };
        if !seen.insert(name) {
            out.push(spot().says(
                &R23,
                format!("the dependency {written} is listed twice"),
                "remove this entry, or write the ticket that was meant",
            ));
            continue;
        }
        if let Some(target) = target {
            out.extend(order_of_two(ticket, graph.ticket(target), entry));
        }
    }
}

/// R24 for a ticket that needs itself, R25, R27.
fn order_of_two(ticket: &Ticket, needed: &Ticket, entry: &DependencyEntry) -> Option<Finding> {
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
fn circle(graph: &Graph, cycle: &DependencyCycle) -> Finding {
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

/// Whether the dossier has this ticket, and it still matters what its file says.
fn live_ticket<'d>(dossier: &'d Dossier, entry: &DecompositionEntry) -> Option<&'d Ticket> {
    let id: TicketId = entry.ticket_id.parse().ok()?;
    dossier.ticket(&id).filter(|ticket| ticket.is_live())
}

/// What the plan gives one live ticket and its file lacks.
pub(super) struct MissingDependencies<'d> {
    /// The plan's entry.
    pub(super) entry: &'d DecompositionEntry,
    /// The ticket.
    pub(super) ticket: &'d Ticket,
    /// The tickets that it is to wait for and does not name, by id.
    pub(super) ids: BTreeSet<&'d TicketId>,
}

/// R28: the dependencies that the plan gives to live tickets and their files lack, in the plan's
/// order.
pub(super) fn lacking<'d>(
    graph: &'d Graph,
    dossier: &'d Dossier,
    rfc: &'d Rfc,
) -> Vec<MissingDependencies<'d>> {
    let entries = rfc.decomposition.iter().filter_map(|entry| {
        let ticket = live_ticket(dossier, entry)?;
        let index = graph.index(&ticket.stem)?;
        let planned = entry.dependencies.iter().filter_map(|target| {
            let id = target.rsplit(':').next().unwrap_or(target);
            graph.index(&id.trim().parse().ok()?)
        });
        let ids: BTreeSet<&TicketId> = planned
            .filter(|&needed| needed != index && !graph.needs(index).contains(&needed))
            .map(|needed| &graph.ticket(needed).stem)
            .collect();
        (!ids.is_empty()).then_some(MissingDependencies { entry, ticket, ids })
    });
    entries.collect()
}

/// R28: one finding for all of an RFC.
fn unplanned_order(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
    let file = rfc.decomposition_file.as_deref()?;
    let lacking = lacking(graph, dossier, rfc);
    let first = lacking.first()?;
    let told: Vec<String> = lacking
        .iter()
        .map(|MissingDependencies { ticket, ids, .. }| {
            let ids: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
            format!("{} on {}", ticket.stem, ids.join(" and "))
        })
        .collect();
    let tickets = count(lacking.len(), "ticket file lacks", "ticket files lack");
    Some(Spot::in_file(&dossier.library, file, &first.entry.place).says(
        &R28,
        format!("{tickets} dependencies that the RFC's plan gives: {}", told.join(", ")),
        "copy these dependencies into the ticket files, or take them out of the plan",
    ))
}

/// R29: planned tickets without a file.
fn planned_without_file(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
    let file = rfc.decomposition_file.as_deref()?;
    let has_file = |id: &TicketId| graph.index(id).is_some() || graph.is_unreadable(id);
    let missing: Vec<(&DecompositionEntry, TicketId)> = rfc
        .decomposition
        .iter()
        .filter_map(|entry| Some((entry, entry.ticket_id.parse::<TicketId>().ok()?)))
        .filter(|(_, id)| !has_file(id))
        .collect();
    let (first, _) = missing.first()?;
    let ids: BTreeSet<&str> = missing.iter().map(|(_, id)| id.as_str()).collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    let planned: BTreeSet<&str> =
        rfc.decomposition.iter().map(|entry| entry.ticket_id.as_str()).collect();
    let unplanned = || dossier.library.ticket_ids.iter().map(TicketId::as_str);
    let unplanned = || unplanned().filter(|id| !planned.contains(id));
    let meant: Vec<(&str, Vec<&str>)> = ids
        .iter()
        .take(ANSWERED)
        .map(|id| (*id, nearest(id, unplanned())))
        .filter(|(_, offers)| !offers.is_empty())
        .collect();
    let meant = match meant.as_slice() {
        [] => String::new(),
        [(_, offers)] if ids.len() == 1 => did_you_mean(offers),
        some => {
            let each = some.iter().map(|(id, offers)| format!("{} for {id}", any_of(offers)));
            format!("; did you mean {}?", each.collect::<Vec<_>>().join(", "))
        }
    };
    Some(Spot::in_file(&dossier.library, file, &first.place).says(
        &R29,
        format!(
            "the plan lists {} without a file: {}{meant}",
            count(ids.len(), "ticket", "tickets"),
            ids.join(", ")
        ),
        "write the missing ticket files, correct the ids, or take the entries out of the plan",
    ))
}

/// R29: planned tickets that bind another RFC, each at its own `rfc_id`.
fn planned_elsewhere(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let planned = rfc.decomposition.iter().filter_map(|entry| {
        let index = graph.index(&entry.ticket_id.parse().ok()?)?;
        seen.insert(index).then(|| graph.ticket(index))
    });
    planned
        .filter_map(|ticket| {
            let owner = ticket.rfc.as_ref().filter(|&r| r != &dossier.rfc_id)?;
            let place = &ticket.rfc_ref.as_ref()?.place;
            Some(Spot::in_ticket(ticket, place).says(
                &R29,
                format!(
                    "the plan of {} lists {}, which binds {owner}",
                    dossier.rfc_id, ticket.stem
                ),
                format!("bind the ticket to {}, or take it out of that plan", dossier.rfc_id),
            ))
        })
        .collect()
}

/// The tickets, who needs whom, and an order or what rules one out.
fn evidence(graph: &Graph, dossier: &Dossier, cycles: &[&DependencyCycle]) -> Value {
    let id = |index: &usize| graph.ticket(*index).stem.as_str();
    let names = |indices: &[usize]| indices.iter().map(id).collect::<Vec<_>>();
    let edges: Vec<Value> = dossier
        .tickets
        .iter()
        .flat_map(|from| {
            let needs = graph.needs(*from).iter();
            needs.map(move |to| json!({"from": id(from), "to": id(to)}))
        })
        .collect();
    let itself = |t: &&usize| graph.needs(**t).contains(*t);
    let mut circles: Vec<Vec<&str>> = dossier
        .tickets
        .iter()
        .filter(itself)
        .map(|t| vec![id(t)])
        .chain(cycles.iter().map(|cycle| names(&cycle.path)))
        .collect();
    circles.sort();
    let mut evidence = json!({"tickets": names(&dossier.tickets), "edges": edges});
    if circles.is_empty() {
        evidence["order"] = json!(names(&graph.order(&dossier.tickets, cycles)));
    } else {
        evidence["cycles"] = json!(circles);
    }
    evidence
}
