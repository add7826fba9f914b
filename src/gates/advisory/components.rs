//! L2: a ticket whose files lie in more components than one change may reach.

use std::collections::BTreeSet;

use super::files::{touched, weight};
use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::Spot;
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::gates::text::files::is_companion;
use crate::gates::text::words::listed;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::PathEntry;

pub(super) static L2: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L2"),
        gate: GateId::Atomicity,
        subcategory: Subcategory::MultiComponent,
        severity: Severity::Major,
        varies: "MINOR below twice the limit, when only notes reach that far, and in closed tickets",
        title: "files in more components than one change may reach",
        why: "A failure in one component forces a rollback of all of them.",
        act: "Give each component a ticket of its own that waits for the one before, or raise `policy.ticket_limits.components`.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/core/src/greet.rs\n  - path: crates/cli/src/main.rs\n  - path: crates/web/src/main.rs"
            ),
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/core/src/greet.rs\n  - path: crates/cli/src/main.rs"
            ),
        ),
    },
    check,
};

/// The components of a ticket's files, each with its first file. Tests, documents and manifests come
/// along with any change; what holds other components is where they meet, and no place of its own,
/// unless code of the ticket lies in that very folder.
fn reached<'s>(
    scene: &'s Scene<'_>,
    files: &'s [(String, &'s PathEntry)],
) -> Vec<(&'s str, &'s PathEntry)> {
    let mut found: Vec<(&str, &PathEntry)> = Vec::new();
    for (path, entry) in files.iter().filter(|(path, _)| !is_companion(path)) {
        let component = scene.dossier.atlas.component_of(path).map(|own| own.path.as_str());
        // Where neither an atlas nor a manifest tells components, there are but folders.
        let is_told = !scene.dossier.atlas.files.is_empty();
        if let Some(reached) = component.filter(|own| is_told && !matches!(*own, "" | "."))
            && !found.iter().any(|(known, _)| *known == reached)
        {
            found.push((reached, *entry));
        }
    }
    let all: BTreeSet<&str> = found.iter().map(|(component, _)| *component).collect();
    let holds_another =
        |outer: &str| all.iter().any(|inner| *inner != outer && path::is_within(inner, outer));
    let is_own = |outer: &str| {
        files.iter().any(|(path, _)| !is_companion(path) && path::folder(path) == Some(outer))
    };
    found.retain(|(component, _)| !holds_another(component) || is_own(component));
    found
}

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let most = scene.limits().components as usize;
    let counted = [(false, Severity::Major), (true, Severity::Minor)];
    let hit = counted.into_iter().find_map(|(with_notes, severity)| {
        let files = touched(member, with_notes);
        let components = reached(scene, &files);
        let (next, entry) = components.get(most)?;
        let severity = weight(components.len(), most, severity);
        let names: Vec<&str> = components.iter().map(|(component, _)| *component).collect();
        let says = format!(
            "{} changes {} components ({}); the limit is {most}",
            member.ticket.stem,
            names.len(),
            listed(&names, 5)
        );
        let act = format!("move the work in {next} into a ticket of its own");
        Some(Hit::new(&Spot::in_ticket(member.ticket, &entry.place), severity, says, act))
    });
    hit.into_iter().collect()
}
