//! `rfc_review_{ts}.yaml`: the evidence of one review, in the order of DESIGN.md §9.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::call::{Call, CallCosts};
use super::council::{AgreementStatus, Raise, Resolution, SeatFailure, Selected};
use super::previous_bundle::PreviousBundle;
use super::ruling::Ruling;
use crate::model::opinion::{Citation, Vote};
use crate::model::policy::{CouncilPolicy, ReviewDepth};
use crate::model::price::Prices;
use crate::model::{
    Category, Digest, FindingId, GateId, GateStatus, GateType, Location, MemberName, ModeId, RfcId,
    SessionId, Severity, Signature, Subcategory, TerminalState, TicketId, Timestamp, Verdict,
    Waivable, Waiver,
};

/// The bundle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// `1.0.0`.
    pub schema_version: String,
    /// The RFC that was reviewed.
    pub rfc_id: RfcId,
    /// When the review ended.
    pub review_timestamp: Timestamp,
    /// Whether a council was asked for.
    pub review_depth: ReviewDepth,
    /// How it ended.
    pub terminal_state: TerminalState,
    /// Why, in one line; an abort's line begins with its reason.
    pub terminal_reason: String,
    /// The bundle before this one.
    pub previous_bundle: Option<PreviousBundle>,
    /// What was reviewed, by which rules.
    pub inputs: Inputs,
    /// The gates, in order.
    pub gates: Vec<GateRecord>,
    /// Every finding, in the order of the ids.
    pub findings: Vec<Finding>,
    /// Votable findings that stand.
    pub consensus_findings: Vec<FindingId>,
    /// Findings that a person must settle.
    pub deadlocked_findings: Vec<FindingId>,
    /// Votable findings that an abort left open.
    pub partial_findings: Vec<FindingId>,
    /// What people decided on the findings that the bundle before this one left open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<Ruling>,
    /// The answer.
    pub verdict: Verdict,
    /// Why, in one line.
    pub verdict_reason: String,
    /// Implementability, for people.
    pub assessment: ImplementabilityRecord,
    /// Who must decide, when somebody must.
    pub escalation_target: Option<String>,
    /// The council; none was convened at STANDARD depth.
    pub council_metadata: Option<CouncilMetadata>,
    /// Digests over all of the above.
    pub seal: Seal,
}

/// What was reviewed, by which rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// The tool that wrote this.
    pub tool: Tool,
    /// What there was of the RFC (`OK`, `NOT_DECOMPOSED`, …).
    pub rfc_state: String,
    /// The commit that was read, or that the work tree stood on.
    pub commit: Option<String>,
    /// Files that the commit holds otherwise, or not at all.
    pub uncommitted: Vec<String>,
    /// Every file that the review rests on, by path.
    pub files: Vec<FileDigest>,
    /// Digest over `files`.
    pub dossier_digest: Digest,
    /// Where the component atlas came from.
    pub atlas_source: String,
    /// The waivers that held when the review began and reached some of its findings, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// The limits and the mode policy.
    pub policy: CouncilPolicy,
    /// Digest over `policy`.
    pub policy_digest: Digest,
}

/// Name and version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `council-review`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file and the digest of its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileDigest {
    /// Path from the repository's root.
    pub path: String,
    /// Digest of its bytes.
    pub digest: Digest,
}

/// One gate's answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Gate")]
pub struct GateRecord {
    /// Which gate.
    pub gate_id: GateId,
    /// How it answers.
    #[serde(rename = "type")]
    pub gate_type: GateType,
    /// Its answer.
    pub status: GateStatus,
    /// Its findings.
    pub findings: Vec<FindingId>,
    /// What it looked at.
    pub evidence: serde_json::Value,
}

/// One finding and all that was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finding {
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
    /// The ticket it is about.
    pub ticket_id: Option<TicketId>,
    /// Where.
    pub location: Location,
    /// The source line there.
    pub source_line: String,
    /// The passage it rests on.
    pub quote: String,
    /// What is wrong.
    pub description: String,
    /// The next act.
    pub remediation: String,
    /// What it is merged and voted by.
    pub signature: Signature,
    /// The seat that raised it first; none for a deterministic finding.
    pub source_agent: Option<MemberName>,
    /// The cycle in which it was raised.
    pub source_cycle: u8,
    /// The mode through which it was raised first.
    pub source_mode: Option<ModeId>,
    /// Every raise of it by a seat.
    pub raised_by: Vec<Raise>,
    /// What the seats said of it in cycle 2.
    pub stances: Vec<StanceRecord>,
    /// Whether it went to the vote.
    pub contested: bool,
    /// The ballots of cycle 3.
    pub ballots: Vec<BallotRecord>,
    /// How far the seats agree.
    pub agreement_status: AgreementStatus,
    /// The ways out that were proposed.
    pub remediations: Vec<Remediation>,
    /// The way out that two seats stand behind.
    pub agreed_remediation: Option<String>,
    /// What became of it.
    pub resolution: Resolution,
    /// The findings that explain it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<FindingId>,
}

impl Finding {
    /// What a waiver is asked about it in the review of an RFC; `None` for a finding of a seat, which
    /// none can reach.
    pub fn waivable<'a>(&'a self, rfc: &'a RfcId) -> Option<Waivable<'a>> {
        Some(Waivable {
            rfc,
            rule: self.rule.as_deref()?,
            gate: self.gate_id,
            signature: &self.signature,
            file: &self.location.file,
        })
    }
}

/// A seat's word in cycle 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Stance")]
pub struct StanceRecord {
    /// Who.
    pub agent_id: MemberName,
    /// For, against, or neither.
    pub vote: Vote,
    /// Why.
    pub reason: String,
}

/// What became of one seat's ballot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum BallotStatus {
    /// It counts.
    Cast,
    /// There was one, and it is not valid.
    Spoilt,
    /// There was none.
    Missing,
}

/// A ballot of cycle 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Ballot")]
pub struct BallotRecord {
    /// Who.
    pub agent_id: MemberName,
    /// Whether it counts.
    pub status: BallotStatus,
    /// The vote, when it was cast.
    pub vote: Option<Vote>,
    /// The reason of the vote, or why it is spoilt.
    pub reason: String,
    /// What the seat had missed, when it changed sides.
    pub missed: Option<Citation>,
}

/// A way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remediation {
    /// `P1`, `P2`, …
    pub proposal_id: String,
    /// What to do.
    pub text: String,
    /// Who stands behind it.
    pub backed_by: Vec<MemberName>,
}

/// How well the tickets can be carried out, by the seats' checklists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Assessment")]
pub struct ImplementabilityRecord {
    /// Mean of the tickets' medians, 0 to 100; none when nothing was assessed.
    pub implementability: Option<u32>,
    /// Ticket by ticket.
    pub tickets: Vec<TicketAssessment>,
}

/// One ticket's assessment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketAssessment {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Median over the seats, 0 to 100.
    pub implementability: u32,
    /// Highest minus lowest.
    pub spread: u32,
    /// Seat by seat.
    pub by_agent: Vec<AgentAssessment>,
}

/// One seat's assessment of one ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentAssessment {
    /// Who.
    pub agent_id: MemberName,
    /// Its score, 0 to 100.
    pub score: u32,
    /// Gate by gate and check by check.
    pub assessment: crate::model::opinion::Assessment,
}

/// The council that sat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CouncilMetadata {
    /// The session.
    pub session_id: SessionId,
    /// Its file, within the same folder.
    pub session_file: String,
    /// Digest of its last record, which binds all before it and what the session began with.
    pub session_digest: Digest,
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
    pub quorum_achieved: bool,
    /// Whether a seat fell out.
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
    /// Every call, by number.
    pub calls: Vec<Call>,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Subagent {
    /// Who.
    pub agent_id: MemberName,
    /// Its role.
    pub emergent_role: String,
    /// Its five modes.
    pub selected_modes: Vec<ModeId>,
    /// How it came by them.
    pub mode_selection: Selected,
    /// Who sat there.
    pub provider: String,
    /// With which model.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Different providers.
    pub distinct_providers: u32,
    /// Different models, as their providers name them where they do.
    pub distinct_models: u32,
    /// Whether every seat was held by rules instead of a model.
    pub offline: bool,
    /// Ballots that do not count.
    pub spoilt_ballots: u32,
    /// Ballots that are not there.
    pub missing_ballots: u32,
    /// How often each two seats said the same of what both judged.
    pub agreement: Vec<Agreement>,
}

/// How often two seats said the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// The two.
    pub agents: [MemberName; 2],
    /// Findings of which both said the same in the end.
    pub same: u32,
    /// Findings of which both said something.
    pub of: u32,
}

/// Digests over the canonical bytes above it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// Digests of the parts, so that a change can be told to its place.
    pub parts: Vec<SealedPart>,
    /// Digest of all bytes above `seal:`, and of the parts.
    pub digest: Digest,
}

/// One part of the bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SealedPart {
    /// A top-level key, or an item of a top-level list: `findings[3]`.
    pub part: String,
    /// Digest of its canonical bytes.
    pub digest: Digest,
}
