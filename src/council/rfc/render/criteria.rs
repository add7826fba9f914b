//! What findings are measured by: the kinds that there are, each with its gate and its severity, and
//! the rubrics of the gates that seats assess. Words of ours only.

use serde::Serialize;

use super::templates::rendered;
use crate::gates;
use crate::model::{GateId, Subcategory};

#[derive(Serialize)]
struct Kinds {
    gates: Vec<OfGate>,
}

/// A gate with the kinds of finding that are its own, and the names of those that are another's
/// and may be raised for it, too.
#[derive(Serialize)]
struct OfGate {
    id: &'static str,
    own: Vec<Kind>,
    also: String,
}

#[derive(Serialize)]
struct Kind {
    name: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct Rubrics {
    atomicity: &'static str,
    implementability: &'static str,
    anti_cousin: &'static str,
}

/// All kinds of finding, gate by gate.
pub(super) fn kinds() -> String {
    let of_gate = |gate: GateId| {
        let own = Subcategory::ALL.iter().filter(|kind| gates_of(**kind)[0] == gate);
        let also = Subcategory::ALL.iter().filter(|kind| gates_of(**kind)[1..].contains(&gate));
        let also: Vec<String> = also.map(|kind| format!("`{kind}`")).collect();
        let own = own.map(|kind| Kind { name: kind.as_str(), meaning: kind.meaning() });
        OfGate { id: gate.as_str(), own: own.collect(), also: also.join(", ") }
    };
    let gates = GateId::ALL.iter().map(|&gate| of_gate(gate)).filter(|gate| !gate.own.is_empty());
    rendered("kinds", Kinds { gates: gates.collect() })
}

/// What the severities mean, for who raises nothing and votes.
pub(super) fn severities() -> String {
    rendered("kinds", Kinds { gates: Vec::new() })
}

/// The checklists of gates 5 to 7.
pub(super) fn rubrics() -> String {
    let asks = |gate| gates::meta(gate).asks;
    rendered(
        "rubrics",
        Rubrics {
            atomicity: asks(GateId::Atomicity),
            implementability: asks(GateId::Implementability),
            anti_cousin: asks(GateId::AntiCousin),
        },
    )
}

/// The gates that a kind of finding is raised for: first the one that it is of.
const fn gates_of(kind: Subcategory) -> &'static [GateId] {
    use GateId::{
        AntiCousin, Atomicity, CcpMapping, DependencyAcyclicity, Implementability, Schema,
        ScopeCoverage,
    };
    match kind {
        Subcategory::SchemaViolation => &[Schema, DependencyAcyclicity, ScopeCoverage],
        Subcategory::BrokenRef => &[Schema, DependencyAcyclicity, ScopeCoverage, CcpMapping],
        Subcategory::DependencyCycle => &[DependencyAcyclicity],
        Subcategory::PhaseMisordering => &[DependencyAcyclicity, CcpMapping],
        Subcategory::ScopeGap | Subcategory::OrphanTicket | Subcategory::EvidenceGap => {
            &[ScopeCoverage]
        }
        Subcategory::ScopeOverlap => &[ScopeCoverage, CcpMapping, AntiCousin],
        Subcategory::CcpMismatch => &[CcpMapping, AntiCousin],
        Subcategory::CousinViolation
        | Subcategory::IgnoredExtensionPoint
        | Subcategory::DecisionConflict => &[AntiCousin],
        Subcategory::IncompletePlan
        | Subcategory::MissingVerification
        | Subcategory::RequirementViolation
        | Subcategory::SecurityHazard
        | Subcategory::AgentContextGap
        | Subcategory::AmbiguousScope => &[Implementability],
        Subcategory::AtomicityViolation
        | Subcategory::ScopeTooLarge
        | Subcategory::MultiComponent
        | Subcategory::MergeUnsafe => &[Atomicity],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Adapter;

    #[test]
    fn every_rule_raises_its_kind_for_a_gate_that_the_kind_may_be_raised_for() {
        let strays: Vec<String> = gates::rules_of(Adapter::Native)
            .filter(|rule| !gates_of(rule.subcategory).contains(&rule.gate))
            .map(|rule| format!("{} {} {}", rule.id, rule.gate, rule.subcategory))
            .collect();
        assert_eq!(strays, Vec::<String>::new());
    }
}
