//! L9: criteria beside which nothing can be run.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L9: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L9"),
        gate: GateId::Implementability,
        subcategory: Subcategory::MissingVerification,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "criteria without a command or a test",
        why: "Whether they hold is somebody's impression.",
        act: "Give each criterion the command or test that fails while it does not hold.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\nacceptance_criteria:\n- criterion: The greeting rhymes"
            ),
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\nacceptance_criteria:\n- criterion: The greeting rhymes\n  verification: cargo test rhyme"
            ),
        ),
    },
    check,
};

fn check(_: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let outline = member.outline;
    let is_bare = outline.criteria > 0 && !outline.is_checked;
    let spot = outline.checked_at.as_ref().filter(|_| is_bare && !outline.is_title);
    let hit = spot.map(|spot| {
        let says = format!("{} names no command and no test", member.ticket.stem);
        let act = "give each criterion the command or test that fails while it does not hold";
        Hit::new(spot, Severity::Minor, says, act)
    });
    hit.into_iter().collect()
}
