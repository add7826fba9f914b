//! What RFC COUNCIL puts into the envelope: each file, vote and rating once, on a line of its own.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::council::{
    AgreementStatus, BallotStatus, CitedLines, CouncilMetadata, PairRecord, Resolution,
};
use super::envelope::{CouncilBundle, Head};
use super::inputs::Inputs;
use crate::model::opinion::{Rating, Vote};
use crate::model::policy::ReviewDepth;
use crate::model::{
    Category, FindingId, GateId, GateStatus, GateType, MemberName, ModeId, RelatedKind, Severity,
    Signature, Subcategory, SubjectId, TerminalState, TicketId, Timestamp, Verdict,
};

/// What `protocol` says.
pub const PROTOCOL: &str = "RFC";

/// The bundle as its file holds it.
pub type RfcReview = CouncilBundle<ReviewHead, ReviewBody, CouncilMetadata, Inputs>;

/// What was reviewed, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewHead {
    /// The RFC that was reviewed.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// The answer.
    pub verdict: Verdict,
    /// Why, in one line.
    #[serde(default)]
    pub verdict_reason: String,
    /// When the review ended.
    pub review_timestamp: Timestamp,
    /// Whether a council was asked for.
    pub review_depth: ReviewDepth,
    /// How it ended.
    pub terminal_state: TerminalState,
    /// Why, in one line; an abort's line begins with its reason.
    #[serde(default)]
    pub terminal_reason: String,
    /// What a person must do.
    pub open: Option<OpenPoint>,
}

impl Head for ReviewHead {
    fn subject(&self) -> &str {
        self.rfc_id.name().as_str()
    }

    fn result(&self) -> &str {
        self.verdict.as_str()
    }

    fn reason(&self) -> &str {
        &self.verdict_reason
    }

    fn command(&self) -> Option<&str> {
        self.open.as_ref().map(|open| open.command.as_str())
    }
}

/// What a person must do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenPoint {
    /// Who must decide.
    pub escalation_target: String,
    /// The command that records what was decided.
    pub command: String,
}

/// What was found, and what was said of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewBody {
    /// Every finding, in the order of the ids.
    #[serde(default)]
    pub findings: Vec<FindingEntry>,
    /// Votable findings that stand.
    #[serde(default)]
    pub consensus_findings: Vec<FindingId>,
    /// Findings that a person must settle.
    #[serde(default)]
    pub deadlocked_findings: Vec<FindingId>,
    /// Votable findings that an abort left open.
    #[serde(default)]
    pub partial_findings: Vec<FindingId>,
    /// What the seats said of the findings.
    #[serde(default)]
    pub votes: Votes,
    /// The gates, in order.
    pub gates: Vec<GateEntry>,
    /// Implementability, for people.
    #[serde(default)]
    pub assessment: Ratings,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Finding")]
pub struct FindingEntry {
    /// Its id in this review.
    pub finding_id: FindingId,
    /// The rule of a deterministic finding.
    pub rule: Option<String>,
    /// The gate it belongs to.
    pub gate_id: GateId,
    /// The family.
    pub category: Category,
    /// The kind.
    pub subcategory: Subcategory,
    /// How much it weighs.
    pub severity: Severity,
    /// What became of it.
    pub resolution: Resolution,
    /// How far the seats agree.
    pub agreement_status: AgreementStatus,
    /// Whether it went to the vote.
    #[serde(default)]
    pub contested: bool,
    /// The ticket it is about.
    pub ticket_id: Option<TicketId>,
    /// Where.
    pub location: PlaceRow,
    /// The source line there.
    #[serde(default)]
    pub source_line: String,
    /// The passage it rests on.
    #[serde(default)]
    pub quote: String,
    /// Lines of other files that it rests on; those who raised it were shown them.
    #[serde(default)]
    pub cites: Vec<CitedLines>,
    /// Other places that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<RelatedRow>,
    /// What is wrong.
    #[serde(default)]
    pub description: String,
    /// The next act.
    #[serde(default)]
    pub remediation: String,
    /// The seat that raised it first; none for a deterministic finding.
    pub source_agent: Option<MemberName>,
    /// The cycle in which it was raised.
    pub source_cycle: u8,
    /// The mode through which it was raised first.
    pub source_mode: Option<ModeId>,
    /// Every raise of it by a seat.
    #[serde(default)]
    pub raised_by: Vec<RaiseRow>,
    /// The ways out that were proposed.
    #[serde(default)]
    pub remediations: Vec<RemediationRow>,
    /// The way out that two seats stand behind.
    pub agreed_remediation: Option<String>,
    /// The finding that it is one with, when seats called it the same.
    pub duplicate_of: Option<FindingId>,
    /// The findings that explain it.
    #[serde(default)]
    pub because: Vec<FindingId>,
    /// What it is matched by in another review.
    pub signature: Signature,
}

/// Where a finding is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Location")]
pub struct PlaceRow {
    /// Path from the repository's root, with `/`.
    pub file: String,
    /// True path of the node in YAML; none for a whole file.
    #[serde(default)]
    pub yaml_path: String,
    /// Path of the node in a file of another language: `heading("…")`, `item(3)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Id of the requirement or work item of a plan that is no YAML: `T014`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// First line, from 1.
    pub line: u32,
    /// First column, from 1, in code points.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
}

/// Another place that a finding names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Related")]
pub struct RelatedRow {
    /// What stands there.
    pub kind: RelatedKind,
    /// Its name; of a sentence, its beginning.
    pub name: String,
    /// Where.
    pub location: PlaceRow,
}

/// One seat's raising of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Raise")]
pub struct RaiseRow {
    /// Who.
    pub source_agent: MemberName,
    /// In which cycle.
    pub source_cycle: u8,
    /// Through which mode.
    pub source_mode: ModeId,
    /// How much it weighs to this seat.
    pub severity: Severity,
    /// Whether the quote was found where the seat says. Without, the raise has no weight.
    #[serde(default)]
    pub grounded: bool,
    /// What this seat says in words of its own; none when they are the finding's.
    pub words: Option<RaiseWords>,
}

/// What a seat says of a finding that another raised first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RaiseWords {
    /// The passage it rests on.
    #[serde(default)]
    pub quote: String,
    /// What is wrong.
    #[serde(default)]
    pub description: String,
}

/// A way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Remediation")]
pub struct RemediationRow {
    /// `P1`, `P2`, …
    pub proposal_id: String,
    /// Who stands behind it.
    #[serde(default)]
    pub backed_by: Vec<MemberName>,
    /// What to do; none when it is the finding's own remediation.
    pub text: Option<String>,
}

/// What the seats said of the findings, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Votes {
    /// In cycle 2.
    #[serde(default)]
    pub stances: Vec<StanceRow>,
    /// The pairs of findings that may be one, and what the seats said of them.
    #[serde(default)]
    pub pairs: Vec<PairRecord>,
    /// The ballots of cycle 3.
    #[serde(default)]
    pub ballots: Vec<BallotRow>,
}

/// A seat's word in cycle 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Stance")]
pub struct StanceRow {
    /// On what.
    pub finding_id: FindingId,
    /// Who.
    pub agent_id: MemberName,
    /// For, against, or neither.
    pub vote: Vote,
    /// How much the finding weighs to this seat, where it counts.
    pub severity: Severity,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// A ballot of cycle 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Ballot")]
pub struct BallotRow {
    /// On what.
    pub finding_id: FindingId,
    /// Who.
    pub agent_id: MemberName,
    /// Whether it counts.
    pub status: BallotStatus,
    /// The vote, when it was cast.
    pub vote: Option<Vote>,
    /// How much the finding weighs to this seat, where it counts, when it was cast.
    pub severity: Option<Severity>,
    /// The reason of the vote, or why it is spoilt.
    #[serde(default)]
    pub reason: String,
    /// What the seat had missed, when it changed sides.
    pub missed: Option<MissedRow>,
}

/// A passage that a seat had missed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Citation")]
pub struct MissedRow {
    /// A file of the dossier.
    #[serde(default)]
    pub file: String,
    /// The node; none for the whole file.
    #[serde(default)]
    pub yaml_path: String,
    /// The passage.
    #[serde(default)]
    pub quote: String,
}

/// One gate's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Gate")]
pub struct GateEntry {
    /// Which gate.
    pub gate_id: GateId,
    /// How it answers.
    #[serde(rename = "type")]
    pub gate_type: GateType,
    /// Its answer.
    pub status: GateStatus,
    /// How many findings it has.
    pub findings: u32,
    /// How many tickets the seats assessed; none of a deterministic gate.
    pub assessed: Option<u32>,
    /// What it looked at, where it found something.
    #[serde(default)]
    pub evidence: Value,
}

/// How well the tickets can be carried out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Assessment")]
pub struct Ratings {
    /// Mean of the tickets' medians, 0 to 100; none when nothing was assessed.
    pub implementability: Option<u32>,
    /// Ticket by ticket.
    #[serde(default)]
    pub tickets: Vec<TicketRow>,
    /// What each seat said of each ticket.
    #[serde(default)]
    pub ratings: Vec<RatingRow>,
}

/// One ticket's score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "TicketScore")]
pub struct TicketRow {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Median over the seats, 0 to 100.
    pub implementability: u32,
    /// Highest minus lowest.
    pub spread: u32,
}

/// One seat's assessment of one ticket: gates that are PASSED and lines of the checklist that are MET
/// are not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Rating")]
pub struct RatingRow {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Who.
    pub agent_id: MemberName,
    /// Its score, 0 to 100.
    pub score: u32,
    /// The gates that are not PASSED.
    #[serde(default)]
    pub gates: Vec<GateRow>,
    /// The lines that are not MET.
    #[serde(default)]
    pub checklist: Vec<CheckRow>,
}

/// A gate that a seat does not say PASSED of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GateRow {
    /// Which gate.
    pub gate_id: GateId,
    /// Its answer.
    pub status: GateStatus,
    /// Why.
    #[serde(default)]
    pub reason: String,
}

/// A line of the checklist that is not MET.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRow {
    /// Which line.
    pub item: String,
    /// How far it is met.
    pub rating: Rating,
    /// The passage that shows it; empty when nothing in the ticket does.
    #[serde(default)]
    pub quote: String,
}
