//! The task list, the template, and the paths that tasks name (O14 to O16, O30, O31).

use std::collections::{HashMap, HashSet};

use super::example::{PROPOSAL, TASKS};
use super::scene::ChangeScene;
use crate::gates::diagnostic::{Spot, count, quoted, weighing};
use crate::gates::example::{in_one, moved};
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, NodePath, Place, Rule, Severity, Subcategory};
use crate::source::formats::openspec::group_number;
use crate::source::subject::{WorkItem, WorkStatus, changes_files, first_word};

pub(super) static O14: RuleInfo = RuleInfo {
    id: Rule::numbered("O14"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "MINOR when the number is in the section of another group",
    title: "a task number that is used twice, or is in the wrong group",
    why: "Who says that 1.2 is done may mean either of two tasks. `openspec validate` warns of it, too.",
    act: "Number the tasks of each group in order.",
    fix: None,
    example: in_one(TASKS, "- [ ] 1.1 Store the choice", "- [ ] 1.2 Store the choice"),
};

pub(super) static O15: RuleInfo = RuleInfo {
    id: Rule::numbered("O15"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "MINOR when one task is empty",
    title: "a task list without a task, or with an empty one",
    why: "OpenSpec counts boxes: without one it shows no progress, and nobody knows what to do.",
    act: "Write `- [ ] 1.1 ` and what is to be done.",
    fix: None,
    example: in_one(TASKS, "- [ ] 1.2", "- [ ] 1.2 Store the choice"),
};

pub(super) static O16: RuleInfo = RuleInfo {
    id: Rule::numbered("O16"),
    gate: GateId::Schema,
    subcategory: Subcategory::IncompletePlan,
    severity: Severity::Major,
    varies: "",
    title: "text of OpenSpec's template in a proposal",
    why: "What the template asks for was not written.",
    act: "Replace the text, or remove the line.",
    fix: None,
    example: in_one(
        PROPOSAL,
        "- `palette`: <brief description of what this capability covers>",
        "- `palette`: the colours of each theme",
    ),
};

pub(super) static O30: RuleInfo = RuleInfo {
    id: Rule::numbered("O30"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Minor,
    varies: "",
    title: "an open task that changes a file which is not there",
    why: "An implementer looks for a file that is elsewhere, or makes a second one.",
    act: "Correct the path, or say that the task creates the file.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] 1.1 Update `src/ui/theme.rs` with the dark palette",
        "- [ ] 1.1 Update `src/theme.rs` with the dark palette",
    ),
};

pub(super) static O31: RuleInfo = RuleInfo {
    id: Rule::numbered("O31"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Major,
    varies: "",
    title: "a change with deltas and no task list",
    why: "What is required is written, and nobody is asked to do it.",
    act: "Write `tasks.md`, as `openspec instructions tasks` says.",
    fix: None,
    example: moved(
        [
            "openspec/changes/add-sounds/specs/sounds/spec.md",
            "## ADDED Requirements

### Requirement: Click

The application SHALL click.",
        ],
        [
            "openspec/changes/add-sounds/tasks.md",
            "## 1. Sounds

- [ ] 1.1 Play a click",
        ],
    ),
};

/// O14 to O16, O30 and O31.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    numbers(scene, out);
    emptiness(scene, out);
    placeholders(scene, out);
    paths(scene, out);
    let change = scene.change;
    let has_tasks = change.has.tasks || change.other_schema.is_some();
    if !has_tasks && !change.touched.is_empty() {
        let deltas = count(change.touched.len(), "capability", "capabilities");
        out.push(scene.whole(&change.main_file()).says(
            &O31,
            format!("the change alters {deltas} and has no `tasks.md`"),
            "write `tasks.md` with what is to be done",
        ));
    }
}

fn spot(scene: &ChangeScene<'_>, item: &WorkItem) -> Spot {
    Spot::in_document(&scene.change.subject.documents[item.document], &item.place)
}

fn numbers(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let subject = &scene.change.subject;
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for item in subject.work_items.iter().filter(|item| !item.id.is_empty()) {
        let number = quoted(&item.id);
        if let Some(line) = seen.get(item.id.as_str()) {
            out.push(spot(scene, item).says(
                &O14,
                format!("the task number {number} is already used on line {line}"),
                "give this task the next free number of its group",
            ));
            continue;
        }
        seen.insert(&item.id, item.place.line);
        let group = item.group.and_then(|index| group_number(&subject.groups[index].title));
        let own = item.id.split('.').next();
        if let Some(group) = group.filter(|group| own != Some(*group)) {
            out.push(weighing(
                Severity::Minor,
                spot(scene, item).says(
                    &O14,
                    format!("task {number} is in the section of group {group}"),
                    "move the task, or give it a number of this group",
                ),
            ));
        }
    }
}

fn emptiness(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let subject = &scene.change.subject;
    if let Some(document) = subject.document("tasks.md")
        && subject.work_items.is_empty()
    {
        out.push(Spot::in_document(document, &Place::whole_file()).says(
            &O15,
            "the task list has no task, so nobody knows what to do",
            "write `- [ ] 1.1 ` and what is to be done",
        ));
    }
    for item in subject.work_items.iter().filter(|item| item.text.is_empty()) {
        let finding = spot(scene, item).says(
            &O15,
            "this task says nothing",
            "write what is to be done, or remove the box",
        );
        out.push(weighing(Severity::Minor, finding));
    }
}

fn placeholders(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let change = scene.change;
    let Some(document) = change.subject.document("proposal.md") else { return };
    for (span, text) in change.proposal.iter().flat_map(|proposal| &proposal.placeholders) {
        let place = document.text().place(span.clone(), NodePath::Line);
        out.push(Spot::in_document(document, &place).says(
            &O16,
            format!("{text} is text of the template").replace("``", "`"),
            "replace it by what is meant, or remove the line",
        ));
    }
}

fn paths(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let mut named: HashSet<&str> = HashSet::new();
    for item in &scene.change.subject.work_items {
        if let Some(path) = &item.writes
            && item.status == WorkStatus::Open
            && changes_files(first_word(&item.text))
            && !named.contains(path.path.as_str())
            && !scene.tracked.holds(&path.path)
        {
            let shown = quoted(&path.path);
            let others = scene.tracked.of_name(&path.path);
            let meant = match others {
                [only] => format!("; {} has that name", quoted(only)),
                _ => String::new(),
            };
            out.push(spot(scene, item).says(
                &O30,
                format!("the task changes {shown}, which is not in the repository{meant}"),
                "correct the path, or say that the task creates the file",
            ));
        }
        named.extend(item.names.iter().map(|path| path.path.as_str()));
    }
}
