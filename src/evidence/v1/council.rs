//! What a council says of a finding and of its seats, in the words of the files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{MemberName, ModeId, Severity};

/// How far the seats agree on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AgreementStatus {
    /// A deterministic finding: code decided, nobody votes.
    NotVotable,
    /// At most one seat stands behind it.
    Pending,
    /// Two seats stand behind it.
    Majority,
    /// All three stand behind it.
    Unanimous,
    /// A vote upheld it.
    QuorumSupport,
    /// A vote dismissed it.
    QuorumOppose,
    /// A vote reached no quorum.
    Deadlocked,
}

impl AgreementStatus {
    /// As in the files.
    pub const fn as_str(self) -> &'static str {
        match self {
            AgreementStatus::NotVotable => "NOT_VOTABLE",
            AgreementStatus::Pending => "PENDING",
            AgreementStatus::Majority => "MAJORITY",
            AgreementStatus::Unanimous => "UNANIMOUS",
            AgreementStatus::QuorumSupport => "QUORUM_SUPPORT",
            AgreementStatus::QuorumOppose => "QUORUM_OPPOSE",
            AgreementStatus::Deadlocked => "DEADLOCKED",
        }
    }
}

/// What becomes of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Resolution {
    /// It counts in the verdict.
    Stands,
    /// A quorum dismissed it; kept for the record.
    Dismissed,
    /// A person must decide: no quorum, or a blocker without an agreed way out.
    Deadlocked,
    /// Its quote was not found; kept, without weight.
    Ungrounded,
    /// The session ended before it was settled.
    Open,
    /// A waiver holds it back; kept, without weight.
    Waived,
    /// Another finding explains it; kept beside it, and not counted.
    Consequence,
}

impl Resolution {
    /// As in the files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Resolution::Stands => "STANDS",
            Resolution::Dismissed => "DISMISSED",
            Resolution::Deadlocked => "DEADLOCKED",
            Resolution::Ungrounded => "UNGROUNDED",
            Resolution::Open => "OPEN",
            Resolution::Waived => "WAIVED",
            Resolution::Consequence => "CONSEQUENCE",
        }
    }
}

/// One seat's raising of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raise {
    /// Who.
    pub source_agent: MemberName,
    /// In which cycle.
    pub source_cycle: u8,
    /// Through which mode.
    pub source_mode: ModeId,
    /// How much it weighs to this seat.
    pub severity: Severity,
    /// The passage it rests on.
    pub quote: String,
    /// What this seat says is wrong.
    pub description: String,
    /// Whether the quote was found where the seat says. Without, the raise has no weight.
    pub grounded: bool,
}

/// How a seat came by its modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Selected {
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatFailure {
    /// In which cycle.
    pub cycle: u8,
    /// What happened.
    pub fault: CallFault,
}

/// Why a seat gave no usable reply. Never replaced by made-up content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[serde(tag = "fault", content = "detail", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CallFault {
    /// It does not have the shape that was asked for; asked again once.
    #[error("malformed reply: {0}")]
    Malformed(String),
    /// The seat could not be reached, or answered with an error.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The seat refused the task.
    #[error("refused: {0}")]
    Refused(String),
    /// The reply was cut off; never repaired.
    #[error("truncated: {0}")]
    Truncated(String),
}
