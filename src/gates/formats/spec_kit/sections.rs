//! What sections about the order of tasks name (S16).

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::example::TASKS;
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::Feature;
use crate::source::subject::{RequirementKind, heading};

pub(super) static S16: RuleInfo = RuleInfo {
    id: Rule::numbered("S16"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a section on dependencies that names an unknown task or story",
    why: "The order that it describes is that of another plan.",
    act: "Name the task or story that is meant, or remove it from the section.",
    fix: None,
    example: in_one(TASKS, "- T002 comes after T077", "- T002 comes after T001"),
};

static ORDER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)dependenc|execution order|parallel").expect("a test compiles it")
});

static NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:T[0-9]{3,}[a-z]?|US[0-9]+)\b").expect("a test compiles it"));

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let subject = &feature.subject;
    let Some(document) = feature.task_list().filter(|_| !subject.work_items.is_empty()) else {
        return;
    };
    let tasks: HashSet<&str> = subject.work_items.iter().map(|item| item.id.as_str()).collect();
    // `T027` may be said of `T027A` and `T027.1`, too.
    let bases: HashSet<&str> = tasks.iter().map(|id| base(id)).collect();
    let stories = subject.requirements.iter();
    let stories: HashSet<&str> = stories
        .filter(|known| known.kind == RequirementKind::Story)
        .map(|story| story.id.as_str())
        .collect();
    let mut told: HashMap<&str, ()> = HashMap::new();
    let mut is_order = false;
    for line in document.lines() {
        if let Some(found) = heading(line.text).filter(|found| found.level <= 2) {
            is_order = found.level == 2 && ORDER.is_match(found.text);
            continue;
        }
        if !is_order || feature.tasks.is_of_task(line.number) {
            continue;
        }
        let unknown = NAMED.find_iter(line.text).find(|named| {
            let id = named.as_str();
            let is_unknown = match id.starts_with("US") {
                true => !stories.is_empty() && !stories.contains(id),
                false => !tasks.contains(id) && !bases.contains(id),
            };
            is_unknown && !told.contains_key(id)
        });
        let Some(named) = unknown else { continue };
        let id = named.as_str();
        told.insert(id, ());
        let place = document.place(line.start + named.start()..line.start + named.end());
        let what = if id.starts_with("US") { "user story" } else { "task" };
        out.push(Spot::in_document(document, &place).says(
            &S16,
            format!("the section names {id}, and there is no such {what}"),
            "name the one that is meant, or remove it",
        ));
    }
}

/// A task's id without what stands behind its number.
fn base(id: &str) -> &str {
    let end = id[1..].find(|c: char| !c.is_ascii_digit()).map_or(id.len(), |at| at + 1);
    &id[..end]
}
