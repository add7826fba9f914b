//! Which tickets cover which requirement: what the gate looked at, and its evidence.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::counts;
use super::owner::{Owner, owner};
use crate::gates::Overview;
use crate::model::TicketId;
use crate::source::{Dossier, Requirement, Rfc};

/// Which tickets cover which requirement of one RFC.
pub(super) struct CoverageMatrix<'d> {
    /// For each requirement, in order of definition, the tickets that cover it, by id.
    rows: Vec<(&'d Requirement, BTreeSet<&'d TicketId>)>,
}

impl<'d> CoverageMatrix<'d> {
    pub(super) fn of(dossier: &'d Dossier, rfc: &'d Rfc, all: &Overview) -> Self {
        let library = &dossier.library;
        let rows = rfc.requirements.iter();
        let mut rows: Vec<_> = rows.map(|r| (r, BTreeSet::new())).collect();
        // While the RFC's binding is mistyped (R33), a PRD that is named is taken for one of its own:
        // one typing error must not uncover all that is imported.
        let is_mistyped =
            rfc.meta.as_ref().is_some_and(|meta| meta.malformed_prds().next().is_some());
        // What a bare id means is the RFC's own requirement, whether the ticket binds the RFC or
        // the RFC's plan adopted it (R3).
        let members = dossier.tickets().map(|ticket| (ticket, rfc.id.clone()));
        // A ticket of another RFC covers the requirement that it names here (R35).
        let visitors = all.visitors(&rfc.id).iter().map(|&index| &library.tickets[index]);
        let visitors = visitors.filter_map(|ticket| Some((ticket, ticket.rfc.clone()?.into())));
        for (ticket, home) in members.chain(visitors).filter(|(ticket, _)| counts(ticket)) {
            for reference in &ticket.requirements {
                let meant = match owner(library, reference, &home) {
                    Owner::Rfc(id) => id == rfc.id,
                    Owner::Prd(prd) => home == rfc.id && (is_mistyped || rfc.prds.contains(&prd)),
                };
                for at in rfc.positions(&reference.id).iter().filter(|_| meant) {
                    rows[*at].1.insert(&ticket.stem);
                }
            }
        }
        Self { rows }
    }

    pub(super) fn uncovered(&self) -> Vec<&'d Requirement> {
        let bare = self.rows.iter().filter(|(_, by)| by.is_empty());
        bare.map(|(requirement, _)| *requirement).collect()
    }

    pub(super) fn is_all_bare(&self) -> bool {
        self.rows.iter().all(|(_, by)| by.is_empty())
    }

    pub(super) fn evidence(&self, rfc: &Rfc) -> Value {
        let requirements: Vec<Value> = self
            .rows
            .iter()
            .map(|(r, _)| json!({"id": r.id, "origin": r.origin.as_str()}))
            .collect();
        let coverage: Map<String, Value> = self
            .rows
            .iter()
            .map(|(r, by)| {
                let ids: Vec<&str> = by.iter().map(|id| id.as_str()).collect();
                (r.id.clone(), json!(ids))
            })
            .collect();
        let uncovered: Vec<&str> = self.uncovered().iter().map(|r| r.id.as_str()).collect();
        json!({
            "requirements": requirements,
            "coverage": coverage,
            "uncovered": uncovered,
            "incomplete": rfc.requirements_incomplete,
        })
    }
}
