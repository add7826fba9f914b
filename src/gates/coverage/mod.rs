//! Gate 3: does every requirement have a ticket, and every ticket a requirement?
//! (GATES.md R30 to R3D)
//!
//! A ticket counts as long as it was not given up: what is done covers its requirement, but is no
//! longer asked for a reference.

mod matrix;
mod owner;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

pub(super) use self::matrix::visitors;

use self::matrix::Matrix;
use self::owner::{Owner, is_named, is_valid, owner};
use super::path;
use super::rules::{R3A, R3C, R3D, R31, R36, R37, R38, R39};
use super::spot::{Spot, count, quoted, weighing};
use super::{Gate, Meta, Overview};
use crate::model::{Finding, GateId, GateResult, Severity, TicketId};
use crate::source::{Dossier, Flaw, Misnamed, Requirement, Rfc, Text, Ticket};

pub(super) static META: Meta = Meta {
    id: GateId::ScopeCoverage,
    asks: "Does every requirement of the RFC have a ticket, and every ticket a requirement?",
    why: "What no ticket brings about will not be built, and what no requirement asks for cannot be called right or wrong.",
};

/// GATE-TCK-SCOPE-COVERAGE.
pub(super) struct Coverage;

impl Gate for Coverage {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        let mut findings = Vec::new();
        findings.extend(missing_evidence(dossier));
        findings.extend(without_criteria(dossier));
        let Some(rfc) = dossier.rfc() else {
            return GateResult::new(META.id, false, findings, matrix_of_nothing(false));
        };
        findings.extend(broken_inputs(dossier, rfc));
        findings.extend(misnamed(dossier, rfc));
        if rfc.requirements.is_empty() {
            if !rfc.requirements_incomplete {
                findings.push(nothing_required(dossier, rfc));
            }
            let evidence = matrix_of_nothing(rfc.requirements_incomplete);
            return GateResult::new(META.id, false, findings, evidence);
        }
        let matrix = Matrix::of(dossier, rfc, all);
        findings.extend(unplanned_requirements(dossier, rfc));
        if !rfc.requirements_incomplete {
            findings.extend(undefined(dossier));
            findings.extend(orphans(dossier, &matrix));
            findings.extend(gaps(dossier, rfc, &matrix));
        }
        GateResult::new(META.id, true, findings, matrix.evidence(rfc))
    }
}

/// Whether somebody still means to do the ticket, or did it.
fn counts(ticket: &Ticket) -> bool {
    ticket.known_status.is_none_or(|status| !status.is_dead())
}

fn matrix_of_nothing(incomplete: bool) -> Value {
    json!({"requirements": [], "coverage": {}, "uncovered": [], "incomplete": incomplete})
}

/// R31: files that should define requirements and cannot be read.
fn broken_inputs(dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let is_input = |flaw: &&Flaw| {
        let rest = flaw.file.strip_prefix(&rfc.folder);
        let name = rest.and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|n| n.starts_with("01_") || n.starts_with("requirements/"))
    };
    let flaws = dossier.library.flaws_below(&rfc.folder).iter();
    flaws
        .filter(|flaw| flaw.kind.is_fatal())
        .filter(is_input)
        .map(|flaw| {
            Spot::of_flaw(flaw, None).says(
                &R31,
                format!("the requirements in this file cannot be read: {}", flaw.message),
                "mend the file; until then nothing can be said about uncovered requirements",
            )
        })
        .collect()
}

/// R31: a requirement's file that is named after another id.
fn misnamed(dossier: &Dossier, rfc: &Rfc) -> Vec<Finding> {
    let named = rfc.requirements.iter();
    named
        .filter_map(|requirement| {
            let Misnamed { stem, file, place } = requirement.misnamed.as_ref()?;
            let finding = Spot::in_file(&dossier.library, file, place).says(
                &R31,
                format!(
                    "the requirement is {}, and its file is named {}",
                    quoted(&requirement.id),
                    quoted(stem)
                ),
                "name the file after the requirement's id",
            );
            Some(weighing(Severity::Minor, finding))
        })
        .collect()
}

/// R39.
fn nothing_required(dossier: &Dossier, rfc: &Rfc) -> Finding {
    Spot::whole(&rfc.folder).says(
        &R39,
        format!(
            "{} defines no requirements, so {} can be held against nothing",
            rfc.id,
            count(dossier.tickets.len(), "ticket", "tickets")
        ),
        "state what the RFC demands in its 01 file or in requirements/",
    )
}

/// R36: each reference that nobody defines.
fn undefined(dossier: &Dossier) -> Vec<Finding> {
    let library = &dossier.library;
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let tickets = dossier.tickets().filter(|t| counts(t));
    let references = tickets.flat_map(|t| t.requirements.iter().map(move |r| (t, r)));
    references
        .filter(|(_, reference)| !is_valid(library, reference, rfc))
        .map(|(ticket, reference)| {
            let by = match owner(library, reference, &rfc.id) {
                Owner::Rfc(id) if id != rfc.id => id.to_string(),
                Owner::Rfc(_) | Owner::Prd(_) if rfc.prds.is_empty() => rfc.id.to_string(),
                Owner::Rfc(_) | Owner::Prd(_) => format!("{} or its PRDs", rfc.id),
            };
            Spot::in_ticket(ticket, &reference.place).says(
                &R36,
                format!("the requirement {} is not defined by {by}", quoted(&reference.id)),
                "correct the id, or define the requirement",
            )
        })
        .collect()
}

/// R37: live tickets that serve nothing; one finding when nothing at all is covered.
fn orphans(dossier: &Dossier, matrix: &Matrix<'_>) -> Vec<Finding> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let serves = |ticket: &&Ticket| {
        let mut references = ticket.requirements.iter();
        references.any(|r| is_valid(&dossier.library, r, rfc))
    };
    let orphans: Vec<&Ticket> =
        dossier.tickets().filter(|ticket| ticket.is_live() && !serves(ticket)).collect();
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

/// R38: what no ticket covers.
fn gaps(dossier: &Dossier, rfc: &Rfc, matrix: &Matrix<'_>) -> Vec<Finding> {
    let uncovered = matrix.uncovered();
    let Some(first) = uncovered.first() else {
        return Vec::new();
    };
    let all = count(uncovered.len(), "requirement", "requirements");
    let library = &dossier.library;
    if dossier.tickets.is_empty() && dossier.unreadable.is_empty() && matrix.is_all_bare() {
        return vec![Spot::whole(&rfc.folder).says(
            &R38,
            format!("{} has {all} and no ticket", rfc.id),
            "write the tickets that bring them about",
        )];
    }
    if matrix.is_all_bare() {
        return vec![Spot::in_file(library, &first.file, &first.place).says(
            &R38,
            format!(
                "no ticket covers any of the {all} of {}: {}",
                rfc.id,
                uncovered.iter().map(|r| quoted(&r.id)).collect::<Vec<_>>().join(", ")
            ),
            "name in each ticket the requirements that it serves",
        )];
    }
    uncovered
        .iter()
        .map(|requirement| {
            Spot::in_file(library, &requirement.file, &requirement.place).says(
                &R38,
                format!(
                    "no ticket covers the {} requirement {}",
                    requirement.origin.as_str(),
                    quoted(&requirement.id)
                ),
                "write a ticket for it, add it to the one that does it, or withdraw it",
            )
        })
        .collect()
}

/// R3A: requirements that the plan gives to a live ticket and its file lacks.
fn unplanned_requirements(dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
    let file = rfc.decomposition_file.as_deref()?;
    let mut first = None;
    let mut lacking = Vec::new();
    for entry in &rfc.decomposition {
        let Some(ticket) = entry
            .ticket_id
            .parse()
            .ok()
            .and_then(|id| dossier.ticket(&id))
            .filter(|ticket| ticket.is_live())
        else {
            continue;
        };
        let has = |requirement: &Requirement| {
            let mut references = ticket.requirements.iter();
            references.any(|r| is_named(requirement, &r.id))
        };
        let planned: BTreeMap<&str, ()> = entry
            .requirements
            .iter()
            .map(|id| id.rsplit('/').next().unwrap_or(id))
            .filter_map(|id| rfc.requirements.iter().find(|r| is_named(r, id)))
            .filter(|requirement| !has(requirement))
            .map(|requirement| (requirement.id.as_str(), ()))
            .collect();
        if planned.is_empty() {
            continue;
        }
        first.get_or_insert(entry);
        let planned: Vec<&str> = planned.into_keys().collect();
        lacking.push(format!("{} {}", ticket.stem, planned.join(" and ")));
    }
    Some(Spot::in_file(&dossier.library, file, &first?.place).says(
        &R3A,
        format!(
            "{} requirements that the RFC's plan gives: {}",
            count(lacking.len(), "ticket file lacks", "ticket files lack"),
            lacking.join(", ")
        ),
        "copy these references into the ticket files, or take them out of the plan",
    ))
}

/// R3C: artifacts that the tickets name by path and that do not exist yet.
fn missing_evidence(dossier: &Dossier) -> Option<Finding> {
    let library = &dossier.library;
    let mut first: Option<(&Ticket, &Text)> = None;
    let mut missing = BTreeSet::new();
    for ticket in dossier.tickets().filter(|t| counts(t)) {
        for artifact in &ticket.evidence {
            let file = artifact.value.split('#').next().unwrap_or_default();
            match path::plain(file) {
                Ok(path) if path.contains('/') && !library.has_file(&path) => {
                    first.get_or_insert((ticket, artifact));
                    missing.insert(path);
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    let (ticket, artifact) = first?;
    let paths: Vec<&str> = missing.iter().map(String::as_str).collect();
    Some(Spot::in_ticket(ticket, &artifact.place).says(
        &R3C,
        format!(
            "{} yet: {}",
            count(
                paths.len(),
                "evidence artifact does not exist",
                "evidence artifacts do not exist"
            ),
            paths.join(", ")
        ),
        "add them with the implementation; correct the paths that were never meant",
    ))
}

/// R3D: tickets without any acceptance criterion.
fn without_criteria(dossier: &Dossier) -> Option<Finding> {
    let bare: Vec<&Ticket> =
        dossier.tickets().filter(|ticket| counts(ticket) && ticket.criteria.is_empty()).collect();
    let first = bare.first()?;
    let place = first.id.as_ref().map_or(&first.header, |id| &id.place);
    Some(Spot::in_ticket(first, place).says(
        &R3D,
        format!(
            "{} no acceptance criterion: {}",
            count(bare.len(), "ticket has", "tickets have"),
            ids(bare.iter().map(|t| &t.stem))
        ),
        "add to each at least one criterion that can be checked",
    ))
}

fn ids<'t>(ids: impl Iterator<Item = &'t TicketId>) -> String {
    ids.map(TicketId::as_str).collect::<Vec<_>>().join(", ")
}
