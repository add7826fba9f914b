//! `gates`: the deterministic gates alone. Writes nothing.

use super::change::{Before, Compared};
use super::scope::Scope;
use super::{AppFault, Workspace, leaving, nothing};
use crate::adjudicate;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::bundle::Tool;
use crate::evidence::v2::gates::{
    Base, Change, GateFinding, GatesReport, GatesReview, RepositoryFindings,
};
use crate::gates::Overview;
use crate::model::{Day, Finding, GateResult, SubjectId, Waiver};
use crate::port::{par_map, threads};
use crate::source::Dossier;

/// Runs the gates over the RFCs asked for; with `before`, says what a change did to their findings.
pub fn gates(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
    today: Day,
) -> Result<GatesReport, AppFault> {
    let rfcs = scope.subjects(workspace, before);
    let reviewed =
        par_map(threads(), &rfcs, || (), |(), rfc| Some(review(workspace, rfc, before, today)));
    let mut reviews = reviewed.into_iter().flatten().collect::<Result<Vec<_>, AppFault>>()?;
    reviews.extend(elsewhere(scope, before, today)?);
    let mut repository = repository(workspace, scope, before);
    repository.waivers = idle_waivers(workspace, scope, &reviews, today);
    Ok(GatesReport {
        schema_version: DOCUMENT_VERSION.to_owned(),
        tool: tool(),
        base: before.map(base),
        reviews,
        leaving: leaving::leaving(workspace, scope, before),
        repository,
    })
}

pub(super) fn tool() -> Tool {
    Tool { name: env!("CARGO_PKG_NAME").into(), version: env!("CARGO_PKG_VERSION").into() }
}

/// What a change was held against, for programs.
pub fn base(before: &Before) -> Base {
    Base {
        name: before.name.clone(),
        commit: before.tip.clone(),
        merge_base: before.fork.clone(),
        policy_changes: before.policy_changes.clone(),
    }
}

/// What the gates say of one RFC, and what a change did to it.
pub fn review(
    workspace: &Workspace,
    rfc: &SubjectId,
    before: Option<&Before>,
    today: Day,
) -> Result<GatesReview, AppFault> {
    let dossier = workspace.dossier(rfc)?;
    let dossier = match before {
        Some(before) => before.beside(dossier),
        None => dossier,
    };
    let lost = before.and_then(|before| before.lost_work(&dossier));
    let (results, mut review) = judged(workspace, &dossier, lost, today);
    if let Some(before) = before {
        let compared = before.compare(rfc, &findings_of(&results), |gates, dossier| {
            findings_of(&gates.check(dossier))
        });
        mark(&mut review.findings, &compared);
        review.fixed = Some(compared.fixed.iter().map(|f| GateFinding::new(f, None)).collect());
        review.because = before.because(rfc).to_vec();
    }
    Ok(review)
}

/// What the gates say of a dossier, and the same as the document has it.
///
/// `lost` is what a change took away of its work (A6).
pub(super) fn judged(
    workspace: &Workspace,
    dossier: &Dossier,
    lost: Option<Finding>,
    today: Day,
) -> (Vec<GateResult>, GatesReview) {
    let (subject, state) = (&dossier.subject, dossier.state);
    let mut results = workspace.gates.check(dossier);
    if let Some(lost) = lost {
        let of_gate = results.iter_mut().find(|result| result.gate == lost.gate);
        of_gate.into_iter().for_each(|result| result.add(lost.clone()));
    }
    let applied = adjudicate::waive(subject, &mut results, &workspace.waivers.valid, today);
    let review =
        GatesReview::new(subject, state.as_str(), state.is_reviewable(), &results, &applied);
    (results, review)
}

fn findings_of(results: &[GateResult]) -> Vec<Finding> {
    results.iter().flat_map(|result| result.findings.clone()).collect()
}

fn mark(findings: &mut [GateFinding], compared: &Compared) {
    for (finding, introduced) in findings.iter_mut().zip(&compared.introduced) {
        finding.change = Some(if *introduced { Change::Introduced } else { Change::Existing });
    }
}

/// What the gates find of RFCs that only a layout of the change's own reads, or reads elsewhere.
pub(super) fn elsewhere(
    scope: &Scope,
    before: Option<&Before>,
    today: Day,
) -> Result<Vec<GatesReview>, AppFault> {
    let Some(own) = before.and_then(|before| before.own.as_ref()) else { return Ok(Vec::new()) };
    let asked = own.subjects().into_iter().filter(|rfc| scope.asks_for(rfc));
    asked
        .map(|rfc| {
            let mut review = review(own, &rfc, None, today)?;
            let folder = &own.library.rfcs_folder;
            review.because = vec![format!("the layout of this change reads it in {folder}")];
            Ok(review)
        })
        .collect()
}

/// The waivers that hold nothing back of all RFCs, a line each; where not all were looked at, nobody
/// can tell.
pub(super) fn idle_waivers(
    workspace: &Workspace,
    scope: &Scope,
    reviews: &[GatesReview],
    today: Day,
) -> Vec<String> {
    let waivers = &workspace.waivers;
    let mut lines = waivers.faults.clone();
    if *scope != Scope::All {
        return lines;
    }
    let findings = || reviews.iter().flat_map(|review| &review.findings);
    lines.extend(waivers.valid.iter().filter_map(|waiver| {
        let Waiver { file, waiver_id, approved_by, expires, .. } = waiver;
        if waiver.is_over(today) {
            return Some(format!(
                "{file}: {waiver_id} of {approved_by} is over since {expires}: fix what it held back, or agree on another day"
            ));
        }
        let is_used = findings().any(|finding| finding.waiver.as_ref() == Some(waiver_id));
        (!is_used).then(|| format!("{file}: {waiver_id} holds nothing back any more: remove it"))
    }));
    lines.sort();
    lines
}

/// What belongs to no RFC: of all RFCs everything, of a change what it introduced, and always what is
/// ambiguous in the layout, on which the rest is built.
pub fn repository(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
) -> RepositoryFindings {
    let now = match (scope, before) {
        (Scope::Named(_), None) => workspace.gates.layout(),
        _ => workspace.gates.outside_every_rfc(),
    };
    let mut findings: Vec<GateFinding> =
        now.iter().map(|finding| GateFinding::new(finding, None)).collect();
    if let Some(before) = before {
        mark(&mut findings, &before.compare_repository(&now, Overview::outside_every_rfc));
    }
    if *scope != Scope::All && before.is_some() {
        let layout = workspace.gates.layout();
        let is_layout = |finding: &GateFinding| {
            layout
                .iter()
                .any(|of| of.location == finding.location && of.rule.as_str() == finding.rule)
        };
        findings.retain(|finding| finding.change == Some(Change::Introduced) || is_layout(finding));
    }
    let nothing_found = match scope {
        Scope::Named(_) => None,
        Scope::All | Scope::Changed => nothing::found(workspace, before),
    };
    RepositoryFindings { findings, waivers: Vec::new(), nothing_found }
}
