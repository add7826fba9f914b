//! What every protocol shares: the vocabulary between a pure machine and the one driver. Knows no
//! protocol: no cycles, votes or findings.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::{Receipt, SeatId};
use crate::provider::SeatFault;

/// The number of a call within its session, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub u32);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// What happens to a machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event<O, R> {
    /// The session begins.
    Opened {
        /// All that the machine must know from the start.
        opening: O,
    },
    /// A seat said what a call may use at most.
    Estimated {
        /// Which call.
        call: CallId,
        /// Tokens to reserve.
        tokens: u64,
    },
    /// A seat answered.
    Answered {
        /// Which call.
        call: CallId,
        /// The answer.
        reply: R,
        /// What it took.
        receipt: Receipt,
    },
    /// A seat gave no usable answer.
    Failed {
        /// Which call.
        call: CallId,
        /// Why.
        fault: SeatFault,
        /// What it took all the same.
        receipt: Receipt,
    },
    /// The session goes on after whoever drove it was gone; what was under way is lost.
    Resumed {
        /// Seconds between the last event before and this one. They do not count.
        down_seconds: u64,
    },
    /// The session's time is up.
    DeadlinePassed,
    /// Somebody asked to stop.
    Interrupted,
}

impl<O, R> Event<O, R> {
    /// The call that the event is about, if it is about one.
    pub fn call(&self) -> Option<CallId> {
        match self {
            Event::Estimated { call, .. }
            | Event::Answered { call, .. }
            | Event::Failed { call, .. } => Some(*call),
            Event::Opened { .. }
            | Event::Resumed { .. }
            | Event::DeadlinePassed
            | Event::Interrupted => None,
        }
    }
}

/// What a machine wants done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect<T> {
    /// Find out what this task would use; answered by `Estimated`.
    Estimate {
        /// The call it will be.
        call: CallId,
        /// Who would be asked.
        seat: SeatId,
        /// What would be asked.
        task: T,
    },
    /// Its tokens are reserved: send it; answered by `Answered` or `Failed`.
    Dispatch {
        /// The call.
        call: CallId,
        /// Who is asked.
        seat: SeatId,
        /// What is asked.
        task: T,
    },
}

/// An event that the machine does not expect: late, repeated, forged. It changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("out of turn: {0}")]
pub struct OutOfTurn(pub String);

/// A machine's next state and what it wants done.
pub type Step<P> = Result<(<P as Protocol>::State, Vec<Effect<<P as Protocol>::Task>>), OutOfTurn>;

/// A protocol: a pure state machine. Replaying the same events gives the same state.
pub trait Protocol {
    /// All that the machine must know from the start.
    type Opening: Clone + fmt::Debug;
    /// What a seat is asked.
    type Task: Clone + fmt::Debug;
    /// What a seat answered, as admitted by the one who can see the inputs.
    type Reply: Clone + fmt::Debug;
    /// The state.
    type State: Clone + fmt::Debug;

    /// The state before anything happened.
    fn initial() -> Self::State;

    /// Whether the state is terminal: no event leaves it.
    fn is_over(state: &Self::State) -> bool;

    /// One step. No clock, no I/O.
    fn step(state: Self::State, event: Event<Self::Opening, Self::Reply>) -> Step<Self>
    where
        Self: Sized;
}
