//! What every protocol shares: the vocabulary between a pure machine (a reducer over recorded events)
//! and the one driver.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::call::CallError;
use super::look::{LookRequest, Looks, ShownPage};
use crate::model::{MemberId, PersonId, Receipt};

/// The number of a call within its session, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(pub u32);

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The number of a timer within its session; setting it again replaces it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TimerId(pub u16);

/// What never occurs: the words of people in a protocol that asks none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Never {}

/// What happens to a machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event<I, R, U> {
    /// The session begins.
    Opened {
        /// All that the machine must know from the start.
        #[serde(rename = "opening")]
        input: I,
    },
    /// A member said what a call may use at most.
    Estimated {
        /// Which call.
        call: CallId,
        /// Tokens to reserve.
        tokens: u64,
        /// What the next message of the task takes before anything is shown in it, where that is less:
        /// some members keep what they were told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        again: Option<u64>,
    },
    /// A member answered.
    Answered {
        /// Which call.
        call: CallId,
        /// The answer.
        reply: R,
        /// What it took.
        receipt: Receipt,
    },
    /// A member gave no usable answer.
    Failed {
        /// Which call.
        call: CallId,
        /// Why.
        fault: CallError,
        /// What it took all the same.
        receipt: Receipt,
    },
    /// A member asks to see before it answers.
    LookRequested {
        /// Which call.
        call: CallId,
        /// What it asks to see.
        requests: Vec<LookRequest>,
        /// What asking took.
        receipt: Receipt,
    },
    /// What a member asked to see was looked up.
    Shown {
        /// Which call.
        call: CallId,
        /// What it is shown.
        pages: Vec<ShownPage>,
    },
    /// A person said something.
    Said {
        /// Who.
        by: PersonId,
        /// What.
        what: U,
    },
    /// A timer that the machine set ran out.
    TimerFired {
        /// Which.
        timer: TimerId,
    },
    /// The session goes on after its process ended. Calls that were under way are lost, and timers
    /// are not set any more.
    Resumed {
        /// Seconds between the last event before and this one. They do not count.
        down_seconds: u64,
    },
    /// The session's time is up.
    DeadlinePassed,
    /// Somebody asked to stop.
    Interrupted,
}

impl<I, R, U> Event<I, R, U> {
    /// The call that the event is about, if it is about one.
    pub fn call(&self) -> Option<CallId> {
        match self {
            Event::Estimated { call, .. }
            | Event::Answered { call, .. }
            | Event::Failed { call, .. }
            | Event::LookRequested { call, .. }
            | Event::Shown { call, .. } => Some(*call),
            Event::Opened { .. }
            | Event::Said { .. }
            | Event::TimerFired { .. }
            | Event::Resumed { .. }
            | Event::DeadlinePassed
            | Event::Interrupted => None,
        }
    }
}

/// What a machine wants done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect<T, Q> {
    /// Find out what this task would use; answered by `Estimated`.
    Estimate {
        /// The call it will be.
        call: CallId,
        /// Who would be asked.
        member: MemberId,
        /// What would be asked.
        task: T,
        /// What it may look at, and has.
        looks: Looks,
    },
    /// Its tokens are reserved: send it; answered by `Answered`, `LookRequested` or `Failed`.
    Dispatch {
        /// The call.
        call: CallId,
        /// Who is asked.
        member: MemberId,
        /// What is asked.
        task: T,
        /// What it may look at, and has.
        looks: Looks,
    },
    /// Look up what a member asked to see; answered by `Shown`.
    Show {
        /// The call.
        call: CallId,
        /// What is asked for.
        requests: Vec<LookRequest>,
        /// The most characters that are shown.
        most: u32,
    },
    /// Wait so long; answered by `TimerFired`.
    SetTimer {
        /// Which timer.
        timer: TimerId,
        /// How long.
        seconds: u32,
    },
    /// Wait for a call no longer; answered by `Failed` with this fault.
    GiveUp {
        /// The call.
        call: CallId,
        /// Why.
        fault: CallError,
    },
    /// A person is asked; answered by `Said`, whenever it is.
    AwaitPerson(Q),
}

impl<T, Q> Effect<T, Q> {
    /// The task of a call, when it is about one.
    pub fn into_task(self) -> Option<T> {
        match self {
            Effect::Estimate { task, .. } | Effect::Dispatch { task, .. } => Some(task),
            Effect::Show { .. }
            | Effect::SetTimer { .. }
            | Effect::GiveUp { .. }
            | Effect::AwaitPerson(_) => None,
        }
    }
}

/// An event that the machine does not expect: late, repeated, forged. It changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("out of turn: {0}")]
pub struct OutOfTurn(pub String);

/// An event of a protocol.
pub type EventOf<P> =
    Event<<P as Protocol>::Input, <P as Protocol>::Reply, <P as Protocol>::Utterance>;

/// An effect of a protocol.
pub type EffectOf<P> = Effect<<P as Protocol>::Task, <P as Protocol>::Prompt>;

/// A machine's next state and what it wants done.
pub type Step<P> = Result<(<P as Protocol>::State, Vec<EffectOf<P>>), OutOfTurn>;

/// A protocol: a pure state machine. Replaying the same events gives the same state.
pub trait Protocol {
    /// All that the machine must know from the start.
    type Input: Clone + fmt::Debug;
    /// What a member is asked.
    type Task: Clone + fmt::Debug;
    /// What a member answered, as admitted by the one who can see the inputs.
    type Reply: Clone + fmt::Debug;
    /// What a person can say; [`Never`] where nobody is asked.
    type Utterance: Clone + fmt::Debug;
    /// What a person is asked; [`Never`] where nobody is.
    type Prompt: Clone + fmt::Debug;
    /// The state.
    type State: Clone + fmt::Debug;

    /// The state before anything happened.
    fn initial() -> Self::State;

    /// Whether the state is terminal: no event leaves it.
    fn is_over(state: &Self::State) -> bool;

    /// Whether the session waits for a person and for nothing else: the driver returns, and calls
    /// that are under way are dropped.
    fn rests(_state: &Self::State) -> bool {
        false
    }

    /// The same task, to be asked once more after a malformed answer; `None` when it was already.
    fn again(_task: &Self::Task) -> Option<Self::Task> {
        None
    }

    /// Whether a member may ask to see before it answers the task.
    fn may_look(_task: &Self::Task) -> bool {
        false
    }

    /// One step. No clock, no I/O.
    fn step(state: Self::State, event: EventOf<Self>) -> Step<Self>
    where
        Self: Sized;
}
