//! What the reader says of a file's bytes and of its syntax (GATES.md R4 to R9).

use crate::gates::diagnostic::{Spot, weighing};
use crate::gates::example::{FIRST, NEW, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{FaultKind, Finding, GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::SourceDiagnostic;

pub(super) static R4: RuleInfo = RuleInfo {
    id: Rule::numbered("R4"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a file beyond the reader's limits",
    why: "Nobody can review a file that is too large, too deep or expands without end. Read are 1 MiB, 64 levels of nesting, 100,000 nodes with what aliases repeat, and 1 MiB of text that aliases repeat; an alias inside the node it names is refused. A long list is no fault.",
    act: "Split the file, or write out what its aliases repeat.",
    fix: None,
    example: in_one(
        NEW,
        r#"ticket_meta: &all
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001
    again: *all"#,
        r#"ticket_meta:
  ticket:
    id: TCK-00004
    title: Greet in German
  binds:
    rfc_id: RFC-0001"#,
    ),
};

pub(super) static R5: RuleInfo = RuleInfo {
    id: Rule::numbered("R5"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "MINOR for a byte order mark, INFO for carriage returns",
    title: "bytes that are not plain UTF-8 text",
    why: "Other readers will stop at these bytes, or see something else than you do.",
    act: "Save the file as UTF-8 without a byte order mark and with line feeds.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    title: Greet by <FC>ber-name     # <FC> is a byte of Latin-1"#,
        r#"    title: Greet by name"#,
    ),
};

pub(super) static R6: RuleInfo = RuleInfo {
    id: Rule::numbered("R6"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a file that is not one YAML document with a mapping at its root",
    why: "Nothing the file says can be relied on until it parses.",
    act: "Fix the syntax at the place shown; quote values that hold a colon or a hash sign.",
    fix: None,
    example: in_one(FIRST, r#"    title: Greet: by name"#, r#"    title: Greet by name"#),
};

pub(super) static R7: RuleInfo = RuleInfo {
    id: Rule::numbered("R7"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a tab character",
    why: "YAML forbids tabs where they count, and readers differ where they do not.",
    act: "Replace tabs by spaces.",
    fix: None,
    example: in_one(FIRST, r#"    title: Greet<TAB>by name"#, r#"    title: Greet by name"#),
};

pub(super) static R8: RuleInfo = RuleInfo {
    id: Rule::numbered("R8"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a tag or key outside the YAML 1.2 core schema",
    why: "Such values mean different things in different readers, some of which run code for them.",
    act: "Write plain scalars, lists and mappings with text keys.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    title: Greet by name
    status: !!python/str READY"#,
        r#"    title: Greet by name
    status: READY"#,
    ),
};

pub(super) static R9: RuleInfo = RuleInfo {
    id: Rule::numbered("R9"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a key that occurs twice in one mapping",
    why: "Readers differ in which of the two values they take.",
    act: "Keep one of the two.",
    fix: None,
    example: in_one(
        FIRST,
        r#"    title: Greet by name
    title: Greet callers"#,
        r#"    title: Greet by name"#,
    ),
};

/// What the reader says of a file, in the words of its rule.
pub(super) fn finding(flaw: &SourceDiagnostic, ticket: Option<&TicketId>) -> Finding {
    let (rule, severity, act): (&'static RuleInfo, Severity, &str) = match flaw.kind {
        FaultKind::Limit => {
            (&R4, Severity::Blocker, "split the file, or write out what its aliases repeat")
        }
        FaultKind::NotText => (&R5, Severity::Blocker, "save the file as UTF-8 text"),
        FaultKind::ByteOrderMark => {
            (&R5, Severity::Minor, "save the file as UTF-8 without a byte order mark")
        }
        FaultKind::CarriageReturn => (&R5, Severity::Info, "save the file with line feeds only"),
        FaultKind::Unparsable => (
            &R6,
            Severity::Blocker,
            "fix the syntax here; quote a value that holds a colon or a hash sign",
        ),
        FaultKind::Tab => (&R7, Severity::Blocker, "replace the file's tabs by spaces"),
        FaultKind::Exotic => {
            (&R8, Severity::Blocker, "write a plain scalar, list or mapping with text keys")
        }
        FaultKind::DuplicateKey => (
            &R9,
            Severity::Blocker,
            "keep one of the two entries; the first one is what counts now",
        ),
    };
    let finding = Spot::of_flaw(flaw, ticket).says(rule, flaw.message.clone(), act);
    weighing(severity, finding)
}
