//! Documents that cannot be read, or not whole (A1 to A4).

use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{FaultKind, Finding, GateId, Rule, Severity, Subcategory};
use crate::source::SourceDiagnostic;
use crate::source::subject::{LARGEST, SubjectDocument};

const TASKS: &str = "specs/001-greet/tasks.md";

pub(super) static A1: RuleInfo = RuleInfo {
    id: Rule::numbered("A1"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a document of more than 1 MiB",
    why: "Nobody reviews a document of that size, and it is not read.",
    act: "Split the document, or move what is no part of the plan out of it.",
    fix: None,
    example: in_one(
        TASKS,
        "<MORE THAN 1 MiB>",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

pub(super) static A2: RuleInfo = RuleInfo {
    id: Rule::numbered("A2"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a document that is not UTF-8 text",
    why: "Other readers stop at these bytes, or see something else than you do.",
    act: "Save the document as UTF-8.",
    fix: None,
    example: in_one(
        TASKS,
        "- [ ] T002 [US2] Greet by <FC>ber-name in src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

pub(super) static A3: RuleInfo = RuleInfo {
    id: Rule::numbered("A3"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a link or special file where a document should be",
    why: "Links are never followed, so nothing of the document is read.",
    act: "Put the file itself there.",
    fix: None,
    example: in_one(
        TASKS,
        "<A LINK>",
        "- [ ] T001 [US1] Add the command `greet` in src/main.rs (FR-001)",
    ),
};

pub(super) static A4: RuleInfo = RuleInfo {
    id: Rule::numbered("A4"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "a fence or comment that never closes and hides entries",
    why: "Everything behind it is code or a comment, so its tasks and requirements are not read.",
    act: "Close the fence or the comment.",
    fix: None,
    example: in_one(
        TASKS,
        "~~~text\n- [ ] T002 [US2] Greet by name in src/name.rs",
        "- [ ] T002 [US2] Greet by name in src/name.rs",
    ),
};

/// A1 to A3: a document that could not be read.
pub(in crate::gates) fn unreadable(fault: &SourceDiagnostic) -> Finding {
    let (rule, act) = match fault.kind {
        FaultKind::Limit => (&A1, format!("split the file: at most {LARGEST} bytes are read")),
        FaultKind::NotText => (&A2, "save the file as UTF-8".to_owned()),
        _ => (&A3, "put a regular file there".to_owned()),
    };
    Spot::of_flaw(fault, None).says(rule, fault.message.clone(), act)
}

/// A3: a link or special file where the folder of a subject should be.
pub(in crate::gates) fn blocked(path: &str) -> Finding {
    Spot::whole(path).says(
        &A3,
        "a link or special file where a folder of plans should be, so nothing there is read",
        "put the folder itself there",
    )
}

/// A4: a fence or comment that is open to the end, and hides a line that looks like an entry.
pub(in crate::gates) fn unclosed(
    document: &SubjectDocument,
    is_entry: impl Fn(&str) -> bool,
) -> Option<Finding> {
    let open = document.mask.unclosed.as_ref()?;
    let hidden = &document.text()[open.start..];
    let count = hidden.lines().skip(1).filter(|line| is_entry(line)).count();
    if count == 0 {
        return None;
    }
    let place = document.place(open.start..open.start + 3);
    let lines = if count == 1 { "1 line that looks" } else { "lines that look" };
    let number = if count == 1 { String::new() } else { format!("{count} ") };
    Some(Spot::in_document(document, &place).says(
        &A4,
        format!("this {} never closes, and hides {number}{lines} like entries", open.what),
        format!("close the {} before the next entry", open.what),
    ))
}
