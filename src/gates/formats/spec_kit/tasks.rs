//! Whether `tasks.md` has tasks, each with an id of its own and a text (S3, S4, S5, S10).

use std::collections::HashMap;

use super::example::TASKS;
use crate::gates::diagnostic::{Spot, count, weighing};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{Feature, is_task};
use crate::source::subject::SubjectDocument;

pub(super) static S3: RuleInfo = RuleInfo {
    id: Rule::numbered("S3"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "MAJOR when there are checkboxes without ids",
    title: "a task file without a task",
    why: "Nothing of the feature can be reviewed, ordered or ticked by its id.",
    act: "Write each task as `- [ ] T001 Do this in path/to/file`, outside of code fences.",
    fix: None,
    example: in_one(
        "specs/002-farewell/tasks.md",
        "# Tasks: Say farewell\n\nSay farewell, then leave.",
        "# Tasks: Say farewell\n\n- [ ] T001 Say farewell in src/main.rs",
    ),
};

pub(super) static S4: RuleInfo = RuleInfo {
    id: Rule::numbered("S4"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: super::FINISHED,
    title: "a checkbox without an id among tasks",
    why: "It is no task, so no gate and no dependency knows of it.",
    act: "Give it an id, or indent it below the task that it is a step of.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by name in src/name.rs\n- [ ] Greet twice",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static S5: RuleInfo = RuleInfo {
    id: Rule::numbered("S5"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: super::FINISHED,
    title: "a task id that is used twice",
    why: "A dependency on it, or a tick, may mean either task.",
    act: "Give the later task an id of its own.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T001 [US2] Greet by name in src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static S10: RuleInfo = RuleInfo {
    id: Rule::numbered("S10"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: super::FINISHED,
    title: "a task without a text",
    why: "Nobody can do it, or say when it is done.",
    act: "Write what is to be done, and in which file.",
    fix: None,
    example: in_one(TASKS, "- [ ] T002 [US2]", "- [ ] T002 [US2] Greet by name in src/name.rs"),
};

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let Some(document) = feature.task_list() else { return };
    let items = &feature.subject.work_items;
    if items.is_empty() {
        out.push(without_tasks(feature, document));
        return;
    }
    for place in &feature.tasks.strays {
        out.push(Spot::in_document(document, place).says(
            &S4,
            "a checkbox among the tasks has no task id, so it is no task",
            "give it an id as in `- [ ] T001 text`, or indent it below its task",
        ));
    }
    let mut first: HashMap<&str, u32> = HashMap::new();
    for (item, task) in items.iter().zip(&feature.tasks.tasks) {
        let before = *first.entry(&item.id).or_insert(item.place.line);
        let spot = Spot::in_document(document, &item.place);
        if task.is_again {
            out.push(spot.clone().says(
                &S5,
                format!("{} is the id of another task, too (line {before})", item.id),
                "give this task an id that no other has",
            ));
        }
        if !item.text.chars().any(char::is_alphanumeric) {
            out.push(spot.says(
                &S10,
                format!("{} says nothing, so nobody can do it", item.id),
                "write what is to be done, or remove the line",
            ));
        }
    }
}

fn without_tasks(feature: &Feature, document: &SubjectDocument) -> Finding {
    if let Some(first) = feature.tasks.boxes.first() {
        let boxes = count(feature.tasks.boxes.len(), "checkbox has", "checkboxes have");
        let finding = Spot::in_document(document, first).says(
            &S3,
            format!("{boxes} no ids, so there is no task"),
            "write each as `- [ ] T001 text`, with a number of its own",
        );
        return weighing(Severity::Major, finding);
    }
    let text = document.text();
    let masked = (1..=text.line_count()).find(|&line| is_task(text.line(line)));
    match masked.and_then(|line| text.span_of_line(line)) {
        Some(span) => Spot::in_document(document, &document.place(span)).says(
            &S3,
            "all tasks are inside a code fence or comment, so none is read",
            "move the tasks out of it",
        ),
        None => Spot::whole(document.path()).says(
            &S3,
            "no line has the form `- [ ] T001 text`, so there is no task",
            "write the tasks, as `- [ ] T001 Do this in path/to/file`",
        ),
    }
}
