//! Files that look like tickets and cannot be read as ones (GATES.md R2).

use crate::gates::diagnostic::Spot;
use crate::gates::example::{NEW, moved};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::Library;

pub(super) static R2: RuleInfo = RuleInfo {
    id: Rule::numbered("R2"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a ticket file whose name or kind is unusable",
    why: "It looks like a ticket, so people count on it, and nothing reads it.",
    act: "Rename the file to TCK- and five digits with .yaml, and replace a link by the file itself.",
    fix: None,
    example: moved(
        [
            "documents/work/tickets/TCK-4.yaml",
            r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    requirements:
    - requirement_id: REQ-0001
acceptance_criteria:
- criterion: "`LANG=de greet Ada` prints `Hallo, Ada!`""#,
        ],
        [
            NEW,
            r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    requirements:
    - requirement_id: REQ-0001
acceptance_criteria:
- criterion: "`LANG=de greet Ada` prints `Hallo, Ada!`""#,
        ],
    ),
};

/// One finding for each of them.
pub(super) fn check(library: &Library) -> impl Iterator<Item = Finding> {
    library.unusable_names.iter().map(|(path, why)| {
        Spot::whole(path).says(
            &R2,
            format!("this cannot be read as a ticket: {why}"),
            "name the file TCK- and five digits with .yaml, and put the file itself there",
        )
    })
}
