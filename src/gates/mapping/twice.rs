//! Files that two tickets create (GATES.md R48).

use std::collections::{BTreeMap, BTreeSet};

use super::ground::KnownPaths;
use super::survey::PathSurvey;
use super::{creations, weight};
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::{SECOND, in_one};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::{Dossier, PathEntry, PathKind, Ticket, Tier};

pub(super) static R48: RuleInfo = RuleInfo {
    id: Rule::numbered("R48"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::ScopeOverlap,
    severity: Severity::Minor,
    varies: "INFO in notes and in closed tickets",
    title: "two tickets that create one file",
    why: "The second one will overwrite or repeat the first.",
    act: "Let one ticket create the file and the other one change it.",
    fix: None,
    example: in_one(
        SECOND,
        r#"implementation:
  files_to_create:
  - path: crates/core/src/greet.rs          # as TCK-00001 does"#,
        r#"implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
};

/// Reported at the last ticket of the RFC that creates the path.
pub(super) fn check<'d>(
    survey: &mut PathSurvey<'d>,
    dossier: &'d Dossier,
    ground: &KnownPaths<'d>,
) {
    let creating = dossier
        .tickets()
        .filter(|t| creations::counts(t))
        .flat_map(|t| t.paths.iter().map(move |e| (t, e)))
        .filter(|(_, e)| e.kind == PathKind::Create && e.tier != Tier::Context);
    let mut last: BTreeMap<String, (&Ticket, &PathEntry)> = BTreeMap::new();
    for (ticket, entry) in creating {
        if let Ok(path) = path::plain(&entry.raw) {
            let known = last.entry(path).or_insert((ticket, entry));
            if known.0.stem != ticket.stem {
                *known = (ticket, entry);
            }
        }
    }
    for (path, (ticket, entry)) in last {
        let others: BTreeSet<&str> = ground
            .creators(&path)
            .map(TicketId::as_str)
            .filter(|id| *id != ticket.stem.as_str())
            .collect();
        if others.is_empty() {
            continue;
        }
        let others: Vec<&str> = others.into_iter().collect();
        let finding = Spot::in_ticket(ticket, &entry.place).says(
            &R48,
            format!("{} is also created by {}", quoted(&path), others.join(" and ")),
            "let one ticket create the file, and the others change it",
        );
        survey.keep(&path, ticket, weight(ticket, entry, Severity::Minor), finding);
    }
}
