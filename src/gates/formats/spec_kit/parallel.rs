//! Tasks that are to be done at one time, and write one file (S15).

use std::collections::HashMap;

use super::example::TASKS;
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::Feature;
use crate::source::subject::WorkStatus;

pub(super) static S15: RuleInfo = RuleInfo {
    id: Rule::numbered("S15"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::MergeUnsafe,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "parallel tasks that write one file",
    why: "`[P]` promises that tasks touch different files. Two implementers who trust it overwrite each other.",
    act: "Remove `[P]` from all but one of these tasks, or give each a file of its own.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T003 [P] [US2] Write tests in tests/name.rs\n- [ ] T004 [P] [US2] Write more tests (FR-002) in tests/name.rs",
        "- [ ] T003 [P] [US2] Write tests in tests/name.rs\n- [ ] T004 [P] [US2] Describe names (FR-002) in docs/names.md",
    ),
};

/// As many groups, and tasks of each, are named.
const NAMED: usize = 20;

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let Some(document) = feature.task_list() else { return };
    let items = &feature.subject.work_items;
    let mut at: HashMap<(usize, &str), usize> = HashMap::new();
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, (item, task)) in items.iter().zip(&feature.tasks.tasks).enumerate() {
        let (Some(run), Some(path)) = (task.run, &item.writes) else { continue };
        if item.status == WorkStatus::Dead {
            continue;
        }
        let group = *at.entry((run, &path.path)).or_insert_with(|| {
            groups.push((&path.path, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(index);
    }
    groups.retain(|(_, members)| members.len() > 1);
    let Some((_, first)) = groups.first() else { return };
    let told: Vec<String> = groups
        .iter()
        .take(NAMED)
        .map(|(path, members)| {
            let ids: Vec<&str> =
                members.iter().take(NAMED).map(|&index| items[index].id.as_str()).collect();
            let more = if members.len() > NAMED { ", …" } else { "" };
            format!("{path}: {}{more}", ids.join(", "))
        })
        .collect();
    let more = match groups.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    out.push(Spot::in_document(document, &items[first[1]].place).says(
        &S15,
        format!("parallel tasks write one file: {}{more}", told.join("; ")),
        "remove `[P]` from all but one task of each group, or give each a file of its own",
    ));
}
