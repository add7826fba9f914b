//! One RFC, through everything that can be derived again, in the order of DESIGN.md §10. The first
//! that objects decides.

use super::evidence::{ReviewsFolder, VerifiedReview};
use super::policy;
use super::scene::{CheckContext, Objection, blank};
use crate::app::AppFault;
use crate::app::{cited, derived, verify};
use crate::evidence::replay::Played;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::check::{Check, CheckStatus, Code};
use crate::evidence::{read, rulings};
use crate::model::policy::ReviewDepth;
use crate::model::{SubjectId, Verdict};
use crate::source::Dossier;

/// The answer on one RFC that is in the tree.
pub(super) fn judge(
    scene: &CheckContext<'_>,
    rfc: &SubjectId,
    dossier: &Dossier,
) -> Result<Check, AppFault> {
    let mut folder = ReviewsFolder::read(scene, rfc)?;
    let head = folder.chain.head().map(|head| head.name.file.clone());
    let reviews = scene.workspace.config.layout.reviews(rfc);
    let again = format!("council-review {rfc}, then commit {reviews}");
    let mut check = blank(rfc, CheckStatus::Passed);
    check.bundle = head.as_ref().map(|file| folder.path(file));

    let objections = folder.objections()?;
    if !objections.is_empty() {
        let added: Vec<&str> = folder.added_reviews().map(String::as_str).collect();
        let records: Vec<&str> = folder.added_records().map(String::as_str).collect();
        let next = match added.as_slice() {
            [] if !records.is_empty() => {
                format!("remove {} from this change, and restore what is gone", records.join(", "))
            }
            [] => again,
            files => format!("remove {} from this change; then {again}", files.join(", ")),
        };
        return Ok(refused(check, CheckStatus::Refused, objections, next));
    }
    let Some(VerifiedReview { bundle: Some(bundle), played, .. }) =
        head.as_deref().and_then(|file| folder.review(file))
    else {
        if !dossier.state.is_reviewable() {
            check.status = CheckStatus::NotApplicable;
            check.reasons = vec!["there is nothing to review".to_owned()];
            return Ok(check);
        }
        let line = format!("it has no review in {reviews}");
        let missing = vec![Objection::new(Code::Missing, line)];
        return Ok(refused(check, CheckStatus::Missing, missing, again));
    };
    check.verdict = Some(bundle.verdict);
    check.held_by = policy::held_by(&bundle);
    check.changed_since = cited::changed_since(&bundle, scene.files);
    if !dossier.state.is_reviewable() && bundle.verdict == Verdict::NotApplicable {
        check.status = CheckStatus::NotApplicable;
        check.reasons = vec![bundle.verdict_reason];
        return Ok(check);
    }
    let stale = stale(scene, dossier, &bundle);
    if !stale.is_empty() {
        return Ok(refused(check, CheckStatus::Stale, stale, again));
    }
    let otherwise = derived_otherwise(scene, rfc, dossier, &bundle, played.as_ref())?;
    if !otherwise.is_empty() {
        return Ok(refused(check, CheckStatus::Refused, otherwise, again));
    }
    let foreign = foreign_rulings(scene, &folder, &bundle)?;
    if !foreign.is_empty() {
        let next = "let the base have the ruling first: a change cannot rule on itself";
        return Ok(refused(check, CheckStatus::NeedsAdjudication, foreign, next.to_owned()));
    }
    let objections = policy::objections(&bundle, &scene.workspace.config.policy);
    if objections.is_empty() {
        check.reasons = vec![format!("{}; {}", bundle.verdict_reason, policy::told(&bundle))];
        return Ok(check);
    }
    let (status, next) = match bundle.verdict {
        Verdict::NeedsAdjudication => {
            (CheckStatus::NeedsAdjudication, format!("council-review adjudicate {rfc}"))
        }
        Verdict::Rejected | Verdict::ApprovedWithRemediation => {
            let next = format!("council-review show {rfc}, fix the findings; then {again}");
            (CheckStatus::Failed, next)
        }
        Verdict::Approved | Verdict::Aborted | Verdict::NotApplicable => {
            (CheckStatus::Failed, again)
        }
    };
    Ok(refused(check, status, objections, next))
}

/// The check with an answer that does not pass.
pub(super) fn refused(
    check: Check,
    status: CheckStatus,
    objections: Vec<Objection>,
    next: String,
) -> Check {
    let codes = objections.iter().map(|objection| objection.code).collect();
    let reasons = objections.into_iter().map(|objection| objection.line).collect();
    Check { status, codes, reasons, next: Some(next), ..check }
}

/// What is another one now than when the review was made.
fn stale(scene: &CheckContext<'_>, dossier: &Dossier, bundle: &Bundle) -> Vec<Objection> {
    let mut found: Vec<Objection> = verify::changes(scene.workspace, dossier, bundle)
        .into_iter()
        .map(|(code, line)| Objection { code, line })
        .collect();
    let over = bundle.inputs.waivers.iter().filter(|waiver| waiver.is_over(scene.today));
    found.extend(over.map(|waiver| {
        let line =
            format!("{}, on which it rests, is over since {}", waiver.waiver_id, waiver.expires);
        Objection::new(Code::Waiver, line)
    }));
    let (version, own) = (&bundle.inputs.tool.version, env!("CARGO_PKG_VERSION"));
    if version != own && !scene.workspace.config.policy.tools.contains(version) {
        let line = format!(
            "it was made by version {version}, this is {own}, and policy.tools does not name {version}"
        );
        found.push(Objection::new(Code::Tool, line));
    }
    found
}

/// What this run derives otherwise though all inputs are the same.
fn derived_otherwise(
    scene: &CheckContext<'_>,
    rfc: &SubjectId,
    dossier: &Dossier,
    bundle: &Bundle,
    played: Option<&Played>,
) -> Result<Vec<Objection>, AppFault> {
    let as_objections = |code: Code, lines: Vec<String>| {
        lines.into_iter().map(move |line| Objection { code, line })
    };
    let results = derived::gates(scene.workspace, dossier, bundle);
    let mut lines = derived::otherwise(bundle, dossier, &results);
    if lines.is_empty()
        && bundle.review_depth == ReviewDepth::Standard
        && !derived::is_assembled(bundle, &results)
    {
        lines.push("the review is not what the gates give".to_owned());
    }
    let mut found: Vec<Objection> = as_objections(Code::DerivedOtherwise, lines).collect();
    if let Some(played) = played.filter(|_| found.is_empty()) {
        let panel = (scene.panel)(rfc)?;
        let course = derived::course(played, &panel, &results)?;
        found.extend(as_objections(Code::DerivedOtherwise, course.derived));
        found.extend(as_objections(Code::RulesDiffer, course.rules));
    }
    Ok(found)
}

/// The rulings that a review rests on, or that the change adds, and that stand in the change alone.
fn foreign_rulings(
    scene: &CheckContext<'_>,
    folder: &ReviewsFolder<'_>,
    bundle: &Bundle,
) -> Result<Vec<Objection>, AppFault> {
    let Some(base) = scene.base else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    let mut own: Vec<_> = bundle.rulings.clone();
    for file in folder.added_rulings() {
        let bytes = scene.archive.read(&folder.path(file), read::LIMITS.bytes);
        let ruling = rulings::read(&bytes.map_err(AppFault::reading)?.unwrap_or_default());
        own.extend(ruling.ok().filter(|ruling| !bundle.rulings.contains(ruling)));
    }
    for file in folder.added_removals() {
        let path = folder.path(file);
        let held = base.tip.read(&path, read::LIMITS.bytes).map_err(AppFault::reading)?;
        if held.is_none() {
            let name = &base.before.name;
            let line = format!("{path}: the removal of {} is not ruled on {name}", folder.rfc());
            found.push(Objection::new(Code::RulingNotOnBase, line));
        }
    }
    for ruling in own {
        let path = folder.path(&ruling.file());
        let held = base.tip.read(&path, read::LIMITS.bytes).map_err(AppFault::reading)?;
        if held.as_deref() != Some(&rulings::bytes(&ruling)) {
            let (id, by, done) = (&ruling.finding_id, &ruling.by, ruling.decision.done());
            let line = format!(
                "{path}: {id} was {done} by {by} in this change, and {} does not have that",
                base.before.name
            );
            found.push(Objection::new(Code::RulingNotOnBase, line));
        }
    }
    Ok(found)
}
