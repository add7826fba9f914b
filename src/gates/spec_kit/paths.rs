//! Paths that tasks name, judged as text (S30, S31, S32).

use std::collections::HashMap;

use super::example::TASKS;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::spec_kit::Feature;
use crate::source::subject::{
    SubjectDocument, TrackedFiles, WorkItem, WorkStatus, changes_files, first_word, is_end,
    machine_path, makes_files,
};

pub(super) static S30: RuleInfo = RuleInfo {
    id: Rule::numbered("S30"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Minor,
    varies: "",
    title: "a task that changes a file that does not exist",
    why: "The implementer looks for the file, and writes a second one where it is not found.",
    act: "Name the file as it is tracked, or add a task before that creates it.",
    example: in_one(
        TASKS,
        "- [ ] T001 [US1] Update the command `greet` in src/command.rs (FR-001)",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

pub(super) static S31: RuleInfo = RuleInfo {
    id: Rule::numbered("S31"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Major,
    varies: "",
    title: "a task that changes a file before it is created",
    why: "The task cannot be done in its place: a later one creates the file.",
    act: "Move the task behind the one that creates the file.",
    example: in_one(
        TASKS,
        "- [ ] T001 [US1] Update the command `greet` in src/command.rs (FR-001)\n- [ ] T005 [US1] Create src/command.rs",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

pub(super) static S32: RuleInfo = RuleInfo {
    id: Rule::numbered("S32"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Minor,
    varies: "",
    title: "a path of one machine",
    why: "On every other machine the path leads nowhere.",
    act: "Write the path from the root of the repository.",
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in /home/ada/greet/src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

/// Where paths are named, by their last names: the task, and the whole path.
type Named<'i> = HashMap<&'i str, Vec<(usize, &'i str)>>;

pub(super) fn check(feature: &Feature, tracked: &TrackedFiles, out: &mut Vec<Finding>) {
    let Some(document) = feature.task_list() else { return };
    let items = &feature.subject.work_items;
    let (named, made) = (named(items, false), named(items, true));
    for (index, (item, task)) in items.iter().zip(&feature.tasks.tasks).enumerate() {
        if item.status == WorkStatus::Dead {
            continue;
        }
        if let Some(finding) = untracked(document, items, index, tracked, &named, &made) {
            out.push(finding);
        }
        if let Some(span) = machine_path(&document.visible()[task.text.clone()]) {
            let span = task.text.start + span.start..task.text.start + span.end;
            let path = quoted(&document.visible()[span.clone()]);
            let place = document.place_of(span, &item.id);
            out.push(Spot::in_document(document, &place).says(
                &S32,
                format!("{} names {path}, a path of one machine", item.id),
                "write the path from the root of the repository",
            ));
        }
    }
}

/// All paths of the tasks; or those that tasks make.
fn named(items: &[WorkItem], only_made: bool) -> Named<'_> {
    let mut found: Named<'_> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        if only_made && !makes_files(first_word(&item.text)) {
            continue;
        }
        for name in &item.names {
            let last = name.path.rsplit('/').next().unwrap_or_default();
            found.entry(last).or_default().push((index, &name.path));
        }
    }
    found
}

/// S30 and S31, of one task.
fn untracked(
    document: &SubjectDocument,
    items: &[WorkItem],
    index: usize,
    tracked: &TrackedFiles,
    named: &Named<'_>,
    made: &Named<'_>,
) -> Option<Finding> {
    let item = &items[index];
    let path = item.writes.as_ref().filter(|_| item.status == WorkStatus::Open)?;
    if !changes_files(first_word(&item.text)) || tracked.holds(&path.path) {
        return None;
    }
    let last = path.path.rsplit('/').next().unwrap_or_default();
    let is_same = |other: &str| is_end(other, &path.path) || is_end(&path.path, other);
    let of = |all: &'_ Named<'_>| -> Vec<usize> {
        let all = all.get(last).into_iter().flatten();
        all.filter(|(_, other)| is_same(other)).map(|(at, _)| *at).collect()
    };
    if of(named).into_iter().any(|at| at < index) {
        return None;
    }
    let spot = Spot::in_document(document, &item.place);
    let shown = quoted(&path.path);
    if let Some(later) = of(made).into_iter().find(|&at| at > index) {
        let (id, line) = (&items[later].id, items[later].place.line);
        return Some(spot.says(
            &S31,
            format!("{} changes {shown} before {id} creates it (line {line})", item.id),
            "move it behind the task that creates the file",
        ));
    }
    let act = match tracked.of_name(&path.path) {
        [only] => format!("did you mean {}? Name the file as it is tracked", quoted(only)),
        _ => "name the file as it is tracked, or add a task before that creates it".to_owned(),
    };
    Some(spot.says(&S30, format!("{} changes {shown}, which is not tracked", item.id), act))
}
