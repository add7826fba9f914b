//! From a bundle that people had to settle, and their rulings, to the final bundle.

use std::collections::BTreeMap;

use super::canonical;
use super::derive::{assessed_status, derive};
use super::read::{self, EvidenceReadFault};
use super::seal;
use super::to_ledger::ledger_of;
use super::v2::bundle::Bundle;
use super::v2::previous_bundle::PreviousBundle;
use super::v2::removal::Removal;
use super::v2::ruling::Ruling;
use crate::adjudicate::{self, Decisions, Word};
use crate::model::{FindingId, GateStatus, TerminalState, Timestamp};

/// The canonical bytes of a ruling.
pub fn bytes(ruling: &Ruling) -> Vec<u8> {
    canonical::document(&seal::to_json(ruling)).into_bytes()
}

/// Reads a ruling, which must be the bytes that this tool writes.
pub fn read(bytes_given: &[u8]) -> Result<Ruling, Vec<EvidenceReadFault>> {
    let ruling = read::ruling(bytes_given)?;
    match read::written_otherwise(bytes_given, &bytes(&ruling)) {
        Some(fault) => Err(vec![fault]),
        None => Ok(ruling),
    }
}

/// The canonical bytes of a removal ruling.
pub fn removal_bytes(removal: &Removal) -> Vec<u8> {
    canonical::document(&seal::to_json(removal)).into_bytes()
}

/// Reads a removal ruling, which must be the bytes that this tool writes.
pub fn read_removal(bytes_given: &[u8]) -> Result<Removal, Vec<EvidenceReadFault>> {
    let removal = read::removal(bytes_given)?;
    match read::written_otherwise(bytes_given, &removal_bytes(&removal)) {
        Some(fault) => Err(vec![fault]),
        None => Ok(removal),
    }
}

/// The decisions that rulings hold.
pub fn decisions(rulings: &[Ruling]) -> Decisions {
    rulings.iter().map(|ruling| (ruling.finding_id.clone(), ruling.decision)).collect()
}

/// The rulings on a bundle, one for each open finding at most, by id; those on other bundles, or on
/// what is not open, are left.
pub fn on<'r>(
    bundle: &Bundle,
    named: &PreviousBundle,
    rulings: impl IntoIterator<Item = &'r Ruling>,
) -> BTreeMap<FindingId, &'r Ruling> {
    let mut found = BTreeMap::new();
    for ruling in rulings {
        let open = bundle.findings.iter().find(|finding| {
            finding.finding_id == ruling.finding_id
                && bundle.deadlocked_findings.contains(&finding.finding_id)
        });
        let is_same = open.is_some_and(|finding| finding.signature == ruling.signature);
        if ruling.bundle == *named && is_same {
            found.entry(ruling.finding_id.clone()).or_insert(ruling);
        }
    }
    found
}

/// The final bundle: what the council said, what people decided on what it left open, and the verdict
/// that follows from both. `rulings` are on every open finding of `bundle`, by id.
#[must_use]
pub fn settle(
    bundle: &Bundle,
    named: &PreviousBundle,
    rulings: Vec<Ruling>,
    at: Timestamp,
) -> Bundle {
    let mut settled = bundle.clone();
    let ledger = ledger_of(bundle);
    let terminal = TerminalState::Converged;
    let decisions = decisions(&rulings);
    let word = Word { decisions: Some(&decisions), waivers: &bundle.inputs.waivers };
    let derived = derive(&bundle.rfc_id, &ledger, terminal, &bundle.inputs.rfc_state, word);
    for (finding, outcome) in settled.findings.iter_mut().zip(&derived.outcomes) {
        finding.agreement_status = outcome.agreement.into();
        finding.resolution = outcome.resolution.into();
    }
    let cycles = bundle.council_metadata.as_ref().map_or(0, |council| council.cycles_completed);
    let opinions: Vec<usize> =
        bundle.assessment.tickets.iter().map(|ticket| ticket.by_agent.len()).collect();
    for gate in &mut settled.gates {
        if gate.gate_id.is_assessed() && gate.status == GateStatus::Failed {
            let entries = ledger.entries();
            gate.status =
                assessed_status(gate.gate_id, cycles, &opinions, entries, &derived.outcomes);
        }
    }
    settled.review_timestamp = at;
    settled.terminal_state = terminal;
    settled.terminal_reason = adjudicate::reason(rulings.iter().map(|ruling| ruling.decision));
    settled.previous_bundle = Some(named.clone());
    settled.consensus_findings = derived.consensus;
    settled.deadlocked_findings = derived.deadlocked;
    settled.partial_findings = derived.partial;
    settled.verdict = derived.verdict;
    settled.verdict_reason = derived.reason;
    settled.escalation_target = None;
    settled.rulings = rulings;
    seal::sealed(settled)
}
