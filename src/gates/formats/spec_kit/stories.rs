//! User stories and the tasks that serve them (S20, S21, S27).

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::example::{SPEC, TASKS};
use crate::gates::diagnostic::{Spot, weighing};
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::{Feature, requirement_family, story_references};
use crate::source::subject::{RequirementKind, SubjectDocument, SubjectRequirement};

pub(super) static S20: RuleInfo = RuleInfo {
    id: Rule::numbered("S20"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Major,
    varies: "INFO when `tasks.md` speaks of the story in a phase, or says why it has no task",
    title: "a user story without a task",
    why: "Nobody will build it, and the plan does not say so.",
    act: "Add a task with the story's tag, or write in `tasks.md` why it needs none.",
    fix: None,
    example: in_one(
        SPEC,
        "### User Story 3 - Greet a group (Priority: P3)\n\n**Independent Test**: `greet Ada Bob` greets both.\n\n## Requirements",
        "## Requirements",
    ),
};

pub(super) static S21: RuleInfo = RuleInfo {
    id: Rule::numbered("S21"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a task for a user story that does not exist",
    why: "What the task is for is written nowhere.",
    act: "Name a story of `spec.md`, or add the story there.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US5] Greet by name in src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static S27: RuleInfo = RuleInfo {
    id: Rule::numbered("S27"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Major,
    varies: "MINOR when tasks cite functional requirements",
    title: "no task that says which user story it serves",
    why: "Nobody can see whether each story is built, or build one story alone.",
    act: "Add the tag of its story to each task, as in `- [ ] T001 [US1] text`, or name stories in the headings of phases.",
    fix: None,
    example: in_one(
        TASKS,
        "## Phase 1: Setup\n\n- [ ] T001 Add the command `greet` in src/main.rs (FR-001)\n\n## Phase 2: Names\n\n- [ ] T002 Greet by name in src/name.rs\n- [ ] T003 [P] Write tests in tests/name.rs\n- [ ] T004 [P] Describe names (FR-002) in docs/names.md",
        "## Phase 1: Setup\n\n- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)\n\n## Phase 2: User Story 2\n\n- [ ] T002 [US2] Greet by name in src/name.rs\n- [ ] T003 [P] [US2] Write tests in tests/name.rs\n- [ ] T004 [P] [US2] Describe names (FR-002) in docs/names.md",
    ),
};

/// Words with which a line says why a story has no task.
static SETTLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(defer\w*|out of scope|not included|excluded?|skip\w*|already|no (?:separate |additional |new |specific )?tasks?|covered by|implemented (?:by|in|with)|satisfied|postponed?|future|dropped|merged into|delivered by)\b",
    )
    .expect("a test compiles it")
});

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let subject = &feature.subject;
    let items = &subject.work_items;
    let (Some(spec), Some(list)) = (feature.spec(), feature.task_list()) else { return };
    let stories = subject.requirements.iter();
    let stories: Vec<&SubjectRequirement> =
        stories.filter(|known| known.kind == RequirementKind::Story).collect();
    if stories.is_empty() || items.is_empty() {
        return;
    }
    let known: HashSet<&str> = stories.iter().map(|story| story.id.as_str()).collect();
    let mut served: HashSet<&str> = HashSet::new();
    for (item, task) in items.iter().zip(&feature.tasks.tasks) {
        let mut unknown = BTreeSet::new();
        for story in &task.stories {
            served.insert(&story.id);
            if !known.contains(story.id.as_str()) {
                unknown.insert(story.id.as_str());
            }
        }
        served.extend(
            item.group.iter().flat_map(|&group| &subject.groups[group].serves).map(String::as_str),
        );
        if !unknown.is_empty() {
            let ids = unknown.into_iter().collect::<Vec<_>>().join(", ");
            out.push(Spot::in_document(list, &item.place).says(
                &S21,
                format!("{} serves {ids}, and `spec.md` has no such story", item.id),
                "name a story of `spec.md`, or add the story there",
            ));
        }
    }
    if served.is_empty() {
        if stories.len() > 1 {
            out.push(without_stories(feature, list, stories.len()));
        }
        return;
    }
    let unserved: Vec<&SubjectRequirement> =
        stories.into_iter().filter(|story| !served.contains(story.id.as_str())).collect();
    if unserved.is_empty() {
        return;
    }
    let settled = settled(feature, list);
    for story in unserved {
        let spot = Spot::in_document(spec, &story.place);
        out.push(match settled.get(story.id.as_str()) {
            None => spot.says(
                &S20,
                format!("{} has no task, so nobody will build it", story.id),
                "add a task with its tag, or write in `tasks.md` why it needs none",
            ),
            Some(line) => weighing(
                Severity::Info,
                spot.says(
                    &S20,
                    format!("{} has no task; `tasks.md` speaks of it on line {line}", story.id),
                    "read that line, and add a task if it settles nothing",
                ),
            ),
        });
    }
}

fn without_stories(feature: &Feature, list: &SubjectDocument, stories: usize) -> Finding {
    let (items, tasks) = (&feature.subject.work_items, &feature.tasks.tasks);
    let is_functional = |id: &str| requirement_family(id) == "FR";
    let cites = tasks.iter().flat_map(|task| &task.cites).any(|cited| is_functional(&cited.id));
    let finding = Spot::in_document(list, &items[0].place).says(
        &S27,
        format!("no task says which of the {stories} user stories it serves"),
        "tag each task with its story, as in `- [ ] T001 [US1] text`",
    );
    weighing(if cites { Severity::Minor } else { Severity::Major }, finding)
}

/// The stories that a line of the task list settles, with the first such line of each.
fn settled(feature: &Feature, list: &SubjectDocument) -> HashMap<String, u32> {
    let mut found = HashMap::new();
    for line in list.lines() {
        let named = story_references(line.text);
        if named.is_empty() {
            continue;
        }
        if feature.tasks.is_in_phase(line.number) || SETTLED.is_match(line.text) {
            for story in named {
                found.entry(format!("US{}", story.number)).or_insert(line.number);
            }
        }
    }
    found
}
