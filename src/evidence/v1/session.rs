//! `council_session_{ts}.yaml`: the session from INIT on. Its head says the state at every moment;
//! its records, chained by digests, are enough to resume and to replay.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::{Inputs, Subagent, Tokens};

use super::call::Call;
use super::previous_bundle::PreviousBundle;
use crate::core::event_log::LogRecord;
use crate::council::rfc::ask::OnboardingNote;
use crate::model::{
    FindingId, GateId, GateStatus, MemberName, RfcId, SessionId, TerminalState, Timestamp,
};

/// The session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// `1.0.0`.
    pub schema_version: String,
    /// Its id.
    pub session_id: SessionId,
    /// The RFC under review.
    pub rfc_id: RfcId,
    /// INIT, CYCLE_1, CYCLE_2, CYCLE_3, CONVERGED, DEADLOCKED or ABORTED.
    pub state: String,
    /// When INIT began.
    pub started_at: Timestamp,
    /// When this file was last written.
    pub updated_at: Timestamp,
    /// Seconds between crashes and resumes; the time limit does not count them.
    pub down_time_seconds: u64,
    /// How it ended, once it has.
    pub terminal_state: Option<TerminalState>,
    /// Why, in one line.
    pub terminal_reason: Option<String>,
    /// The bundle before the one that this session leads to.
    pub previous_bundle: Option<PreviousBundle>,
    /// What is reviewed, by which rules.
    pub inputs: Inputs,
    /// The deterministic gates: their answers and what they looked at.
    pub gates: Vec<SessionGate>,
    /// The seats and their modes.
    pub subagents: Vec<Subagent>,
    /// 0 to 3.
    pub cycles_completed: u8,
    /// The onboarding notes.
    pub notes: Vec<OnboardingNote>,
    /// Every call, by number.
    pub calls: Vec<Call>,
    /// Ballots on contested findings.
    pub ballots: Vec<BallotLine>,
    /// Token accounting.
    pub tokens: Tokens,
    /// Bytes that the records take, from their key to the end of the file: whoever finds fewer
    /// has a file that was cut.
    pub records_bytes: u64,
    /// Everything that happened, in order.
    pub records: Vec<LogRecord>,
}

/// A deterministic gate's answer. Its findings are in the record that opens the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionGate {
    /// Which gate.
    pub gate_id: GateId,
    /// Its answer.
    pub status: GateStatus,
    /// What it looked at.
    pub evidence: serde_json::Value,
}

/// One ballot in one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BallotLine {
    /// On what.
    pub finding_id: FindingId,
    /// Whose.
    pub agent_id: MemberName,
    /// `SUPPORT`, `OPPOSE`, `ABSTAIN`, `SPOILT` or `MISSING`.
    pub ballot: String,
}
