//! Which files a change has, and what its settings say (O1 to O5).

use super::example::SETTINGS;
use super::scene::ChangeScene;
use crate::gates::diagnostic::{Spot, count, quoted, weighing};
use crate::gates::example::{in_one, moved};
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Place, Rule, Severity, Subcategory};
use crate::source::formats::openspec::is_kebab;

pub(super) static O1: RuleInfo = RuleInfo {
    id: Rule::numbered("O1"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Minor,
    varies: "",
    title: "a change whose name is not in kebab-case",
    why: "OpenSpec makes names in kebab-case alone, and some of its commands refuse others.",
    act: "Rename the folder: lower-case words, joined by dashes.",
    fix: None,
    example: moved(
        [
            "openspec/changes/Add_Sounds/proposal.md",
            "## Why

Clicks are silent.",
        ],
        [
            "openspec/changes/add-sounds/proposal.md",
            "## Why

Clicks are silent.",
        ],
    ),
};

pub(super) static O2: RuleInfo = RuleInfo {
    id: Rule::numbered("O2"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Major,
    varies: "",
    title: "a change without a proposal",
    why: "Nobody can read why the change is made, and `openspec validate` refuses it.",
    act: "Write `proposal.md`: why, what changes, and which capabilities.",
    fix: None,
    example: moved(
        [
            "openspec/changes/add-sounds/tasks.md",
            "## 1. Sounds

- [ ] 1.1 Play a click",
        ],
        [
            "openspec/changes/add-sounds/proposal.md",
            "## Why

Clicks are silent.",
        ],
    ),
};

pub(super) static O3: RuleInfo = RuleInfo {
    id: Rule::numbered("O3"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "MAJOR when it can be read, and `schema` is missing or `created` is no date",
    title: "a `.openspec.yaml` that cannot be used",
    why: "OpenSpec reads from it which files the change needs. `openspec validate` sees a part of this.",
    act: "Write `schema: spec-driven` and `created:` with a date such as 2026-08-17.",
    fix: None,
    example: in_one(SETTINGS, "created: 17 August", "created: 2026-08-17"),
};

pub(super) static O4: RuleInfo = RuleInfo {
    id: Rule::numbered("O4"),
    gate: GateId::Schema,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: "SCHEMA_VIOLATION in effect when `skip_specs` is set and there are deltas",
    title: "a change without deltas that does not say so, or with deltas that it says it has not",
    why: "Archiving such a change alters no spec, or refuses it: `openspec validate` does.",
    act: "Write the deltas in `specs/<capability>/spec.md`, or `skip_specs: true` where no requirement changes.",
    fix: None,
    example: in_one(
        SETTINGS,
        "schema: spec-driven
skip_specs: true",
        "schema: spec-driven",
    ),
};

pub(super) static O5: RuleInfo = RuleInfo {
    id: Rule::numbered("O5"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a delta that belongs to no capability",
    why: "OpenSpec reads deltas in folders of `specs/` alone: this one is lost when the change is archived. `openspec validate` says so, too.",
    act: "Move the file into the folder of its capability.",
    fix: None,
    example: moved(
        [
            "openspec/changes/add-sounds/specs/spec.md",
            "## ADDED Requirements

### Requirement: Click

The application SHALL click.",
        ],
        [
            "openspec/changes/add-sounds/specs/sounds/spec.md",
            "## ADDED Requirements

### Requirement: Click

The application SHALL click.",
        ],
    ),
};

/// O1 to O5.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let change = scene.change;
    let id = change.subject.id.name().as_str();
    if !is_kebab(id) {
        out.push(scene.whole(&change.main_file()).says(
            &O1,
            format!("the change's name {} is not in kebab-case", quoted(id)),
            "rename the folder to lower-case words that are joined by dashes",
        ));
    }
    if !change.has.proposal && change.other_schema.is_none() {
        out.push(scene.whole(&change.first_file).says(
            &O2,
            "the change has no `proposal.md`, so nobody can read why it is made",
            "write `proposal.md` with why, what changes and which capabilities",
        ));
    }
    settings(scene, out);
    deltas(scene, out);
}

fn settings(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let act = "write `schema: spec-driven` and `created:` with a date such as 2026-08-17";
    match &scene.change.settings {
        None => {}
        Some(Err(fault)) => {
            let words = format!("`.openspec.yaml` cannot be read: {}", fault.message);
            out.push(Spot::of_flaw(fault, None).says(&O3, words, "write it as `key: value` lines"));
        }
        Some(Ok(settings)) => {
            let path = scene.path(".openspec.yaml");
            if settings.schema.is_none() {
                let words = "`.openspec.yaml` names no `schema`, so OpenSpec takes its default";
                out.push(weighing(Severity::Major, scene.whole(&path).says(&O3, words, act)));
            }
            if let Some((said, place)) = &settings.bad_date {
                let words = format!("`created` is {}, which is no date", quoted(said));
                let spot = scene.at_path(&path, place);
                out.push(weighing(Severity::Major, spot.says(&O3, words, act)));
            }
        }
    }
}

fn deltas(scene: &ChangeScene<'_>, out: &mut FindingList) {
    let change = scene.change;
    let settings = change.settings.as_ref().and_then(|settings| settings.as_ref().ok());
    let skips = settings.and_then(|settings| settings.skips_specs.as_ref());
    match skips {
        Some(key) if change.has.specs => {
            let spot = scene.at_path(&scene.path(".openspec.yaml"), key);
            let finding = spot.says(
                &O4,
                "`skip_specs` says that the change has no deltas, and `specs/` has files",
                "remove `skip_specs`, or the files",
            );
            out.push(Finding { subcategory: Subcategory::SchemaViolation, ..finding });
        }
        Some(_) => {}
        None if scene.has_no_delta() && change.other_schema.is_none() => {
            out.push(scene.whole(&change.main_file()).says(
                &O4,
                "the change has no delta, so archiving it changes no spec",
                "write its deltas, or `skip_specs: true` in `.openspec.yaml`",
            ));
        }
        None => {}
    }
    for delta in change.deltas.iter().filter(|delta| delta.capability.is_empty()) {
        let entries = count(delta.read.entries.len(), "requirement", "requirements");
        out.push(Spot::in_document(change.document(delta), &Place::whole_file()).says(
            &O5,
            format!(
                "{entries} in `specs/spec.md` belong to no capability, and are lost on archive"
            ),
            "move the file into the folder of its capability below `specs/`",
        ));
    }
}
