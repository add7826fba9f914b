//! What belongs to no live change: archived task lists, main specs, and names that are no ids (O40 to
//! O42, A3, A5).

use std::collections::HashMap;

use super::example::MAIN;
use crate::gates::diagnostic::{Spot, count, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::listed;
use crate::gates::rule_info::RuleInfo;
use crate::gates::subject::{unreadable, unusable_folder};
use crate::model::{Finding, GateId, NodePath, Place, Rule, Severity, Subcategory};
use crate::port::Snapshot;
use crate::source::formats::openspec::{MainSpec, OpenSpec};

pub(super) static O40: RuleInfo = RuleInfo {
    id: Rule::numbered("O40"),
    gate: GateId::Schema,
    subcategory: Subcategory::PhaseMisordering,
    severity: Severity::Info,
    varies: "",
    title: "archived changes with open tasks",
    why: "What is archived counts as done. Either the work was left, or the boxes were.",
    act: "Tick what is done, and plan the rest in a new change.",
    fix: None,
    example: in_one(
        "openspec/changes/archive/2026-05-02-add-themes/tasks.md",
        "- [ ] 1.1 Draw the light theme",
        "- [x] 1.1 Draw the light theme",
    ),
};

pub(super) static O41: RuleInfo = RuleInfo {
    id: Rule::numbered("O41"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "a requirement that a main spec has twice",
    why: "Archiving keeps one of the two, and drops the other without a word. `openspec validate --specs` says so, too.",
    act: "Merge the two, or give one of them another name.",
    fix: None,
    example: in_one(
        MAIN,
        "### Requirement: Notice

The application SHALL tell what a theme is for.",
        "### Requirement: Theme tooltip

The application SHALL tell what a theme is for.",
    ),
};

pub(super) static O42: RuleInfo = RuleInfo {
    id: Rule::numbered("O42"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "a main spec without a section of requirements",
    why: "Nothing in it is in force for OpenSpec, and no delta can be checked against it. `openspec validate --specs` says so, too.",
    act: "Write `## Requirements` above its requirements.",
    fix: None,
    example: in_one(
        "openspec/specs/sounds/spec.md",
        "## ADDED Requirements

### Requirement: Click

The application SHALL click.",
        "## Requirements

### Requirement: Click

The application SHALL click.",
    ),
};

/// O40 to O42, A5, and A1 to A3 of main specs and folders.
pub(in crate::gates) fn check(all: &OpenSpec, snapshot: &dyn Snapshot) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(archived(all, snapshot));
    for spec in all.specs.values() {
        match spec {
            Ok(spec) => main_spec(spec, &mut findings),
            Err(fault) => findings.push(unreadable(fault)),
        }
    }
    findings.extend(all.tree.blocked.iter().map(unreadable));
    let misnamed = all.tree.misnamed.iter();
    findings.extend(misnamed.map(|(name, first)| unusable_folder(name, first)));
    findings.sort_by(Finding::reporting_order);
    listed(findings)
}

/// O40.
fn archived(all: &OpenSpec, snapshot: &dyn Snapshot) -> Option<Finding> {
    let open = all.open_in_archive(snapshot);
    let (document, place) = open.first?;
    let changes = count(open.changes, "archived change has", "archived changes have");
    Some(Spot::in_document(&document, &place).says(
        &O40,
        format!("{changes} open tasks, this one first"),
        "tick what is done, and plan the rest in a new change",
    ))
}

fn main_spec(spec: &MainSpec, out: &mut Vec<Finding>) {
    let document = &spec.document;
    if !spec.has_requirements {
        let line = spec.delta_section.unwrap_or(1);
        let what = match spec.delta_section {
            Some(_) => "the main spec has sections of a delta and no `## Requirements`",
            None => "the main spec has no `## Requirements`",
        };
        out.push(Spot::in_document(document, &Place::line(line)).says(
            &O42,
            format!("{what}, so nothing in it is in force"),
            "write `## Requirements` above its requirements",
        ));
        return;
    }
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for block in &spec.requirements {
        if let Some(line) = seen.get(block.name.as_str()) {
            let path = NodePath::Entity(block.name.clone());
            let place = document.text().place(block.header.clone(), path);
            out.push(Spot::in_document(document, &place).says(
                &O41,
                format!("{} is already on line {line}; archiving keeps one", quoted(&block.name)),
                "merge the two, or give this one another name",
            ));
        } else {
            seen.insert(&block.name, block.line);
        }
    }
}
