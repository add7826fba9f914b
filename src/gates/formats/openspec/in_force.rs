//! A delta beside the main spec that it changes (O23 to O27): what archiving would refuse, or lose.

use std::collections::{HashMap, HashSet};

use super::example::THEMES;
use super::scene::ChangeScene;
use crate::gates::diagnostic::{quoted, weighing};
use crate::gates::example::in_one;
use crate::gates::listed::FindingList;
use crate::gates::rule_info::RuleInfo;
use crate::model::{GateId, Rule, Severity, Subcategory};
use crate::source::formats::openspec::{
    Delta, DeltaEntry, DeltaOperation, MainSpec, RequirementBlock,
};

pub(super) static O23: RuleInfo = RuleInfo {
    id: Rule::numbered("O23"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: "INFO when another live change adds the requirement: that one goes first",
    title: "a modified requirement that is not in force",
    why: "Archiving fails: there is nothing to modify. `openspec validate` does not see it.",
    act: "Write the name as the main spec has it, or add the requirement instead.",
    fix: None,
    example: in_one(
        THEMES,
        "### Requirement: Theme Selection

The application SHALL show the theme that the user chose.",
        "### Requirement: Theme selection

The application SHALL show the theme that the user chose.",
    ),
};

pub(super) static O24: RuleInfo = RuleInfo {
    id: Rule::numbered("O24"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Minor,
    varies: "BLOCKER when the main spec has the name in other letters or blanks; INFO when another live change adds it",
    title: "a removed requirement that is not in force",
    why: "Either it went already, or its name is wrong and it will remain. `openspec validate` does not see it.",
    act: "Write the name as the main spec has it, or drop the entry.",
    fix: None,
    example: in_one(THEMES, "### Requirement: High Contrast", "### Requirement: High contrast"),
};

pub(super) static O25: RuleInfo = RuleInfo {
    id: Rule::numbered("O25"),
    gate: GateId::Schema,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Blocker,
    varies: "INFO when another live change adds the requirement: that one goes first",
    title: "a renamed requirement that is not in force under either name",
    why: "Archiving fails: there is nothing to rename. `openspec validate` does not see it.",
    act: "Write the old name as the main spec has it.",
    fix: None,
    example: in_one(
        THEMES,
        "- FROM: `### Requirement: Storages`",
        "- FROM: `### Requirement: Storage`",
    ),
};

pub(super) static O26: RuleInfo = RuleInfo {
    id: Rule::numbered("O26"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "a requirement that is added or renamed to a name that is in force",
    why: "Archiving fails: the name is taken by a requirement with another text. `openspec validate` does not see it.",
    act: "Modify the requirement that is there, or give the new one another name.",
    fix: None,
    example: in_one(THEMES, "### Requirement: Notice", "### Requirement: Theme switch"),
};

pub(super) static O27: RuleInfo = RuleInfo {
    id: Rule::numbered("O27"),
    gate: GateId::ScopeCoverage,
    subcategory: Subcategory::ScopeGap,
    severity: Severity::Blocker,
    varies: "",
    title: "a modified requirement that drops scenarios which are in force",
    why: "A modified requirement takes the place of the old one as a whole: what it leaves out is lost. `openspec validate` says so, too.",
    act: "Copy the missing scenarios into the delta, or remove the requirement and say why.",
    fix: None,
    example: in_one(
        THEMES,
        "The application SHALL show the theme that the user chose.

#### Scenario: Later start",
        "The application SHALL show the theme that the user chose.

#### Scenario: First start

- **WHEN** nobody chose a theme
- **THEN** the light theme is shown

#### Scenario: Later start",
    ),
};

/// O23 to O27. Of a main spec that cannot be read, or has no requirements section, nobody can tell.
pub(super) fn check(scene: &ChangeScene<'_>, out: &mut FindingList) {
    for delta in scene.change.deltas.iter().filter(|delta| !delta.capability.is_empty()) {
        match scene.all.specs.get(&delta.capability) {
            None => Application::of(scene, delta, None).apply(out),
            Some(Ok(spec)) if spec.has_requirements => {
                Application::of(scene, delta, Some(spec)).apply(out);
            }
            Some(Ok(_) | Err(_)) => {}
        }
    }
}

/// A delta as it is applied: RENAMED, REMOVED, MODIFIED, ADDED, as archiving does.
struct Application<'a> {
    scene: &'a ChangeScene<'a>,
    delta: &'a Delta,
    spec: Option<&'a MainSpec>,
    /// Names in force that are gone by now.
    gone: HashSet<&'a str>,
    /// What a renaming has brought.
    renamed: HashMap<&'a str, &'a RequirementBlock>,
    /// Names that a renaming would have brought.
    missed: HashSet<&'a str>,
}

impl<'a> Application<'a> {
    fn of(scene: &'a ChangeScene<'a>, delta: &'a Delta, spec: Option<&'a MainSpec>) -> Self {
        let (gone, renamed, missed) = (HashSet::new(), HashMap::new(), HashSet::new());
        Self { scene, delta, spec, gone, renamed, missed }
    }

    /// The requirement that is in force under a name by now.
    fn now(&self, name: &str) -> Option<&'a RequirementBlock> {
        let brought = self.renamed.get(name).copied();
        brought.or_else(|| self.spec?.requirement(name).filter(|_| !self.gone.contains(name)))
    }

    fn apply(mut self, out: &mut FindingList) {
        let delta: &'a Delta = self.delta;
        let of = |operation: DeltaOperation| {
            delta.read.entries.iter().filter(move |entry| entry.operation == operation)
        };
        of(DeltaOperation::Renamed).for_each(|entry| self.rename(entry, out));
        of(DeltaOperation::Removed).for_each(|entry| self.remove(entry, out));
        of(DeltaOperation::Modified).for_each(|entry| self.modify(entry, out));
        of(DeltaOperation::Added).for_each(|entry| self.add(entry, out));
    }

    /// O25, and O26 of the new name.
    fn rename(&mut self, entry: &'a DeltaEntry, out: &mut FindingList) {
        let Some((to, span)) = &entry.to else { return };
        let Some(block) = self.now(entry.name()) else {
            if self.now(to).is_none() {
                let name = quoted(entry.name());
                let (severity, first) = self.first(entry);
                let words =
                    format!("the requirement {name} is renamed, and {}{first}", self.lacks());
                out.push(weighing(
                    severity,
                    self.scene.entry(self.delta, entry).says(&O25, words, self.act(&first)),
                ));
                self.missed.insert(to);
            }
            return;
        };
        if self.now(to).is_some() {
            out.push(self.scene.line_of(self.delta, span, entry).says(
                &O26,
                format!("the new name {} is taken in the main spec", quoted(to)),
                "give the requirement a name that is free",
            ));
            return;
        }
        self.renamed.remove(entry.name());
        self.gone.insert(entry.name());
        self.renamed.insert(to, block);
    }

    /// O24.
    fn remove(&mut self, entry: &'a DeltaEntry, out: &mut FindingList) {
        if self.missed.contains(entry.name()) {
            return;
        }
        if self.now(entry.name()).is_some() {
            self.renamed.remove(entry.name());
            self.gone.insert(entry.name());
            return;
        }
        let name = quoted(entry.name());
        let (severity, first) = self.first(entry);
        let near = self.spec.and_then(|spec| spec.near(entry.name()));
        let near = near.filter(|near| self.now(near).is_some());
        let spot = self.scene.entry(self.delta, entry);
        let finding = match near {
            Some(near) if severity != Severity::Info => weighing(
                Severity::Blocker,
                spot.says(
                    &O24,
                    format!("{name} is removed, and the main spec has {}", quoted(near)),
                    "write the name as the main spec has it",
                ),
            ),
            _ if severity == Severity::Info => weighing(
                severity,
                spot.says(
                    &O24,
                    format!("{name} is removed, and {}{first}", self.lacks()),
                    self.act(&first),
                ),
            ),
            _ => spot.says(
                &O24,
                format!("{name} is removed, and {}", self.lacks()),
                "drop the entry if the requirement went already, or correct its name",
            ),
        };
        out.push(finding);
    }

    /// O23 and O27.
    fn modify(&mut self, entry: &'a DeltaEntry, out: &mut FindingList) {
        let name = quoted(entry.name());
        let Some(block) = self.now(entry.name()) else {
            if !self.missed.contains(entry.name()) {
                let (severity, first) = self.first(entry);
                let near = self.look_alike(entry.name());
                let words = format!("{name} is modified, and {}{first}{near}", self.lacks());
                out.push(weighing(
                    severity,
                    self.scene.entry(self.delta, entry).says(&O23, words, self.act(&first)),
                ));
            }
            return;
        };
        let lost = lost(block, &entry.block);
        if !lost.is_empty() {
            let shown: Vec<String> = lost.iter().take(SHOWN).map(|name| quoted(name)).collect();
            let more = match lost.len().saturating_sub(SHOWN) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            out.push(self.scene.entry(self.delta, entry).says(
                &O27,
                format!("{name} as modified loses scenarios in force: {}{more}", shown.join(", ")),
                "copy them into the delta, or remove the requirement and say why",
            ));
        }
    }

    /// O26.
    fn add(&mut self, entry: &'a DeltaEntry, out: &mut FindingList) {
        // That the new name of a renaming is added, too, O9 says.
        if self.renamed.contains_key(entry.name()) {
            return;
        }
        let (Some(block), Some(spec)) = (self.now(entry.name()), self.spec) else { return };
        let own = entry.block.body(self.scene.change.document(self.delta));
        if block.body(&spec.document) == own {
            return;
        }
        let line = block.line;
        let name = quoted(entry.name());
        out.push(self.scene.entry(self.delta, entry).says(
            &O26,
            format!(
                "{name} is added, and is in force with another text on line {line} of the main spec"
            ),
            "modify that requirement, or give this one another name",
        ));
    }

    /// The weight of a missing requirement, and which change brings it.
    fn first(&self, entry: &DeltaEntry) -> (Severity, String) {
        let overlaps = &self.scene.all.overlaps;
        let mut bringing = overlaps.bringing(&self.delta.capability, entry.name());
        match bringing.find(|change| Some(*change) != self.scene.index) {
            Some(first) => {
                let first = &overlaps.changes[first];
                (Severity::Info, format!("; the change {} adds it", quoted(first.as_str())))
            }
            None if entry.operation == DeltaOperation::Removed => (Severity::Minor, String::new()),
            None => (Severity::Blocker, String::new()),
        }
    }

    fn act(&self, first: &str) -> &'static str {
        match first {
            "" => "write the name as the main spec has it, or add the requirement instead",
            _ => "archive that change first",
        }
    }

    fn lacks(&self) -> String {
        let capability = quoted(&self.delta.capability);
        match self.spec {
            Some(_) => format!("the main spec of {capability} does not have it"),
            None => format!("{capability} has no main spec"),
        }
    }

    /// A name in force that differs in case or blanks alone, or only looks the same.
    fn look_alike(&self, name: &str) -> String {
        let Some(spec) = self.spec else { return String::new() };
        if let Some(near) = spec.near(name) {
            return format!("; it has {}", quoted(near));
        }
        match spec.has_look_alike(name) {
            true => "; a name there looks the same and is written in other code points".to_owned(),
            false => String::new(),
        }
    }
}

/// Scenarios that a message names.
const SHOWN: usize = 4;

/// The scenarios in force that the new text does not have, by name and as often.
fn lost<'b>(block: &'b RequirementBlock, new: &RequirementBlock) -> Vec<&'b str> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for (name, _) in &new.scenarios {
        *left.entry(name).or_default() += 1;
    }
    let is_lost = |name: &&'b str| match left.get_mut(*name) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    block.scenarios.iter().map(|(name, _)| name.as_str()).filter(is_lost).collect()
}
