//! A reply is admitted in two steps: here, by whoever can see the dossier, its quotes are looked up;
//! then the machine holds it against its task. Nothing is repaired.

use std::collections::BTreeSet;

use super::answer::{Cite, Claim, PairAnswer, Reply};
use super::ask::{Ask, FindingView, PairView, Task};
use super::ledger::PlacedClaim;
use super::recorded::Admitted;
use crate::model::opinion::Citation;
use crate::model::pointing::{self, LISTED, NOTHING};
use crate::model::policy::{MAX_CITES, MAX_FINDINGS, MAX_RELATED, MAX_SESSION_FINDINGS, MAX_TEXT};
use crate::model::{GateStatus, NodePath, Place};
use crate::source::{Dossier, Ground};

/// Looks up every quote of a reply in the dossier.
pub fn admit(dossier: &Dossier, reply: Reply) -> Result<Admitted, String> {
    admit_on(&Ground::of(dossier), reply)
}

/// The same, with what its member was shown.
pub fn admit_on(ground: &Ground<'_>, mut reply: Reply) -> Result<Admitted, String> {
    if let Reply::Feasibility(review) = &mut reply {
        review.assessments.iter_mut().for_each(|said| said.checklist.forget_quotes_of_met());
    }
    let placed =
        reply.claims().iter().map(|claim| place(ground, claim)).collect::<Result<_, _>>()?;
    let cited = match &reply {
        Reply::Converge(convergence) => convergence
            .ballots
            .iter()
            .map(|ballot| ballot.missed.as_ref().is_some_and(|c| stands(ground, c)))
            .collect(),
        Reply::SelectModes(_)
        | Reply::Structural(_)
        | Reply::Feasibility(_)
        | Reply::Remediation(_) => Vec::new(),
    };
    Ok(Admitted { reply, placed, cited })
}

fn place(ground: &Ground<'_>, claim: &Claim) -> Result<PlacedClaim, String> {
    let dossier = ground.dossier;
    let source = dossier.text(&claim.file);
    let node = dossier.node(&claim.file, &claim.yaml_path);
    let found = ground.find(&claim.file, &claim.yaml_path, &claim.quote);
    let line = found.as_ref().or(node.as_ref()).map_or(1, |place| place.line);
    let ticket = dossier.ticket_at(&claim.file, line).map(|ticket| ticket.stem.clone());
    if let Some(why) = pointing::fault(dossier.holds(&claim.file), &claim.file, ticket.as_ref()) {
        return Err(format!("a finding at {:?} {why}", claim.file));
    }
    let shown = |cite: &Cite| ground.shows(&cite.path, &cite.lines, &cite.quote);
    // Of what is not there, no passage can be quoted.
    let is_of_nothing = |cite: &Cite| matches!(cite.lines.as_str(), LISTED | NOTHING);
    let has_no_passage = claim.quote.is_empty() && node.is_some();
    let is_absent = has_no_passage && claim.cites.iter().any(is_of_nothing);
    let grounded = (found.is_some() || is_absent) && claim.cites.iter().all(shown);
    let place = found.or(node).unwrap_or_else(Place::whole_file);
    let mut location = place.in_file(&claim.file);
    let written = || NodePath::yaml(&claim.yaml_path);
    location.path = match (&dossier.format, &ticket) {
        (None, _) => source.map_or_else(written, |source| source.path(&claim.yaml_path)),
        (Some(_), Some(ticket)) => NodePath::Entity(ticket.to_string()),
        (Some(_), None) => NodePath::Line,
    };
    let source_line = source.map_or("", |source| source.line(location.line)).to_owned();
    Ok(PlacedClaim { claim: claim.clone(), location, ticket, source_line, grounded })
}

fn stands(ground: &Ground<'_>, citation: &Citation) -> bool {
    ground.find(&citation.file, &citation.yaml_path, &citation.quote).is_some()
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
        if claim.cites.len() > MAX_CITES {
            return Some(format!("a finding with more than {MAX_CITES} cites"));
        }
        if claim.related.len() > MAX_RELATED {
            return Some(format!("a finding with more than {MAX_RELATED} related places"));
        }
        let texts = [&claim.description, &claim.remediation, &claim.quote];
        let cited = claim.cites.iter().flat_map(|cite| [&cite.path, &cite.lines, &cite.quote]);
        if texts.into_iter().chain(cited).any(|text| text.chars().count() > MAX_TEXT) {
            return Some(format!("a finding's text of more than {MAX_TEXT} characters"));
        }
    }
    match (&task.question, reply) {
        (Ask::SelectModes, Reply::SelectModes(_))
        | (Ask::Structural { .. }, Reply::Structural(_)) => None,
        (Ask::Feasibility { findings, tickets, pairs, .. }, Reply::Feasibility(review)) => {
            let known: Vec<&FindingView> = findings.iter().collect();
            once_each("stance", &known, review.stances.iter().map(|s| s.finding_id.as_str()))
                .or_else(|| {
                    let ids = review.remediations.iter().map(|p| p.finding_id.as_str());
                    only_known("remediation", &known, ids)
                })
                .or_else(|| compared(pairs, &review.pairs))
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
        (Ask::Converge { contested, blockers, pairs, .. }, Reply::Converge(convergence)) => {
            let voted: Vec<&FindingView> = contested.iter().collect();
            let blocking: Vec<&FindingView> = blockers.iter().map(|b| &b.finding).collect();
            let endorsed = convergence.endorsements.iter().map(|e| e.finding_id.as_str());
            let proposed = convergence.remediations.iter().map(|p| p.finding_id.as_str());
            once_each("ballot", &voted, convergence.ballots.iter().map(|b| b.finding_id.as_str()))
                .or_else(|| only_known("remediation", &blocking, proposed))
                .or_else(|| once_each("endorsement", &blocking, endorsed))
                .or_else(|| compared(pairs, &convergence.pairs))
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

/// Why what was said of pairs does not answer the task.
fn compared(asked: &[PairView], said: &[PairAnswer]) -> Option<String> {
    let mut seen = BTreeSet::new();
    said.iter().find_map(|PairAnswer { finding_id, other_id, .. }| {
        let is_asked = |p: &PairView| p.finding_id == *finding_id && p.other_id == *other_id;
        if !asked.iter().any(is_asked) {
            Some(format!("the pair {finding_id}, {other_id}, which was not asked about"))
        } else if !seen.insert((finding_id, other_id)) {
            Some(format!("the pair {finding_id}, {other_id} twice"))
        } else {
            None
        }
    })
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
