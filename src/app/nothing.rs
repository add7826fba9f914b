//! What is said where there is no RFC to look at: what was searched, and what is there instead.

use super::change::Before;
use super::scope::Scope;
use super::{Workspace, searched};
use crate::evidence::v2::gates::NothingFound;
use crate::model::SubjectId;
use crate::source::{Dossier, RfcState};

/// What is said of a repository, or a change of one, in which no RFC is; `None` when there is one.
pub fn found(workspace: &Workspace, before: Option<&Before>) -> Option<NothingFound> {
    let was_there = before.is_some_and(|before| before.knows_any());
    if was_there || !workspace.subjects().is_empty() {
        return None;
    }
    Some(format!("{}; --allow-empty ends with 0", searched::line(&workspace.library)).into())
}

/// What is there instead, where no RFC is.
pub fn instead(workspace: &Workspace) -> Option<String> {
    workspace.subjects().is_empty().then(|| searched::line(&workspace.library))
}

/// What is said where RFCs were named and none of them is in the repository or in its base.
pub fn of_those_named(
    workspace: &Workspace,
    before: Option<&Before>,
    scope: &Scope,
) -> Option<NothingFound> {
    let Scope::Named(named) = scope else { return None };
    let was_there = |rfc: &SubjectId| {
        let own =
            |before: &Before| before.own.as_ref().is_some_and(|own| own.subjects().contains(rfc));
        let concerned = |before: &Before| before.concerned.iter().any(|one| one.rfc == *rfc);
        before.is_some_and(|before| own(before) || concerned(before))
    };
    let faults = named.iter().map(|rfc| match was_there(rfc) {
        true => None,
        false => workspace.require(rfc).err(),
    });
    let lines: Vec<String> =
        faults.map(|fault| Some(fault?.to_string())).collect::<Option<Vec<_>>>()?;
    Some(lines.join("; ").into())
}

/// Why there is nothing to convene a council over, with the next act; `None` when there is something.
pub fn seed(workspace: &Workspace, rfc: &SubjectId) -> Option<String> {
    let dossier = Dossier::build(std::sync::Arc::clone(&workspace.library), rfc)?;
    (dossier.state == RfcState::SeedOnly).then(|| {
        let folder = &workspace.library.rfcs_folder;
        format!(
            "{folder}/{rfc} holds no YAML yet, so there is nothing to review: begin with `council-review new rfc \"Title\" --id {rfc}`"
        )
    })
}
