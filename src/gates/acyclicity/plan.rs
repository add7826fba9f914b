//! What the RFC's plan says of its tickets and of their order (GATES.md R28, R29).

use std::collections::BTreeSet;

use crate::gates::diagnostic::{Spot, count, is_word};
use crate::gates::example::{PLAN, SECOND, in_one};
use crate::gates::graph::{ANSWERED, Graph};
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{any_of, did_you_mean, nearest};
use crate::model::{Finding, GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::{DecompositionEntry, Dossier, Rfc, Ticket};

pub(super) static R28: RuleInfo = RuleInfo {
    id: Rule::numbered("R28"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: "",
    title: "planned dependencies that the ticket files lack",
    why: "The plan knows an order that the ticket does not show.",
    act: "Copy the dependencies into the tickets, or take them out of the plan.",
    fix: Some(RuleFix {
        does: "adds the dependencies that the plan has to the ticket files",
        intend: as_planned,
    }),
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets: []             # 06_ticket_decomposition.yaml has it wait for TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

pub(super) static R29: RuleInfo = RuleInfo {
    id: Rule::numbered("R29"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "",
    title: "a planned ticket that has no file, or binds another RFC",
    why: "The plan counts on work that this RFC does not have.",
    act: "Write the ticket, correct the id, or take the entry out of the plan.",
    fix: None,
    example: in_one(
        PLAN,
        r#"  - ticket_id: TCK-00099
    title: Refuse an empty name"#,
        r#"  - ticket_id: TCK-00002
    title: Refuse an empty name"#,
    ),
};

/// Whether the dossier has this ticket, and it still matters what its file says.
fn live_ticket<'d>(dossier: &'d Dossier, entry: &DecompositionEntry) -> Option<&'d Ticket> {
    let id: TicketId = entry.ticket_id.parse().ok()?;
    dossier.ticket(&id).filter(|ticket| ticket.is_live())
}

/// What the plan gives one live ticket and its file lacks.
pub(in crate::gates) struct MissingDependencies<'d> {
    /// The plan's entry.
    entry: &'d DecompositionEntry,
    /// The ticket.
    pub(in crate::gates) ticket: &'d Ticket,
    /// The tickets that it is to wait for and does not name, by id.
    pub(in crate::gates) ids: BTreeSet<&'d TicketId>,
}

/// R28: the dependencies that the plan gives to live tickets and their files lack, in the plan's
/// order.
pub(in crate::gates) fn lacking<'d>(
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
pub(super) fn unplanned_order(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
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
pub(super) fn planned_without_file(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
    let file = rfc.decomposition_file.as_deref()?;
    let has_file = |id: &TicketId| graph.index(id).is_some() || graph.is_unreadable(id);
    let missing: Vec<(&DecompositionEntry, TicketId)> = rfc
        .decomposition
        .iter()
        .filter_map(|entry| Some((entry, entry.ticket_id.parse::<TicketId>().ok()?)))
        .filter(|(_, id)| !has_file(id))
        .collect();
    let (first, id) = missing.first()?;
    let act = match first.requirements.first().filter(|requirement| is_word(requirement)) {
        Some(requirement) => format!(
            "correct the ids, take the entries out of the plan, or write the tickets: council-review new ticket {} --for {requirement} --id {id}",
            rfc.id
        ),
        None => {
            "write the missing ticket files, correct the ids, or take the entries out of the plan"
                .to_owned()
        }
    };
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
        act,
    ))
}

/// R29: planned tickets that bind another RFC, each at its own `rfc_id`.
pub(super) fn planned_elsewhere(graph: &Graph, dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let planned = rfc.decomposition.iter().filter_map(|entry| {
        let index = graph.index(&entry.ticket_id.parse().ok()?)?;
        seen.insert(index).then(|| graph.ticket(index))
    });
    planned
        .filter_map(|ticket| {
            let owner = ticket.rfc.as_ref().filter(|&owner| dossier.subject != *owner)?;
            let place = &ticket.rfc_ref.as_ref()?.place;
            Some(Spot::in_ticket(ticket, place).says(
                &R29,
                format!(
                    "the plan of {} lists {}, which binds {owner}",
                    dossier.subject, ticket.stem
                ),
                format!("bind the ticket to {}, or take it out of that plan", dossier.subject),
            ))
        })
        .collect()
}

fn as_planned(scene: &FixScene<'_>, _: &Finding) -> Vec<Intent> {
    let Some((dossier, rfc)) = scene.dossier.and_then(|d| Some((d, d.rfc()?))) else {
        return Vec::new();
    };
    let lacking = lacking(scene.graph, dossier, rfc).into_iter();
    let depend = lacking.map(|MissingDependencies { ticket, ids, .. }| {
        let on = ids.iter().map(|id| id.to_string()).collect();
        Intent::Depend { file: ticket.file.clone(), on }
    });
    depend.collect()
}
