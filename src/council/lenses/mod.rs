//! LENSES: one lens each, an optional debate, a synthesis that cannot invent consensus (COUNCILS.md
//! §3). A pure machine.

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

pub use state::{LensesPhase, LensesSession, LensesState, RebuttalSaid, Shift};

use crate::core::protocol::{EventOf, Never, Protocol, Step};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::model::panel::CouncilKind;
use answer::LensesReply;
use ask::LensesTask;
use policy::LensesPolicy;

/// The protocol of a panel of lenses.
#[derive(Debug, Clone, Copy)]
pub struct LensesCouncil;

/// The word of this protocol.
pub const PROTOCOL: &str = CouncilKind::Lenses.protocol();

impl Protocol for LensesCouncil {
    type Input = Opening<LensesPolicy>;
    type Task = LensesTask;
    type Reply = AdmittedReply<LensesReply>;
    type Utterance = Never;
    type Prompt = Never;
    type State = LensesSession;

    fn initial() -> LensesSession {
        LensesSession::Unopened
    }

    fn is_over(state: &LensesSession) -> bool {
        matches!(state, LensesSession::Open(council) if council.ending.is_some())
    }

    fn again(task: &LensesTask) -> Option<LensesTask> {
        (task.attempt == 1).then(|| LensesTask { attempt: 2, ..task.clone() })
    }

    fn may_look(_: &LensesTask) -> bool {
        true
    }

    fn step(state: LensesSession, event: EventOf<Self>) -> Step<Self> {
        step::step(state, event)
    }
}
