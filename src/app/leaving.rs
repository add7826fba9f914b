//! RFCs that a change takes out of view: of which nothing is left, which have nothing to review any
//! more, or which a layout of the change's own reads elsewhere.

use std::collections::BTreeMap;

use super::Workspace;
use super::change::Before;
use super::departure::Departure;
use super::scope::Scope;
use crate::evidence::v2::gates::Leaving;
use crate::model::SubjectId;
use crate::source::RfcState;

/// The RFCs in question that a change takes out of view, by id.
pub(super) fn leaving(
    workspace: &Workspace,
    scope: &Scope,
    before: Option<&Before>,
) -> Vec<Leaving> {
    let Some(before) = before else { return Vec::new() };
    let mut found: BTreeMap<SubjectId, Leaving> = BTreeMap::new();
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
        for rfc in workspace.subjects().into_iter().chain(own.subjects()) {
            let is_there = own.subjects().contains(&rfc);
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

/// Why it leaves, a line each.
pub(super) fn reasons(departure: &Departure, base: &str) -> Vec<String> {
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
