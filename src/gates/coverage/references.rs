//! References to requirements that nobody defines (GATES.md R36).

use std::collections::HashMap;

use super::counts;
use super::owner::{Owner, is_valid, known_to_owner, offers, owner};
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::{SECOND, in_one};
use crate::gates::graph::ANSWERED;
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, respelled};
use crate::model::{Finding, GateId, Place, Rule, Severity, Subcategory};
use crate::source::{Dossier, RequirementRef, Rfc, Ticket};

pub(super) static R36: RuleInfo = RuleInfo {
    id: Rule::numbered("R36"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "",
    title: "a reference to a requirement that nobody defines",
    why: "The ticket claims to serve something that does not exist.",
    act: "Correct the id, or define the requirement.",
    fix: Some(RuleFix {
        does: "writes the id as it is defined, when its number is right and at most one letter is wrong",
        intend: respelling,
    }),
    example: in_one(
        SECOND,
        r#"    requirements:
    - requirement_id: REQ-0099"#,
        r#"    requirements:
    - requirement_id: REQ-0002"#,
    ),
};

/// The references that nobody defines, with their tickets.
fn broken<'d>(
    dossier: &'d Dossier,
    rfc: &'d Rfc,
) -> impl Iterator<Item = (&'d Ticket, &'d RequirementRef)> {
    let tickets = dossier.tickets().filter(|t| counts(t));
    let references = tickets.flat_map(|t| t.requirements.iter().map(move |r| (t, r)));
    references.filter(|(_, reference)| !is_valid(&dossier.library, reference, rfc))
}

/// By file and place of a reference, the ids that are offered for it.
pub(in crate::gates) type ReferenceOffers<'d> = HashMap<(&'d String, &'d Place), Vec<&'d str>>;

/// R58: the ids offered for references that nobody defines, by ticket and place.
pub(in crate::gates) fn offered<'d>(dossier: &'d Dossier, rfc: &'d Rfc) -> ReferenceOffers<'d> {
    let broken = broken(dossier, rfc).take(ANSWERED);
    broken
        .map(|(ticket, reference)| {
            ((&ticket.file, &reference.place), offers(&dossier.library, reference, rfc))
        })
        .collect()
}

/// A finding for each of them.
pub(super) fn check(dossier: &Dossier) -> Vec<Finding> {
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

fn respelling(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let own = scene.dossier.and_then(Dossier::rfc);
    let (Some(ticket), Some(own)) = (scene.ticket(finding), own) else { return Vec::new() };
    let mut at = ticket.requirements.iter().filter(|r| scene.is_at(finding, &r.place));
    let Some(reference) = at.next() else { return Vec::new() };
    let known = known_to_owner(scene.library, reference, own);
    let id = respelled(&reference.id, known).map(|id| match &reference.prefix {
        Some(prefix) => format!("{prefix}/{id}"),
        None => id.to_owned(),
    });
    let path = finding.location.yaml_path().to_owned();
    id.map(|to| Intent::Refer { file: ticket.file.clone(), path, to }).into_iter().collect()
}
