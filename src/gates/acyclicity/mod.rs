//! Gate 2: is there an order in which the tickets can be done? (GATES.md R20 to R29)
//!
//! The graph is the whole repository's; what is reported are entries of this RFC's tickets and
//! circles that at least one of them is in. `entries` is what a dependency names, `order` whether two
//! tickets can wait for each other, `plan` what the RFC's plan says of both.

mod entries;
mod order;
mod phase;
mod plan;

use serde_json::{Value, json};

pub(super) use self::plan::lacking;

use super::graph::{DependencyCycle, Graph};
use super::listed::listed;
use super::rule_info::RuleInfo;
use super::{Gate, Meta, Overview};
use crate::model::{GateId, GateResult};
use crate::source::Dossier;

pub(super) static META: Meta = Meta {
    id: GateId::DependencyAcyclicity,
    asks: "Is there an order in which the tickets can be done, and do they agree with the RFC's plan about it?",
    why: "Tickets that wait for each other, or for one that will never come, are never finished; the stop shows only when somebody is already at work.",
};

/// Its rules, in the order of GATES.md.
pub(super) const RULES: &[&RuleInfo] = &[
    &entries::R21,
    &entries::R22,
    &entries::R23,
    &order::R24,
    &order::R25,
    &order::R27,
    &plan::R28,
    &plan::R29,
];

/// GATE-TCK-DEPENDENCY-ACYCLICITY.
pub(super) struct Acyclicity;

impl Gate for Acyclicity {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        let graph = all.graph();
        let cycles = all.cycles().iter();
        let cycles: Vec<&DependencyCycle> = cycles
            .filter(|cycle| dossier.tickets.iter().any(|t| cycle.members.contains(t)))
            .collect();
        let mut findings = Vec::new();
        let offers = graph.offers(&dossier.tickets);
        for &index in &dossier.tickets {
            entries::check(graph, index, &offers, &mut findings);
        }
        findings.extend(cycles.iter().map(|cycle| order::circle(graph, cycle)));
        if let Some(rfc) = dossier.rfc() {
            findings.extend(plan::unplanned_order(graph, dossier, rfc));
            findings.extend(plan::planned_without_file(graph, dossier, rfc));
            findings.extend(plan::planned_elsewhere(graph, dossier, rfc));
        }
        let evidence = evidence(graph, dossier, &cycles);
        GateResult::new(META.id, true, listed(findings), evidence)
    }
}

/// The tickets, who needs whom, and an order or what rules one out.
fn evidence(graph: &Graph, dossier: &Dossier, cycles: &[&DependencyCycle]) -> Value {
    let id = |index: &usize| graph.ticket(*index).stem.as_str();
    let names = |indices: &[usize]| indices.iter().map(id).collect::<Vec<_>>();
    let edges: Vec<Value> = dossier
        .tickets
        .iter()
        .flat_map(|from| {
            let needs = graph.needs(*from).iter();
            needs.map(move |to| json!({"from": id(from), "to": id(to)}))
        })
        .collect();
    let itself = |t: &&usize| graph.needs(**t).contains(*t);
    let mut circles: Vec<Vec<&str>> = dossier
        .tickets
        .iter()
        .filter(itself)
        .map(|t| vec![id(t)])
        .chain(cycles.iter().map(|cycle| names(&cycle.path)))
        .collect();
    circles.sort();
    let mut evidence = json!({"tickets": names(&dossier.tickets), "edges": edges});
    if circles.is_empty() {
        evidence["order"] = json!(names(&graph.order(&dossier.tickets, cycles)));
    } else {
        evidence["cycles"] = json!(circles);
    }
    evidence
}
