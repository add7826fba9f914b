//! Files that a ticket changes before they are there (GATES.md R47).

use super::weight;
use crate::gates::diagnostic::{Spot, quoted, weighing};
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::{PathEntry, Ticket};

pub(super) static R47: RuleInfo = RuleInfo {
    id: Rule::numbered("R47"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: "MINOR in notes and in closed tickets",
    title: "a file changed by a ticket that does not wait for its creation",
    why: "Done in the order given, the file is not there when it is needed.",
    act: "Add the creating ticket to the dependencies.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets: []
implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs          # TCK-00001 creates it"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001
implementation:
  files_to_modify:
  - path: crates/core/src/greet.rs"#,
    ),
};

/// A path that a ticket changes and does not wait for.
pub(super) struct Untimely<'d> {
    pub(super) ticket: &'d Ticket,
    pub(super) entry: &'d PathEntry,
    pub(super) path: String,
    /// Who creates it.
    pub(super) creators: Vec<&'d TicketId>,
}

/// One finding for all such paths of a ticket.
pub(super) fn finding(paths: &[Untimely<'_>]) -> Option<Finding> {
    let first = paths.first()?;
    let severity = paths.iter().map(|p| weight(p.ticket, p.entry, Severity::Major)).max()?;
    let list: Vec<String> = paths
        .iter()
        .map(|p| {
            let ids: Vec<&str> = p.creators.iter().map(|id| id.as_str()).collect();
            format!("{} of {}", quoted(&p.path), ids.join(" and "))
        })
        .collect();
    let finding = Spot::in_ticket(first.ticket, &first.entry.place).says(
        &R47,
        format!(
            "{} changes what a ticket creates that it does not wait for: {}",
            first.ticket.stem,
            list.join(", ")
        ),
        "add the creating ticket to its dependencies",
    );
    Some(weighing(severity, finding))
}
