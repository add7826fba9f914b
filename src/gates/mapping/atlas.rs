//! The component atlas, as gate 4 was given it (GATES.md R43).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::gates::diagnostic::Spot;
use crate::gates::example::in_one;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory};
use crate::source::{Atlas, AtlasSource};

pub(super) static R43: RuleInfo = RuleInfo {
    id: Rule::numbered("R43"),
    gate: GateId::CcpMapping,
    subcategory: Subcategory::CcpMismatch,
    severity: Severity::Blocker,
    varies: "",
    title: "a component atlas that cannot be read",
    why: "Without it no path can be mapped to a component.",
    act: "Fix the atlas, or generate it again.",
    fix: None,
    example: in_one(
        "evidence/prd/PRD-0001/ccp/component_atlas.yaml",
        r#"component_atlas:
  components: ["#,
        r#"component_atlas:
  components:
  - id: COMP-CORE
    path: crates/core"#,
    ),
};

/// An atlas that cannot be read.
pub(super) fn unreadable(folder: &str, why: &str) -> Finding {
    Spot::whole(folder).says(
        &R43,
        format!("the component atlas cannot be read: {why}"),
        "fix the atlas or generate it again; no path was mapped",
    )
}

/// Where the atlas came from, and those of its components that hold one of the paths.
pub(super) fn evidence(atlas: &Atlas, paths: &[Value]) -> Value {
    let holding: BTreeSet<&str> =
        paths.iter().filter_map(|path| path.get("component")?.as_str()).collect();
    let holding = atlas.components.iter().filter(|c| holding.contains(c.id.as_str()));
    let components: Vec<Value> = holding.map(|c| json!({"id": c.id, "path": c.path})).collect();
    let (source, from) = match &atlas.source {
        AtlasSource::Prd(prd) => ("prd", prd.to_string()),
        AtlasSource::Derived(manifests) => ("derived", (*manifests).to_owned()),
        AtlasSource::Unreadable { folder, .. } => ("unreadable", folder.clone()),
    };
    json!({"source": source, "from": from, "files": atlas.files, "components": components})
}
