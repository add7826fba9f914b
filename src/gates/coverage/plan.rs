//! Requirements that the RFC's plan gives to tickets (GATES.md R3A).

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::gates::diagnostic::{Spot, count};
use crate::gates::example::{PLAN, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::{DecompositionEntry, Dossier, Requirement, Rfc, Ticket};

pub(super) static R3A: RuleInfo = RuleInfo {
    id: Rule::numbered("R3A"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Major,
    varies: "",
    title: "planned requirements that the ticket files lack",
    why: "The plan says that a ticket serves them; the ticket does not know.",
    act: "Copy the references into the tickets, or take them out of the plan.",
    fix: None,
    example: in_one(
        PLAN,
        r#"  - ticket_id: TCK-00001
    title: Greet by name
    requirement_ids: [REQ-0001, REQ-0002]   # the ticket itself lists REQ-0001 alone"#,
        r#"  - ticket_id: TCK-00001
    title: Greet by name
    requirement_ids: [REQ-0001]"#,
    ),
};

/// What the plan gives one live ticket and its file lacks.
pub(in crate::gates) struct MissingRequirements<'d> {
    /// The plan's entry.
    entry: &'d DecompositionEntry,
    /// The ticket.
    pub(in crate::gates) ticket: &'d Ticket,
    /// The requirements that it is to serve and does not name, by id.
    pub(in crate::gates) requirements: BTreeMap<&'d str, &'d Requirement>,
}

/// The requirements that the plan gives to live tickets and their files lack, in the plan's
/// order.
pub(in crate::gates) fn lacking<'d>(
    dossier: &'d Dossier,
    rfc: &'d Rfc,
) -> Vec<MissingRequirements<'d>> {
    let mut named: HashMap<&TicketId, HashSet<&str>> = HashMap::new();
    let entries = rfc.decomposition.iter().filter_map(|entry| {
        let ticket = dossier.ticket(&entry.ticket_id.parse().ok()?)?;
        let named = named.entry(&ticket.stem).or_insert_with(|| {
            ticket.requirements.iter().map(|reference| reference.id.as_str()).collect()
        });
        let has = |requirement: &Requirement| requirement.names().any(|name| named.contains(name));
        let planned = entry.requirements.iter().map(|id| id.rsplit('/').next().unwrap_or(id));
        let requirements: BTreeMap<&str, &Requirement> = planned
            .filter_map(|id| rfc.named(id).next())
            .filter(|requirement| !has(requirement))
            .map(|requirement| (requirement.id.as_str(), requirement))
            .collect();
        let lacks = ticket.is_live() && !requirements.is_empty();
        lacks.then_some(MissingRequirements { entry, ticket, requirements })
    });
    entries.collect()
}

/// One finding for all of an RFC.
pub(super) fn check(dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
    let file = rfc.decomposition_file.as_deref()?;
    let lacking = lacking(dossier, rfc);
    let first = lacking.first()?;
    let told: Vec<String> = lacking
        .iter()
        .map(|MissingRequirements { ticket, requirements, .. }| {
            let ids: Vec<&str> = requirements.keys().copied().collect();
            format!("{} {}", ticket.stem, ids.join(" and "))
        })
        .collect();
    Some(Spot::in_file(&dossier.library, file, &first.entry.place).says(
        &R3A,
        format!(
            "{} requirements that the RFC's plan gives: {}",
            count(lacking.len(), "ticket file lacks", "ticket files lack"),
            told.join(", ")
        ),
        "copy these references into the ticket files, or take them out of the plan",
    ))
}
