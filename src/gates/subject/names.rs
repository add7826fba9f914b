//! Folders that hold a subject's files under a name that is none of a subject (A5).

use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::moved;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};

pub(super) static A5: RuleInfo = RuleInfo {
    id: Rule::numbered("A5"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "",
    title: "a folder of a plan whose name is no id",
    why: "It looks like a feature or a change, and no command can name it, so nobody reviews it.",
    act: "Rename the folder with letters, digits, dots, dashes and underscores, at most 128. A leading underscore or dot leaves a folder out on purpose.",
    fix: None,
    example: moved(
        [
            "specs/002 farewell/spec.md",
            "# Feature: Say farewell\n\n- **FR-001**: The program says farewell",
        ],
        [
            "specs/_farewell/spec.md",
            "# Feature: Say farewell\n\n- **FR-001**: The program says farewell",
        ],
    ),
};

/// One finding at the first document of such a folder.
pub(in crate::gates) fn unusable_folder(name: &str, first: &str) -> Finding {
    Spot::whole(first).says(
        &A5,
        format!("the name of the folder {} is no id, so no command can name it", quoted(name)),
        "rename it with letters, digits, dots, dashes and underscores, or begin it with an underscore to leave it out",
    )
}
