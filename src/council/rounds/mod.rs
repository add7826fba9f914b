//! ROUNDS: independent opinions, cross review, a chair's synthesis (COUNCILS.md §2). A pure machine.

pub mod admit;
pub mod answer;
pub mod ask;
pub mod derive;
mod fit;
pub mod policy;
pub mod render;
mod state;
mod step;
mod views;

pub use state::{ReviewSaid, RoundsPhase, RoundsSession, RoundsState, ShortCircuitDecision};

use crate::core::protocol::{EventOf, Never, Protocol, Step};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::model::panel::CouncilKind;
use answer::RoundsReply;
use ask::RoundsTask;
use policy::RoundsPolicy;

/// The protocol of three rounds.
#[derive(Debug, Clone, Copy)]
pub struct RoundsCouncil;

/// The word of this protocol.
pub const PROTOCOL: &str = CouncilKind::Rounds.protocol();

impl Protocol for RoundsCouncil {
    type Input = Opening<RoundsPolicy>;
    type Task = RoundsTask;
    type Reply = AdmittedReply<RoundsReply>;
    type Utterance = Never;
    type Prompt = Never;
    type State = RoundsSession;

    fn initial() -> RoundsSession {
        RoundsSession::Unopened
    }

    fn is_over(state: &RoundsSession) -> bool {
        matches!(state, RoundsSession::Open(council) if council.ending.is_some())
    }

    fn again(task: &RoundsTask) -> Option<RoundsTask> {
        (task.attempt == 1).then(|| RoundsTask { attempt: 2, ..task.clone() })
    }

    fn may_look(_: &RoundsTask) -> bool {
        true
    }

    fn step(state: RoundsSession, event: EventOf<Self>) -> Step<Self> {
        step::step(state, event)
    }
}
