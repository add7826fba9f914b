//! What a council is opened with: the dossier and what the gates said of it.

use crate::core::roster::Roster;
use crate::council::rfc::SessionInput;
use crate::council::rfc::ask::{Division, GateSummary};
use crate::evidence::assemble::seed_of;
use crate::evidence::v2::bundle::Inputs;
use crate::model::{Finding, GateResult, SessionId};
use crate::source::{Dossier, Ticket};

/// The opening of a session over a dossier in which every seat reads everything.
pub(super) fn opening(
    dossier: &Dossier,
    inputs: &Inputs,
    results: &[GateResult],
    findings: Vec<Finding>,
    session: SessionId,
    panel: Roster,
) -> SessionInput {
    SessionInput {
        seed: seed_of(&dossier.digest),
        session,
        rfc: dossier.subject.clone(),
        dossier: dossier.digest.clone(),
        policy: inputs.policy.clone(),
        panel,
        tickets: if dossier.state.is_reviewable() {
            dossier.tickets().filter(|t| t.is_live()).map(|t: &Ticket| t.stem.clone()).collect()
        } else {
            Vec::new()
        },
        reading: Division::Whole,
        most: 0,
        gates: results
            .iter()
            .filter(|result| !result.gate.is_assessed())
            .map(|result| GateSummary {
                gate_id: result.gate,
                status: result.status,
                finding_count: result.findings.len() as u32,
            })
            .collect(),
        findings,
        least: Vec::new(),
    }
}
