//! Whether the proposal and the deltas speak of the same capabilities (O20 to O22).

use std::collections::BTreeSet;

use super::example::PROPOSAL;
use super::scene::ChangeScene;
use crate::gates::diagnostic::{Spot, quoted};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::slip::{did_you_mean, nearest};
use crate::model::{Finding, GateId, NodePath, Place, Rule, Severity, Subcategory};
use crate::source::formats::openspec::{DeltaOperation, ListedAs, ListedCapability};

pub(super) static O20: RuleInfo = RuleInfo {
    id: Rule::numbered("O20"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: "",
    title: "a capability that the proposal lists and no delta touches",
    why: "What was promised is in no requirement, so it is neither built nor archived. `openspec validate` does not see it.",
    act: "Write the delta of this capability, or take it off the list.",
    fix: None,
    example: in_one(
        PROPOSAL,
        "- `palettes`: the colours of each theme",
        "- `palette`: the colours of each theme",
    ),
};

pub(super) static O21: RuleInfo = RuleInfo {
    id: Rule::numbered("O21"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::OrphanTicket,
    severity: Severity::Major,
    varies: "",
    title: "a delta of a capability that the proposal does not list",
    why: "Who approves the proposal does not see that these requirements change. `openspec validate` does not see it.",
    act: "List the capability in the proposal, or remove the delta.",
    fix: None,
    example: in_one(
        PROPOSAL,
        "### Modified Capabilities

## Impact",
        "### Modified Capabilities

- `themes`: a theme can be chosen

## Impact",
    ),
};

pub(super) static O22: RuleInfo = RuleInfo {
    id: Rule::numbered("O22"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "MINOR when it is listed as new, and a main spec lacks a requirement that the delta adds",
    title: "a capability that is listed as modified and is nowhere, or as new and is there",
    why: "Either the name is wrong, or two specs of one thing are about to exist. `openspec validate` does not see it.",
    act: "Correct the name, or list the capability under the other heading.",
    fix: None,
    example: in_one(
        "openspec/changes/add-export/proposal.md",
        "### Modified Capabilities

- `export`: themes in files",
        "### New Capabilities

- `export`: themes in files",
    ),
};

/// As many findings say which name may be meant.
const ANSWERED: usize = 200;

/// O20 to O22.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let Some(proposal) = &scene.change.proposal else { return };
    let touched: BTreeSet<&str> = scene.change.touched.iter().map(String::as_str).collect();
    let is_beside_o4 = scene.has_no_delta() || scene.change.skips_specs();
    let mut told = 0;
    for listed in &proposal.capabilities {
        if touched.contains(listed.capability.as_str()) {
            out.extend(misplaced(scene, listed));
        } else if !is_beside_o4 {
            let name = quoted(&listed.capability);
            let near = match told {
                ..ANSWERED => did_you_mean(&nearest(&listed.capability, touched.iter().copied())),
                _ => String::new(),
            };
            told += 1;
            out.extend(item(scene, listed).map(|spot| {
                spot.says(
                    &O20,
                    format!("the proposal lists {name}, and no delta touches it{near}"),
                    format!("write `specs/{}/spec.md`, or take it off the list", listed.capability),
                )
            }));
        }
    }
    let listed: BTreeSet<&str> =
        proposal.capabilities.iter().map(|listed| listed.capability.as_str()).collect();
    let unlisted = scene.change.deltas.iter().filter(|delta| {
        let capability = delta.capability.as_str();
        !listed.is_empty() && !capability.is_empty() && !listed.contains(capability)
    });
    for delta in unlisted {
        let spot = Spot::in_document(scene.change.document(delta), &Place::whole_file());
        out.push(spot.says(
            &O21,
            format!("the proposal does not list {}", quoted(&delta.capability)),
            "list the capability below `## Capabilities`, or remove the delta",
        ));
    }
}

/// O22.
fn misplaced(scene: &ChangeScene<'_>, listed: &ListedCapability) -> Option<Finding> {
    let (capability, name) = (listed.capability.as_str(), quoted(&listed.capability));
    let spec = scene.all.specs.get(capability);
    let is_nowhere = || {
        spec.is_none()
            && !scene.all.is_touched_by_another(capability, scene.change.subject.id.name())
    };
    match listed.listed_as {
        ListedAs::Modified if is_nowhere() => Some(item(scene, listed)?.says(
            &O22,
            format!(
                "{name} is listed as modified, and neither a main spec nor another change has it"
            ),
            "correct the name, or list it as new",
        )),
        ListedAs::New => {
            let spec = spec?.as_ref().ok()?;
            let mut added = scene.change.entries().filter(|(delta, entry)| {
                delta.capability == capability && entry.operation == DeltaOperation::Added
            });
            added.find(|(_, entry)| !spec.holds(entry.name()))?;
            let finding = item(scene, listed)?.says(
                &O22,
                format!("{name} is listed as new, and its main spec exists"),
                "list it as modified, or give the new capability another name",
            );
            let subcategory = Subcategory::ScopeOverlap;
            Some(Finding { severity: Severity::Minor, subcategory, ..finding })
        }
        ListedAs::Modified | ListedAs::Other => None,
    }
}

fn item(scene: &ChangeScene<'_>, listed: &ListedCapability) -> Option<Spot> {
    let document = scene.change.subject.document("proposal.md")?;
    let path = NodePath::Entity(listed.capability.clone());
    Some(Spot::in_document(document, &document.text().place(listed.at.clone(), path)))
}
