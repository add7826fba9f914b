//! L6: a ticket without a step, and without anything that tells how instead.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};

pub(super) static L6: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L6"),
        gate: GateId::Implementability,
        subcategory: Subcategory::IncompletePlan,
        severity: Severity::Major,
        varies: "MINOR for an empty list beside files or notes that tell how, and in closed tickets",
        title: "a ticket without steps",
        why: "Each implementer invents the work anew, and no two alike.",
        act: "Write the steps: which file, what changes in it, and what happens when it fails.",
        fix: None,
        example: in_one(
            NEW,
            ticket!("scope:\n  in_scope:\n  - Greet in verse"),
            ticket!(
                "scope:\n  in_scope:\n  - Greet in verse\nplan:\n  steps:\n  - \"crates/core/src/greet.rs: add `rhyme(name)`, which answers with two lines\""
            ),
        ),
    },
    check,
};

fn check(_: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let outline = member.outline;
    let is_guided = outline.is_guided && !outline.is_title;
    if outline.steps > 0 || (is_guided && !outline.is_begun) {
        return Vec::new();
    }
    let id = &member.ticket.stem;
    let (says, act) = if outline.is_title {
        (
            format!("{id} is a title only: it has no scope, step, file or criterion"),
            "write its scope, steps, files and criteria",
        )
    } else {
        (
            format!("{id} has no step, and nothing else in it tells how"),
            "write the steps: which file, what changes in it, and what happens when it fails",
        )
    };
    let (says, severity) = match is_guided {
        true => (format!("{id} has an empty list of steps"), Severity::Minor),
        false => (says, Severity::Major),
    };
    let spot = outline.steps_key.as_ref().unwrap_or(&outline.whole);
    vec![Hit::new(spot, severity, says, act)]
}
