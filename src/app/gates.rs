//! `gates`: the deterministic gates alone. Writes nothing.

use super::change::{Before, Compared};
use super::{AppFault, Workspace};
use crate::evidence::v1::SCHEMA_VERSION;
use crate::evidence::v1::bundle::Tool;
use crate::evidence::v1::gates::{
    Base, Change, GateFinding, GatesReport, GatesReview, RepositoryFindings,
};
use crate::gates;
use crate::model::{Finding, GateResult, RfcId};
use crate::source::Dossier;

/// Which RFCs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// These.
    Named(Vec<RfcId>),
    /// Every RFC, and what belongs to none.
    All,
    /// Those that a change concerns and that are still there, and what it brought that belongs to
    /// none.
    Changed,
}

impl Scope {
    /// The RFCs, by id as far as nobody named them.
    pub fn rfcs(&self, workspace: &Workspace, before: Option<&Before>) -> Vec<RfcId> {
        match self {
            Scope::Named(rfcs) => rfcs.clone(),
            Scope::All => workspace.rfcs(),
            Scope::Changed => {
                let concerned = before.into_iter().flat_map(|before| &before.concerned);
                concerned.filter(|one| !one.is_gone).map(|one| one.rfc.clone()).collect()
            }
        }
    }
}

/// Runs the gates over the RFCs asked for; with `before`, says what a change did to their findings.
pub fn gates(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
) -> Result<GatesReport, AppFault> {
    let reviews = scope
        .rfcs(workspace, before)
        .iter()
        .map(|rfc| Ok(review(&workspace.dossier(rfc)?, before)))
        .collect::<Result<_, AppFault>>()?;
    Ok(GatesReport {
        schema_version: SCHEMA_VERSION.to_owned(),
        tool: tool(),
        base: before.map(base),
        reviews,
        repository: RepositoryFindings { findings: repository(workspace, scope, before) },
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
pub fn review(dossier: &Dossier, before: Option<&Before>) -> GatesReview {
    let results = gates::check_all(dossier);
    let rfc = &dossier.rfc_id;
    let is_reviewable = dossier.state.is_reviewable();
    let mut review = GatesReview::new(rfc, dossier.state.as_str(), is_reviewable, &results);
    if let Some(before) = before {
        let compared = before.compare(rfc, &findings_of(&results), |dossier| {
            findings_of(&gates::check_all(dossier))
        });
        mark(&mut review.findings, &compared);
        review.fixed = Some(compared.fixed.iter().map(|f| GateFinding::new(f, None)).collect());
        review.because = before.because(rfc).to_vec();
    }
    review
}

fn findings_of(results: &[GateResult]) -> Vec<Finding> {
    results.iter().flat_map(|result| result.findings.clone()).collect()
}

fn mark(findings: &mut [GateFinding], compared: &Compared) {
    for (finding, introduced) in findings.iter_mut().zip(&compared.introduced) {
        finding.change = Some(if *introduced { Change::Introduced } else { Change::Existing });
    }
}

/// What belongs to no RFC: nothing where RFCs were named, and of a change what it introduced.
pub(super) fn repository(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
) -> Vec<GateFinding> {
    if matches!(scope, Scope::Named(_)) {
        return Vec::new();
    }
    let now = gates::repository_findings(&workspace.library);
    let mut findings: Vec<GateFinding> =
        now.iter().map(|finding| GateFinding::new(finding, None)).collect();
    if let Some(before) = before {
        mark(&mut findings, &before.compare_repository(&now, gates::repository_findings));
    }
    if *scope == Scope::Changed {
        findings.retain(|finding| finding.change == Some(Change::Introduced));
    }
    findings
}
