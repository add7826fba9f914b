//! Each path that a ticket names (GATES.md R42, R45, R46).

use std::collections::BTreeSet;

use super::ground::{Creation, KnownPaths, Modification};
use super::survey::PathSurvey;
use super::untimely::Untimely;
use super::weight;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::{FIRST, SECOND, in_one};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, PathEntry, PathKind, Ticket};

pub(super) static R42: RuleInfo = RuleInfo {
    id: Rule::numbered("R42"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Blocker,
    varies: "MINOR for a pattern or prose in place of a path; lowered in notes and in closed tickets",
    title: "something that is not a path inside the repository",
    why: "It names nothing that can be changed here, or reaches for what must not be touched.",
    act: "Write the file's path from the repository's root, one entry for each file.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  files_to_modify:
  - path: /usr/local/src/greet.rs"#,
        r#"  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
};

pub(super) static R45: RuleInfo = RuleInfo {
    id: Rule::numbered("R45"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Blocker,
    varies: "MINOR when only the atlas knows the file, when its folder is new with the RFC, or when it is only read or deleted; lowered in notes and in closed tickets",
    title: "a file to change that does not exist",
    why: "The ticket builds on something that is not there.",
    act: "Correct the path, or let a ticket that comes before create the file.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  files_to_modify:
  - path: crates/core/src/greeting.rs"#,
        r#"  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
};

pub(super) static R46: RuleInfo = RuleInfo {
    id: Rule::numbered("R46"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Blocker,
    varies: "MINOR below a top-level folder that exists; lowered in notes and in closed tickets",
    title: "a new file outside every component",
    why: "Code that belongs to no component is owned, tested and found by nobody.",
    act: "Put the file into the component it belongs to, or justify a new one.",
    fix: None,
    example: in_one(
        FIRST,
        r#"  files_to_create:
  - path: greeting/greet.rs"#,
        r#"  files_to_create:
  - path: crates/core/src/greet.rs"#,
    ),
};

/// Holds one path against what is known.
pub(super) fn check<'d>(
    survey: &mut PathSurvey<'d>,
    dossier: &'d Dossier,
    ground: &KnownPaths<'d>,
    (index, ticket, justified): (usize, &'d Ticket, &BTreeSet<String>),
    entry: &'d PathEntry,
) {
    let path = match path::plain(&entry.raw) {
        Ok(path) => path,
        Err(refusal) => {
            survey.record(ticket, entry, &entry.raw, None, "refused");
            let severity = match refusal.is_hostile() {
                true => Severity::Blocker,
                false => Severity::Minor,
            };
            let finding = Spot::in_ticket(ticket, &entry.place).says(
                &R42,
                format!("the path {} {}", quoted(&entry.raw), refusal.says()),
                refusal.act(),
            );
            return survey.keep(&entry.raw, ticket, weight(ticket, entry, severity), finding);
        }
    };
    let component = dossier.atlas.component_of(&path).map(|c| c.id.as_str());
    let judged = match entry.kind {
        PathKind::Create => judged_creation(ground.creation(&path)),
        PathKind::Modify => {
            let state = ground.modification(index, &path);
            if let Modification::TooEarly(creators) = state {
                survey.record(ticket, entry, &path, component, "too_early");
                survey.too_early(Untimely { ticket, entry, path, creators });
                return;
            }
            judged_modification(&state)
        }
        PathKind::Delete | PathKind::Reference => judged_mention(ground.is_known(&path)),
    };
    survey.record(ticket, entry, &path, component, judged.state);
    if let Some((severity, says, act)) = judged.fault.filter(|_| !justified.contains(&path)) {
        let rule = match entry.kind {
            PathKind::Create => &R46,
            PathKind::Modify | PathKind::Delete | PathKind::Reference => &R45,
        };
        let finding = Spot::in_ticket(ticket, &entry.place).says(
            rule,
            format!("the file to {} {} {says}", verb(entry.kind), quoted(&path)),
            act,
        );
        survey.keep(&path, ticket, weight(ticket, entry, severity), finding);
    }
}

/// What is to be done with the file, for "the file to …".
const fn verb(kind: PathKind) -> &'static str {
    match kind {
        PathKind::Create => "create",
        PathKind::Modify => "change",
        PathKind::Delete => "delete",
        PathKind::Reference => "look at",
    }
}

/// What became of a path: a word for the evidence, and what is wrong with it.
struct Judged {
    state: &'static str,
    fault: Option<(Severity, &'static str, &'static str)>,
}

/// R46.
fn judged_creation(creation: Creation) -> Judged {
    let (state, fault) = match creation {
        Creation::InComponent => ("component", None),
        Creation::InInventory => ("inventory", None),
        Creation::InKnownPlace => ("known_place", None),
        Creation::BesideComponents => (
            "beside",
            Some((
                Severity::Blocker,
                "would be beside the components, in none of them",
                "put it into the component it belongs to, or add a `cousin_justification`; its five keys: council-review schema ticket",
            )),
        ),
        Creation::InTopFolder => (
            "outside",
            Some((
                Severity::Minor,
                "belongs to no component, though its top-level folder exists",
                "check that it belongs there, or add the folder to the atlas",
            )),
        ),
        Creation::NewTopFolder => (
            "new_top_folder",
            Some((
                Severity::Blocker,
                "would open a new top-level folder",
                "put it into a folder that exists, or add a `cousin_justification`; its five keys: council-review schema ticket",
            )),
        ),
    };
    Judged { state, fault }
}

/// R45 for files to change.
fn judged_modification(state: &Modification<'_>) -> Judged {
    let (state, fault) = match state {
        Modification::InTree => ("tree", None),
        Modification::Created => ("created", None),
        Modification::Claimed => ("claimed", None),
        Modification::TooEarly(_) => ("too_early", None),
        Modification::InAtlas => (
            "atlas",
            Some((
                Severity::Minor,
                "is in the atlas and no longer in the tree",
                "look where it went, and write that path",
            )),
        ),
        Modification::InNewFolder => (
            "new_folder",
            Some((
                Severity::Minor,
                "exists nowhere, though tickets create others of its folder",
                "list it under the files that the first of them creates",
            )),
        ),
        Modification::Missing => (
            "missing",
            Some((
                Severity::Blocker,
                "exists nowhere, and no ticket creates it",
                "correct the path, or let a ticket that comes before create the file",
            )),
        ),
    };
    Judged { state, fault }
}

/// R45 for files that are only read or deleted.
fn judged_mention(is_known: bool) -> Judged {
    if is_known {
        return Judged { state: "known", fault: None };
    }
    Judged {
        state: "missing",
        fault: Some((
            Severity::Minor,
            "exists nowhere, and no ticket creates it",
            "correct the path, or remove the entry",
        )),
    }
}
