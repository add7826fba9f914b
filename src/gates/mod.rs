//! Floor 3: the deterministic gates. A gate is one file: metadata, check, tests. A gate does no
//! I/O and cannot fail: bad input is a finding.
//!
//! `rules` holds every rule that can fire; `spot` turns a place into a finding; `graph` is the
//! dependency graph that two gates share. Nothing here opens a file: what a ticket says is text.

mod acyclicity;
mod assessed;
mod coverage;
mod graph;
mod mapping;
mod path;
mod rules;
mod schema;
mod spot;

use crate::model::{Finding, GateId, GateResult};
use crate::source::{Dossier, Library};

pub use rules::{RULES, RuleInfo, rule};
pub use schema::TICKET_SCHEMA;

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

    /// What it says of a dossier.
    fn check(&self, dossier: &Dossier) -> GateResult;
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

/// The four deterministic gates over one RFC, in order. Of a seed or a retired RFC there is nothing
/// to judge (GATES.md R51); that its folder is gone is still said (R17).
pub fn check_all(dossier: &Dossier) -> Vec<GateResult> {
    if dossier.state.is_reviewable() {
        return GATES.iter().map(|gate| gate.check(dossier)).collect();
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

/// The findings that belong to no RFC: unusable names of ticket files (GATES.md R2), and what is
/// wrong with tickets that no RFC has (R3, R13, R16).
pub fn repository_findings(library: &Library) -> Vec<Finding> {
    let mut findings = schema::outside_every_rfc(library);
    findings.sort_by(Finding::reporting_order);
    findings
}
