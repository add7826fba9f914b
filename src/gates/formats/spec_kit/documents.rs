//! Documents that a task file needs beside it (S1, S2).

use super::example::{PLAN, SPEC};
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{self, Feature};

pub(super) static S1: RuleInfo = RuleInfo {
    id: Rule::numbered("S1"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: super::FINISHED,
    title: "tasks without a specification",
    why: "Nobody can say whether the tasks do what was asked for.",
    act: "Write `spec.md` beside `tasks.md`, or remove the feature.",
    fix: None,
    example: in_one(SPEC, "<NO FILE>", "- **FR-001**: The program greets the world."),
};

pub(super) static S2: RuleInfo = RuleInfo {
    id: Rule::numbered("S2"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "tasks without a plan",
    why: "The tasks rest on decisions that are written nowhere.",
    act: "Write `plan.md` beside `tasks.md`.",
    fix: None,
    example: in_one(PLAN, "<NO FILE>", "A command in Rust, without dependencies."),
};

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let subject = &feature.subject;
    let Some(tasks) = feature.task_list() else { return };
    let lacks = |name| subject.document(name).is_none() && !subject.is_unreadable(name);
    if lacks(spec_kit::SPEC) {
        out.push(Spot::whole(tasks.path()).says(
            &S1,
            "the feature has tasks and no `spec.md`, so nothing says what they are for",
            "write `spec.md` in the same folder",
        ));
    }
    if lacks(spec_kit::PLAN) {
        out.push(Spot::whole(tasks.path()).says(
            &S2,
            "the feature has tasks and no `plan.md`, so the decisions behind them are unwritten",
            "write `plan.md` in the same folder",
        ));
    }
}
