//! What a delta must be for OpenSpec to read all of it (O6 to O9).

use std::collections::HashMap;

use super::example::THEMES;
use super::scene::ChangeScene;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Place, Rule, Severity, Subcategory};
use crate::source::formats::openspec::{Delta, DeltaEntry, DeltaOperation};

pub(super) static O6: RuleInfo = RuleInfo {
    id: Rule::numbered("O6"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a delta without a section of requirements, with an empty one, or with half a renaming",
    why: "OpenSpec takes nothing from such a file or section, and `openspec validate` refuses it.",
    act: "Write `## ADDED Requirements`, or MODIFIED, REMOVED or RENAMED, with a requirement below it.",
    fix: None,
    example: in_one(
        THEMES,
        "- FROM: `### Requirement: Storage`
- To: `### Requirement: Theme storage`",
        "- FROM: `### Requirement: Storage`
- TO: `### Requirement: Theme storage`",
    ),
};

pub(super) static O7: RuleInfo = RuleInfo {
    id: Rule::numbered("O7"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "a heading in a delta that is no requirement",
    why: "OpenSpec skips it without a word: what was meant as a requirement is never archived. `openspec validate` has a note of it.",
    act: "Write `### Requirement: ` before the name, or use another level for a note.",
    fix: None,
    example: in_one(THEMES, "### Theme switch", "### Requirement: Theme switch"),
};

pub(super) static O8: RuleInfo = RuleInfo {
    id: Rule::numbered("O8"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Major,
    varies: "",
    title: "a scenario at another level, or in bold",
    why: "OpenSpec reads scenarios at the fourth level alone, and this one is lost. `openspec validate` does not say so.",
    act: "Write `#### Scenario: ` before its name.",
    fix: None,
    example: in_one(THEMES, "##### Scenario: Switching", "#### Scenario: Switching"),
};

pub(super) static O9: RuleInfo = RuleInfo {
    id: Rule::numbered("O9"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a requirement that is named twice in one delta",
    why: "Archiving applies one of the two, or refuses both: `openspec validate` does.",
    act: "Keep one of the entries, or correct the name of the other.",
    fix: None,
    example: in_one(
        THEMES,
        "### Requirement: Theme selection

The settings page SHALL have a switch for the theme.",
        "### Requirement: Theme switch

The settings page SHALL have a switch for the theme.",
    ),
};

/// O6 to O9.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    for delta in &scene.change.deltas {
        sections(scene, delta, out);
        let document = scene.change.document(delta);
        let line = |number: &u32| Spot::in_document(document, &Place::line(*number));
        out.extend(delta.read.skipped.iter().map(|number| {
            line(number).says(
                &O7,
                "this heading is no requirement, so OpenSpec skips it",
                "write `### Requirement: ` before the name, or use another level",
            )
        }));
        out.extend(delta.read.lost_scenarios.iter().map(|number| {
            line(number).says(
                &O8,
                "this scenario is not at the fourth level, so OpenSpec does not see it",
                "write `#### Scenario: ` before its name",
            )
        }));
        names(scene, delta, out);
    }
}

fn sections(scene: &ChangeScene<'_>, delta: &Delta, out: &mut FindingList) {
    let document = scene.change.document(delta);
    if delta.read.sections.is_empty() {
        out.push(Spot::in_document(document, &Place::whole_file()).says(
            &O6,
            "the delta has no section such as `## ADDED Requirements`, so nothing of it counts",
            "put each requirement below ADDED, MODIFIED, REMOVED or RENAMED Requirements",
        ));
    }
    for section in &delta.read.sections {
        let spot = || Spot::in_document(document, &Place::line(section.line));
        let word = section.operation.as_str();
        if section.has_half_renaming {
            out.push(spot().says(
                &O6,
                "a renaming here has only one of FROM and TO, so it is dropped",
                "write `- FROM:` and `- TO:`, each with `### Requirement: ` and the name",
            ));
        } else if section.is_empty {
            out.push(spot().says(
                &O6,
                format!("the section {word} has no requirement that OpenSpec can read"),
                "write its requirements, or remove the section",
            ));
        }
    }
}

/// O9: entries in the order of their sections, so that the later one is told.
fn names(scene: &ChangeScene<'_>, delta: &Delta, out: &mut FindingList) {
    let mut entries: Vec<&DeltaEntry> = delta.read.entries.iter().collect();
    entries.sort_by_key(|entry| (entry.operation, entry.block.line));
    let mut seen: HashMap<&str, DeltaOperation> = HashMap::new();
    let mut added: HashMap<&str, DeltaOperation> = HashMap::new();
    let act = "keep one of the entries, or correct the name of the other";
    for entry in entries {
        let word = entry.operation.as_str();
        let name = quoted(entry.name());
        match seen.get(entry.name()) {
            Some(first) if *first == entry.operation => {
                let words = format!("the requirement {name} is {word} twice in this delta");
                out.push(scene.entry(delta, entry).says(&O9, words, act));
            }
            Some(first) => {
                let first = first.as_str();
                let words = format!("the requirement {name} is {first} and {word} in this delta");
                out.push(scene.entry(delta, entry).says(&O9, words, act));
            }
            None => {
                seen.insert(entry.name(), entry.operation);
            }
        }
        let Some(brought) = entry.brings() else { continue };
        let Some(first) = added.insert(brought, entry.operation) else { continue };
        if let Some((to, span)) = &entry.to {
            let (to, first) = (quoted(to), first.as_str());
            let words = format!("the new name {to} is already that of a requirement {first} here");
            out.push(scene.line_of(delta, span, entry).says(&O9, words, act));
        }
    }
}
