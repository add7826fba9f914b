//! A session's records folded again: the same state, and from it the same bundle, byte for byte.
//! No seat is asked and no clock is read.

use std::collections::BTreeSet;

use super::assemble::{AssemblyInput, Convened, assemble};
use super::read::{self, EvidenceReadFault, MOST_FAULTS};
use super::rulings;
use super::session::{self, Setting};
use super::v1::bundle::{Bundle, SealedPart};
use super::v1::previous_bundle::PreviousBundle;
use super::v1::session::Session;
use crate::core;
use crate::council::rfc::{RfcCouncil, RfcEvent, SessionState, State};
use crate::model::{Digest, GateResult, Place, Timestamp};

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
    /// The bundle that the session leads to, once it has ended; `file` is the session's name.
    pub fn bundle(&self, file: &str) -> Option<Bundle> {
        let Self { session, charter } = self;
        charter.ending.as_ref()?;
        let last = &session.records.last()?.digest;
        Some(of_ended(charter, session, last, file))
    }
}

/// Reads a session file that must be whole: the bytes that this tool writes, an unbroken chain of
/// records that the protocol accepts, and a head that says where they lead.
pub fn read(bytes: &[u8]) -> Result<Played, Vec<EvidenceReadFault>> {
    let session = read::session(bytes)?;
    if let Some(fault) = read::written_otherwise(bytes, &session::bytes(&session)) {
        return Err(vec![fault]);
    }
    play(session).map_err(|fault| vec![fault])
}

/// Folds a session whose head must be what its records lead to.
pub fn play(session: Session) -> Result<Played, EvidenceReadFault> {
    let charter = fold(&session, &mut |_, _, _| {})?;
    let again = session::session(&charter, &Setting::of(&session), &session.records);
    if again != session {
        let stated = session::part_texts(&session);
        let led_to = session::part_texts(&again);
        let differs =
            stated.iter().zip(&led_to).find(|(a, b)| (&a.part, &a.text) != (&b.part, &b.text));
        let (line, part) = differs.map_or((1, "it"), |(a, _)| (a.line, &a.part));
        let message = format!("{part} is not what the records lead to");
        return Err(EvidenceReadFault { place: Place::line(line), message });
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
        let part = format!("records[{}]", seq.saturating_sub(1));
        let parts = session::part_texts(session);
        let line = parts.iter().find(|p| p.part == part).map_or(1, |p| p.line);
        EvidenceReadFault { place: Place::line(line), message: format!("record {seq}: {why}") }
    };
    let count = session.records.len();
    if count > MOST_RECORDS {
        let message =
            format!("it has {count} records, and no session has more than {MOST_RECORDS}");
        return Err(EvidenceReadFault::of_file(message));
    }
    let root = Setting::of(session).root(&session.session_id);
    let state = core::replay::fold::<RfcCouncil>(&session.records, &root, |at, event, state| {
        if let State::Open(charter) = state {
            seen(at, event, charter);
        }
    });
    let state = state.map_err(|broken| wrong(broken.seq, broken.why))?;
    match state {
        State::Open(charter) if charter.session != session.session_id => {
            Err(wrong(1, format!("it opens {}", charter.session)))
        }
        State::Open(charter) => Ok(*charter),
        State::Unopened => Err(EvidenceReadFault::of_file("it has no records")),
    }
}

fn of_ended(
    charter: &SessionState,
    session: &Session,
    session_digest: &Digest,
    file: &str,
) -> Bundle {
    let setting = Setting::of(session);
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
    assemble(&AssemblyInput {
        rfc: &session.rfc_id,
        inputs: &setting.inputs,
        gates: &gates,
        entries: charter.ledger.entries(),
        ended_at,
        previous: setting.previous.as_ref(),
        council: Some(Convened {
            charter,
            session_file: file,
            session_digest,
            calls: &session.calls,
            // A clock that was set back in between must not give a negative time.
            elapsed_seconds: u64::try_from(seconds)
                .unwrap_or(0)
                .saturating_sub(charter.down_seconds),
        }),
    })
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
