//! RFC COUNCIL: INIT, three cycles, a terminal state (DESIGN.md §7). A pure machine.

mod absorb;
mod admit;
pub mod answer;
pub mod ask;
pub mod assess;
pub mod ledger;
mod member;
pub mod modes;
mod notes;
pub mod read;
pub mod render;
pub mod roster;
mod state;
mod step;
pub mod tally;
#[cfg(test)]
mod tests;
mod views;

pub use admit::{Admitted, admit};
pub use member::{Completing, Completion, Member};
pub use state::{
    CallOutcome, CallRecord, Ending, MemberFailure, ModeOrigin, Phase, SeatState, SessionInput,
    SessionState, State,
};

use crate::core::protocol::{EventOf, Never, Protocol, Step};
use ask::Task;

/// The protocol of an RFC's review.
#[derive(Debug, Clone, Copy)]
pub struct RfcCouncil;

impl Protocol for RfcCouncil {
    type Input = SessionInput;
    type Task = Task;
    type Reply = Admitted;
    type Utterance = Never;
    type Prompt = Never;
    type State = State;

    fn initial() -> State {
        State::Unopened
    }

    fn is_over(state: &State) -> bool {
        matches!(state, State::Open(charter) if charter.ending.is_some())
    }

    fn step(state: State, event: RfcEvent) -> Step<Self> {
        step::step(state, event)
    }
}

/// Events of this protocol.
pub type RfcEvent = EventOf<RfcCouncil>;
