//! A change beside the other live changes (O28, O29).

use std::collections::{BTreeMap, BTreeSet};

use super::example::EXPORT;
use super::scene::ChangeScene;
use crate::gates::diagnostic::quoted;
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::formats::openspec::{Delta, DeltaEntry, OpenSpec, folded};

pub(super) static O28: RuleInfo = RuleInfo {
    id: Rule::numbered("O28"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::ScopeOverlap,
    severity: Severity::Major,
    varies: "",
    title: "a requirement that several live changes touch",
    why: "Each of them writes the requirement as a whole, so the one that is archived last wins. `openspec validate` does not see it.",
    act: "Agree on one text, or archive the first change and write the second one upon it.",
    fix: None,
    example: in_one(
        EXPORT,
        "## MODIFIED Requirements

### Requirement: Theme selection

The application SHALL export its theme.",
        "## ADDED Requirements

### Requirement: Theme export

The application SHALL export its theme.",
    ),
};

pub(super) static O29: RuleInfo = RuleInfo {
    id: Rule::numbered("O29"),
    gate: GateId::DependencyAcyclicity,
    subcategory: Subcategory::DependencyCycle,
    severity: Severity::Blocker,
    varies: "",
    title: "changes that wait for each other",
    why: "Each of them builds on what only the other adds: neither can be archived first. `openspec validate` does not see it.",
    act: "Move the requirement that both need into one of them, or into a change of its own.",
    fix: None,
    example: in_one(
        "openspec/changes/add-dark-mode/specs/export/spec.md",
        "## MODIFIED Requirements

### Requirement: Export as file

The application SHALL export the dark theme too.

#### Scenario: Dark export

- **WHEN** the dark theme is exported
- **THEN** its colours are in the file",
        "## ADDED Requirements

### Requirement: Export of the dark theme

The application SHALL export the dark theme too.

#### Scenario: Dark export

- **WHEN** the dark theme is exported
- **THEN** its colours are in the file",
    ),
};

/// Changes that a message names.
const SHOWN: usize = 6;

/// O28 and O29.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let Some(index) = scene.index else { return };
    overlaps(scene, index, out);
    let Some(circle) = scene.circles.iter().find(|circle| circle.contains(&index)) else { return };
    let waits = &scene.all.overlaps.waits[index];
    let entry = scene.change.entries().find(|(delta, entry)| {
        let mut bringing = scene.all.overlaps.bringing(&delta.capability, entry.name());
        entry.brings() != Some(entry.name())
            && bringing.any(|other| waits.contains(&other) && circle.contains(&other))
    });
    let Some((delta, entry)) = entry else { return };
    let others = named(scene.all, circle.iter().copied().filter(|other| *other != index));
    out.push(scene.entry(delta, entry).says(
        &O29,
        format!("{} builds on a change that waits for this one ({others})", quoted(entry.name())),
        "move what both need into one change",
    ));
}

/// O28, once for a requirement.
fn overlaps(scene: &ChangeScene<'_>, index: usize, out: &mut FindingList) {
    let mut told: BTreeSet<(&str, String)> = BTreeSet::new();
    for (delta, entry) in scene.change.entries() {
        for name in names(entry) {
            let touches = scene.all.overlaps.touches(&delta.capability, name);
            let own = || touches.iter().filter(|touch| touch.change == index);
            let others: BTreeMap<usize, &str> = touches
                .iter()
                .filter(|touch| touch.change != index)
                .filter(|touch| {
                    let is_in_force = scene.is_in_force(&delta.capability, &touch.header.name);
                    own().any(|mine| mine.conflicts(touch, is_in_force))
                })
                .map(|touch| (touch.change, touch.header.operation.as_str()))
                .collect();
            if others.is_empty() || !told.insert((&delta.capability, folded(name))) {
                continue;
            }
            out.push(overlap(scene, delta, entry, name, &others));
        }
    }
}

fn names(entry: &DeltaEntry) -> impl Iterator<Item = &str> {
    let to = entry.to.as_ref().map(|(name, _)| name.as_str());
    std::iter::once(entry.name()).chain(to)
}

fn overlap(
    scene: &ChangeScene<'_>,
    delta: &Delta,
    entry: &DeltaEntry,
    name: &str,
    others: &BTreeMap<usize, &str>,
) -> crate::model::Finding {
    let spot = match &entry.to {
        Some((to, span)) if to == name => scene.line_of(delta, span, entry),
        _ => scene.entry(delta, entry),
    };
    let shown = others
        .iter()
        .take(SHOWN)
        .map(|(change, word)| format!("{} ({word})", scene.all.overlaps.changes[*change]));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = match others.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    spot.says(
        &O28,
        format!("{} is also touched by {shown}{more}: the last one archived wins", quoted(name)),
        "agree on one text, or archive one change and write the other upon it",
    )
}

fn named(all: &OpenSpec, changes: impl Iterator<Item = usize>) -> String {
    let mut names: Vec<String> =
        changes.map(|change| all.overlaps.changes[change].to_string()).collect();
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let mut shown = names.join(", ");
    if more > 0 {
        shown.push_str(&format!(" and {more} more"));
    }
    shown
}
