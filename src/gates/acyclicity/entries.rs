//! What each entry of a ticket's dependencies names (GATES.md R21 to R23).

use std::collections::BTreeSet;

use super::order;
use crate::gates::diagnostic::{Spot, quoted, weighing};
use crate::gates::example::{SECOND, in_one};
use crate::gates::graph::{DependencyOffers, Graph, Target};
use crate::gates::rule_fix::{FixScene, Intent, RuleFix};
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, respelled};
use crate::model::{Finding, GateId, Rule, Severity, Subcategory, TicketId};

pub(super) static R21: RuleInfo = RuleInfo {
    id: Rule::numbered("R21"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: "",
    title: "a dependency on a ticket that does not exist",
    why: "Nobody can tell what must be done first.",
    act: "Correct the id, or remove the entry.",
    fix: Some(RuleFix {
        does: "writes the id of a ticket that exists, when its number is right and at most one letter is wrong",
        intend: respelling,
    }),
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00099"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

pub(super) static R22: RuleInfo = RuleInfo {
    id: Rule::numbered("R22"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: "INFO when the RFC named has that ticket",
    title: "a dependency written as RFC-dddd:TCK-ddddd",
    why: "Ticket ids are unique in the repository; the prefix can only be superfluous or wrong.",
    act: "Write the ticket's id alone.",
    fix: Some(RuleFix {
        does: "writes the ticket's id alone, when the RFC named has that ticket",
        intend: unqualified,
    }),
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: RFC-0009:TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

pub(super) static R23: RuleInfo = RuleInfo {
    id: Rule::numbered("R23"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "",
    title: "a dependency listed twice",
    why: "A repeated entry often means that another ticket was meant.",
    act: "Remove one of the two, or write the ticket that was meant.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001
    - ticket_id: TCK-00001"#,
        r#"  dependencies:
    tickets:
    - ticket_id: TCK-00001"#,
    ),
};

/// R21, R22, R23, R25, R27 and self-dependencies (R24), entry by entry.
pub(super) fn check(
    graph: &Graph,
    index: usize,
    offers: &DependencyOffers<'_>,
    out: &mut Vec<Finding>,
) {
    let ticket = graph.ticket(index);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (at, entry) in ticket.dependencies.iter().enumerate() {
        let offered = || offers.get(&(index, at)).map_or(&[][..], Vec::as_slice);
        let spot = || Spot::in_ticket(ticket, &entry.place);
        let written = quoted(&entry.target);
        let (name, target) = match graph.resolve(entry) {
            Target::Ticket(index) => (graph.ticket(index).stem.as_str(), Some(index)),
            Target::Unreadable => (entry.target.as_str(), None),
            Target::Qualified(id, index) => {
                out.push(weighing(
                    Severity::Info,
                    spot().says(
                        &R22,
                        format!(
                            "the dependency {written} names its RFC, which ticket ids do not need"
                        ),
                        format!("write `{id}` alone"),
                    ),
                ));
                (id.as_str(), index)
            }
            Target::Misqualified => {
                out.push(spot().says(
                    &R22,
                    format!(
                        "the dependency {written} names an RFC that has no such ticket{}",
                        did_you_mean(offered())
                    ),
                    "write the id of the ticket that is meant, without an RFC in front",
                ));
                (entry.target.as_str(), None)
            }
            Target::Nowhere => {
                out.push(spot().says(
                    &R21,
                    format!(
                        "{} depends on {written}, which does not exist{}",
                        ticket.stem,
                        did_you_mean(offered())
                    ),
                    "correct the id, add the ticket's file, or remove the entry",
                ));
                (entry.target.as_str(), None)
            }
        };
        if !seen.insert(name) {
            out.push(spot().says(
                &R23,
                format!("the dependency {written} is listed twice"),
                "remove this entry, or write the ticket that was meant",
            ));
            continue;
        }
        if let Some(target) = target {
            out.extend(order::of_two(ticket, graph.ticket(target), entry));
        }
    }
}

fn respelling(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let meant = || {
        let ticket = scene.ticket(finding)?;
        let mut at = ticket.dependencies.iter().filter(|e| scene.is_at(finding, &e.place));
        let written = &at.next()?.target;
        // An id that is well formed may be that of a ticket which nobody has written yet.
        let malformed = written.parse::<TicketId>().is_err();
        let others = scene.library.ticket_ids.iter().filter(|id| **id != ticket.stem);
        let meant = respelled(written, others.map(TicketId::as_str)).filter(|_| malformed)?;
        Some(scene.say(finding, meant))
    };
    meant().into_iter().collect()
}

fn unqualified(scene: &FixScene<'_>, finding: &Finding) -> Vec<Intent> {
    let meant = || {
        let ticket = scene.ticket(finding)?;
        let entry = ticket.dependencies.iter().find(|e| scene.is_at(finding, &e.place))?;
        match scene.graph.resolve(entry) {
            Target::Qualified(id, _) => Some(scene.say(finding, id.as_str())),
            Target::Ticket(_) | Target::Unreadable | Target::Misqualified | Target::Nowhere => None,
        }
    };
    meant().into_iter().collect()
}
