//! RFC COUNCIL: INIT, three cycles, a terminal state (DESIGN.md §7). A pure machine.

mod absorb;
mod admit;
pub mod answer;
pub mod ask;
pub mod assess;
pub mod ledger;
pub mod modes;
mod notes;
pub mod read;
mod recorded;
pub mod render;
pub mod roster;
pub mod sameness;
mod speech;
mod state;
mod step;
pub mod tally;
#[cfg(test)]
mod tests;
mod views;

pub use admit::{admit, admit_on};
pub use recorded::Admitted;
pub use state::{
    Ending, MemberFailure, ModeOrigin, Phase, RfcCallRecord, SeatState, SessionInput, SessionState,
    State,
};

pub use crate::core::calls::CallOutcome;

use crate::core::member::Member;
use crate::core::protocol::{EventOf, Never, Protocol, Step};
use answer::Reply;
use ask::{Ask, Task};

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

    fn again(task: &Task) -> Option<Task> {
        (task.attempt == 1).then(|| Task { attempt: 2, ..task.clone() })
    }

    fn may_look(task: &Task) -> bool {
        match &task.question {
            Ask::Structural { .. } | Ask::Feasibility { .. } | Ask::Remediation { .. } => true,
            // Ballots alone rest on what was seen before.
            Ask::Converge { blockers, .. } => !blockers.is_empty(),
            Ask::SelectModes => false,
        }
    }

    fn step(state: State, event: RfcEvent) -> Step<Self> {
        step::step(state, event)
    }
}

/// Events of this protocol.
pub type RfcEvent = EventOf<RfcCouncil>;

/// Somebody who holds a seat of this council.
pub type RfcMember = dyn Member<Task, Reply>;
