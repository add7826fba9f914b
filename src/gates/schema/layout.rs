//! R54: which folders are read must not be a matter of what else somebody adds.

use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::moved;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::port::EntryKind;
use crate::source::{Ambiguity, Held, Library};

pub(super) static R54: RuleInfo = RuleInfo {
    id: Rule::numbered("R54"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "an ambiguous layout: two roots in use, or a link at or above a root",
    why: "Only one folder of each kind is read. What lies in the other is reviewed by nobody.",
    act: "Name one folder under `layout` in council.yaml, or move the files into one.",
    fix: None,
    example: moved(
        [
            "docs/rfcs/RFC-0002/00_meta.yaml",
            r#"# beside documents/rfcs/RFC-0001
rfc_meta:
  rfc:
    id: RFC-0002"#,
        ],
        [
            "documents/rfcs/RFC-0002/00_meta.yaml",
            r#"rfc_meta:
  rfc:
    id: RFC-0002"#,
        ],
    ),
};

/// What is ambiguous in the layout.
pub(in crate::gates) fn ambiguous(library: &Library) -> Vec<Finding> {
    library.ambiguities.iter().map(finding).collect()
}

fn finding(ambiguity: &Ambiguity) -> Finding {
    match ambiguity {
        Ambiguity::Beside { held, root, is_used, others } => {
            let (what, key) = match held {
                Held::Rfcs => ("RFCs", "rfcs"),
                Held::Tickets => ("tickets", "tickets"),
            };
            let shown: Vec<String> = others.iter().map(|other| quoted(other)).collect();
            let (root, others_read) = (quoted(root), shown.join(" and in "));
            let says = match (is_used, shown.len()) {
                (true, 1) => {
                    format!("{what} lie in {root} and in {others_read}; only the first is read")
                }
                (true, _) => {
                    format!("{what} lie in {root}, in {others_read}; only the first is read")
                }
                (false, _) => format!("{what} lie in {others_read}, and only {root} is read"),
            };
            let act = format!(
                "name one folder under `layout.{key}` in council.yaml, or move the files into one"
            );
            let first = others.first().map_or("", String::as_str);
            Spot::whole(first).says(&R54, says, act)
        }
        Ambiguity::Blocked { path, kind } => {
            let what = match kind {
                EntryKind::Symlink => "a link",
                EntryKind::Special | EntryKind::File => {
                    "a submodule, or no folder that can be read"
                }
            };
            let says = format!("{} is {what}, so what lies behind it is not read", quoted(path));
            let act = "put the folder itself there, or name another under `layout` in council.yaml";
            Spot::whole(path).says(&R54, says, act)
        }
    }
}
