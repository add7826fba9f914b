//! L7: a plan whose every step is the scope again.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L7: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L7"),
        gate: GateId::Implementability,
        subcategory: Subcategory::IncompletePlan,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "steps that only repeat the scope",
        why: "An implementer learns no order and no detail from them.",
        act: "Replace the repeated lines by the files to open, what changes in them, and the order.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\n  - Refuse names without a rhyme\nplan:\n  steps:\n  - \"Implement: greet in verse\"\n  - \"Implement: refuse names without a rhyme\""
            ),
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\n  - Refuse names without a rhyme\nplan:\n  steps:\n  - \"Look the last syllable up in the table `RHYMES`\"\n  - \"Exit with 65 where the table has none\""
            ),
        ),
    },
    check,
};

fn check(_: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let hit = member.outline.restated.as_ref().map(|spot| {
        let number = member.outline.steps;
        let says = format!("all {number} steps of {} repeat its scope", member.ticket.stem);
        let act = "replace them by the files to open, what changes in them, and the order";
        Hit::new(spot, Severity::Minor, says, act)
    });
    hit.into_iter().collect()
}
