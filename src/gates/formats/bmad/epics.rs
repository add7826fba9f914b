//! What the epics file must be (B1 to B5).

use std::collections::HashMap;

use super::example::EPICS;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, NodePath, Place, Rule, Severity, Subcategory};
use crate::source::formats::bmad::{BmadPlan, Epics};
use crate::source::subject::SubjectDocument;

pub(super) static B1: RuleInfo = RuleInfo {
    id: Rule::numbered("B1"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "an epics file without a story",
    why: "There is nothing to build and nothing to review.",
    act: "Write `### Story 1.1: ` and a title below an epic.",
    fix: None,
    example: in_one(
        "docs/epics.md",
        "## Epic 1: Accounts\n\n**Story**: Sign in",
        "## Epic 1: Accounts\n\n### Story 1.1: Sign in\n\n**Acceptance Criteria:**\n\n**Given** an account, **When** its owner signs in, **Then** the account is shown",
    ),
};

pub(super) static B2: RuleInfo = RuleInfo {
    id: Rule::numbered("B2"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a requirement that is defined twice",
    why: "Who names it may mean either of the two.",
    act: "Give the second one a number of its own.",
    fix: None,
    example: in_one(EPICS, "FR1: Users can sign out", "FR2: Users can sign out"),
};

pub(super) static B3: RuleInfo = RuleInfo {
    id: Rule::numbered("B3"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "an epic or a story whose number is used twice",
    why: "The sprint status and the story file can belong to one of them only.",
    act: "Give the second one a number of its own.",
    fix: None,
    example: in_one(EPICS, "### Story 1.1: Sign out", "### Story 1.2: Sign out"),
};

pub(super) static B4: RuleInfo = RuleInfo {
    id: Rule::numbered("B4"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a story below another epic than its number says, or below none",
    why: "It is planned in one epic and counted in another.",
    act: "Move the story below its epic, or renumber it.",
    fix: None,
    example: in_one(EPICS, "### Story 3.2: Sign out", "### Story 1.2: Sign out"),
};

pub(super) static B5: RuleInfo = RuleInfo {
    id: Rule::numbered("B5"),
    gate: GateId::Schema,
    subcategory: Subcategory::IncompletePlan,
    severity: Severity::Major,
    varies: "MINOR in the file of a story that is done",
    title: "a placeholder of BMAD's templates",
    why: "What the template asks for was not written.",
    act: "Replace the placeholder, or remove the line.",
    fix: None,
    example: in_one(EPICS, "### Story 1.2: {{story_title}}", "### Story 1.2: Sign out"),
};

/// B1 to B5.
pub(super) fn check(plan: &BmadPlan, out: &mut FindingList) {
    if let Some((document, epics)) = plan.epics_file() {
        if epics.stories.is_empty() {
            out.push(Spot::in_document(document, &Place::whole_file()).says(
                &B1,
                "the epics file has no story, so nothing in it can be built",
                "write `### Story 1.1: ` and a title below an epic",
            ));
        }
        twice(document, epics, out);
        misplaced(document, epics, out);
        placeholders(document, &epics.placeholders, out);
    }
    for file in &plan.files {
        placeholders(&plan.subject.documents[file.document], &file.placeholders, out);
    }
}

fn twice(document: &SubjectDocument, epics: &Epics, out: &mut FindingList) {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for entry in &epics.inventory.entries {
        let Some(line) = seen.get(entry.id.as_str()) else {
            seen.insert(&entry.id, entry.line);
            continue;
        };
        let place = document.place_of(entry.span.clone(), &entry.id);
        out.push(Spot::in_document(document, &place).says(
            &B2,
            format!("{} is already defined on line {line}", quoted(&entry.id)),
            "give this requirement a number of its own",
        ));
    }
    let numbered = epics
        .epics
        .iter()
        .map(|epic| (format!("Epic {}", epic.number), &epic.span, epic.line))
        .chain(
            epics
                .stories
                .iter()
                .map(|story| (format!("Story {}", story.number), &story.span, story.line)),
        );
    let mut seen: HashMap<String, u32> = HashMap::new();
    for (name, span, number) in numbered {
        if let Some(line) = seen.get(&name) {
            let id = name.split(' ').next_back().unwrap_or_default();
            let place = document.place_of(span.clone(), id);
            out.push(Spot::in_document(document, &place).says(
                &B3,
                format!("{name} is already on line {line}"),
                "give this one a number of its own",
            ));
        } else {
            seen.insert(name, number);
        }
    }
}

fn misplaced(document: &SubjectDocument, epics: &Epics, out: &mut FindingList) {
    for story in epics.stories.iter().filter(|story| story.below.as_deref() != Some(story.epic())) {
        let place = document.place_of(story.span.clone(), &story.number);
        let below = match &story.below {
            Some(epic) => format!("below Epic {epic}"),
            None => "below no epic".to_owned(),
        };
        out.push(Spot::in_document(document, &place).says(
            &B4,
            format!("Story {} is {below}", story.number),
            "move the story below its epic, or renumber it",
        ));
    }
}

fn placeholders(
    document: &SubjectDocument,
    spans: &[std::ops::Range<usize>],
    out: &mut FindingList,
) {
    for span in spans {
        let place = document.text().place(span.clone(), NodePath::Line);
        out.push(Spot::in_document(document, &place).says(
            &B5,
            format!("{} is a placeholder of the template", quoted(&document.text()[span.clone()])),
            "replace it by what is meant, or remove the line",
        ));
    }
}
