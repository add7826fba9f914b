//! Numbered requirements that tasks cite (S23, S26).

use std::collections::{BTreeSet, HashSet};
use std::ops::RangeInclusive;

use super::example::{SPEC, TASKS};
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{
    Feature, RequirementCitation, is_of_other_feature, requirement_family,
};
use crate::source::subject::{RequirementKind, SubjectRequirement};

pub(super) static S23: RuleInfo = RuleInfo {
    id: Rule::numbered("S23"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a task that cites a requirement that does not exist",
    why: "What the task is to fulfil is written nowhere.",
    act: "Cite a requirement of `spec.md`, or add the requirement there.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-009)",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

pub(super) static S26: RuleInfo = RuleInfo {
    id: Rule::numbered("S26"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Info,
    varies: super::FINISHED,
    title: "requirements that no task cites, where most are cited",
    why: "They may have been forgotten: the other requirements have a task that names them.",
    act: "Cite them in the tasks that fulfil them, or add tasks.",
    fix: None,
    example: in_one(
        SPEC,
        "- **FR-001**: The program greets the world.\n- **FR-002**: The program greets a person by name.\n- **FR-003**: The program greets a group.",
        "- **FR-001**: The program greets the world.\n- **FR-002**: The program greets a person by name.",
    ),
};

/// As many requirements are named.
const NAMED: usize = 20;

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let subject = &feature.subject;
    let (Some(spec), Some(list)) = (feature.spec(), feature.task_list()) else { return };
    let known: HashSet<&str> = subject.requirements.iter().map(|one| one.id.as_str()).collect();
    let families: HashSet<&str> = known.iter().map(|id| requirement_family(id)).collect();
    let begin: BTreeSet<&str> = known.iter().copied().collect();
    for (item, task) in subject.work_items.iter().zip(&feature.tasks.tasks) {
        let is_unknown = |cited: &&RequirementCitation| {
            let id = cited.id.as_str();
            let is_begin = || begin.range(id..).next().is_some_and(|next| next.starts_with(id));
            // `FR-003-005` is a range of requirements.
            let is_range = id.matches('-').count() > 1;
            !cited.is_code
                && families.contains(requirement_family(id))
                && !known.contains(id)
                && !is_range
                && !is_begin()
        };
        let unknown: BTreeSet<&str> =
            task.cites.iter().filter(is_unknown).map(|cited| cited.id.as_str()).collect();
        if unknown.is_empty() || is_of_other_feature(&list.visible()[task.text.clone()]) {
            continue;
        }
        let ids = unknown.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
        out.push(Spot::in_document(list, &item.place).says(
            &S23,
            format!("{} cites {ids}, which `spec.md` does not define", item.id),
            "cite a requirement of `spec.md`, or add this one there",
        ));
    }
    let is_functional = |one: &&SubjectRequirement| {
        one.kind == RequirementKind::Functional && requirement_family(&one.id) == "FR"
    };
    let functional: Vec<&SubjectRequirement> =
        subject.requirements.iter().filter(is_functional).collect();
    let uncited = uncited(feature, &functional);
    let Some(first) = uncited.first().filter(|_| uncited.len() * 2 < functional.len()) else {
        return;
    };
    let ids: Vec<&str> = uncited.iter().take(NAMED).map(|one| one.id.as_str()).collect();
    let more = match uncited.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    out.push(Spot::in_document(spec, &first.place).says(
        &S26,
        format!(
            "most requirements are cited by tasks, and these by none: {}{more}",
            ids.join(", ")
        ),
        "cite each in the task that fulfils it, or add a task",
    ));
}

/// The requirements that no task cites, itself or by a range.
fn uncited<'r>(feature: &Feature, all: &[&'r SubjectRequirement]) -> Vec<&'r SubjectRequirement> {
    let mut single: HashSet<&str> = HashSet::new();
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    for cited in feature.tasks.tasks.iter().flat_map(|task| &task.cites) {
        single.insert(&cited.id);
        if let Some(range) = cited.range().filter(|_| requirement_family(&cited.id) == "FR") {
            ranges.push(range);
        }
    }
    ranges.sort_by_key(|range| *range.start());
    // Of what begins at or before each range, the farthest end.
    let mut farthest = 0;
    let ends: Vec<u32> = ranges
        .iter()
        .map(|range| {
            farthest = farthest.max(*range.end());
            farthest
        })
        .collect();
    let is_in_range = |number: u32| {
        let begun = ranges.partition_point(|range| *range.start() <= number);
        begun.checked_sub(1).is_some_and(|last| ends[last] >= number)
    };
    let is_cited = |id: &str| {
        let number = id.strip_prefix("FR-").and_then(|number| number.parse().ok());
        single.contains(id) || number.is_some_and(is_in_range)
    };
    all.iter().copied().filter(|one| !is_cited(&one.id)).collect()
}
