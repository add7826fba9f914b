//! What a rule is, whichever gate it is of.

use super::example::Example;
use super::rule_fix::RuleFix;
use crate::model::{GateId, Rule, Severity, Subcategory};

/// One rule of GATES.md that can fire.
#[derive(Debug)]
pub struct RuleInfo {
    /// Its number.
    pub id: Rule,
    /// The gate it belongs to.
    pub gate: GateId,
    /// What kind of defect it finds.
    pub subcategory: Subcategory,
    /// Its weight, unless `varies` says when it has another.
    pub severity: Severity,
    /// When it weighs something else; empty when it never does.
    pub varies: &'static str,
    /// What it finds, in a few words.
    pub title: &'static str,
    /// Why somebody would want to know.
    pub why: &'static str,
    /// What to do about it.
    pub act: &'static str,
    /// What `council-review fix` does about it, where there can be one answer only.
    pub fix: Option<RuleFix>,
    /// What it objects to and what it accepts.
    pub example: Example,
}
