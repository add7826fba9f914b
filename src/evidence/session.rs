//! The session file: a head that never changes, and a line for each record.

use serde_json::{Value, json};

use super::canonical;
use super::council_metadata;
use super::seal::to_json;
use super::v2::SCHEMA_VERSION;
use super::v2::inputs::Inputs;
use super::v2::previous_bundle::PreviousBundle;
use super::v2::review::PROTOCOL;
use super::v2::session::{Session, SessionGate, SessionRecord, SessionSummary};
use crate::core::event_log::{self, LogRecord};
use crate::council::rfc::{Ending, SessionState};
use crate::model::{Digest, GateResult, SessionId, SubjectId, Timestamp};

/// What a session knows before its first event.
#[derive(Debug, Clone)]
pub struct Setting {
    /// What is reviewed, by which rules.
    pub inputs: Inputs,
    /// What the deterministic gates looked at, where they found something.
    pub gates: Vec<SessionGate>,
    /// The bundle before.
    pub previous: Option<PreviousBundle>,
    /// When INIT begins.
    pub started_at: Timestamp,
}

impl Setting {
    /// The setting of a review that begins.
    pub fn new(
        inputs: Inputs,
        gates: &[GateResult],
        previous: Option<PreviousBundle>,
        started_at: Timestamp,
    ) -> Self {
        let looked = gates.iter().map(|result| (result.gate, evidence_of(result)));
        let gates = looked
            .filter(|(_, evidence)| !evidence.is_null())
            .map(|(gate_id, evidence)| SessionGate { gate_id, evidence })
            .collect();
        Self { inputs, gates, previous, started_at }
    }

    /// The digest that the records of the session `id` begin with.
    pub fn root(&self, id: &SessionId, rfc: &SubjectId) -> Digest {
        Digest::of(head_text(&self.head(id, rfc)).as_bytes())
    }

    /// The session without a record.
    fn head(&self, id: &SessionId, rfc: &SubjectId) -> Session {
        Session {
            schema_version: SCHEMA_VERSION.to_owned(),
            protocol: PROTOCOL.to_owned(),
            session_id: id.clone(),
            rfc_id: rfc.clone(),
            started_at: self.started_at,
            previous_bundle: self.previous.clone(),
            inputs: self.inputs.clone(),
            gates: self.gates.clone(),
            records: Vec::new(),
        }
    }

    /// The setting that a session file tells.
    pub fn of(session: &Session) -> Self {
        Self {
            inputs: session.inputs.clone(),
            gates: session.gates.clone(),
            previous: session.previous_bundle.clone(),
            started_at: session.started_at,
        }
    }
}

/// What a deterministic gate looked at, where it found something; the files that it read and their
/// titles are the inputs'.
pub(super) fn evidence_of(result: &GateResult) -> Value {
    if result.findings.is_empty() {
        return Value::Null;
    }
    let mut evidence = canonical::compact(result.evidence.clone());
    if let Value::Object(map) = &mut evidence {
        map.shift_remove("files");
        map.shift_remove("titles");
    }
    match &evidence {
        Value::Object(map) if map.is_empty() => Value::Null,
        _ => evidence,
    }
}

/// A session's records as they grow: each chained to the one before, with the state that it leads to.
#[derive(Debug, Clone)]
pub struct SessionLog {
    setting: Setting,
    records: Vec<SessionRecord>,
    /// The last of them, as the log chains it.
    last: Option<LogRecord>,
}

impl SessionLog {
    /// The log of a session that begins.
    pub fn new(setting: Setting) -> Self {
        Self { setting, records: Vec::new(), last: None }
    }

    /// The log of a session that goes on.
    pub fn of(session: Session) -> Self {
        let last = log_of(&session).pop();
        Self { setting: Setting::of(&session), records: session.records, last }
    }

    /// What the session began with.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// What happened so far.
    pub fn records(&self) -> &[SessionRecord] {
        &self.records
    }

    /// When the last of it happened.
    pub fn last_at(&self) -> Timestamp {
        self.records.last().map_or(self.setting.started_at, |record| record.at)
    }

    /// Appends an event; `charter` is the state that it leads to.
    pub fn append(&mut self, at: Timestamp, event: Value, charter: &SessionState) {
        let root = match &self.last {
            Some(last) => last.digest.clone(),
            None => self.setting.root(&charter.session, &charter.rfc),
        };
        let last = event_log::next(self.last.as_ref(), &root, at, event);
        self.records.push(SessionRecord {
            seq: last.seq,
            at,
            state: charter.state_name().to_owned(),
            event: last.event.clone(),
            digest: last.digest.clone(),
        });
        self.last = Some(last);
    }

    /// The session that the records make.
    pub fn session(&self, charter: &SessionState) -> Session {
        let head = self.setting.head(&charter.session, &charter.rfc);
        Session { records: self.records.clone(), ..head }
    }
}

/// The records as the log chains them.
pub(super) fn log_of(session: &Session) -> Vec<LogRecord> {
    let mut previous = Setting::of(session).root(&session.session_id, &session.rfc_id);
    let chained = session.records.iter().map(|record| {
        let digest = record.digest.clone();
        let previous = std::mem::replace(&mut previous, digest.clone());
        LogRecord { seq: record.seq, at: record.at, previous, event: record.event.clone(), digest }
    });
    chained.collect()
}

/// Where a session stands.
pub fn summary(charter: &SessionState) -> SessionSummary {
    SessionSummary {
        session_id: charter.session.clone(),
        rfc_id: charter.rfc.clone(),
        state: charter.state_name().to_owned(),
        terminal_reason: charter.ending.as_ref().map(Ending::line),
        cycles_completed: charter.cycles_completed,
        subagents: council_metadata::subagents(charter),
    }
}

/// What the file begins with: all above the records.
fn head(session: &Session) -> Value {
    let records = Vec::new();
    to_json(&Session { records, ..session.clone() })
}

fn head_text(session: &Session) -> String {
    canonical::document(&head(session))
}

/// A session as its file holds it. Events are kept as they are: nothing of them is left out.
pub fn tree(session: &Session) -> Value {
    let mut tree = head(session);
    if !session.records.is_empty() {
        tree["records"] = json!(session.records);
    }
    tree
}

/// The canonical bytes of a session file.
pub fn bytes(session: &Session) -> Vec<u8> {
    canonical::document(&tree(session)).into_bytes()
}

/// What a record adds to the file: the line with which its bytes go on.
pub fn line(record: &SessionRecord) -> Vec<u8> {
    format!("  - {}\n", canonical::row(&json!(record))).into_bytes()
}

/// The line of the file, from 1, on which a record stands.
pub(super) fn line_of(session: &Session, seq: u32) -> u32 {
    head_text(session).matches('\n').count() as u32 + 1 + seq
}
