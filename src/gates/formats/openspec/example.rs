//! Paths of the files that the examples of these rules are a part of.

pub(super) const SETTINGS: &str = "openspec/changes/add-dark-mode/.openspec.yaml";
pub(super) const PROPOSAL: &str = "openspec/changes/add-dark-mode/proposal.md";
pub(super) const TASKS: &str = "openspec/changes/add-dark-mode/tasks.md";
pub(super) const THEMES: &str = "openspec/changes/add-dark-mode/specs/themes/spec.md";
/// Another change, and the main spec that both touch.
pub(super) const EXPORT: &str = "openspec/changes/add-export/specs/themes/spec.md";
pub(super) const MAIN: &str = "openspec/specs/themes/spec.md";
