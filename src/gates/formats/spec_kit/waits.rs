//! What tasks say that they wait for (S11, S12, S13, S17).

use std::collections::{BTreeSet, HashMap};

use super::example::TASKS;
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::circles;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{Feature, task_number};
use crate::source::subject::{WorkItem, WorkStatus};

pub(super) static S11: RuleInfo = RuleInfo {
    id: Rule::numbered("S11"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: super::FINISHED,
    title: "a dependency on a task that does not exist",
    why: "The task waits for something that will never be done.",
    act: "Name a task that exists, or remove the dependency.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in src/name.rs, depends on T099",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static S12: RuleInfo = RuleInfo {
    id: Rule::numbered("S12"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::DependencyCycle,
    severity: Severity::Blocker,
    varies: super::FINISHED,
    title: "tasks that wait for each other",
    why: "There is no order in which they can be done.",
    act: "Remove the one dependency of the circle that is not real, or split a task.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in src/name.rs, depends on T003\n- [ ] T003 [P] [US2] Write tests in tests/name.rs, depends on T002",
        "- [ ] T002 [US2] Greet by name in src/name.rs\n- [ ] T003 [P] [US2] Write tests in tests/name.rs",
    ),
};

pub(super) static S13: RuleInfo = RuleInfo {
    id: Rule::numbered("S13"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a dependency on a task that comes later",
    why: "An implementer who goes through the tasks in their order stops here.",
    act: "Move the task behind the one that it needs.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in src/name.rs, depends on T003",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static S17: RuleInfo = RuleInfo {
    id: Rule::numbered("S17"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Minor,
    varies: super::FINISHED,
    title: "a finished task that depends on an open one",
    why: "One of the two ticks is wrong, or the dependency is not real.",
    act: "Correct the tick, or remove the dependency.",
    fix: None,
    example: in_one(
        TASKS,
        "- [x] T002 [US2] Greet by name in src/name.rs, depends on T001",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

/// As many tasks of a circle are named.
const NAMED: usize = 12;

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let Some(document) = feature.task_list() else { return };
    let items = &feature.subject.work_items;
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        by_id.entry(&item.id).or_insert(index);
    }
    let edges: Vec<(usize, usize)> = items
        .iter()
        .enumerate()
        .flat_map(|(from, item)| {
            let targets = item.waits_for.iter();
            targets.filter_map(|on| by_id.get(on.id.as_str())).map(move |&to| (from, to))
        })
        .collect();
    let mut circle_of: HashMap<usize, usize> = HashMap::new();
    for (number, members) in circles(items.len(), &edges).iter().enumerate() {
        circle_of.extend(members.iter().map(|&member| (member, number)));
        let mut ids: Vec<&WorkItem> = members.iter().map(|&member| &items[member]).collect();
        ids.sort_by_key(|item| task_number(&item.id));
        out.push(Spot::in_document(document, &ids[0].place).says(
            &S12,
            circle(&ids),
            "remove the dependency that is not real",
        ));
    }
    for (from, item) in items.iter().enumerate() {
        let (mut missing, mut later, mut open) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for on in &item.waits_for {
            let Some(&to) = by_id.get(on.id.as_str()) else {
                missing.insert(on.id.as_str());
                continue;
            };
            let is_circle = circle_of.get(&from).is_some_and(|own| circle_of.get(&to) == Some(own));
            if to > from && !is_circle {
                later.insert(to);
            }
            let is_early = item.status == WorkStatus::Done && items[to].status == WorkStatus::Open;
            if is_early {
                open.insert(to);
            }
        }
        let spot = || Spot::in_document(document, &item.place);
        if !missing.is_empty() {
            let missing = listed(missing.into_iter());
            out.push(spot().says(
                &S11,
                format!("{} depends on {missing}, which no task has as its id", item.id),
                "name a task that exists, or remove the dependency",
            ));
        }
        if let Some(&first) = later.first() {
            let line = items[first].place.line;
            let later = listed(later.iter().map(|&to| items[to].id.as_str()));
            out.push(spot().says(
                &S13,
                format!("{} depends on {later}, which comes later (line {line})", item.id),
                "move it behind the task that it needs",
            ));
        }
        if !open.is_empty() {
            let open = listed(open.iter().map(|&to| items[to].id.as_str()));
            out.push(spot().says(
                &S17,
                format!("{} is ticked and depends on {open}, which is open", item.id),
                "correct the tick, or remove the dependency",
            ));
        }
    }
}

/// Ids in a sentence, not endlessly many.
fn listed<'i>(ids: impl Iterator<Item = &'i str>) -> String {
    let mut ids: Vec<&str> = ids.collect();
    let more = ids.len().saturating_sub(NAMED);
    ids.truncate(NAMED);
    let and = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{and}", ids.join(", "))
}

fn circle(members: &[&WorkItem]) -> String {
    match members {
        [one] => format!("{} depends on itself", one.id),
        all => {
            let ids = listed(all.iter().map(|item| item.id.as_str()));
            format!("{ids} wait for each other, so none can be done first")
        }
    }
}
