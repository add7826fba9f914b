//! Gate 3: does every requirement have a ticket, and every ticket a requirement?
//! (GATES.md R30 to R3D)
//!
//! A ticket counts as long as it was not given up: what is done covers its requirement, but is no
//! longer asked for a reference.

mod matrix;
mod owner;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::{Value, json};

pub(super) use self::owner::visitors;

use self::matrix::CoverageMatrix;
use self::owner::{Owner, is_valid, offers, owner};
use super::diagnostic::{Spot, count, quoted, weighing};
use super::graph::ANSWERED;
use super::listed::listed;
use super::path;
use super::rules::{R3A, R3C, R3D, R31, R36, R37, R38, R39};
use super::{Gate, Meta, Overview};
use crate::model::slip::did_you_mean;
use crate::model::{Finding, GateId, GateResult, Place, Severity, TicketId};
use crate::source::{
    DecompositionEntry, Dossier, Misnamed, Requirement, RequirementRef, Rfc, SourceDiagnostic,
    Text, Ticket,
};

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
            return GateResult::new(META.id, false, listed(findings), matrix_of_nothing(false));
        };
        findings.extend(broken_inputs(dossier, rfc));
        findings.extend(misnamed(dossier, rfc));
        if rfc.requirements.is_empty() {
            if !rfc.requirements_incomplete {
                findings.push(nothing_required(dossier, rfc));
            }
            let evidence = matrix_of_nothing(rfc.requirements_incomplete);
            return GateResult::new(META.id, false, listed(findings), evidence);
        }
        let matrix = CoverageMatrix::of(dossier, rfc, all);
        findings.extend(unplanned_requirements(dossier, rfc));
        if !rfc.requirements_incomplete {
            findings.extend(undefined(dossier));
            findings.extend(serving_nothing(dossier, rfc, &matrix));
            findings.extend(gaps(dossier, rfc, &matrix));
        }
        GateResult::new(META.id, true, listed(findings), matrix.evidence(rfc))
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
    let is_input = |flaw: &&SourceDiagnostic| {
        let rest = flaw.file.strip_prefix(&rfc.folder);
        let name = rest.and_then(|rest| rest.strip_prefix('/'));
        name.is_some_and(|n| {
            n.starts_with("01_") || n == "requirements" || n.starts_with("requirements/")
        })
    };
    let flaws = dossier.library.flaws_below(&rfc.folder).iter();
    flaws
        .filter(|flaw| flaw.kind.is_fatal())
        .filter(is_input)
        .map(|flaw| {
            Spot::of_flaw(flaw, None).says(
                &R31,
                format!("the requirements in this file cannot be read: {}", flaw.message),
                "fix the file; until then uncovered requirements cannot be found",
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
            "{} defines no requirements, so {} cannot be checked",
            rfc.id,
            count(dossier.tickets.len(), "ticket", "tickets")
        ),
        match dossier.files.iter().find(|file| is_01(rfc, &file.path)) {
            Some(file) => format!(
                "list them under `rfc_local_requirements.requirements` in {}; the form: council-review schema rfc",
                file.path
            ),
            None => format!(
                "state them in a file 01: council-review new rfc \"Title\" --id {} writes one",
                rfc.id
            ),
        },
    )
}

/// Whether a path is that of an RFC's file 01.
fn is_01(rfc: &Rfc, path: &str) -> bool {
    let name = path.strip_prefix(&rfc.folder).and_then(|rest| rest.strip_prefix('/'));
    name.is_some_and(|name| name.starts_with("01_"))
}

/// R36: the references that nobody defines, with their tickets.
fn broken<'d>(
    dossier: &'d Dossier,
    rfc: &'d Rfc,
) -> impl Iterator<Item = (&'d Ticket, &'d RequirementRef)> {
    let tickets = dossier.tickets().filter(|t| counts(t));
    let references = tickets.flat_map(|t| t.requirements.iter().map(move |r| (t, r)));
    references.filter(|(_, reference)| !is_valid(&dossier.library, reference, rfc))
}

/// R58: the ids offered for references that nobody defines, by ticket and place.
pub(super) fn offered<'d>(dossier: &'d Dossier, rfc: &'d Rfc) -> ReferenceOffers<'d> {
    let broken = broken(dossier, rfc).take(ANSWERED);
    broken
        .map(|(ticket, reference)| {
            ((&ticket.file, &reference.place), offers(&dossier.library, reference, rfc))
        })
        .collect()
}

/// By file and place of a reference, the ids that are offered for it.
pub(super) type ReferenceOffers<'d> = HashMap<(&'d String, &'d Place), Vec<&'d str>>;

/// R36: each reference that nobody defines.
fn undefined(dossier: &Dossier) -> Vec<Finding> {
    let library = &dossier.library;
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let offered = offered(dossier, rfc);
    broken(dossier, rfc)
        .map(|(ticket, reference)| {
            let by = match owner(library, reference, &rfc.id) {
                Owner::Rfc(id) if id != rfc.id => id.to_string(),
                Owner::Rfc(_) | Owner::Prd(_) if rfc.prds.is_empty() => rfc.id.to_string(),
                Owner::Rfc(_) | Owner::Prd(_) => format!("{} or its PRDs", rfc.id),
            };
            let near = offered.get(&(&ticket.file, &reference.place));
            let near = did_you_mean(near.map_or(&[], Vec::as_slice));
            let written = quoted(&reference.id);
            Spot::in_ticket(ticket, &reference.place).says(
                &R36,
                format!("the requirement {written} is not defined by {by}{near}"),
                "correct the id, or define the requirement",
            )
        })
        .collect()
}

/// R37: the live tickets that serve nothing.
pub(super) fn orphans(dossier: &Dossier) -> Vec<&Ticket> {
    let Some(rfc) = dossier.rfc() else {
        return Vec::new();
    };
    let serves = |ticket: &&Ticket| {
        let mut references = ticket.requirements.iter();
        references.any(|r| is_valid(&dossier.library, r, rfc))
    };
    dossier.tickets().filter(|ticket| ticket.is_live() && !serves(ticket)).collect()
}

/// R37: one finding for each of them, or for all when nothing at all is covered.
fn serving_nothing(dossier: &Dossier, rfc: &Rfc, matrix: &CoverageMatrix<'_>) -> Vec<Finding> {
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

/// Whether an id can stand in a command as it is.
fn is_word(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_uppercase())
        && id.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
}

/// R38: the requirements of an RFC that no ticket covers, and whether these are all.
pub(super) fn uncovered<'d>(
    dossier: &'d Dossier,
    rfc: &'d Rfc,
    all: &Overview,
) -> (Vec<&'d Requirement>, bool) {
    let matrix = CoverageMatrix::of(dossier, rfc, all);
    (matrix.uncovered(), matrix.is_all_bare())
}

/// R38: what no ticket covers.
fn gaps(dossier: &Dossier, rfc: &Rfc, matrix: &CoverageMatrix<'_>) -> Vec<Finding> {
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
            match is_word(&first.id) {
                true => format!(
                    "write the tickets that bring them about: council-review new ticket {} --for {}",
                    rfc.id, first.id
                ),
                false => "write the tickets that bring them about".to_owned(),
            },
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
                format!("{} has no ticket", quoted(&requirement.id)),
                "write a ticket for it, add it to the one that does it, or withdraw it",
            )
        })
        .collect()
}

/// What the plan gives one live ticket and its file lacks.
pub(super) struct MissingRequirements<'d> {
    /// The plan's entry.
    entry: &'d DecompositionEntry,
    /// The ticket.
    pub(super) ticket: &'d Ticket,
    /// The requirements that it is to serve and does not name, by id.
    pub(super) requirements: BTreeMap<&'d str, &'d Requirement>,
}

/// R3A: the requirements that the plan gives to live tickets and their files lack, in the plan's
/// order.
pub(super) fn lacking<'d>(dossier: &'d Dossier, rfc: &'d Rfc) -> Vec<MissingRequirements<'d>> {
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

/// R3A: one finding for all of an RFC.
fn unplanned_requirements(dossier: &Dossier, rfc: &Rfc) -> Option<Finding> {
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

/// R3C: artifacts that the tickets name by path and that do not exist yet.
fn missing_evidence(dossier: &Dossier) -> Option<Finding> {
    let mut first: Option<(&Ticket, &Text)> = None;
    let mut missing = BTreeSet::new();
    for ticket in dossier.tickets().filter(|t| counts(t)) {
        for artifact in &ticket.evidence {
            let file = artifact.value.split('#').next().unwrap_or_default();
            match path::plain(file) {
                Ok(path) if path.contains('/') && !dossier.has_path(&path) => {
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

/// R3D: the tickets without any acceptance criterion.
pub(super) fn bare(dossier: &Dossier) -> Vec<&Ticket> {
    dossier.tickets().filter(|ticket| counts(ticket) && ticket.criteria.is_empty()).collect()
}

/// R3D: one finding for all of an RFC.
fn without_criteria(dossier: &Dossier) -> Option<Finding> {
    let bare = bare(dossier);
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
