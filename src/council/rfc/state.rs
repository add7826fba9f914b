//! What the machine remembers.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ask::{Division, GateSummary, OnboardingNote, Task};
use super::assess::Assessments;
use super::ledger::Ledger;
use super::recorded::Admitted;
use super::roster;
use crate::core::call::CallError;
use crate::core::calls::{self, Calls};
use crate::core::protocol::CallId;
use crate::core::roster::Roster;
use crate::model::policy::{CouncilPolicy, QUORUM};
use crate::model::{
    AbortReason, Digest, Finding, MemberId, ModeId, SessionId, SubjectId, TerminalState, TicketId,
    subject_word,
};

/// All that the machine must know from the start.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionInput {
    /// The session.
    pub session: SessionId,
    /// What is under review.
    #[serde(with = "subject_word")]
    pub rfc: SubjectId,
    /// Digest of the dossier: what the session is about.
    pub dossier: Digest,
    /// Limits and mode policy.
    pub policy: CouncilPolicy,
    /// Seed of the anchored draw and of the shuffles.
    pub seed: u64,
    /// The members, and who answers for each.
    pub panel: Roster,
    /// The tickets to assess.
    pub tickets: Vec<TicketId>,
    /// How the members divide the reading.
    #[serde(default)]
    pub reading: Division,
    /// How many findings a member may raise in cycle 1; 0 where nobody counts them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub most: u32,
    /// What the deterministic gates said.
    pub gates: Vec<GateSummary>,
    /// What they found, in reporting order.
    pub findings: Vec<Finding>,
    /// Tokens that cycles 1, 2 and 3 need at the least; nothing where no member takes any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub least: Vec<u64>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The machine's state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum State {
    /// Before `Opened`.
    Unopened,
    /// A session; a copy of it is made when one of two that share it changes.
    Open(Arc<SessionState>),
}

impl State {
    /// The session, once opened.
    pub fn charter(&self) -> Option<&SessionState> {
        match self {
            State::Unopened => None,
            State::Open(charter) => Some(charter),
        }
    }
}

/// The session as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SessionState {
    /// The session.
    pub session: SessionId,
    /// What is under review.
    pub rfc: SubjectId,
    /// Digest of the dossier.
    pub dossier: Digest,
    /// Limits and mode policy.
    pub policy: CouncilPolicy,
    /// Seed of draws and shuffles.
    pub seed: u64,
    /// The tickets to assess.
    pub tickets: Vec<TicketId>,
    /// How the members divide the reading.
    pub reading: Division,
    /// How many findings a member may raise in cycle 1; 0 where nobody counts them.
    pub most: u32,
    /// What the deterministic gates said.
    pub gates: Vec<GateSummary>,
    /// Where the session is.
    pub phase: Phase,
    /// The members, and who answers for each.
    pub roster: Roster,
    /// How each of them stands.
    pub seats: BTreeMap<MemberId, SeatState>,
    /// Everything claimed, and said of it.
    pub ledger: Ledger,
    /// The notes, after cycles 1 and 2.
    pub notes: Vec<OnboardingNote>,
    /// Assessments of cycle 2.
    pub assessments: Assessments,
    /// Every call, by number, and token accounting.
    pub calls: Calls<Task>,
    /// Tokens that cycles 1, 2 and 3 need at the least.
    pub least: Vec<u64>,
    /// Replies of the current question, until all live seats have answered.
    pub replies: BTreeMap<MemberId, (CallId, Admitted)>,
    /// How many cycles are complete.
    pub cycles_completed: u8,
    /// Seconds between crashes and resumes, which the time limit does not count.
    pub down_seconds: u64,
    /// How it ended, once it has.
    pub ending: Option<Ending>,
}

/// Where a session is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Phase {
    /// Seats select modes.
    Init,
    /// STRUCTURAL.
    #[serde(rename = "CYCLE_1")]
    Cycle1,
    /// FEASIBILITY.
    #[serde(rename = "CYCLE_2")]
    Cycle2,
    /// CONVERGE: ballots.
    #[serde(rename = "CYCLE_3")]
    Cycle3,
    /// CONVERGE: the last call for ways out; still cycle 3 to everybody outside.
    #[serde(rename = "CYCLE_3_LAST_CALL")]
    LastCall,
}

impl Phase {
    /// The cycle's number; 0 at INIT.
    pub const fn cycle(self) -> u8 {
        match self {
            Phase::Init => 0,
            Phase::Cycle1 => 1,
            Phase::Cycle2 => 2,
            Phase::Cycle3 | Phase::LastCall => 3,
        }
    }

    /// The state's name in the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Phase::Init => "INIT",
            Phase::Cycle1 => "CYCLE_1",
            Phase::Cycle2 => "CYCLE_2",
            Phase::Cycle3 | Phase::LastCall => "CYCLE_3",
        }
    }
}

/// One seat of the session.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SeatState {
    /// Its modes; empty until selected.
    pub modes: Vec<ModeId>,
    /// How it came by them.
    pub selected: ModeOrigin,
    /// Why it sits out, once it does.
    pub failure: Option<MemberFailure>,
}

impl SeatState {
    /// Whether it still takes part.
    pub fn is_live(&self) -> bool {
        self.failure.is_none()
    }
}

/// How a seat came by its modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModeOrigin {
    /// Not yet.
    Pending,
    /// Its key modes, as the policy says.
    KeyModes,
    /// Its own choice.
    Chosen,
    /// Anchors and a draw with the session's seed.
    Drawn,
    /// Its key modes, because its choice was invalid twice.
    KeyModesAfterInvalidChoice,
}

/// Why a seat sits out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemberFailure {
    /// In which cycle.
    pub cycle: u8,
    /// What happened.
    pub fault: CallError,
}

/// One call of this council.
pub type RfcCallRecord = calls::CallRecord<Task>;

/// How a session ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The terminal state.
    pub state: TerminalState,
    /// The reason of an abort.
    pub abort: Option<AbortReason>,
    /// One line for people.
    pub reason: String,
}

impl Ending {
    /// The line that both evidence files give; an abort's begins with its reason.
    pub fn line(&self) -> String {
        match self.abort {
            Some(abort) => format!("{abort}: {}", self.reason),
            None => self.reason.clone(),
        }
    }

    /// The end of cycle 3, with as many findings left that only a person can settle.
    pub fn after_the_vote(deadlocked: usize) -> Self {
        let (state, reason) = match deadlocked {
            0 => (
                TerminalState::Converged,
                "every contested finding reached quorum and every votable blocker has an agreed fix"
                    .to_owned(),
            ),
            1 => (
                TerminalState::Deadlocked,
                "1 finding is left that only a person can settle".to_owned(),
            ),
            many => (
                TerminalState::Deadlocked,
                format!("{many} findings are left that only a person can settle"),
            ),
        };
        Self { state, abort: None, reason }
    }
}

impl SessionState {
    /// The seats that still take part, in order.
    pub fn live(&self) -> Vec<MemberId> {
        self.seats.iter().filter(|(_, seat)| seat.is_live()).map(|(&id, _)| id).collect()
    }

    /// The tickets that a member assesses: those that it reads, and all of them when fewer than a
    /// quorum of those who do are left.
    pub fn assessed_by(&self, member: MemberId) -> &[TicketId] {
        let reads = |member: &MemberId| roster::reads_tickets(self.roster.name(*member));
        let readers = self.live().iter().filter(|member| reads(member)).count();
        let all = self.reading == Division::Whole || readers < QUORUM || reads(&member);
        if all { &self.tickets } else { &[] }
    }

    /// Whether a seat was lost on the way.
    pub fn is_degraded(&self) -> bool {
        self.seats.values().any(|seat| !seat.is_live())
    }

    /// Whether cycle 3 came to its end, so that findings are settled.
    pub fn is_settled(&self) -> bool {
        self.cycles_completed == 3
    }

    /// The protocol's name for where the session is: a phase, or the terminal state.
    pub fn state_name(&self) -> &'static str {
        self.ending.as_ref().map_or(self.phase.as_str(), |ending| ending.state.as_str())
    }
}
