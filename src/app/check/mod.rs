//! `check`: whether the committed evidence lets a change pass. Asks nobody, writes nothing, and
//! believes nothing that it can derive.

mod evidence;
mod judge;
mod leaving;
mod policy;
mod pruned;
mod scene;

pub use scene::{ChangeBase, CheckContext};

use self::scene::{Objection, blank};
use super::scope::Scope;
use super::{AppFault, gates, nothing};
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::check::{Check, CheckReport, CheckStatus, Code};
use crate::model::SubjectId;

/// Checks the RFCs asked for against the evidence. With a base, only its policy counts: it is that
/// of the workspace.
pub fn check(scene: &CheckContext<'_>, scope: &Scope) -> Result<CheckReport, AppFault> {
    let workspace = scene.workspace;
    let before = scene.base.map(|base| base.before);
    let none_of_those = nothing::of_those_named(workspace, before, scope);
    let none = Scope::Named(Vec::new());
    let scope = if none_of_those.is_some() { &none } else { scope };
    let mut checks = scope
        .subjects(workspace, before)
        .iter()
        .map(|rfc| one(scene, rfc))
        .collect::<Result<Vec<_>, AppFault>>()?;
    if let Some(before) = before.filter(|_| *scope == Scope::Changed) {
        let layout = &workspace.config.layout;
        let gone = before.concerned.iter().filter(|one| one.is_gone);
        checks.extend(gone.filter(|one| before.touched.adds_to(layout, &one.rfc)).map(|one| {
            let mut check = blank(&one.rfc, CheckStatus::Refused);
            check.because.clone_from(&one.because);
            let line = format!("this change adds evidence of {}, which is not there", one.rfc);
            let foreign = vec![Objection::new(Code::Foreign, line)];
            let next = format!("remove it: {}", layout.reviews(&one.rfc));
            judge::refused(check, CheckStatus::Refused, foreign, next)
        }));
    }
    leaving::amend(&mut checks, workspace, scope, before, scene.today)?;
    let mut repository = gates::repository(workspace, scope, before);
    repository.waivers = workspace.waivers.faults.clone();
    repository.nothing_found = none_of_those.or(repository.nothing_found);
    let evidence = match before {
        Some(before) => {
            let excused = pruned::excused(scene, &before.touched)?;
            before.touched.faults(&workspace.config.layout, &before.name, &excused)
        }
        None => Vec::new(),
    };
    Ok(CheckReport {
        schema_version: DOCUMENT_VERSION.to_owned(),
        tool: gates::tool(),
        base: before.map(gates::base),
        checks,
        evidence,
        repository,
        no_base: scene.no_base(),
        trust: policy::trust(&workspace.config.policy).to_owned(),
    })
}

fn one(scene: &CheckContext<'_>, rfc: &SubjectId) -> Result<Check, AppFault> {
    let before = scene.base.map(|base| base.before);
    let dossier = scene.workspace.dossier(rfc)?;
    let mut check = judge::judge(scene, rfc, &dossier)?;
    if let Some(lost) = before.and_then(|before| before.lost_work(&dossier)) {
        let objections = vec![Objection::new(Code::Removal, lost.description)];
        check = judge::refused(check, CheckStatus::Failed, objections, lost.remediation);
    }
    check.because = before.map(|before| before.because(rfc).to_vec()).unwrap_or_default();
    if !check.status.passes() {
        check.findings = gates::review(scene.workspace, rfc, before, scene.today)?.findings;
    }
    Ok(check)
}
