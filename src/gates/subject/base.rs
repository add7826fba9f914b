//! What a subject had at the base and has no more (A6).

use crate::gates::diagnostic::{Spot, count, quoted};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::subject::Subject;

pub(super) static A6: RuleInfo = RuleInfo {
    id: Rule::numbered("A6"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: "",
    title: "a plan that lost all its work items since the base",
    why: "The requirements are still there, and nothing is planned for them any more.",
    act: "Restore the task file, or remove the whole plan.",
    fix: None,
    example: in_one(
        "specs/001-greet/tasks.md",
        "<NO FILE>",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

/// A6, of what a subject was at the base and what it is now.
pub fn lost_work(base: &Subject, head: &Subject) -> Option<Finding> {
    if base.work_items.is_empty() || !head.work_items.is_empty() || !head.faults.is_empty() {
        return None;
    }
    // What is left of it; of a subject without documents, its folder.
    let first = head.documents.first().map_or(head.folder.as_str(), |document| document.path());
    let had = count(base.work_items.len(), "work item", "work items");
    let file = base.work_items.first().map(|item| base.documents[item.document].path());
    Some(Spot::whole(first).says(
        &A6,
        format!("the base has {had} in {}, and none is left", quoted(file.unwrap_or_default())),
        "restore the task file, or remove the whole plan",
    ))
}
