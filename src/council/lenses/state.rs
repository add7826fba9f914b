//! What the machine of lenses remembers.

use std::sync::Arc;

use super::answer::{LensesReply, Rebuttal};
use super::ask::LensesTask;
use super::policy::LensesPolicy;
use crate::core::protocol::CallId;
use crate::core::round::Rounds;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::ending::CouncilEnding;
use crate::council::shared::opening::Opening;
use crate::council::shared::said::{Remark, StepDeviation, StepFailure, Voices};
use crate::council::shared::synthesis::Checked;
use crate::model::{Choice, MemberId};

/// The machine's state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LensesSession {
    /// Before `Opened`.
    Unopened,
    /// A session; a copy of it is made when one of two that share it changes.
    Open(Arc<LensesState>),
}

impl LensesSession {
    /// The session, once opened.
    pub fn council(&self) -> Option<&LensesState> {
        match self {
            LensesSession::Unopened => None,
            LensesSession::Open(council) => Some(council),
        }
    }
}

/// Where the session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LensesPhase {
    /// A statement through each lens.
    Positions,
    /// Answers to one another.
    Debate,
    /// The result in words.
    Synthesis,
}

impl LensesPhase {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            LensesPhase::Positions => "POSITIONS",
            LensesPhase::Debate => "DEBATE",
            LensesPhase::Synthesis => "SYNTHESIS",
        }
    }

    /// How many steps lie before it, a debate included.
    pub const fn index(self) -> usize {
        match self {
            LensesPhase::Positions => 0,
            LensesPhase::Debate => 1,
            LensesPhase::Synthesis => 2,
        }
    }
}

/// The session as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LensesState {
    /// What it began with.
    pub opening: Arc<Opening<LensesPolicy>>,
    /// Where it stands.
    pub phase: LensesPhase,
    /// Its calls, and who sits out.
    pub rounds: Rounds<LensesTask, AdmittedReply<LensesReply>>,
    /// What voices stated, with the choices that count now.
    pub voices: Voices,
    /// What they answered one another, in the order of the numbers.
    pub rebuttals: Vec<RebuttalSaid>,
    /// Who gave another choice than before.
    pub shifts: Vec<Shift>,
    /// The synthesis that holds, and the call that brought it.
    pub synthesis: Option<(CallId, Checked)>,
    /// Members that gave nothing usable.
    pub failures: Vec<StepFailure>,
    /// Those that the close of a round did not wait for, with the step.
    pub late: Vec<(MemberId, LensesPhase)>,
    /// How replies differ from what was asked for.
    pub deviations: Vec<StepDeviation>,
    /// How it ended.
    pub ending: Option<CouncilEnding>,
}

/// A rebuttal, with its answers under their numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RebuttalSaid {
    /// Whose.
    pub member: MemberId,
    /// The call that brought it.
    pub call: CallId,
    /// As it was given.
    pub rebuttal: Rebuttal,
    /// Its answers, in its order.
    pub answers: Vec<Remark>,
}

/// Another choice than before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shift {
    /// Whose.
    pub member: MemberId,
    /// What it chose first.
    pub from: Choice,
    /// What it chooses now.
    pub to: Choice,
    /// The points that changed it.
    pub because: Vec<String>,
    /// Whether it counts: a reason was given that was shown to it.
    pub counted: bool,
}

impl LensesState {
    /// Every answer of the debate, in the order of the numbers.
    pub fn remarks(&self) -> Vec<Remark> {
        self.rebuttals.iter().flat_map(|rebuttal| rebuttal.answers.iter().cloned()).collect()
    }

    /// Whether any member looked at the repository.
    pub fn has_looked(&self) -> bool {
        self.rounds.calls.iter().any(|call| call.is_looking())
    }
}
