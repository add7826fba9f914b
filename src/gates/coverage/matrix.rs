//! Which tickets cover which requirement: what the gate looked at, and its evidence.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::counts;
use super::owner::{Owner, is_named, owner};
use crate::model::{RfcId, TicketId};
use crate::source::{Dossier, Requirement, Rfc};

/// Which tickets cover which requirement of one RFC.
pub(super) struct Matrix<'d> {
    /// For each requirement, in order of definition, the tickets that cover it, by id.
    rows: Vec<(&'d Requirement, BTreeSet<&'d TicketId>)>,
}

impl<'d> Matrix<'d> {
    pub(super) fn of(dossier: &'d Dossier, rfc: &'d Rfc) -> Self {
        let library = &dossier.library;
        let rows = rfc.requirements.iter();
        let mut rows: Vec<_> = rows.map(|r| (r, BTreeSet::new())).collect();
        // A ticket of another RFC covers the requirement that it names here (R35).
        let members: BTreeSet<usize> = dossier.tickets.iter().copied().collect();
        for (index, ticket) in library.tickets.iter().enumerate() {
            let Some(home) = home(dossier, &members, index) else {
                continue;
            };
            if !counts(ticket) {
                continue;
            }
            for reference in &ticket.requirements {
                let meant = match owner(library, reference, home) {
                    Owner::Rfc(id) => id == rfc.id,
                    Owner::Prd(prd) => *home == rfc.id && rfc.prds.contains(&prd),
                };
                if meant {
                    for (requirement, by) in &mut rows {
                        if is_named(requirement, &reference.id) {
                            by.insert(&ticket.stem);
                        }
                    }
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

/// The RFC that a ticket's bare requirement ids mean: its own, or the one that adopted it (R3).
fn home<'d>(dossier: &'d Dossier, members: &BTreeSet<usize>, index: usize) -> Option<&'d RfcId> {
    if members.contains(&index) {
        return Some(&dossier.rfc_id);
    }
    dossier.library.tickets[index].rfc.as_ref()
}
