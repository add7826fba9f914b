//! Paths of the files that the examples of these rules are a part of.

pub(super) const EPICS: &str = "_bmad-output/planning-artifacts/epics.md";
pub(super) const SPRINT: &str = "_bmad-output/implementation-artifacts/sprint-status.yaml";
pub(super) const STORY: &str = "_bmad-output/implementation-artifacts/1-1-sign-in.md";
