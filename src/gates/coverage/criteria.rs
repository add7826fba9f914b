//! Tickets without any acceptance criterion (GATES.md R3D).

use super::{counts, ids};
use crate::gates::diagnostic::{Spot, count};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Dossier, Ticket};

pub(super) static R3D: RuleInfo = RuleInfo {
    id: Rule::numbered("R3D"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::EvidenceGap,
    severity: Severity::Minor,
    varies: "",
    title: "tickets without any acceptance criterion",
    why: "Nothing would show that the work was done.",
    act: "Add at least one criterion that can be checked.",
    fix: None,
    example: in_one(
        SECOND,
        r#"acceptance_criteria: []"#,
        r#"acceptance_criteria:
- criterion: "`greet ''` exits with 64""#,
    ),
};

/// The tickets without any acceptance criterion.
pub(in crate::gates) fn bare(dossier: &Dossier) -> Vec<&Ticket> {
    dossier.tickets().filter(|ticket| counts(ticket) && ticket.criteria.is_empty()).collect()
}

/// One finding for all of an RFC.
pub(super) fn check(dossier: &Dossier) -> Option<Finding> {
    let bare = bare(dossier);
    let first = bare.first()?;
    let place = first.id.as_ref().map_or(&first.header, |id| &id.place);
    Some(Spot::in_ticket(first, place).says(
        &R3D,
        format!(
            "{} no acceptance criterion: {}",
            count(bare.len(), "ticket has", "tickets have"),
            ids(bare.iter().map(|t| &t.stem))
        ),
        "add to each at least one criterion that can be checked",
    ))
}
