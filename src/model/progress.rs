//! What happens in a session, for whoever watches it.

use super::{SessionId, SubjectId};

/// Something that happened and is on record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressEvent {
    /// The RFC under review.
    pub rfc: SubjectId,
    /// What happened.
    pub what: Happened,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happened {
    /// The session began.
    Began {
        /// Which.
        session: SessionId,
    },
    /// It goes on after its process ended.
    Resumed {
        /// Where it is: `INIT`, `CYCLE_1`, …
        state: &'static str,
        /// Seconds for which nobody drove it.
        down_seconds: u64,
    },
    /// Its time is up, or somebody asked it to stop.
    Stopped {
        /// How it ended.
        state: &'static str,
    },
    /// Something that only the machine cares about.
    Noted,
    /// A seat gave an answer.
    Answered {
        /// What it was asked.
        asked: Asked,
        /// What the answer holds.
        said: AnswerSummary,
    },
    /// A seat asks to see before it answers.
    Looked {
        /// What it was asked.
        asked: Asked,
        /// How many things it asks to see.
        requests: usize,
    },
    /// A seat gave none.
    Failed {
        /// What it was asked.
        asked: Asked,
        /// Why there is none.
        why: String,
    },
}

/// A question to a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// `INIT`, `CYCLE_1`, …
    pub cycle: &'static str,
    /// The question's name.
    pub question: &'static str,
    /// Whom: the seat's name.
    pub seat: String,
    /// What that seat is there for.
    pub role: String,
}

/// What an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerSummary {
    /// As many modes.
    Modes(usize),
    /// As many findings.
    Findings(usize),
    /// What cycle 2 asks for.
    Feasibility {
        /// Findings.
        findings: usize,
        /// Stances on findings of others.
        stances: usize,
        /// Tickets that were assessed.
        tickets: usize,
    },
    /// As many ballots.
    Ballots(usize),
    /// As many endorsements.
    Endorsements(usize),
}
