//! `show SESSION`.

use serde::Serialize;

use super::fault::{self, FaultDocument};
use crate::app::showing::{BundleState, Shown};
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::bundle::{Finding, Subagent};
use crate::model::{SessionId, SubjectId};

/// What a session said, whatever came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SessionReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// The session.
    pub session_id: SessionId,
    /// The RFC under review.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Its path.
    pub file: String,
    /// `INIT`, `CYCLE_1`, … or the terminal state.
    pub state: String,
    /// How it ended, once it has.
    pub terminal_reason: Option<String>,
    /// 0 to 3.
    pub cycles_completed: u8,
    /// The seats and their modes.
    pub subagents: Vec<Subagent>,
    /// What was found so far, and what was said of it.
    pub findings: Vec<Finding>,
    /// What came of its bundle.
    pub bundle: SessionBundle,
    /// The command to run next.
    pub next: Option<String>,
}

/// What came of the bundle of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SessionBundle {
    /// Whether it is written.
    pub status: BundleStatus,
    /// Where it stands, or would.
    pub path: String,
    /// Why it does not verify.
    pub faults: Vec<FaultDocument>,
}

/// Whether the bundle of a session is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BundleStatus {
    /// It is.
    Written,
    /// The session has ended and its bundle is not there.
    Missing,
    /// The session has ended and its bundle does not verify.
    DoesNotVerify,
    /// The session can go on.
    NotEnded,
}

impl SessionReport {
    /// A session, with the command to run next.
    pub fn new(shown: Shown, next: Option<String>) -> Self {
        let Shown { session, path, findings, bundle_path, outcome } = shown;
        let (status, faults) = match &outcome {
            BundleState::Written => (BundleStatus::Written, [].as_slice()),
            BundleState::Missing => (BundleStatus::Missing, [].as_slice()),
            BundleState::Faulty(faults) => (BundleStatus::DoesNotVerify, faults.as_slice()),
            BundleState::NotEnded => (BundleStatus::NotEnded, [].as_slice()),
        };
        Self {
            schema_version: DOCUMENT_VERSION,
            session_id: session.session_id,
            rfc_id: session.rfc_id,
            file: path,
            state: session.state,
            terminal_reason: session.terminal_reason,
            cycles_completed: session.cycles_completed,
            subagents: session.subagents,
            findings,
            bundle: SessionBundle { status, path: bundle_path, faults: fault::all(faults) },
            next,
        }
    }
}
