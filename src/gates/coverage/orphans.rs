//! Tickets that serve no requirement (GATES.md R37).

use super::ids;
use super::matrix::CoverageMatrix;
use super::owner::is_valid;
use crate::gates::diagnostic::{Spot, count};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Rfc, Ticket};

pub(super) static R37: RuleInfo = RuleInfo {
    id: Rule::numbered("R37"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::OrphanTicket,
    severity: Severity::Major,
    varies: "",
    title: "a ticket that serves no requirement",
    why: "Nobody can say when it is right, or why it is done.",
    act: "Name the requirement it serves, or move it out of the RFC.",
    fix: None,
    example: in_one(
        SECOND,
        r#"    requirements: []"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
};

/// The live tickets that serve nothing.
pub(in crate::gates) fn orphans(dossier: &Dossier) -> Vec<&Ticket> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let serves = |ticket: &&Ticket| {
        let mut references = ticket.requirements.iter();
        references.any(|r| is_valid(&dossier.library, r, rfc))
    };
    dossier.tickets().filter(|ticket| ticket.is_live() && !serves(ticket)).collect()
}

/// One finding for each of them, or for all when nothing at all is covered.
pub(super) fn check(dossier: &Dossier, rfc: &Rfc, matrix: &CoverageMatrix<'_>) -> Vec<Finding> {
    let orphans = orphans(dossier);
    let at = |ticket: &Ticket| {
        let place = ticket.id.as_ref().map_or(&ticket.header, |id| &id.place);
        Spot::in_ticket(ticket, place)
    };
    match orphans.as_slice() {
        [first, _, ..] if matrix.is_all_bare() => vec![at(first).says(
            &R37,
            format!(
                "{} serve no requirement of {}: {}",
                count(orphans.len(), "ticket", "tickets"),
                rfc.id,
                ids(orphans.iter().map(|t| &t.stem))
            ),
            "name in each ticket the requirements that it serves",
        )],
        orphans => orphans
            .iter()
            .map(|ticket| {
                at(ticket).says(
                    &R37,
                    format!("{} serves no requirement of {}", ticket.stem, rfc.id),
                    "name the requirement it serves, or move it to where it belongs",
                )
            })
            .collect(),
    }
}
