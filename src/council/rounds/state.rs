//! What the machine of rounds remembers.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::answer::{CritiqueVerdict, Dimension, Review, RoundsReply};
use super::ask::RoundsTask;
use super::policy::RoundsPolicy;
use crate::core::protocol::CallId;
use crate::core::round::Rounds;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::ending::CouncilEnding;
use crate::council::shared::opening::Opening;
use crate::council::shared::said::{Remark, StepDeviation, StepFailure, Voices};
use crate::council::shared::synthesis::Checked;
use crate::model::MemberId;

/// The machine's state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RoundsSession {
    /// Before `Opened`.
    Unopened,
    /// A session; a copy of it is made when one of two that share it changes.
    Open(Arc<RoundsState>),
}

impl RoundsSession {
    /// The session, once opened.
    pub fn council(&self) -> Option<&RoundsState> {
        match self {
            RoundsSession::Unopened => None,
            RoundsSession::Open(council) => Some(council),
        }
    }
}

/// Where the session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoundsPhase {
    /// Opinions.
    R1,
    /// Reviews.
    R2,
    /// The synthesis.
    R3,
}

impl RoundsPhase {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            RoundsPhase::R1 => "R1",
            RoundsPhase::R2 => "R2",
            RoundsPhase::R3 => "R3",
        }
    }

    /// How many steps lie before it.
    pub const fn index(self) -> usize {
        match self {
            RoundsPhase::R1 => 0,
            RoundsPhase::R2 => 1,
            RoundsPhase::R3 => 2,
        }
    }
}

/// The session as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RoundsState {
    /// What it began with.
    pub opening: Arc<Opening<RoundsPolicy>>,
    /// Where it stands.
    pub phase: RoundsPhase,
    /// Its calls, and who sits out.
    pub rounds: Rounds<RoundsTask, AdmittedReply<RoundsReply>>,
    /// What voices said in R1, with the choices that count now.
    pub voices: Voices,
    /// What they said in R2, in the order of the numbers.
    pub reviews: Vec<ReviewSaid>,
    /// The synthesis that holds, and the call that brought it.
    pub synthesis: Option<(CallId, Checked)>,
    /// Whether a round was skipped.
    pub short_circuit: Option<ShortCircuitDecision>,
    /// Members that gave nothing usable.
    pub failures: Vec<StepFailure>,
    /// How replies differ from what was asked for.
    pub deviations: Vec<StepDeviation>,
    /// How it ended.
    pub ending: Option<CouncilEnding>,
}

/// A review, with its critiques under their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ReviewSaid {
    /// Whose.
    pub member: MemberId,
    /// The call that brought it.
    pub call: CallId,
    /// As it was given.
    pub review: Review,
    /// Its critiques, in its order.
    pub critiques: Vec<CritiqueSaid>,
}

/// A critique under its number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CritiqueSaid {
    /// In which respect it is one.
    pub dimension: Dimension,
    /// Against what is said, or for it.
    pub verdict: CritiqueVerdict,
    /// What it says, and about what.
    pub remark: Remark,
}

/// That a round was skipped, and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortCircuitDecision {
    /// The conditions that held.
    pub reasons: Vec<String>,
    /// The rounds that were skipped.
    pub rounds_skipped: Vec<String>,
}

impl RoundsState {
    /// Every critique, in the order of the numbers.
    pub fn critiques(&self) -> impl Iterator<Item = &CritiqueSaid> {
        self.reviews.iter().flat_map(|review| &review.critiques)
    }

    /// Every remark, in the order of the numbers.
    pub fn remarks(&self) -> Vec<Remark> {
        self.critiques().map(|critique| critique.remark.clone()).collect()
    }

    /// Whether any member looked at the repository.
    pub fn has_looked(&self) -> bool {
        self.rounds.calls.iter().any(|call| call.is_looking())
    }
}
