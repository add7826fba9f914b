//! `rfc_review_{ts}.yaml` as code reads it: each finding with all that was said of it. Its file has the
//! form of `review`, from which and to which `form` goes.

mod form;

use serde::{Deserialize, Serialize};

use super::OFFLINE;
use super::call::Call;
pub use super::council::{
    Agreement, BallotStatus, CouncilMetadata, PairRecord, Panel, Subagent, Tokens,
};
use super::council::{AgreementStatus, CitedLines, Raise, Resolution};
pub use super::envelope::{Seal, SealedPart};
pub use super::inputs::{FileNumber, FileUse, InputFile, Inputs, Tool};
use super::previous_bundle::PreviousBundle;
use super::review::RfcReview;
use super::ruling::Ruling;
use crate::model::opinion::{Citation, Vote};
use crate::model::policy::ReviewDepth;
use crate::model::{
    Category, Digest, FindingId, GateId, GateStatus, GateType, Location, MemberName, ModeId,
    Related, Severity, Signature, Subcategory, SubjectId, TerminalState, TicketId, Timestamp,
    Verdict, Waivable,
};

/// The bundle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "RfcReview", into = "RfcReview")]
pub struct Bundle {
    /// `2.0.0`.
    pub schema_version: String,
    /// The RFC that was reviewed.
    pub rfc_id: SubjectId,
    /// The answer.
    pub verdict: Verdict,
    /// Why, in one line.
    pub verdict_reason: String,
    /// When the review ended.
    pub review_timestamp: Timestamp,
    /// Whether a council was asked for.
    pub review_depth: ReviewDepth,
    /// How it ended.
    pub terminal_state: TerminalState,
    /// Why, in one line; an abort's line begins with its reason.
    pub terminal_reason: String,
    /// Who must decide, when somebody must.
    pub escalation_target: Option<String>,
    /// Every finding, in the order of the ids.
    pub findings: Vec<Finding>,
    /// The pairs of findings that may be one, in the order in which they were asked about.
    pub pairs: Vec<PairRecord>,
    /// Votable findings that stand.
    pub consensus_findings: Vec<FindingId>,
    /// Findings that a person must settle.
    pub deadlocked_findings: Vec<FindingId>,
    /// Votable findings that an abort left open.
    pub partial_findings: Vec<FindingId>,
    /// The gates, in order.
    pub gates: Vec<GateRecord>,
    /// Implementability, for people.
    pub assessment: ImplementabilityRecord,
    /// The council; none was convened at STANDARD depth.
    pub council_metadata: Option<CouncilMetadata>,
    /// Every call, by number.
    pub calls: Vec<Call>,
    /// What people decided on the findings that the bundle before this one left open.
    pub rulings: Vec<Ruling>,
    /// What was reviewed, by which rules.
    pub inputs: Inputs,
    /// Digest of the session's file.
    pub log_digest: Option<Digest>,
    /// The bundle before this one.
    pub previous_bundle: Option<PreviousBundle>,
    /// Digests over all of the above.
    pub seal: Seal,
}

impl Bundle {
    /// The verdict that every ruling on what waits for a person gives; `None` when rulings decide it,
    /// or nothing waits.
    pub fn foregone_verdict(&self) -> Option<Verdict> {
        let of = |resolution: Resolution| {
            let own = self.findings.iter().filter(move |f| f.resolution == resolution);
            own.map(|finding| finding.severity)
        };
        let waits = !self.deadlocked_findings.is_empty();
        Verdict::foregone(of(Resolution::Stands), of(Resolution::Deadlocked)).filter(|_| waits)
    }

    /// Whether a finding of the seats has nobody behind it but the built-in rules, which held all seats:
    /// one set of rules found it, and no seats agreed.
    pub fn is_of_rules(&self, finding: &Finding) -> bool {
        let council = self.council_metadata.as_ref();
        let stands = match finding.agreement_status {
            AgreementStatus::Pending
            | AgreementStatus::Majority
            | AgreementStatus::Unanimous
            | AgreementStatus::QuorumSupport => true,
            AgreementStatus::NotVotable
            | AgreementStatus::QuorumOppose
            | AgreementStatus::Deadlocked => false,
        };
        stands && council.is_some_and(|council| council.panel.offline)
    }

    /// Whether a finding is a hint of the built-in rules: a place to look at that counts for nothing.
    /// One that waits for a person is none.
    pub fn is_hint(&self, finding: &Finding) -> bool {
        let seats = || self.council_metadata.iter().flat_map(|council| &council.subagents);
        let is_of_rules = |raise: &Raise| {
            seats().any(|seat| seat.agent_id == raise.source_agent && seat.provider == OFFLINE)
        };
        finding.severity == Severity::Info
            && matches!(finding.resolution, Resolution::Stands | Resolution::Open)
            && !finding.raised_by.is_empty()
            && finding.raised_by.iter().all(is_of_rules)
    }
}

/// One gate's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct GateRecord {
    /// Which gate.
    pub gate_id: GateId,
    /// How it answers.
    pub gate_type: GateType,
    /// Its answer.
    pub status: GateStatus,
    /// Its findings.
    pub findings: Vec<FindingId>,
    /// How many tickets the seats assessed; none of a deterministic gate.
    pub assessed: Option<u32>,
    /// What it looked at, where it found something.
    pub evidence: serde_json::Value,
}

/// One finding and all that was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    #[serde(default)]
    pub quote: String,
    /// Lines of other files that it rests on; those who raised it were shown them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<CitedLines>,
    /// Other places that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// What is wrong.
    pub description: String,
    /// The next act.
    pub remediation: String,
    /// What matches it with the same one of another review.
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
    /// The finding that it is one with, when seats called it the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<FindingId>,
    /// The findings that explain it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<FindingId>,
}

impl Finding {
    /// What a waiver is asked about it in the review of an RFC; `None` for a finding of a seat, which
    /// none can reach.
    pub fn waivable<'a>(&'a self, rfc: &'a SubjectId) -> Option<Waivable<'a>> {
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Stance")]
pub struct StanceRecord {
    /// Who.
    pub agent_id: MemberName,
    /// For, against, or neither.
    pub vote: Vote,
    /// How much the finding weighs to this seat, where it counts.
    pub severity: Severity,
    /// Why.
    pub reason: String,
}

/// A ballot of cycle 3.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Ballot")]
pub struct BallotRecord {
    /// Who.
    pub agent_id: MemberName,
    /// Whether it counts.
    pub status: BallotStatus,
    /// The vote, when it was cast.
    pub vote: Option<Vote>,
    /// How much the finding weighs to this seat, where it counts, when it was cast.
    pub severity: Option<Severity>,
    /// The reason of the vote, or why it is spoilt.
    pub reason: String,
    /// What the seat had missed, when it changed sides.
    pub missed: Option<Citation>,
}

/// A way out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImplementabilityRecord {
    /// Mean of the tickets' medians, 0 to 100; none when nothing was assessed.
    pub implementability: Option<u32>,
    /// Ticket by ticket.
    pub tickets: Vec<TicketAssessment>,
}

/// One ticket's assessment.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// One seat's assessment of one ticket. What is PASSED has no reason and what is MET no quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentAssessment {
    /// Who.
    pub agent_id: MemberName,
    /// Its score, 0 to 100.
    pub score: u32,
    /// Gate by gate and check by check.
    pub assessment: crate::model::opinion::Assessment,
}
