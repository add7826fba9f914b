//! The session file as it stands: head from the machine's state, records from the journal.

use serde_json::json;

use super::assemble::tokens_of;
use super::canonical;
use super::council_metadata;
use super::seal::to_json;
use super::v1::SCHEMA_VERSION;
use super::v1::bundle::Inputs;
use super::v1::previous_bundle::PreviousBundle;
use super::v1::session::{BallotLine, Session, SessionGate};
use crate::core::event_log::LogRecord;
use crate::council::rfc::ledger::CastBallot;
use crate::council::rfc::{Ending, SessionState};
use crate::model::{Digest, GateResult, SessionId, Timestamp};

/// What a session knows before its first event.
#[derive(Debug, Clone)]
pub struct Setting {
    /// What is reviewed, by which rules.
    pub inputs: Inputs,
    /// The deterministic gates.
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
        let gates = gates
            .iter()
            .map(|result| SessionGate {
                gate_id: result.gate,
                status: result.status,
                evidence: result.evidence.clone(),
            })
            .collect();
        Self { inputs, gates, previous, started_at }
    }

    /// The digest that the records of the session `id` begin with.
    pub fn root(&self, id: &SessionId) -> Digest {
        let root = json!({
            "session_id": id,
            "started_at": self.started_at,
            "previous_bundle": self.previous,
            "inputs": self.inputs,
            "gates": self.gates,
        });
        Digest::of(canonical::document(&root).as_bytes())
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

/// Bytes that records take in a session file without the line of their key.
pub fn bytes_of(records: &[LogRecord]) -> u64 {
    if records.is_empty() {
        return 0;
    }
    let list = canonical::document(&json!({ "records": records }));
    list.len() as u64 - KEY
}

/// Bytes of `records:` on a line of its own.
const KEY: u64 = "records:\n".len() as u64;

/// The session as the file shows it.
pub fn session(charter: &SessionState, setting: &Setting, records: &[LogRecord]) -> Session {
    with_bytes(charter, setting, records, bytes_of(records))
}

/// The same, when it is known what [`bytes_of`] the records is.
pub fn with_bytes(
    charter: &SessionState,
    setting: &Setting,
    records: &[LogRecord],
    bytes: u64,
) -> Session {
    let ballots = charter.ledger.entries().iter().flat_map(|entry| {
        entry.ballots.iter().map(|(&member, ballot)| BallotLine {
            finding_id: entry.id.clone(),
            agent_id: charter.roster.name(member).clone(),
            ballot: match ballot {
                CastBallot::Cast { vote, .. } => vote.as_str(),
                CastBallot::Spoilt { .. } => "SPOILT",
                CastBallot::Missing => "MISSING",
            }
            .to_owned(),
        })
    });
    Session {
        schema_version: SCHEMA_VERSION.to_owned(),
        session_id: charter.session.clone(),
        rfc_id: charter.rfc.clone(),
        state: charter.state_name().to_owned(),
        started_at: setting.started_at,
        updated_at: records.last().map_or(setting.started_at, |record| record.at),
        down_time_seconds: charter.down_seconds,
        terminal_state: charter.ending.as_ref().map(|ending| ending.state),
        terminal_reason: charter.ending.as_ref().map(Ending::line),
        previous_bundle: setting.previous.clone(),
        inputs: setting.inputs.clone(),
        gates: setting.gates.clone(),
        subagents: council_metadata::subagents(charter),
        cycles_completed: charter.cycles_completed,
        notes: charter.notes.clone(),
        calls: council_metadata::calls(charter, records),
        ballots: ballots.collect(),
        tokens: tokens_of(charter),
        records_bytes: KEY + bytes,
        records: records.to_vec(),
    }
}

/// The canonical bytes of a session file.
pub fn bytes(session: &Session) -> Vec<u8> {
    canonical::document(&to_json(session)).into_bytes()
}

/// A part of a session's canonical text: a top-level entry, or an item of a top-level list.
pub(super) struct SessionPart {
    pub(super) part: String,
    pub(super) text: String,
    /// Where it begins, from 1.
    pub(super) line: u32,
}

/// The parts of a session's canonical text.
pub(super) fn part_texts(session: &Session) -> Vec<SessionPart> {
    let mut next = 1;
    let parts = canonical::parts(&to_json(session)).into_iter().map(|(part, text)| {
        let line = next;
        next += text.matches('\n').count() as u32;
        // A list's first item comes with the list's key above it.
        SessionPart { line: line + u32::from(part.ends_with("[0]")), part, text }
    });
    parts.collect()
}
