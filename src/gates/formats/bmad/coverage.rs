//! Whether requirements, epics and stories match (B10 to B14, B18, B19).

use std::collections::{BTreeSet, HashSet};

use super::example::{EPICS, STORY};
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Place, Rule, Severity, Subcategory};
use crate::source::formats::bmad::{BmadPlan, Epics};
use crate::source::subject::SubjectDocument;

pub(super) static B10: RuleInfo = RuleInfo {
    id: Rule::numbered("B10"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "a requirement that no epic and no line of the coverage map names",
    why: "It is required, and no story will bring it about.",
    act: "Name it in an epic or in the map, or say there that it is deferred.",
    fix: None,
    example: in_one(
        EPICS,
        "FR2: Users can sign out
FR3: Users can sign up",
        "FR2: Users can sign out",
    ),
};

pub(super) static B11: RuleInfo = RuleInfo {
    id: Rule::numbered("B11"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a requirement in an epic or the map that is not defined",
    why: "Either the number is wrong, or the requirement was never written.",
    act: "Correct the number, or write the requirement into the inventory.",
    fix: None,
    example: in_one(
        EPICS,
        "FR2: Epic 1
FR9: Epic 1",
        "FR2: Epic 1",
    ),
};

pub(super) static B12: RuleInfo = RuleInfo {
    id: Rule::numbered("B12"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::DONE,
    title: "an epic in the coverage map that is not written out",
    why: "What the map promises is in no epic.",
    act: "Correct the number, or write the epic out.",
    fix: None,
    example: in_one(EPICS, "FR2: Epic 4", "FR2: Epic 1"),
};

pub(super) static B13: RuleInfo = RuleInfo {
    id: Rule::numbered("B13"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Major,
    varies: super::DONE,
    title: "an epic without a story",
    why: "It promises something, and nothing of it can be built.",
    act: "Write its stories, or remove the epic.",
    fix: None,
    example: in_one(EPICS, "### Reset a password", "### Story 2.1: Reset a password"),
};

pub(super) static B14: RuleInfo = RuleInfo {
    id: Rule::numbered("B14"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::EvidenceGap,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a story without acceptance criteria",
    why: "Nobody can say when it is done.",
    act: "Write **Acceptance Criteria:** with Given, When and Then.",
    fix: None,
    example: in_one(
        EPICS,
        "As a user, I want to sign out.

**Dependencies:** Story 1.1",
        "As a user, I want to sign out.

**Acceptance Criteria:**

**Given** a user who is signed in
**When** the user signs out
**Then** the start page is shown

**Dependencies:** Story 1.1",
    ),
};

pub(super) static B18: RuleInfo = RuleInfo {
    id: Rule::numbered("B18"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "MINOR in the file of a story that is done",
    title: "a task for a criterion that the story does not have",
    why: "Either the number is wrong, or a criterion was dropped and its work was not.",
    act: "Correct the number, or write the criterion.",
    fix: None,
    example: in_one(
        STORY,
        "- [ ] Task 2: Show the account (AC: #3)",
        "- [ ] Task 2: Show the account (AC: #2)",
    ),
};

pub(super) static B19: RuleInfo = RuleInfo {
    id: Rule::numbered("B19"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Minor,
    varies: "INFO in the file of a story that is done",
    title: "a criterion of a story that none of its tasks names",
    why: "The other criteria have their tasks; this one may be forgotten.",
    act: "Name it in the task that brings it about.",
    fix: None,
    example: in_one(
        STORY,
        "- [ ] Task 2: Show the account",
        "- [ ] Task 2: Show the account (AC: #2)",
    ),
};

/// B10 to B14, B18 and B19.
pub(super) fn check(plan: &BmadPlan, out: &mut FindingList) {
    if let Some((document, epics)) = plan.epics_file() {
        uncovered(document, epics, out);
        undefined(document, epics, out);
        without_stories(document, epics, out);
    }
    criteria(plan, out);
}

/// B10.
fn uncovered(document: &SubjectDocument, epics: &Epics, out: &mut FindingList) {
    let inventory = &epics.inventory;
    if inventory.covered.is_empty() {
        return;
    }
    let entries = inventory.entries.iter().filter(|entry| {
        entry.id.starts_with("FR") && !entry.is_settled && !inventory.covered.contains(&entry.id)
    });
    for entry in entries {
        let place = document.place_of(entry.span.clone(), &entry.id);
        out.push(Spot::in_document(document, &place).says(
            &B10,
            format!("no epic and no line of the coverage map names {}", quoted(&entry.id)),
            "name it in an epic or in the map, or say there that it is deferred",
        ));
    }
}

/// B11 and B12.
fn undefined(document: &SubjectDocument, epics: &Epics, out: &mut FindingList) {
    let inventory = &epics.inventory;
    let written: HashSet<&str> = epics.epics.iter().map(|epic| epic.number.as_str()).collect();
    let is_family_defined =
        |is_of: bool| inventory.defined.iter().any(|id| id.starts_with('N') == is_of);
    let defines = [is_family_defined(false), is_family_defined(true)];
    for line in &inventory.coverage {
        let mut unknown: BTreeSet<&str> = BTreeSet::new();
        for named in &line.requirements {
            let is_asked = defines[usize::from(named.id.starts_with('N'))];
            if is_asked && !inventory.defined.contains(&named.id) {
                unknown.insert(&named.id);
            }
        }
        for id in unknown {
            let place = document.place_of(line.span.clone(), id);
            out.push(Spot::in_document(document, &place).says(
                &B11,
                format!("{} is named here and not defined", quoted(id)),
                "correct the number, or write it into the inventory",
            ));
        }
        let named = line.epics.iter().map(|epic| epic.id.as_str());
        let missing: BTreeSet<&str> = named.filter(|epic| !written.contains(epic)).collect();
        for epic in missing.into_iter().filter(|_| !written.is_empty()) {
            out.push(Spot::in_document(document, &document.place(line.span.clone())).says(
                &B12,
                format!("the map names Epic {epic}, which is not written out"),
                "correct the number, or write the epic out",
            ));
        }
    }
}

/// B13 and B14.
fn without_stories(document: &SubjectDocument, epics: &Epics, out: &mut FindingList) {
    for epic in epics.epics.iter().filter(|epic| epic.stories == 0) {
        let place = document.place(epic.span.clone());
        out.push(Spot::in_document(document, &place).says(
            &B13,
            format!("Epic {} has no story", epic.number),
            "write its stories, or remove the epic",
        ));
    }
    for story in epics.stories.iter().filter(|story| !story.has_criteria) {
        let place = document.place_of(story.span.clone(), &story.number);
        out.push(Spot::in_document(document, &place).says(
            &B14,
            format!("Story {} has no acceptance criteria", story.number),
            "write **Acceptance Criteria:** with Given, When and Then",
        ));
    }
}

/// B18 and B19.
fn criteria(plan: &BmadPlan, out: &mut FindingList) {
    for file in plan.files.iter().filter(|file| !file.criteria.is_empty()) {
        let document = &plan.subject.documents[file.document];
        let last = file.criteria.last().copied().unwrap_or_default();
        for task in &file.tasks {
            let Some(beyond) = task.named.iter().find(|number| **number > last) else { continue };
            let place = document.place_of(task.span.clone(), &file.number);
            out.push(Spot::in_document(document, &place).says(
                &B18,
                format!("this task names criterion {beyond}, and the story has {last}"),
                "correct the number, or write the criterion",
            ));
        }
        let named: BTreeSet<u32> =
            file.tasks.iter().flat_map(|task| &task.named).copied().collect();
        let missing = file.criteria.difference(&named).map(u32::to_string);
        let missing: Vec<String> = missing.collect();
        if !named.is_empty() && !missing.is_empty() {
            let word = if missing.len() == 1 { "criterion" } else { "criteria" };
            out.push(Spot::in_document(document, &Place::whole_file()).says(
                &B19,
                format!("no task names {word} {}", missing.join(", ")),
                "name it in the task that brings it about",
            ));
        }
    }
}
