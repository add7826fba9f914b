//! `council_session_{ts}.yaml`: the session from INIT on. Its head says what it began with and never
//! changes; its records, chained by digests and appended one by one, say all that happened and the
//! state that it led to, and are enough to resume and to replay.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bundle::Subagent;
use super::inputs::Inputs;
use super::previous_bundle::PreviousBundle;
use crate::model::{Digest, GateId, SessionId, SubjectId, Timestamp};

/// The session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// `2.0.0`.
    pub schema_version: String,
    /// `RFC`.
    pub protocol: String,
    /// Its id.
    pub session_id: SessionId,
    /// The RFC under review.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// When INIT began.
    pub started_at: Timestamp,
    /// The bundle before the one that this session leads to.
    pub previous_bundle: Option<PreviousBundle>,
    /// What is reviewed, by which rules.
    pub inputs: Inputs,
    /// What the deterministic gates looked at, where they found something.
    #[serde(default)]
    pub gates: Vec<SessionGate>,
    /// Everything that happened, in order.
    #[serde(default)]
    pub records: Vec<SessionRecord>,
}

/// What a deterministic gate looked at. Its answer and its findings are in the record that opens the
/// session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionGate {
    /// Which gate.
    pub gate_id: GateId,
    /// What it looked at.
    pub evidence: Value,
}

/// One event, chained to the one before, and where it led.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionRecord {
    /// From 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// INIT, CYCLE_1, CYCLE_2, CYCLE_3, CONVERGED, DEADLOCKED or ABORTED.
    pub state: String,
    /// What happened.
    pub event: Value,
    /// Digest over number, time and event, and the digest before; for the first, that of the head.
    pub digest: Digest,
}

/// Where a session stands, as its records tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionSummary {
    /// Its id.
    pub session_id: SessionId,
    /// The RFC under review.
    pub rfc_id: SubjectId,
    /// INIT, CYCLE_1, CYCLE_2, CYCLE_3, CONVERGED, DEADLOCKED or ABORTED.
    pub state: String,
    /// Why it ended, in one line, once it has.
    pub terminal_reason: Option<String>,
    /// 0 to 3.
    pub cycles_completed: u8,
    /// The seats and their modes.
    pub subagents: Vec<Subagent>,
}
