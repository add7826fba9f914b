//! L12: code without a test.

use super::scene::{RfcTicket, Scene};
use super::{Advisory, Hit};
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::{NEW, in_one, ticket};
use crate::gates::rule_info::RuleInfo;
use crate::gates::text::files::is_test_file;
use crate::gates::text::words;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::{PathKind, Tier};

pub(super) static L12: Advisory = Advisory {
    info: RuleInfo {
        id: Rule::numbered("L12"),
        gate: GateId::Atomicity,
        subcategory: Subcategory::AtomicityViolation,
        severity: Severity::Minor,
        varies: "INFO in closed tickets",
        title: "code without a test",
        why: "It is merged before anything shows that it works.",
        act: "Add the test to the files or steps, or the command that runs it to the criteria.",
        fix: None,
        example: in_one(
            NEW,
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/cli/src/main.rs\nacceptance_criteria:\n- criterion: The greeting rhymes"
            ),
            ticket!(
                "implementation:\n  files_to_modify:\n  - path: crates/cli/src/main.rs\nacceptance_criteria:\n- criterion: The greeting rhymes\n  verification: cargo test rhyme"
            ),
        ),
    },
    check,
};

fn check(scene: &Scene<'_>, member: &RfcTicket<'_>) -> Vec<Hit> {
    let (ticket, outline) = (member.ticket, member.outline);
    if outline.has_test || scene.naming(&ticket.stem).any(|other| other.has_test) {
        return Vec::new();
    }
    let code = ticket.paths.iter().find(|entry| {
        entry.tier == Tier::Structured
            && matches!(entry.kind, PathKind::Create | PathKind::Modify)
            && words::is_source(entry.raw.trim())
            && !is_test_file(entry.raw.trim())
    });
    let hit = code.map(|entry| {
        let path = quoted(entry.raw.trim());
        let says = format!("{} changes code ({path}) and has no test", ticket.stem);
        let act = "add a test to its files or steps, or the command that runs one to its criteria";
        Hit::new(&Spot::in_ticket(ticket, &entry.place), Severity::Minor, says, act)
    });
    hit.into_iter().collect()
}
