//! What `spec.md` defines, and how it is judged (S6, S7, S24, S25).

use std::collections::HashMap;

use super::example::SPEC;
use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::formats::spec_kit::Feature;
use crate::source::subject::RequirementKind;

pub(super) static S6: RuleInfo = RuleInfo {
    id: Rule::numbered("S6"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a user story number that is used twice",
    why: "A task with `[US1]` may serve either story.",
    act: "Give the later story a number of its own.",
    fix: None,
    example: in_one(
        SPEC,
        "### User Story 1 - Greet by name (Priority: P2)",
        "### User Story 2 - Greet by name (Priority: P2)",
    ),
};

pub(super) static S7: RuleInfo = RuleInfo {
    id: Rule::numbered("S7"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: super::FINISHED,
    title: "a requirement id that is defined twice",
    why: "A task, or a person, that cites it may mean either requirement.",
    act: "Give the later requirement a number of its own.",
    fix: None,
    example: in_one(
        SPEC,
        "- **FR-001**: The program greets a person by name.",
        "- **FR-002**: The program greets a person by name.",
    ),
};

pub(super) static S24: RuleInfo = RuleInfo {
    id: Rule::numbered("S24"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::EvidenceGap,
    severity: Severity::Minor,
    varies: super::FINISHED,
    title: "a user story that nothing says how to check",
    why: "Nobody can tell when the story is done.",
    act: "Add an independent test, or acceptance scenarios with Given, When and Then.",
    fix: None,
    example: in_one(
        SPEC,
        "### User Story 1 - Greet the world (Priority: P1)\n\nA greeting.",
        "### User Story 1 - Greet the world (Priority: P1)\n\n**Independent Test**: `greet` prints `Hello, world!`",
    ),
};

pub(super) static S25: RuleInfo = RuleInfo {
    id: Rule::numbered("S25"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Info,
    varies: super::FINISHED,
    title: "a specification without a story or numbered requirement",
    why: "The gate on coverage has nothing to compare the tasks with.",
    act: "Write stories as `### User Story 1 - Title`, and requirements as `- **FR-001**: text`.",
    fix: None,
    example: in_one(
        SPEC,
        "The program greets the world, and a person by name.",
        "### User Story 1 - Greet the world (Priority: P1)\n\n**Independent Test**: `greet` prints `Hello, world!`\n\n### User Story 2 - Greet by name (Priority: P2)\n\n1. **Given** the name Ada, **When** `greet Ada` runs, **Then** it prints `Hello, Ada!`\n\n## Requirements\n\n- **FR-001**: The program greets the world.\n- **FR-002**: The program greets a person by name.",
    ),
};

pub(super) fn check(feature: &Feature, out: &mut Vec<Finding>) {
    let Some(document) = feature.spec() else { return };
    let requirements = &feature.subject.requirements;
    let lines: HashMap<&str, u32> =
        requirements.iter().map(|known| (known.id.as_str(), known.place.line)).collect();
    let before = |id: &str| lines.get(id).copied().unwrap_or(1);
    for story in &feature.stories_again {
        let number = story.id.trim_start_matches("US");
        out.push(Spot::in_document(document, &story.place).says(
            &S6,
            format!("user story {number} is defined before, on line {}", before(&story.id)),
            "give this story a number that no other has",
        ));
    }
    for again in &feature.requirements_again {
        out.push(Spot::in_document(document, &again.place).says(
            &S7,
            format!("{} is defined before, on line {}", again.id, before(&again.id)),
            "give this requirement a number that no other has",
        ));
    }
    let stories = requirements.iter().filter(|known| known.kind == RequirementKind::Story);
    for story in stories.filter(|story| story.criteria.is_empty()) {
        out.push(Spot::in_document(document, &story.place).says(
            &S24,
            format!("{} has neither acceptance scenarios nor an independent test", story.id),
            "add one of them below the story's heading",
        ));
    }
    if requirements.is_empty() {
        out.push(Spot::whole(document.path()).says(
            &S25,
            "it defines no user story and no numbered requirement, so coverage is not checked",
            "number the requirements, as in `- **FR-001**: text`",
        ));
    }
}
