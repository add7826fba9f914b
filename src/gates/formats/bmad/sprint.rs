//! The sprint status, beside the epics and the story files (B6 to B9, B15 to B17).

use std::collections::HashSet;

use super::example::{EPICS, SPRINT, STORY};
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{GateId, NodePath, Rule, Severity, Subcategory};
use crate::source::formats::bmad::{BmadPlan, STATUSES, SprintStatus};
use crate::source::subject::SubjectDocument;

pub(super) static B6: RuleInfo = RuleInfo {
    id: Rule::numbered("B6"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: super::DONE,
    title: "a sprint status that cannot be read",
    why: "Nobody can tell how far any story is.",
    act: "Write a mapping `development_status` with a key for each story.",
    fix: None,
    example: in_one(SPRINT, "development_state:", "development_status:"),
};

pub(super) static B7: RuleInfo = RuleInfo {
    id: Rule::numbered("B7"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a key that the sprint status has twice",
    why: "Readers take one of the two values, and not all take the same.",
    act: "Remove one of the two.",
    fix: None,
    example: in_one(
        SPRINT,
        "  1-1-sign-in: in-progress
  1-1-sign-in: ready-for-dev",
        "  1-1-sign-in: ready-for-dev",
    ),
};

pub(super) static B8: RuleInfo = RuleInfo {
    id: Rule::numbered("B8"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: super::DONE,
    title: "a status that BMAD does not know",
    why: "Its workflows skip a story in a state that they do not know.",
    act: "Write one of the known words, such as backlog, ready-for-dev, in-progress, review or done.",
    fix: None,
    example: in_one(SPRINT, "  1-2-sign-out: todo", "  1-2-sign-out: backlog"),
};

pub(super) static B9: RuleInfo = RuleInfo {
    id: Rule::numbered("B9"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "INFO in the file of a story that is done",
    title: "a story file that disagrees with the sprint status",
    why: "One of the two is wrong: the story is done again, or never.",
    act: "Correct the one that is wrong.",
    fix: None,
    example: in_one(STORY, "Status: review", "Status: ready-for-dev"),
};

pub(super) static B15: RuleInfo = RuleInfo {
    id: Rule::numbered("B15"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a tracked story that its epic does not have",
    why: "Somebody plans to build a story that nobody wrote.",
    act: "Write the story into the epics file, or remove the key.",
    fix: None,
    example: in_one(
        SPRINT,
        "  1-2-sign-out: backlog
  1-7-sign-up: backlog",
        "  1-2-sign-out: backlog",
    ),
};

pub(super) static B16: RuleInfo = RuleInfo {
    id: Rule::numbered("B16"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Minor,
    varies: super::DONE,
    title: "a story that is ready and has no file",
    why: "Who is to build it finds neither tasks nor context.",
    act: "Write the story file, or set the status back to backlog.",
    fix: None,
    example: in_one(SPRINT, "  1-2-sign-out: ready-for-dev", "  1-2-sign-out: backlog"),
};

pub(super) static B17: RuleInfo = RuleInfo {
    id: Rule::numbered("B17"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::OrphanTicket,
    severity: Severity::Major,
    varies: super::DONE,
    title: "a story that the sprint status does not track",
    why: "It is planned, and nobody will be asked to build it.",
    act: "Add its key to `development_status`, or run sprint planning again.",
    fix: None,
    example: in_one(EPICS, "### Story 1.3: Sign out", "### Story 1.2: Sign out"),
};

/// Statuses that say that work on a story may begin, or has begun.
const READY: [&str; 5] = ["ready-for-dev", "in-progress", "review", "done", "completed"];

/// B6 to B9 and B15 to B17.
pub(super) fn check(plan: &BmadPlan, out: &mut FindingList) {
    if let Some(Err(fault)) = &plan.sprint {
        out.push(Spot::of_flaw(fault, None).says(
            &B6,
            format!("the sprint status cannot be read: {}", fault.message),
            "write a mapping `development_status` with a key for each story",
        ));
    }
    let Some((document, sprint)) = plan.sprint_file() else { return };
    keys(document, sprint, out);
    files(plan, sprint, out);
    stories(plan, document, sprint, out);
}

fn keys(document: &SubjectDocument, sprint: &SprintStatus, out: &mut FindingList) {
    for (key, place) in &sprint.twice {
        out.push(Spot::in_document(document, place).says(
            &B7,
            format!("the key {} is there twice", quoted(key)),
            "remove one of the two",
        ));
    }
    for key in sprint.keys.iter().filter(|key| !STATUSES.contains(&key.status.as_str())) {
        let near = did_you_mean(&nearest(&key.status, STATUSES));
        out.push(Spot::in_document(document, &key.value).says(
            &B8,
            format!("{} is no status that BMAD knows{near}", quoted(&key.status)),
            "write a word such as backlog, ready-for-dev, in-progress, review or done",
        ));
    }
}

/// B9.
fn files(plan: &BmadPlan, sprint: &SprintStatus, out: &mut FindingList) {
    for file in &plan.files {
        let Some((status, span)) = &file.status else { continue };
        let own = sprint.keys.iter().find(|key| key.key.eq_ignore_ascii_case(&file.stem));
        let Some(key) = own.or_else(|| sprint.of_story(&file.number)) else { continue };
        if !STATUSES.contains(&status.as_str()) || *status == key.status {
            continue;
        }
        let document = &plan.subject.documents[file.document];
        let place = document.place_of(span.clone(), &file.number);
        out.push(Spot::in_document(document, &place).says(
            &B9,
            format!("the file says {status}, and the sprint status says {}", quoted(&key.status)),
            "correct the one that is wrong",
        ));
    }
}

/// B15 to B17.
fn stories(
    plan: &BmadPlan,
    document: &SubjectDocument,
    sprint: &SprintStatus,
    out: &mut FindingList,
) {
    for key in &sprint.keys {
        let Some(number) = &key.story else { continue };
        if READY.contains(&key.status.as_str()) && !plan.with_files.contains(number) {
            out.push(Spot::in_document(document, &key.place).says(
                &B16,
                format!("Story {number} is {} and has no file", key.status),
                format!("write `{}.md`, or set the status back to backlog", key.key),
            ));
        }
    }
    let Some((file, epics)) = plan.epics_file() else { return };
    let written: HashSet<&str> = epics.epics.iter().map(|epic| epic.number.as_str()).collect();
    let numbers: HashSet<&str> = epics.stories.iter().map(|story| story.number.as_str()).collect();
    for key in &sprint.keys {
        let Some(number) = &key.story else { continue };
        let epic = number.split('.').next().unwrap_or_default();
        if written.contains(epic) && !numbers.contains(number.as_str()) {
            out.push(Spot::in_document(document, &key.place).says(
                &B15,
                format!("Story {number} is tracked, and Epic {epic} does not have it"),
                "write the story into the epics file, or remove the key",
            ));
        }
    }
    for story in epics.stories.iter().filter(|story| sprint.of_story(&story.number).is_none()) {
        let path = NodePath::Entity(story.number.clone());
        let place = file.text().place(story.span.clone(), path);
        out.push(Spot::in_document(file, &place).says(
            &B17,
            format!("the sprint status does not track Story {}", story.number),
            "add its key to `development_status`",
        ));
    }
}
