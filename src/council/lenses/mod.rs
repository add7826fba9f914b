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
#[cfg(test)]
mod tests;
mod views;

pub use state::{LensesState, Phase, RebuttalSaid, Shift, State};

use crate::core::protocol::{EventOf, Never, Protocol, Step};
use crate::council::shared::admitted::Admitted;
use crate::council::shared::opening::Opening;
use answer::Reply;
use ask::Task;
use policy::LensesPolicy;

/// The protocol of a panel of lenses.
#[derive(Debug, Clone, Copy)]
pub struct LensesCouncil;

/// The word of this protocol.
pub const PROTOCOL: &str = "LENSES";

impl Protocol for LensesCouncil {
    type Input = Opening<LensesPolicy>;
    type Task = Task;
    type Reply = Admitted<Reply>;
    type Utterance = Never;
    type Prompt = Never;
    type State = State;

    fn initial() -> State {
        State::Unopened
    }

    fn is_over(state: &State) -> bool {
        matches!(state, State::Open(council) if council.ending.is_some())
    }

    fn again(task: &Task) -> Option<Task> {
        (task.attempt == 1).then(|| Task { attempt: 2, ..task.clone() })
    }

    fn may_look(_: &Task) -> bool {
        true
    }

    fn step(state: State, event: EventOf<Self>) -> Step<Self> {
        step::step(state, event)
    }
}
