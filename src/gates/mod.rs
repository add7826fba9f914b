//! Floor 3: the deterministic gates. A gate is one folder: metadata, the table of its rules, and files
//! that hold rules with their checks. A gate does no I/O and cannot fail: bad input is a finding.
//!
//! `advisory` are the rules of gates 5 and 6, `table` all rules; `diagnostic` turns a place into a
//! finding; `fixes` is what code can fix of them; `graph` is the dependency graph that two gates share. Nothing here opens a file: what a ticket says is text.

mod acyclicity;
mod advisory;
mod assessed;
mod consequences;
mod coverage;
mod diagnostic;
mod example;
pub mod fixes;
pub mod formats;
mod graph;
mod listed;
mod mapping;
mod outline;
mod overview;
mod path;
mod rule_fix;
mod rule_info;
mod schema;
mod streaming;
pub mod subject;
mod table;
pub(crate) mod text;

use std::sync::Arc;

use crate::model::{Finding, GateId, GateResult};
use crate::source::{Dossier, Library};

pub use consequences::{CONSEQUENCES, Consequence, may_follow};
pub use example::{Example, ExampleSide};
pub use overview::Overview;
pub use rule_fix::RuleFix;
pub use rule_info::RuleInfo;
pub use schema::OUTSIDE_EVERY_RFC;
pub use schema::TICKET_SCHEMA;
pub use table::{RULES, is_numbered, letters_of, rule, rules_of};

/// What a gate is, for `explain`, the README's table and machine-readable reports.
#[derive(Debug)]
pub struct Meta {
    /// Its id.
    pub id: GateId,
    /// The question it answers.
    pub asks: &'static str,
    /// Why that matters.
    pub why: &'static str,
}

/// A deterministic gate.
pub trait Gate: Sync {
    /// What it is.
    fn meta(&self) -> &'static Meta;

    /// What it says of a dossier, which is one of the repository that `all` is an overview of.
    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult;
}

/// The deterministic gates, in their fixed order.
pub static GATES: &[&dyn Gate] =
    &[&schema::Schema, &acyclicity::Acyclicity, &coverage::Coverage, &mapping::Mapping];

/// What the gate with this id is; the three that the subagents assess included.
pub fn meta(id: GateId) -> &'static Meta {
    match id {
        GateId::Schema => &schema::META,
        GateId::DependencyAcyclicity => &acyclicity::META,
        GateId::ScopeCoverage => &coverage::META,
        GateId::CcpMapping => &mapping::META,
        GateId::Atomicity => &assessed::ATOMICITY,
        GateId::Implementability => &assessed::IMPLEMENTABILITY,
        GateId::AntiCousin => &assessed::ANTI_COUSIN,
    }
}

impl Overview {
    /// The four deterministic gates over one RFC of the repository, in order, and behind them what the
    /// advisory rules find for gates 5 and 6, where they find anything. Of a seed or a
    /// retired RFC there is nothing to judge (GATES.md R51); that its folder is gone is still said
    /// (R17).
    pub fn check(&self, dossier: &Dossier) -> Vec<GateResult> {
        if let Some(format) = &dossier.format {
            return self.check_format(dossier, &**format);
        }
        if dossier.state.is_reviewable() {
            let mut results: Vec<GateResult> =
                GATES.iter().map(|gate| gate.check(dossier, self)).collect();
            consequences::mark(dossier, self, &mut results);
            let advisory = advisory::check(dossier, self, &results);
            results.extend(advisory);
            return results;
        }
        let nothing = |gate: &&dyn Gate| {
            let id = gate.meta().id;
            let findings = match id {
                GateId::Schema => schema::retirement(dossier),
                _ => Vec::new(),
            };
            GateResult::new(id, false, findings, serde_json::json!({}))
        };
        GATES.iter().map(nothing).collect()
    }

    /// What is ambiguous in the layout (GATES.md R54): whatever else is said rests on it.
    pub fn layout(&self) -> Vec<Finding> {
        schema::ambiguous(self.library())
    }

    /// The findings that belong to no RFC: an ambiguous layout (GATES.md R54), unusable names of
    /// ticket files (R2), and what is wrong with tickets that no RFC has (R3, R13, R16).
    pub fn outside_every_rfc(&self) -> Vec<Finding> {
        let mut findings = self.layout();
        findings.extend(schema::outside_every_rfc(self));
        findings.extend(self.outside_every_subject());
        findings.sort_by(Finding::reporting_order);
        findings
    }
}

/// [`Overview::check`] of one RFC; for several, make one overview.
pub fn check_all(dossier: &Dossier) -> Vec<GateResult> {
    Overview::of(Arc::clone(&dossier.library)).check(dossier)
}

/// [`Overview::outside_every_rfc`].
pub fn repository_findings(library: &Arc<Library>) -> Vec<Finding> {
    Overview::of(Arc::clone(library)).outside_every_rfc()
}
