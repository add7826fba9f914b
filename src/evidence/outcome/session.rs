//! `session.yaml` of a council about a question: a head that never changes and a line for each record,
//! chained; enough to go on after a crash, and to make the outcome again.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::assemble::assemble;
use super::sat::Began;
use super::told::OutcomeCouncil;
use crate::core::event_log::{self, LogRecord};
use crate::core::protocol::EventOf;
use crate::core::replay;
use crate::evidence::canonical;
use crate::evidence::read::{self, EvidenceReadFault, MOST_FAULTS, RECORD};
use crate::evidence::recover::{begun, is_beginning, whole};
use crate::evidence::seal::to_json;
use crate::evidence::v2::SCHEMA_VERSION;
use crate::evidence::v2::outcome::{CouncilRecord, Outcome, OutcomeInputs};
use crate::evidence::v2::session::SessionRecord;
use crate::model::{CouncilId, Digest, Place, Timestamp};

/// Each resumption goes over all calls before it, so that many would cost their square.
const MOST_RECORDS: usize = 2_000;

/// What a session knows before its first event.
#[derive(Debug, Clone)]
pub struct CouncilSetting {
    /// What is read.
    pub inputs: OutcomeInputs,
    /// When it begins.
    pub started_at: Timestamp,
}

/// A session's records as they grow.
#[derive(Debug, Clone)]
pub struct CouncilLog {
    head: CouncilRecord,
    records: Vec<SessionRecord>,
    last: Option<LogRecord>,
}

/// A session, and the state that its records lead to.
#[derive(Debug)]
pub struct CouncilPlayed<C: OutcomeCouncil> {
    /// The session as its file tells it.
    pub session: CouncilRecord,
    /// Where it stands.
    pub state: C::State,
    /// The line, from 1, after which nothing could be kept; `None` when the file is whole.
    pub cut_after: Option<u32>,
}

impl CouncilLog {
    /// The log of a session that begins.
    pub fn new<C: OutcomeCouncil>(council: &CouncilId, setting: CouncilSetting) -> Self {
        let head = CouncilRecord {
            schema_version: SCHEMA_VERSION.to_owned(),
            protocol: C::WORD.to_owned(),
            council_id: council.clone(),
            started_at: setting.started_at,
            inputs: setting.inputs,
            records: Vec::new(),
        };
        Self { head, records: Vec::new(), last: None }
    }

    /// The log of a session that goes on.
    pub fn of(mut session: CouncilRecord) -> Self {
        let last = log_of(&session).pop();
        let records = std::mem::take(&mut session.records);
        Self { head: session, records, last }
    }

    /// What happened so far.
    pub fn records(&self) -> &[SessionRecord] {
        &self.records
    }

    /// Appends an event; `state` is the name of where it leads.
    pub fn append(&mut self, at: Timestamp, event: Value, state: &str) {
        let root = match &self.last {
            Some(last) => last.digest.clone(),
            None => root(&self.head),
        };
        let last = event_log::next(self.last.as_ref(), &root, at, event);
        self.records.push(SessionRecord {
            seq: last.seq,
            at,
            state: state.to_owned(),
            event: last.event.clone(),
            digest: last.digest.clone(),
        });
        self.last = Some(last);
    }

    /// The session that the records make.
    pub fn session(&self) -> CouncilRecord {
        CouncilRecord { records: self.records.clone(), ..self.head.clone() }
    }
}

/// The records as the log chains them.
fn log_of(session: &CouncilRecord) -> Vec<LogRecord> {
    let mut previous = root(session);
    let chained = session.records.iter().map(|record| {
        let digest = record.digest.clone();
        let previous = std::mem::replace(&mut previous, digest.clone());
        LogRecord { seq: record.seq, at: record.at, previous, event: record.event.clone(), digest }
    });
    chained.collect()
}

fn head_text(session: &CouncilRecord) -> String {
    canonical::document(&head(session))
}

fn head(session: &CouncilRecord) -> Value {
    to_json(&CouncilRecord { records: Vec::new(), ..session.clone() })
}

fn root(session: &CouncilRecord) -> Digest {
    Digest::of(head_text(session).as_bytes())
}

/// The canonical bytes of a session file.
pub fn bytes(session: &CouncilRecord) -> Vec<u8> {
    let mut tree = head(session);
    if !session.records.is_empty() {
        tree["records"] = json!(session.records);
    }
    canonical::document(&tree).into_bytes()
}

/// What a record adds to the file.
pub fn line(record: &SessionRecord) -> Vec<u8> {
    format!("  - {}\n", canonical::row(&json!(record))).into_bytes()
}

fn line_of(session: &CouncilRecord, seq: u32) -> u32 {
    head_text(session).matches('\n').count() as u32 + 1 + seq
}

/// Reads a session file that must be whole: the bytes that this tool writes, and an unbroken chain of
/// records that the protocol accepts, each with the state that it leads to.
pub fn read<C: OutcomeCouncil>(file: &[u8]) -> Result<CouncilPlayed<C>, Vec<EvidenceReadFault>>
where
    EventOf<C>: DeserializeOwned,
{
    let session: CouncilRecord = RECORD.read(file)?;
    if let Some(fault) = read::written_otherwise(file, &bytes(&session)) {
        return Err(vec![fault]);
    }
    play(session).map_err(|fault| vec![fault])
}

/// Folds a session whose records must say where they lead.
pub fn play<C: OutcomeCouncil>(
    session: CouncilRecord,
) -> Result<CouncilPlayed<C>, EvidenceReadFault>
where
    EventOf<C>: DeserializeOwned,
{
    let of_file = EvidenceReadFault::of_file;
    if session.schema_version != SCHEMA_VERSION || session.protocol != C::WORD {
        return Err(of_file(format!("it is no session of {}, {SCHEMA_VERSION}", C::WORD)));
    }
    if session.records.len() > MOST_RECORDS {
        let count = session.records.len();
        return Err(of_file(format!(
            "it has {count} records, and no session has more than {MOST_RECORDS}"
        )));
    }
    let wrong = |seq: u32, why: String| {
        let place = Place::line(line_of(&session, seq));
        EvidenceReadFault { place, message: format!("record {seq}: {why}") }
    };
    let mut states = session.records.iter();
    let mut otherwise = None;
    let state = replay::fold::<C>(&log_of(&session), &root(&session), |_, _, state| {
        let (Some(record), Some(told)) = (states.next(), C::told(state, false)) else { return };
        if record.state != told.state_name() && otherwise.is_none() {
            otherwise = Some((record.seq, told.state_name()));
        }
    });
    let state = state.map_err(|broken| wrong(broken.seq, broken.why))?;
    if let Some((seq, name)) = otherwise {
        return Err(wrong(seq, format!("it leads to {name}, and says something else")));
    }
    match C::told(&state, false) {
        None => return Err(of_file("it has no records".to_owned())),
        Some(told) if *told.council() != session.council_id => {
            return Err(wrong(1, format!("it opens {}", told.council())));
        }
        Some(_) => {}
    }
    Ok(CouncilPlayed { session, state, cut_after: None })
}

/// Reads a session file as a crash may have left it: one whose last line is torn keeps the records above
/// it.
pub fn recover<C: OutcomeCouncil>(file: &[u8]) -> Result<CouncilPlayed<C>, Vec<EvidenceReadFault>>
where
    EventOf<C>: DeserializeOwned,
{
    let faults = match read::<C>(file) {
        Ok(played) => return Ok(played),
        Err(faults) => faults,
    };
    if is_beginning(file) {
        return Err(vec![begun()]);
    }
    let kept = &file[..whole(file)];
    if kept.len() == file.len() {
        return Err(faults);
    }
    let lines = kept.iter().filter(|&&b| b == b'\n').count() as u32;
    match read::<C>(kept) {
        Ok(played) if played.outcome().is_some() => Err(faults),
        Ok(played) => Ok(CouncilPlayed { cut_after: Some(lines), ..played }),
        Err(faults) => Err(faults),
    }
}

impl<C: OutcomeCouncil> CouncilPlayed<C> {
    /// The outcome that the session leads to, once it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        let began = Began {
            inputs: &self.session.inputs,
            started_at: self.session.started_at,
            log_digest: Digest::of(&bytes(&self.session)),
        };
        assemble::<C>(&self.state, &self.session.records, &began)
    }
}

/// What a session says otherwise than the outcome beside it.
pub fn disagreements<C: OutcomeCouncil>(file: &[u8], outcome: &Outcome) -> Vec<EvidenceReadFault>
where
    EventOf<C>: DeserializeOwned,
{
    let played = match read::<C>(file) {
        Ok(played) => played,
        Err(faults) => return faults,
    };
    let of_file = |message: String| EvidenceReadFault::of_file(message);
    if played.session.council_id != outcome.head.council_id {
        return vec![of_file("it is another session than the outcome's".to_owned())];
    }
    let Some(again) = played.outcome() else {
        return vec![of_file("it has not ended".to_owned())];
    };
    let differs = again.seal.parts.iter().filter(|part| !outcome.seal.parts.contains(part));
    let told = differs.map(|part| {
        let part = &part.part;
        of_file(format!("{part} of the outcome is not what its records lead to"))
    });
    let mut faults: Vec<EvidenceReadFault> = told.take(MOST_FAULTS).collect();
    if faults.is_empty() && again != *outcome {
        faults.push(of_file("the outcome says more than its records lead to".to_owned()));
    }
    faults
}
