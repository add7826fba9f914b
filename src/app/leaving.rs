//! RFCs that a change takes out of view: of which nothing is left, which have nothing to review any
//! more, or which a layout of the change's own reads elsewhere. None of it passes on the change's
//! own word.

use std::collections::BTreeMap;

use super::change::Before;
use super::gates::{self, Scope};
use super::{AppFault, Workspace, adjudicate, archive, check};
use crate::evidence::read::LIMITS;
use crate::evidence::v1::check::{Check, CheckStatus, Code};
use crate::evidence::v1::gates::{GatesReview, Leaving};
use crate::evidence::v1::removal::REMOVAL;
use crate::evidence::{chain, ruled};
use crate::model::{Day, RfcId, Verdict};
use crate::port::{Archive as _, Snapshot, beneath};
use crate::source::{Dossier, Library, RfcState};

/// How an RFC left view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// What is left of it to review; `None` when neither a folder nor a ticket knows of it.
    pub state: Option<RfcState>,
    /// Files that were its own before the change and are still in the tree.
    pub remains: Vec<String>,
    /// By whose word on the base it may go.
    pub allowed_by: Option<String>,
}

/// A state of the repository, and what was read of it.
pub(super) type State<'s> = (&'s dyn Snapshot, &'s Library);

/// How an RFC left view between two states, if it did. `base` gives permission.
pub(super) fn departure(
    rfc: &RfcId,
    (old, new): (Option<&Dossier>, Option<&Dossier>),
    before: State<'_>,
    after: State<'_>,
    allowed_by: impl FnOnce() -> Option<String>,
) -> Option<Departure> {
    let old = old?;
    let was_live = old.tickets().any(|ticket| ticket.is_live()) || !old.unreadable.is_empty();
    let state = match new {
        None => None,
        Some(new) if was_live && !new.state.is_reviewable() && old.state.is_reviewable() => {
            Some(new.state)
        }
        Some(_) => return None,
    };
    let library = before.1;
    let folder = format!("{}/{rfc}", library.rfcs_folder);
    let mut own: Vec<String> =
        beneath(before.0.entries(), &folder).map(|(path, _)| format!("{folder}/{path}")).collect();
    own.extend(old.tickets().map(|ticket| ticket.file.clone()));
    own.extend(old.unreadable.iter().map(|&at| library.unreadable_tickets[at].file.clone()));
    own.retain(|path| after.1.has_file(path));
    own.sort();
    Some(Departure { state, remains: own, allowed_by: allowed_by() })
}

/// By whose word an RFC may be taken away: the policy's, or that of a person who ruled so on its
/// newest review.
pub(super) fn permission(
    base: &dyn Snapshot,
    workspace: &Workspace,
    rfc: &RfcId,
) -> Option<String> {
    if workspace.config.merge.removal {
        return Some("`policy.removal`".to_owned());
    }
    let kept = archive::Kept(base);
    let folder = workspace.config.layout.reviews(rfc);
    let files = kept.list(&folder).ok()?;
    let mut rulings = files.iter().filter(|file| adjudicate::is_removal(file)).peekable();
    rulings.peek()?;
    let newest = chain::head(&kept, &folder).ok()??.as_previous();
    rulings.find_map(|file| {
        let bytes = kept.read(&format!("{folder}/{file}"), LIMITS.bytes).ok()??;
        let ruling = ruled::read_removal(&bytes).ok()?;
        let counts = ruling.rfc_id == *rfc && ruling.bundle == newest && ruling.file() == *file;
        counts.then(|| format!("the ruling of {} ({})", ruling.by, ruling.reason))
    })
}

/// The RFCs in question that a change takes out of view, by id.
pub(super) fn leaving(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
) -> Vec<Leaving> {
    let Some(before) = before else { return Vec::new() };
    let mut found: BTreeMap<RfcId, Leaving> = BTreeMap::new();
    for one in &before.concerned {
        let Some(departure) = &one.departure else { continue };
        let is_allowed = departure.allowed_by.is_some()
            && (departure.state.is_some() || departure.remains.is_empty());
        // What may be retired is checked like any other RFC.
        if !(is_allowed && departure.state.is_some()) {
            let leaving = Leaving {
                rfc_id: one.rfc.clone(),
                because: one.because.clone(),
                is_allowed,
                reasons: reasons(departure, &before.name),
            };
            found.insert(one.rfc.clone(), leaving);
        }
    }
    if let Some(own) = &before.own {
        let read = |workspace: &Workspace| {
            let library = &workspace.library;
            format!("`{}` and `{}`", library.rfcs_folder, library.tickets_folder)
        };
        let reason = format!(
            "the layout of this change reads {}, that of {} reads {}",
            read(own),
            before.name,
            read(workspace)
        );
        for rfc in workspace.rfcs().into_iter().chain(own.rfcs()) {
            let is_there = own.rfcs().contains(&rfc);
            let leaving = found.entry(rfc.clone()).or_insert_with(|| Leaving {
                rfc_id: rfc.clone(),
                because: before.because(&rfc).to_vec(),
                is_allowed: false,
                reasons: Vec::new(),
            });
            leaving.is_allowed &= !is_there;
            if !leaving.reasons.contains(&reason) {
                leaving.reasons.push(reason.clone());
            }
        }
    }
    found.into_values().filter(|leaving| scope.asks_for(&leaving.rfc_id)).collect()
}

fn reasons(departure: &Departure, base: &str) -> Vec<String> {
    let Departure { state, remains, allowed_by } = departure;
    let mut lines = vec![match state {
        None => "this change removes it".to_owned(),
        Some(RfcState::Retired) => {
            "this change retires it: its live tickets are dead now, and its folder is gone"
                .to_owned()
        }
        Some(_) => {
            "this change empties it: it had live tickets, and there is nothing to review now"
                .to_owned()
        }
    }];
    lines.push(match allowed_by {
        Some(who) => format!("{base} allows it: {who}"),
        None => format!("{base} does not allow it"),
    });
    if state.is_none()
        && let Some(first) = remains.first()
    {
        let more = match remains.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!("still in the tree: {first}{more}"));
    }
    lines
}

/// What the gates find of RFCs that only a layout of the change's own reads, or reads elsewhere.
pub(super) fn elsewhere(
    scope: &Scope,
    before: Option<&Before>,
    today: Day,
) -> Result<Vec<GatesReview>, AppFault> {
    let Some(own) = before.and_then(|before| before.own.as_ref()) else { return Ok(Vec::new()) };
    let asked = own.rfcs().into_iter().filter(|rfc| scope.asks_for(rfc));
    asked
        .map(|rfc| {
            let mut review = gates::review(own, &rfc, None, today)?;
            let folder = &own.library.rfcs_folder;
            review.because = vec![format!("the layout of this change reads it in {folder}")];
            Ok(review)
        })
        .collect()
}

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
        put(checks, Check { because, codes, reasons, next, ..check::blank(&rfc_id, status) });
    }
    for review in elsewhere(scope, before, today)? {
        if review.verdict == Verdict::Rejected {
            let reasons =
                vec!["the gates reject it where the layout of this change reads it".to_owned()];
            let next = Some("fix the findings below, then run check again".to_owned());
            let findings = review.findings;
            let blank = check::blank(&review.rfc_id, CheckStatus::Failed);
            let codes = vec![Code::ShadowedRoot];
            put(checks, Check { codes, reasons, next, findings, ..blank });
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
