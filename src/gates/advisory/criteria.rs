//! L8: a ticket of which nothing says when it is done.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L8: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L8"),
        gate: GateId::Implementability,
        subcategory: Subcategory::MissingVerification,
        severity: Severity::Major,
        varies: "MINOR in closed tickets",
        title: "a ticket without a criterion or a check",
        why: "Its implementer alone decides when it is done.",
        act: "Add acceptance criteria, each with the command or observation that shows it.",
        fix: None,
        example: in_one(
            NEW,
            ticket!("scope:\n  in_scope:\n  - Greet in verse"),
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\nacceptance_criteria:\n- criterion: \"`greet --verse Ada` prints two lines\""
            ),
        ),
    },
    check,
};

fn check(_: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let outline = member.outline;
    if outline.criteria > 0 || outline.is_checked || outline.has_test || outline.is_title {
        return Vec::new();
    }
    let says = format!("{} has no acceptance criterion and no check", member.ticket.stem);
    let act = "add acceptance criteria, each with the command or observation that shows it";
    let spot = outline.criteria_key.as_ref().unwrap_or(&outline.whole);
    vec![Hit::new(spot, Severity::Major, says, act)]
}
