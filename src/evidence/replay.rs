//! A session's records folded again, and held against its head and against its bundle.

use super::assemble::{Convened, Reviewed, assemble};
use super::read::Fault;
use super::session;
use super::v1::bundle::{Bundle, CouncilMetadata};
use super::v1::session::Session;
use crate::council::machine::Protocol as _;
use crate::council::rfc::{Charter, RfcCouncil, RfcEvent, State};
use crate::journal;
use crate::model::GateResult;

/// The state that a session's records lead to. No seat is asked.
pub fn fold(session: &Session) -> Result<Charter, Fault> {
    journal::check(&session.records, session.session_id.as_str())
        .map_err(|broken| Fault::of_file(broken.to_string()))?;
    let mut state = RfcCouncil::initial();
    for record in &session.records {
        let wrong = |why: String| Fault::of_file(format!("record {}: {why}", record.seq));
        let event: RfcEvent =
            serde_json::from_value(record.event.clone()).map_err(|e| wrong(e.to_string()))?;
        let (next, _) = RfcCouncil::step(state, event).map_err(|e| wrong(e.to_string()))?;
        state = next;
    }
    match state {
        State::Open(charter) => Ok(*charter),
        State::Unopened => Err(Fault::of_file("it has no records")),
    }
}

/// What a session says otherwise than its own records, or than the bundle that names it.
pub fn disagreements(session: &Session, bundle: &Bundle, council: &CouncilMetadata) -> Vec<Fault> {
    let charter = match fold(session) {
        Ok(charter) => charter,
        Err(fault) => return vec![fault],
    };
    let head = session::session(&charter, &session.inputs, session.started_at, &session.records);
    if head != *session {
        return vec![Fault::of_file("its head is not what its records lead to")];
    }
    if session.inputs != bundle.inputs {
        return vec![Fault::of_file("it is about other inputs than the bundle")];
    }
    if charter.ending.is_none() {
        return vec![Fault::of_file("it has not ended")];
    }
    let gates: Vec<GateResult> = bundle
        .gates
        .iter()
        .filter(|gate| !crate::model::GateId::ASSESSED.contains(&gate.gate_id))
        .map(|gate| GateResult {
            gate: gate.gate_id,
            status: gate.status,
            findings: Vec::new(),
            evidence: gate.evidence.clone(),
        })
        .collect();
    let again = assemble(&Reviewed {
        rfc: &session.rfc_id,
        inputs: &bundle.inputs,
        gates: &gates,
        entries: charter.ledger.entries(),
        ended_at: bundle.review_timestamp,
        previous: bundle.previous_bundle.as_ref(),
        council: Some(Convened {
            charter: &charter,
            session_file: &council.session_file,
            elapsed_seconds: council.elapsed_time_seconds,
        }),
    });
    let same = |part: &super::v1::bundle::SealedPart| bundle.seal.parts.contains(part);
    again
        .seal
        .parts
        .iter()
        .filter(|part| !same(part))
        .map(|part| {
            Fault::of_file(format!("{} of the bundle is not what its records lead to", part.part))
        })
        .collect()
}
