//! `check`: whether the committed evidence lets a change pass. Asks nobody, writes nothing.

use std::collections::BTreeSet;

use super::change::Before;
use super::gates::{self, Scope};
use super::verify::{self, Freshness, Verified};
use super::{AppFault, Workspace};
use crate::council::tally::Resolution;
use crate::evidence::read::LIMITS;
use crate::evidence::v1::bundle::{Bundle, Subagent};
use crate::evidence::v1::check::{Check, CheckReport, CheckStatus};
use crate::evidence::v1::{OFFLINE, SCHEMA_VERSION};
use crate::evidence::{chain, ruled};
use crate::model::policy::{MergePolicy, ReviewDepth};
use crate::model::{Day, RfcId, SeatId, Severity, Verdict};
use crate::port::Archive;

/// Checks the RFCs asked for against the evidence of `archive`. With `before`, only its policy
/// counts: it is that of `workspace`.
pub fn check(
    workspace: &Workspace,
    archive: &dyn Archive,
    scope: &Scope,
    before: Option<&Before>,
    today: Day,
) -> Result<CheckReport, AppFault> {
    let mut checks = scope
        .rfcs(workspace, before)
        .iter()
        .map(|rfc| one(workspace, archive, rfc, before, today))
        .collect::<Result<Vec<_>, AppFault>>()?;
    if *scope == Scope::Changed {
        let concerned = before.into_iter().flat_map(|before| &before.concerned);
        checks.extend(concerned.filter(|one| one.is_gone).map(|one| Check {
            because: one.because.clone(),
            reasons: vec!["nothing of it is left".to_owned()],
            ..blank(&one.rfc, CheckStatus::Removed)
        }));
        checks.sort_by(|a, b| a.rfc_id.cmp(&b.rfc_id));
    }
    let mut repository = gates::repository(workspace, scope, before);
    repository.waivers = workspace.waivers.faults.clone();
    Ok(CheckReport {
        schema_version: SCHEMA_VERSION.to_owned(),
        tool: gates::tool(),
        base: before.map(gates::base),
        checks,
        repository,
    })
}

fn blank(rfc: &RfcId, status: CheckStatus) -> Check {
    Check {
        rfc_id: rfc.clone(),
        because: Vec::new(),
        status,
        reasons: Vec::new(),
        next: None,
        bundle: None,
        verdict: None,
        findings: Vec::new(),
    }
}

fn one(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &RfcId,
    before: Option<&Before>,
    today: Day,
) -> Result<Check, AppFault> {
    let is_reviewable = workspace.dossier(rfc)?.state.is_reviewable();
    let mut check = judged(workspace, archive, rfc, is_reviewable, (before, today))?;
    check.because = before.map(|before| before.because(rfc).to_vec()).unwrap_or_default();
    if !check.status.passes() {
        check.findings = gates::review(workspace, rfc, before, today)?.findings;
    }
    Ok(check)
}

fn judged(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &RfcId,
    is_reviewable: bool,
    (before, today): (Option<&Before>, Day),
) -> Result<Check, AppFault> {
    let folder = workspace.config.layout.reviews(rfc);
    let commit = format!("commit {folder}");
    let again = format!("council-review {rfc}, then {commit}");
    let Some(link) = chain::head(archive, &folder).map_err(AppFault::reading)? else {
        if !is_reviewable {
            let reasons = vec!["there is nothing to review".to_owned()];
            return Ok(Check { reasons, ..blank(rfc, CheckStatus::NotApplicable) });
        }
        return Ok(Check {
            reasons: vec![format!("it has no review in {folder}")],
            next: Some(again),
            ..blank(rfc, CheckStatus::Missing)
        });
    };
    let path = format!("{folder}/{}", link.file);
    let found = |status, reasons, next| Check {
        reasons,
        next,
        bundle: Some(path.clone()),
        verdict: Some(link.bundle.verdict),
        ..blank(rfc, status)
    };
    if link.bundle.rfc_id != *rfc {
        let line = format!("{path} is a review of {}, not of {rfc}", link.bundle.rfc_id);
        return Ok(found(CheckStatus::Refused, vec![line], Some(again)));
    }
    let bytes = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?.unwrap_or_default();
    let (bundle, freshness) = match verify::newest(workspace, archive, &path, &bytes)? {
        Verified::Sound { bundle, freshness } => (bundle, freshness),
        Verified::Unsound(faults) => {
            let lines = faults.iter().map(|fault| format!("{path}:{fault}")).collect();
            return Ok(found(CheckStatus::Refused, lines, Some(again)));
        }
    };
    let mut changes = match freshness {
        Freshness::Stale(changes) => changes,
        Freshness::Fresh | Freshness::Superseded | Freshness::Unknown => Vec::new(),
    };
    let over = bundle.inputs.waivers.iter().filter(|waiver| waiver.is_over(today));
    changes.extend(over.map(|waiver| {
        format!("{}, on which it rests, is over since {}", waiver.waiver_id, waiver.expires)
    }));
    if !changes.is_empty() {
        return Ok(found(CheckStatus::Stale, changes, Some(again)));
    }
    let foreign = foreign_rulings(&bundle, &folder, before);
    if !foreign.is_empty() {
        let next = "let the base have the ruling first: a change cannot rule on itself";
        return Ok(found(CheckStatus::NeedsAdjudication, foreign, Some(next.to_owned())));
    }
    let objections = objections(&bundle, &workspace.config.merge);
    if objections.is_empty() {
        let line = format!("{}; {}", bundle.verdict_reason, held(&bundle));
        return Ok(found(CheckStatus::Passed, vec![line], None));
    }
    if bundle.verdict == Verdict::NeedsAdjudication {
        let next = format!("council-review adjudicate {rfc}");
        return Ok(found(CheckStatus::NeedsAdjudication, objections, Some(next)));
    }
    let next = match bundle.verdict {
        Verdict::Rejected | Verdict::ApprovedWithRemediation => {
            format!("council-review show {rfc}, mend what stands; then {again}")
        }
        _ => again,
    };
    Ok(found(CheckStatus::Failed, objections, Some(next)))
}

/// The rulings of a bundle that stand in the change alone.
fn foreign_rulings(bundle: &Bundle, folder: &str, before: Option<&Before>) -> Vec<String> {
    let Some(before) = before else { return Vec::new() };
    let foreign = bundle.rulings.iter().filter(|ruling| {
        !before.has_ruling(&format!("{folder}/{}", ruling.file()), &ruled::bytes(ruling))
    });
    foreign
        .map(|ruling| {
            let (id, by, done) = (&ruling.finding_id, &ruling.by, ruling.decision.done());
            format!(
                "{id} was {done} by {by} in this change, and {} does not have that",
                before.name
            )
        })
        .collect()
}

/// Why a review that verifies and is fresh does not pass; empty when it does.
fn objections(bundle: &Bundle, policy: &MergePolicy) -> Vec<String> {
    let mut objections = Vec::new();
    if !policy.verdicts.contains(&bundle.verdict) {
        objections.push(format!("{}: {}", bundle.verdict, bundle.verdict_reason));
    }
    if bundle.verdict == Verdict::NotApplicable {
        return objections;
    }
    if policy.depth == ReviewDepth::Council && bundle.council_metadata.is_none() {
        objections.push("no council sat, and the policy asks for one".to_owned());
    }
    let majors = bundle.findings.iter().filter(|finding| {
        finding.severity == Severity::Major && finding.resolution == Resolution::Stands
    });
    let majors = majors.count();
    if !policy.open_majors && majors > 0 {
        let some = if majors == 1 { "finding stands" } else { "findings stand" };
        objections.push(format!("{majors} MAJOR {some}, and the policy lets none stay open"));
    }
    let models = by_models(bundle);
    if !policy.offline && models.is_empty() && bundle.council_metadata.is_some() {
        objections.push("no model sat, and the policy asks for one".to_owned());
    }
    for seat in policy.seats.iter().filter(|seat| !models.contains(seat)) {
        objections.push(format!("no model held {seat} to the end, and the policy asks for one"));
    }
    objections
}

/// The seats that a model held to the end.
fn by_models(bundle: &Bundle) -> BTreeSet<SeatId> {
    let seats = bundle.council_metadata.iter().flat_map(|council| &council.subagents);
    let held = seats.filter(|seat: &&Subagent| seat.provider != OFFLINE && seat.failure.is_none());
    held.map(|seat| seat.agent_id).collect()
}

/// Who held the review.
fn held(bundle: &Bundle) -> &'static str {
    match &bundle.council_metadata {
        None => "by the deterministic gates alone",
        Some(council) if council.panel.offline => "offline: rules, no model",
        Some(_) => "by models",
    }
}
