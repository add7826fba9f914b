//! What leaves view, among the checks.

use super::scene::blank;
use crate::app::change::Before;
use crate::app::gates::elsewhere;
use crate::app::leaving::{leaving, reasons};
use crate::app::scope::Scope;
use crate::app::{AppFault, Workspace};
use crate::evidence::v2::check::{Check, CheckStatus, Code};
use crate::evidence::v2::gates::Leaving;
use crate::evidence::v2::removal::REMOVAL;
use crate::model::{Day, Verdict};

/// Puts what leaves view among the checks, one for each RFC; the worst answer wins.
pub(super) fn amend(
    checks: &mut Vec<Check>,
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
    today: Day,
) -> Result<(), AppFault> {
    // A state that the change altered is named, also where the base allows it.
    for one in before.into_iter().flat_map(|before| &before.concerned) {
        let altered = one.departure.as_ref().filter(|departure| departure.state.is_some());
        let check =
            checks.iter_mut().find(|check| check.rfc_id == one.rfc && check.status.passes());
        if let (Some(departure), Some(check), Some(before)) = (altered, check, before)
            && departure.allowed_by.is_some()
        {
            check.reasons.extend(reasons(departure, &before.name));
        }
    }
    for Leaving { rfc_id, because, is_allowed, reasons } in leaving(workspace, scope, before) {
        let next = before.filter(|_| !is_allowed).map(|before| {
            format!(
                "on {}: council-review adjudicate {rfc_id} {REMOVAL} --decision uphold --by WHO --reason TEXT",
                before.name
            )
        });
        let (status, codes) = match is_allowed {
            true => (CheckStatus::Removed, Vec::new()),
            false => (CheckStatus::NeedsAdjudication, vec![Code::Removal; reasons.len()]),
        };
        put(checks, Check { because, codes, reasons, next, ..blank(&rfc_id, status) });
    }
    for review in elsewhere(scope, before, today)? {
        if review.verdict == Verdict::Rejected {
            let reasons =
                vec!["the gates reject it where the layout of this change reads it".to_owned()];
            let next = Some("fix the findings below, then run check again".to_owned());
            let findings = review.findings;
            let answer = blank(&review.rfc_id, CheckStatus::Failed);
            let codes = vec![Code::ShadowedRoot];
            put(checks, Check { codes, reasons, next, findings, ..answer });
        }
    }
    checks.sort_by(|a, b| a.rfc_id.cmp(&b.rfc_id));
    Ok(())
}

fn put(checks: &mut Vec<Check>, new: Check) {
    let rank = |status: CheckStatus| match status {
        status if status.passes() => 0,
        CheckStatus::NeedsAdjudication => 1,
        _ => 2,
    };
    let Some(old) = checks.iter_mut().find(|check| check.rfc_id == new.rfc_id) else {
        return checks.push(new);
    };
    if rank(new.status) > rank(old.status) {
        (old.status, old.next) = (new.status, new.next);
        let others = std::mem::replace(&mut old.reasons, new.reasons);
        old.reasons.extend(others);
        let others = std::mem::replace(&mut old.codes, new.codes);
        old.codes.extend(others);
    } else {
        old.reasons.extend(new.reasons);
        old.codes.extend(new.codes);
    }
    old.findings.extend(new.findings);
}
