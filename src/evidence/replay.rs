//! A session's records folded again: the same state, and from it the same bundle, byte for byte.
//! No seat is asked and no clock is read.

use super::assemble::{Convened, Reviewed, assemble};
use super::read::Fault;
use super::session::{self, Setting};
use super::v1::bundle::{Bundle, SealedPart};
use super::v1::session::Session;
use crate::council::machine::Protocol as _;
use crate::council::rfc::{Charter, RfcCouncil, RfcEvent, State};
use crate::journal;
use crate::model::GateResult;

/// The state that a session's records lead to.
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

/// The bundle that a session leads to; `file` is the session's name. Its head must be what its
/// records lead to, and they must lead to an end.
pub fn bundle(session: &Session, file: &str) -> Result<Bundle, Fault> {
    let charter = fold(session)?;
    let setting = Setting::of(session);
    if session::session(&charter, &setting, &session.records) != *session {
        return Err(Fault::of_file("its head is not what its records lead to"));
    }
    if charter.ending.is_none() {
        return Err(Fault::of_file("it has not ended"));
    }
    Ok(of_ended(&charter, &setting, session, file))
}

fn of_ended(charter: &Charter, setting: &Setting, session: &Session, file: &str) -> Bundle {
    let gates: Vec<GateResult> = setting
        .gates
        .iter()
        .map(|gate| GateResult {
            gate: gate.gate_id,
            status: gate.status,
            // The ledger holds them.
            findings: Vec::new(),
            evidence: gate.evidence.clone(),
        })
        .collect();
    let ended_at = session.updated_at;
    let seconds = ended_at.unix() - setting.started_at.unix();
    assemble(&Reviewed {
        rfc: &session.rfc_id,
        inputs: &setting.inputs,
        gates: &gates,
        entries: charter.ledger.entries(),
        ended_at,
        previous: setting.previous.as_ref(),
        council: Some(Convened {
            charter,
            session_file: file,
            // A clock that was set back in between must not give a negative time.
            elapsed_seconds: u64::try_from(seconds).unwrap_or(0),
        }),
    })
}

/// What a bundle says otherwise than its session.
pub fn disagreements(session: &Session, stated: &Bundle, file: &str) -> Vec<Fault> {
    let again = match bundle(session, file) {
        Ok(again) => again,
        Err(fault) => return vec![fault],
    };
    let differs = |part: &&SealedPart| !stated.seal.parts.contains(part);
    let parts = again.seal.parts.iter().filter(differs);
    parts
        .map(|part| {
            let part = &part.part;
            Fault::of_file(format!("{part} of the bundle is not what its records lead to"))
        })
        .collect()
}
