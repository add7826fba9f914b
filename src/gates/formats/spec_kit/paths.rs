//! Paths that tasks name, judged as text (S30, S31, S32).

use std::collections::HashMap;

use super::example::TASKS;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::Feature;
use crate::source::subject::{
    SubjectDocument, TrackedFiles, WorkItem, WorkStatus, changes_files, first_word, machine_path,
    makes_files,
};

pub(super) static S30: RuleInfo = RuleInfo {
    id: Rule::numbered("S30"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Minor,
    varies: super::FINISHED,
    title: "a task that changes a file that does not exist",
    why: "The implementer looks for the file, and writes a second one where it is not found.",
    act: "Name the file as it is tracked, or add a task before that creates it.",
    fix: None,
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
    varies: super::FINISHED,
    title: "a task that changes a file before it is created",
    why: "The task cannot be done in its place: a later one creates the file.",
    act: "Move the task behind the one that creates the file.",
    fix: None,
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
    varies: super::FINISHED,
    title: "a path of one machine",
    why: "On every other machine the path leads nowhere.",
    act: "Write the path from the root of the repository.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in /home/ada/greet/src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

/// Which tasks name a path, or one that ends with it.
#[derive(Default)]
struct Naming<'i> {
    whole: HashMap<&'i str, Vec<usize>>,
    ends: HashMap<&'i str, Vec<usize>>,
}

/// Last segments by which paths are compared; no honest path has more.
const SEGMENTS: usize = 32;

/// The ends of a path that begin with a segment, itself first.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.rmatch_indices('/').take(SEGMENTS).map(|(at, _)| &path[at + 1..]);
    std::iter::once(path).chain(slashes)
}

impl<'i> Naming<'i> {
    /// All paths of the tasks; or those of tasks that make files.
    fn of(items: &'i [WorkItem], only_made: bool) -> Self {
        let mut found = Self::default();
        for (index, item) in items.iter().enumerate() {
            if only_made && !makes_files(first_word(&item.text)) {
                continue;
            }
            for name in &item.names {
                found.whole.entry(&name.path).or_default().push(index);
                for end in ends(&name.path) {
                    found.ends.entry(end).or_default().push(index);
                }
            }
        }
        found
    }

    /// The first task from this index on that names the path, more of it or less.
    fn from(&self, path: &str, index: usize) -> Option<usize> {
        let next =
            |tasks: &Vec<usize>| tasks.get(tasks.partition_point(|&task| task < index)).copied();
        let longer = self.ends.get(path).and_then(next);
        let shorter = ends(path).filter_map(|end| self.whole.get(end).and_then(next)).min();
        longer.into_iter().chain(shorter).min()
    }
}

pub(super) fn check(feature: &Feature, tracked: &TrackedFiles, out: &mut Vec<Finding>) {
    let Some(document) = feature.task_list() else { return };
    let items = &feature.subject.work_items;
    let (named, made) = (Naming::of(items, false), Naming::of(items, true));
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

/// S30 and S31, of one task.
fn untracked(
    document: &SubjectDocument,
    items: &[WorkItem],
    index: usize,
    tracked: &TrackedFiles,
    named: &Naming<'_>,
    made: &Naming<'_>,
) -> Option<Finding> {
    let item = &items[index];
    let path = item.writes.as_ref().filter(|_| item.status == WorkStatus::Open)?;
    if !changes_files(first_word(&item.text)) || tracked.holds(&path.path) {
        return None;
    }
    if named.from(&path.path, 0).is_some_and(|first| first < index) {
        return None;
    }
    let spot = Spot::in_document(document, &item.place);
    let shown = quoted(&path.path);
    if let Some(later) = made.from(&path.path, index + 1) {
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
