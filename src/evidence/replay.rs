//! A session's records folded again: the same state, and from it the same bundle, byte for byte.
//! No seat is asked and no clock is read.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::assemble::{AssemblyInput, Convened, assemble};
use super::read::{self, EvidenceReadFault, MOST_FAULTS};
use super::session::{self, Setting};
use super::v2::SCHEMA_VERSION;
use super::v2::bundle::{Bundle, GateRecord, SealedPart};
use super::v2::call::Call;
use super::v2::previous_bundle::PreviousBundle;
use super::v2::review::PROTOCOL;
use super::v2::session::Session;
use super::{council_metadata, looks, rulings};
use crate::core;
use crate::council::rfc::ask::GateSummary;
use crate::council::rfc::{RfcCouncil, RfcEvent, SessionState, State};
use crate::model::{Digest, Place, Timestamp};

/// Each resumption goes over all calls before it, so that many would cost their square.
const MOST_RECORDS: usize = 2_000;

/// A session and the state that its records lead to.
#[derive(Debug)]
pub struct Played {
    /// The session as its file tells it.
    pub session: Session,
    /// Where it stands.
    pub charter: SessionState,
}

impl Played {
    /// Its calls, by number.
    pub fn calls(&self) -> Vec<Call> {
        let inputs = looks::with_looked(&self.session.inputs, &self.charter);
        council_metadata::calls(&self.charter, &self.session.records, &inputs)
    }

    /// The bundle that the session leads to, once it has ended; `file` is the session's name.
    pub fn bundle(&self, file: &str) -> Option<Bundle> {
        let Self { session, charter } = self;
        charter.ending.as_ref()?;
        Some(of_ended(charter, session, file))
    }
}

/// Reads a session file that must be whole: the bytes that this tool writes, and an unbroken chain of
/// records that the protocol accepts, each with the state that it leads to.
pub fn read(bytes: &[u8]) -> Result<Played, Vec<EvidenceReadFault>> {
    let session = read::session(bytes)?;
    if let Some(fault) = read::written_otherwise(bytes, &session::bytes(&session)) {
        return Err(vec![fault]);
    }
    play(session).map_err(|fault| vec![fault])
}

/// Folds a session whose records must say where they lead.
pub fn play(session: Session) -> Result<Played, EvidenceReadFault> {
    let (mut states, mut otherwise) = (session.records.iter(), None);
    let charter = fold(&session, &mut |_, _, charter| {
        let Some(record) = states.next() else { return };
        if record.state != charter.state_name() && otherwise.is_none() {
            otherwise = Some((record.seq, charter.state_name()));
        }
    })?;
    if let Some((seq, state)) = otherwise {
        let message = format!("record {seq}: it leads to {state}, and says something else");
        let place = Place::line(session::line_of(&session, seq));
        return Err(EvidenceReadFault { place, message });
    }
    if session.schema_version != SCHEMA_VERSION || session.protocol != PROTOCOL {
        let message = format!("it is no session of {PROTOCOL}, {SCHEMA_VERSION}");
        return Err(EvidenceReadFault::of_file(message));
    }
    Ok(Played { session, charter })
}

/// The state that a session's records lead to. `seen` gets each event, when
/// it was recorded, and the state after it.
pub fn fold(
    session: &Session,
    seen: &mut dyn FnMut(Timestamp, &RfcEvent, &SessionState),
) -> Result<SessionState, EvidenceReadFault> {
    let wrong = |seq: u32, why: String| {
        let place = Place::line(session::line_of(session, seq));
        EvidenceReadFault { place, message: format!("record {seq}: {why}") }
    };
    let count = session.records.len();
    if count > MOST_RECORDS {
        let message =
            format!("it has {count} records, and no session has more than {MOST_RECORDS}");
        return Err(EvidenceReadFault::of_file(message));
    }
    let root = Setting::of(session).root(&session.session_id, &session.rfc_id);
    let log = session::log_of(session);
    let state = core::replay::fold::<RfcCouncil>(&log, &root, |at, event, state| {
        if let State::Open(charter) = state {
            seen(at, event, charter);
        }
    });
    let state = state.map_err(|broken| wrong(broken.seq, broken.why))?;
    match state {
        State::Open(charter) if charter.session != session.session_id => {
            Err(wrong(1, format!("it opens {}", charter.session)))
        }
        State::Open(charter) if charter.rfc != session.rfc_id => {
            Err(wrong(1, format!("it opens a review of {}", charter.rfc)))
        }
        State::Open(charter) => Ok(Arc::unwrap_or_clone(charter)),
        State::Unopened => Err(EvidenceReadFault::of_file("it has no records")),
    }
}

fn of_ended(charter: &SessionState, session: &Session, file: &str) -> Bundle {
    let setting = Setting::of(session);
    let records = &session.records;
    let gates: Vec<GateRecord> = charter.gates.iter().map(|gate| looked(gate, &setting)).collect();
    let ended_at = records.last().map_or(setting.started_at, |record| record.at);
    let seconds = ended_at.unix() - setting.started_at.unix();
    let inputs = looks::with_looked(&setting.inputs, charter);
    assemble(&AssemblyInput {
        rfc: &session.rfc_id,
        inputs: &inputs,
        gates,
        ledger: &charter.ledger,
        ended_at,
        previous: setting.previous.as_ref(),
        council: Some(Convened {
            charter,
            session_file: file,
            log_digest: Digest::of(&session::bytes(session)),
            calls: council_metadata::calls(charter, records, &inputs),
            // A clock that was set back in between must not give a negative time.
            elapsed_seconds: u64::try_from(seconds)
                .unwrap_or(0)
                .saturating_sub(charter.down_seconds),
        }),
    })
}

/// A deterministic gate as the session tells it; its findings are in the ledger.
fn looked(gate: &GateSummary, setting: &Setting) -> GateRecord {
    let own = setting.gates.iter().find(|own| own.gate_id == gate.gate_id);
    GateRecord {
        gate_id: gate.gate_id,
        gate_type: gate.gate_id.gate_type(),
        status: gate.status,
        findings: Vec::new(),
        assessed: None,
        evidence: own.map_or(Value::Null, |own| own.evidence.clone()),
    }
}

/// What a session says otherwise than the bundle that names it; `file` is the session's name.
pub fn disagreements(bytes: &[u8], bundle: &Bundle, file: &str) -> Vec<EvidenceReadFault> {
    of_bundle(bytes, bundle, file).err().unwrap_or_default()
}

/// The session of a bundle, played, when it leads to that very bundle.
pub fn of_bundle(
    bytes: &[u8],
    bundle: &Bundle,
    file: &str,
) -> Result<Played, Vec<EvidenceReadFault>> {
    let played = read(bytes)?;
    let id = bundle.council_metadata.as_ref().map(|council| &council.session_id);
    if id != Some(&played.session.session_id) {
        return Err(vec![EvidenceReadFault::of_file("it is another session than the bundle's")]);
    }
    let Some(mut again) = played.bundle(file) else {
        return Err(vec![EvidenceReadFault::of_file("it has not ended")]);
    };
    if let Some(previous) = bundle.previous_bundle.as_ref().filter(|_| !bundle.rulings.is_empty()) {
        let named = PreviousBundle { file: previous.file.clone(), seal: again.seal.digest.clone() };
        again = rulings::settle(&again, &named, bundle.rulings.clone(), bundle.review_timestamp);
    }
    let stated: BTreeSet<&SealedPart> = bundle.seal.parts.iter().collect();
    let differs = |part: &&SealedPart| !stated.contains(part);
    let more = again.seal.parts.iter().filter(differs).map(|part| {
        let part = &part.part;
        EvidenceReadFault::of_file(format!("{part} of the bundle is not what its records lead to"))
    });
    let mut faults: Vec<EvidenceReadFault> = more.take(MOST_FAULTS).collect();
    if faults.is_empty() && again != *bundle {
        faults.push(EvidenceReadFault::of_file("the bundle says more than its records lead to"));
    }
    if faults.is_empty() { Ok(played) } else { Err(faults) }
}
