//! What a council says of a finding and of its seats, in the words of the files.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::call::CallCosts;
use crate::model::price::Prices;
use crate::model::{FindingId, MemberName, ModeId, SessionId, Severity};

/// How far the seats agree on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Seats called it the same as another; kept with it, without weight of its own.
    Duplicate,
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
            Resolution::Duplicate => "DUPLICATE",
        }
    }
}

/// One seat's raising of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    #[serde(default)]
    pub quote: String,
    /// What this seat says is wrong.
    pub description: String,
    /// Whether the quote was found where the seat says. Without, the raise has no weight.
    pub grounded: bool,
}

/// Lines of a file that a member was shown, and rests a finding on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CitedLines {
    /// The file.
    pub path: String,
    /// The lines, as `10-14` or `10`.
    pub lines: String,
    /// The passage.
    #[serde(default)]
    pub quote: String,
}

/// How a seat came by its modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatFailure {
    /// In which cycle.
    pub cycle: u8,
    /// What happened.
    pub fault: CallFault,
}

/// Why a seat gave no usable reply. Never replaced by made-up content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// No answer came within the time that its message has.
    #[error("timed out: {0}")]
    TimedOut(String),
    /// The key, or whom it belongs to, was not accepted.
    #[error("unauthorised: {0}")]
    Unauthorised(String),
    /// Too much was asked of the provider, after every retry.
    #[error("rate limited: {0}")]
    RateLimited(String),
    /// The round closed without it; no failure of the member's.
    #[error("late: {0}")]
    Late(String),
    /// The council ended without it; no failure of the member's.
    #[error("given up: {0}")]
    GivenUp(String),
}

/// What became of one seat's ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BallotStatus {
    /// It counts.
    Cast,
    /// There was one, and it is not valid.
    Spoilt,
    /// There was none.
    Missing,
}

/// The council that sat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CouncilMetadata {
    /// The session.
    pub session_id: SessionId,
    /// Its file, within the same folder.
    pub session_file: String,
    /// The seed of draws and shuffles.
    pub seed: u64,
    /// The seats.
    pub subagents: Vec<Subagent>,
    /// 0 to 3.
    pub cycles_completed: u8,
    /// Claims made in all, those of the gates included.
    pub total_findings_generated: u32,
    /// Findings that were left when equal ones were merged.
    pub findings_after_dedup: u32,
    /// Contested findings that reached quorum.
    pub contested_items_resolved: u32,
    /// Whether every contested finding did.
    #[serde(default)]
    pub quorum_achieved: bool,
    /// Whether a seat fell out.
    #[serde(default)]
    pub degraded: bool,
    /// From INIT to the end, without the time that the session was down.
    pub elapsed_time_seconds: u64,
    /// Time between crashes and resumes.
    pub down_time_seconds: u64,
    /// Token accounting.
    pub tokens: Tokens,
    /// What the calls cost; none when nothing was sent to anybody.
    pub cost: Option<CallCosts>,
    /// How much of a panel it was.
    pub panel: Panel,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Subagent {
    /// Who.
    pub agent_id: MemberName,
    /// Its role.
    #[serde(default)]
    pub emergent_role: String,
    /// Its five modes.
    #[serde(default)]
    pub selected_modes: Vec<ModeId>,
    /// How it came by them.
    pub mode_selection: Selected,
    /// Who sat there.
    #[serde(default)]
    pub provider: String,
    /// With which model.
    #[serde(default)]
    pub model: String,
    /// What it was asked with.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// What its tokens cost, when the configuration said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// The models that answered, as the provider names them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub served_models: BTreeSet<String>,
    /// Why it fell out, if it did.
    pub failure: Option<SeatFailure>,
}

/// Token accounting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tokens {
    /// What the session might use.
    pub budget: u64,
    /// What it was charged.
    pub spent: u64,
    /// Calls that were sent.
    pub calls: u32,
}

/// Panel honesty: how many different minds really sat, and what was lost of their votes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Different providers.
    pub distinct_providers: u32,
    /// Different models, as their providers name them where they do.
    pub distinct_models: u32,
    /// Whether every seat was held by rules instead of a model.
    #[serde(default)]
    pub offline: bool,
    /// Ballots that do not count.
    pub spoilt_ballots: u32,
    /// Ballots that are not there.
    pub missing_ballots: u32,
    /// How often each two seats said the same of what both judged.
    #[serde(default)]
    pub agreement: Vec<Agreement>,
}

/// How often two seats said the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The two.
    pub agents: [MemberName; 2],
    /// Findings of which both said the same in the end.
    pub same: u32,
    /// Findings of which both said something.
    pub of: u32,
}

/// Two findings that may be one, and what the seats said of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Pair")]
pub struct PairRecord {
    /// The later one.
    pub finding_id: FindingId,
    /// The earlier one.
    pub other_id: FindingId,
    /// The cycle in which the seats were asked: 2, or 3, in which they voted at the same time.
    pub cycle: u8,
    /// Who called them one.
    #[serde(default)]
    pub same_as: Vec<MemberName>,
    /// Who called the later one a part of the earlier one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub part_of: Vec<MemberName>,
    /// Who called the earlier one a part of the later one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contains: Vec<MemberName>,
    /// Who told them apart.
    #[serde(default)]
    pub different: Vec<MemberName>,
}
