//! What is said where there is no RFC to look at: what was searched, and what is there instead.

use std::collections::BTreeMap;

use super::Workspace;
use super::change::Before;
use super::gates::Scope;
use crate::config;
use crate::evidence::v1::gates::NothingFound;
use crate::model::RfcId;
use crate::source::{Dossier, RfcState};

/// As many folders with documents are named.
const FOLDERS: usize = 2;

/// What is said of a repository, or a change of one, in which no RFC is; `None` when there is one.
pub fn found(workspace: &Workspace, before: Option<&Before>) -> Option<NothingFound> {
    let was_there = before.is_some_and(|before| before.knows_any());
    if was_there || !workspace.rfcs().is_empty() {
        return None;
    }
    Some(format!("{}; --allow-empty ends with 0", line(workspace)).into())
}

/// What is there instead, where no RFC is.
pub fn instead(workspace: &Workspace) -> Option<String> {
    workspace.rfcs().is_empty().then(|| line(workspace))
}

/// What is said where RFCs were named and none of them is in the repository or in its base.
pub fn of_those_named(
    workspace: &Workspace,
    before: Option<&Before>,
    scope: &Scope,
) -> Option<NothingFound> {
    let Scope::Named(named) = scope else { return None };
    let was_there = |rfc: &RfcId| {
        let own = |before: &Before| before.own.as_ref().is_some_and(|own| own.rfcs().contains(rfc));
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

/// What was searched, what is there instead, and what to do.
pub(super) fn line(workspace: &Workspace) -> String {
    let library = &workspace.library;
    let roots = match &library.layout.fixed.rfcs {
        Some(root) => root.clone(),
        None => library.layout.rfcs.join(", "),
    };
    let mut documents: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in library.entries.iter() {
        if let Some((folder, name)) = entry.path.rsplit_once('/')
            && name.to_ascii_lowercase().ends_with(".md")
        {
            *documents.entry(folder).or_default() += 1;
        }
    }
    let mut documents: Vec<(&str, usize)> = documents.into_iter().collect();
    documents.sort_by_key(|(folder, count)| (std::cmp::Reverse(*count), *folder));
    let held = |(folder, count): &(&str, usize)| {
        let files = if *count == 1 { "file" } else { "files" };
        format!("`{folder}/` holds {count} Markdown {files}")
    };
    let mut instead: Vec<String> = documents.iter().take(FOLDERS).map(held).collect();
    let tickets = library.tickets.len() + library.unreadable_tickets.len();
    if tickets > 0 {
        let files = if tickets == 1 { "ticket" } else { "tickets" };
        instead.push(format!("`{}/` holds {tickets} {files} of no RFC", library.tickets_folder));
    }
    let instead = match instead.is_empty() {
        true => String::new(),
        false => format!("; {}", instead.join(", ")),
    };
    format!(
        "no RFC-NNNN folder in {roots}{instead}: begin with `council-review new rfc \"Title\"`, or set layout.rfcs in {}",
        config::FILE
    )
}

/// Why there is nothing to convene a council over, with the next act; `None` when there is something.
pub fn seed(workspace: &Workspace, rfc: &RfcId) -> Option<String> {
    let dossier = Dossier::build(std::sync::Arc::clone(&workspace.library), rfc)?;
    (dossier.state == RfcState::SeedOnly).then(|| {
        let folder = &workspace.library.rfcs_folder;
        format!(
            "{folder}/{rfc} holds no YAML yet, so there is nothing to review: begin with `council-review new rfc \"Title\" --id {rfc}`"
        )
    })
}
