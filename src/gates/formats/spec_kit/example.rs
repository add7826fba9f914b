//! The files of the feature that the examples of rules are a part of.

/// What it demands.
pub(super) const SPEC: &str = "specs/001-greet/spec.md";
/// How it is to be built.
pub(super) const PLAN: &str = "specs/001-greet/plan.md";
/// What is to be done.
pub(super) const TASKS: &str = "specs/001-greet/tasks.md";
