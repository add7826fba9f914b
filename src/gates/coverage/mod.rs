//! Gate 3: does every requirement have a ticket, and every ticket a requirement?
//! (GATES.md R30 to R3D)
//!
//! A ticket counts as long as it was not given up: what is done covers its requirement, but is no
//! longer asked for a reference. `owner` knows whose requirement a reference means, `matrix` who
//! covers what.

mod criteria;
mod evidence;
mod gaps;
mod inputs;
mod matrix;
mod orphans;
mod owner;
mod plan;
mod references;

use serde_json::{Value, json};

pub(super) use self::criteria::bare;
pub(super) use self::gaps::uncovered;
pub(super) use self::orphans::orphans;
pub(super) use self::owner::visitors;
pub(super) use self::plan::lacking;
pub(super) use self::references::offered;

use self::matrix::CoverageMatrix;
use super::listed::listed;
use super::rule_info::RuleInfo;
use super::{Gate, Meta, Overview};
use crate::model::{GateId, GateResult, TicketId};
use crate::source::{Dossier, Ticket};

pub(super) static META: Meta = Meta {
    id: GateId::ScopeCoverage,
    asks: "Does every requirement of the RFC have a ticket, and every ticket a requirement?",
    why: "What no ticket brings about will not be built, and what no requirement asks for cannot be called right or wrong.",
};

/// Its rules, in the order of GATES.md.
pub(super) const RULES: &[&RuleInfo] = &[
    &inputs::R31,
    &references::R36,
    &orphans::R37,
    &gaps::R38,
    &inputs::R39,
    &plan::R3A,
    &evidence::R3C,
    &criteria::R3D,
];

/// GATE-TCK-SCOPE-COVERAGE.
pub(super) struct Coverage;

impl Gate for Coverage {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, dossier: &Dossier, all: &Overview) -> GateResult {
        let mut findings = Vec::new();
        findings.extend(evidence::check(dossier));
        findings.extend(criteria::check(dossier));
        let Some(rfc) = dossier.rfc() else {
            return GateResult::new(META.id, false, listed(findings), matrix_of_nothing(false));
        };
        findings.extend(inputs::unreadable(dossier, rfc));
        findings.extend(inputs::misnamed(dossier, rfc));
        if rfc.requirements.is_empty() {
            if !rfc.requirements_incomplete {
                findings.push(inputs::none(dossier, rfc));
            }
            let evidence = matrix_of_nothing(rfc.requirements_incomplete);
            return GateResult::new(META.id, false, listed(findings), evidence);
        }
        let matrix = CoverageMatrix::of(dossier, rfc, all);
        findings.extend(plan::check(dossier, rfc));
        if !rfc.requirements_incomplete {
            findings.extend(references::check(dossier));
            findings.extend(orphans::check(dossier, rfc, &matrix));
            findings.extend(gaps::check(dossier, rfc, &matrix));
        }
        GateResult::new(META.id, true, listed(findings), matrix.evidence(rfc))
    }
}

/// Whether somebody still means to do the ticket, or did it.
fn counts(ticket: &Ticket) -> bool {
    ticket.known_status.is_none_or(|status| !status.is_dead())
}

fn matrix_of_nothing(incomplete: bool) -> Value {
    json!({"requirements": [], "coverage": {}, "uncovered": [], "incomplete": incomplete})
}

fn ids<'t>(ids: impl Iterator<Item = &'t TicketId>) -> String {
    ids.map(TicketId::as_str).collect::<Vec<_>>().join(", ")
}
