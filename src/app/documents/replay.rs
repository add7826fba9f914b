//! `replay SESSION`.

use serde::Serialize;

use super::fault::{self, FaultDocument};
use super::verify::Refused;
use crate::app::ReviewNames;
use crate::app::replay::{ReplayComparison, SessionReplay};
use crate::evidence::v2::bundle::Bundle;
use crate::model::SessionId;

/// Where the records of a session lead.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ReplayReport {
    /// It is damaged.
    Refused {
        /// Its path.
        file: String,
        /// `REFUSED`.
        status: Refused,
        /// Every fault that can be told apart.
        faults: Vec<FaultDocument>,
    },
    /// Its records lead somewhere.
    Played {
        /// Its path.
        file: String,
        /// What became of its bundle.
        status: ReplayStatus,
        /// The session.
        session_id: SessionId,
        /// `INIT`, `CYCLE_1`, … or the terminal state.
        state: &'static str,
        /// How many records there are.
        records: usize,
        /// The line, from 1, after which the file was cut short.
        cut_after_line: Option<u32>,
        /// The bundle that the records lead to, once the session has ended.
        bundle: Option<Box<Bundle>>,
    },
}

/// What became of the bundle of a session that replays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReplayStatus {
    /// Its file holds the same bytes.
    Replayed,
    /// Its file holds other bytes.
    Differs,
    /// Its file is not there.
    NoBundle,
    /// The session can go on.
    NotEnded,
}

impl ReplayReport {
    /// Of the session with these names.
    pub fn new(names: &ReviewNames, replayed: SessionReplay) -> Self {
        let file = names.path(&names.session_file());
        match replayed {
            SessionReplay::Damaged(faults) => {
                Self::Refused { file, status: Refused::Refused, faults: fault::all(&faults) }
            }
            SessionReplay::Played { session, state, records, cut_after, outcome, .. } => {
                let (status, bundle) = match outcome {
                    ReplayComparison::Same(bundle) => (ReplayStatus::Replayed, Some(bundle)),
                    ReplayComparison::Differs(bundle) => (ReplayStatus::Differs, Some(bundle)),
                    ReplayComparison::Missing(bundle) => (ReplayStatus::NoBundle, Some(bundle)),
                    ReplayComparison::NotEnded => (ReplayStatus::NotEnded, None),
                };
                let (session_id, cut_after_line) = (session, cut_after);
                Self::Played { file, status, session_id, state, records, cut_after_line, bundle }
            }
        }
    }
}
