//! Evidence that tickets name and that does not exist yet (GATES.md R3C).

use std::collections::BTreeSet;

use super::counts;
use crate::gates::diagnostic::{Spot, count};
use crate::gates::example::{FIRST, in_one};
use crate::gates::path;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Text, Ticket};

pub(super) static R3C: RuleInfo = RuleInfo {
    id: Rule::numbered("R3C"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::EvidenceGap,
    severity: Severity::Info,
    varies: "",
    title: "evidence artifacts that do not exist yet",
    why: "They usually appear with the implementation; a wrong path never will.",
    act: "Check the paths; add the files when the work is done.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    - evidence_id: EVID-0001
      artifact_ref: docs/greeting.md"#,
        r#"    - evidence_id: EVID-0001
      artifact_ref: docs/greet.md"#,
    ),
};

/// Artifacts that the tickets name by path and that do not exist yet.
pub(super) fn check(dossier: &Dossier) -> Option<Finding> {
    let mut first: Option<(&Ticket, &Text)> = None;
    let mut missing = BTreeSet::new();
    for ticket in dossier.tickets().filter(|t| counts(t)) {
        for artifact in &ticket.evidence {
            let file = artifact.value.split('#').next().unwrap_or_default();
            match path::plain(file) {
                Ok(path) if path.contains('/') && !dossier.has_path(&path) => {
                    first.get_or_insert((ticket, artifact));
                    missing.insert(path);
                }
                Ok(_) | Err(_) => {}
            }
        }
    }
    let (ticket, artifact) = first?;
    let paths: Vec<&str> = missing.iter().map(String::as_str).collect();
    Some(Spot::in_ticket(ticket, &artifact.place).says(
        &R3C,
        format!(
            "{} yet: {}",
            count(
                paths.len(),
                "evidence artifact does not exist",
                "evidence artifacts do not exist"
            ),
            paths.join(", ")
        ),
        "add them with the implementation; correct the paths that were never meant",
    ))
}
