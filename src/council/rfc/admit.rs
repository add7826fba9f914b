//! A reply is admitted in two steps: here, by whoever can see the dossier, its quotes are looked up;
//! then the machine holds it against its task. Nothing is repaired.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::answer::{Claim, Reply};
use super::ask::{Ask, FindingView, Task};
use super::ledger::PlacedClaim;
use crate::model::opinion::Citation;
use crate::model::pointing;
use crate::model::policy::{MAX_FINDINGS, MAX_SESSION_FINDINGS, MAX_TEXT};
use crate::model::{GateStatus, Place};
use crate::source::Dossier;

/// A reply whose quotes were looked up.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Admitted {
    /// As the seat gave it.
    pub reply: Reply,
    /// Its claims, placed; in their order.
    pub placed: Vec<PlacedClaim>,
    /// Whether each ballot's citation stands in the dossier; in the ballots' order.
    pub cited: Vec<bool>,
}

/// Looks up every quote of a reply.
pub fn admit(dossier: &Dossier, reply: Reply) -> Result<Admitted, String> {
    let claims: &[Claim] = match &reply {
        Reply::Structural(review) => &review.findings,
        Reply::Feasibility(review) => &review.findings,
        Reply::SelectModes(_) | Reply::Converge(_) | Reply::Remediation(_) => &[],
    };
    let placed = claims.iter().map(|claim| place(dossier, claim)).collect::<Result<_, _>>()?;
    let cited = match &reply {
        Reply::Converge(convergence) => convergence
            .ballots
            .iter()
            .map(|ballot| ballot.missed.as_ref().is_some_and(|c| stands(dossier, c)))
            .collect(),
        Reply::SelectModes(_)
        | Reply::Structural(_)
        | Reply::Feasibility(_)
        | Reply::Remediation(_) => Vec::new(),
    };
    Ok(Admitted { reply, placed, cited })
}

fn place(dossier: &Dossier, claim: &Claim) -> Result<PlacedClaim, String> {
    let source = dossier.text(&claim.file);
    let ticket = source.and_then(|source| source.ticket()).cloned();
    if let Some(why) = pointing::fault(dossier.holds(&claim.file), &claim.file, ticket.as_ref()) {
        return Err(format!("a finding at {:?} {why}", claim.file));
    }
    let node = source.and_then(|source| source.node(&claim.yaml_path));
    let found = source.zip(node.as_ref()).and_then(|(s, node)| s.find(node, &claim.quote));
    let grounded = found.is_some();
    let place = found.or(node).unwrap_or_else(Place::whole_file);
    let mut location = place.in_file(&claim.file);
    location.yaml_path.clone_from(&claim.yaml_path);
    let source_line = source.map_or("", |source| source.line(location.line)).to_owned();
    Ok(PlacedClaim { claim: claim.clone(), location, ticket, source_line, grounded })
}

fn stands(dossier: &Dossier, citation: &Citation) -> bool {
    dossier.text(&citation.file).is_some_and(|source| {
        source
            .node(&citation.yaml_path)
            .is_some_and(|node| source.find(&node, &citation.quote).is_some())
    })
}

/// Why a reply does not answer its task; `None` when it does. `raised` is how many findings the
/// seats of its session have raised before.
pub(super) fn fault(task: &Task, admitted: &Admitted, raised: usize) -> Option<String> {
    let reply = &admitted.reply;
    if reply.name() != task.question.name() {
        return Some(format!("{} was asked and {} answered", task.question.name(), reply.name()));
    }
    let count = admitted.placed.len();
    if count > MAX_FINDINGS {
        return Some(format!("{count} findings, and a reply has at most {MAX_FINDINGS}"));
    }
    if count > 0 && raised + count > MAX_SESSION_FINDINGS {
        return Some(format!(
            "{count} findings after {raised}, and a session has at most {MAX_SESSION_FINDINGS}"
        ));
    }
    let claims = admitted.placed.iter().map(|placed| &placed.claim);
    for claim in claims {
        if !task.modes.contains(&claim.source_mode) {
            return Some(format!(
                "a finding through mode {}, which is not selected",
                claim.source_mode
            ));
        }
        if claim.description.trim().is_empty() {
            return Some("a finding without a description".to_owned());
        }
        let texts = [&claim.description, &claim.remediation, &claim.quote];
        if texts.iter().any(|text| text.chars().count() > MAX_TEXT) {
            return Some(format!("a finding's text of more than {MAX_TEXT} characters"));
        }
    }
    match (&task.question, reply) {
        (Ask::SelectModes, Reply::SelectModes(_))
        | (Ask::Structural { .. }, Reply::Structural(_)) => None,
        (Ask::Feasibility { findings, tickets, .. }, Reply::Feasibility(review)) => {
            let known: Vec<&FindingView> = findings.iter().collect();
            once_each("stance", &known, review.stances.iter().map(|s| s.finding_id.as_str()))
                .or_else(|| {
                    let ids = review.remediations.iter().map(|p| p.finding_id.as_str());
                    only_known("remediation", &known, ids)
                })
                .or_else(|| {
                    let mut seen = BTreeSet::new();
                    review.assessments.iter().find_map(|assessment| {
                        let id = &assessment.ticket_id;
                        let opinions = [
                            &assessment.atomicity,
                            &assessment.implementability,
                            &assessment.anti_cousin,
                        ];
                        if !tickets.contains(id) {
                            Some(format!("an assessment of {id}, which was not asked for"))
                        } else if !seen.insert(id) {
                            Some(format!("two assessments of {id}"))
                        } else if opinions.iter().any(|o| o.status == GateStatus::NotRun) {
                            Some(format!("an assessment of {id} that says NOT_RUN"))
                        } else {
                            None
                        }
                    })
                })
        }
        (Ask::Converge { contested, blockers, .. }, Reply::Converge(convergence)) => {
            let voted: Vec<&FindingView> = contested.iter().collect();
            let blocking: Vec<&FindingView> = blockers.iter().map(|b| &b.finding).collect();
            let endorsed = convergence.endorsements.iter().map(|e| e.finding_id.as_str());
            let proposed = convergence.remediations.iter().map(|p| p.finding_id.as_str());
            once_each("ballot", &voted, convergence.ballots.iter().map(|b| b.finding_id.as_str()))
                .or_else(|| only_known("remediation", &blocking, proposed))
                .or_else(|| once_each("endorsement", &blocking, endorsed))
        }
        (Ask::Remediation { blockers }, Reply::Remediation(endorsements)) => {
            let blocking: Vec<&FindingView> = blockers.iter().map(|b| &b.finding).collect();
            let ids = endorsements.endorsements.iter().map(|e| e.finding_id.as_str());
            once_each("endorsement", &blocking, ids)
        }
        (
            Ask::SelectModes
            | Ask::Structural { .. }
            | Ask::Feasibility { .. }
            | Ask::Converge { .. }
            | Ask::Remediation { .. },
            _,
        ) => unreachable!("the names were compared"),
    }
}

fn only_known<'a>(
    what: &str,
    known: &[&FindingView],
    ids: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let is_known = |id: &str| known.iter().any(|view| view.finding_id.as_str() == id);
    ids.filter(|id| !is_known(id))
        .map(|id| format!("a {what} for {id}, which was not asked for"))
        .next()
}

fn once_each<'a>(
    what: &str,
    known: &[&FindingView],
    ids: impl Iterator<Item = &'a str> + Clone,
) -> Option<String> {
    only_known(what, known, ids.clone()).or_else(|| {
        let mut seen = BTreeSet::new();
        ids.into_iter().find(|id| !seen.insert(*id)).map(|id| format!("two {what}s for {id}"))
    })
}
