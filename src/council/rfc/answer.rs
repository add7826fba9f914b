//! What a seat answers. The shapes are strict: an unknown field is a fault, not a hint.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::model::policy::MAX_FINDINGS;
use crate::model::{
    Digest, FindingId, GateId, GateStatus, ModeId, Severity, Subcategory, TicketId,
};

/// The answer to a task's question, of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Reply {
    /// To SELECT_MODES.
    SelectModes(ModeSelection),
    /// To STRUCTURAL.
    Structural(StructuralReview),
    /// To FEASIBILITY.
    Feasibility(FeasibilityReview),
    /// To CONVERGE.
    Converge(Convergence),
    /// To REMEDIATION.
    Remediation(Endorsements),
}

impl Reply {
    /// The name of the question that this answers.
    pub const fn name(&self) -> &'static str {
        match self {
            Reply::SelectModes(_) => "SELECT_MODES",
            Reply::Structural(_) => "STRUCTURAL",
            Reply::Feasibility(_) => "FEASIBILITY",
            Reply::Converge(_) => "CONVERGE",
            Reply::Remediation(_) => "REMEDIATION",
        }
    }
}

/// Five modes and why.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModeSelection {
    /// The numbers of the modes.
    pub modes: Vec<u8>,
    /// Why these suit this role and this RFC.
    pub reason: String,
}

/// Cycle 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StructuralReview {
    /// What the seat raises.
    #[schemars(length(max = MAX_FINDINGS))]
    pub findings: Vec<Claim>,
}

/// Cycle 2.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeasibilityReview {
    /// One for each finding of the task.
    pub stances: Vec<Stance>,
    /// One for each ticket of the task.
    pub assessments: Vec<Assessment>,
    /// What the seat raises.
    #[schemars(length(max = MAX_FINDINGS))]
    pub findings: Vec<Claim>,
    /// Ways out for findings of the task.
    pub remediations: Vec<Proposal>,
}

/// Cycle 3.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convergence {
    /// One for each contested finding.
    pub ballots: Vec<Ballot>,
    /// Further ways out for the blockers of the task.
    pub remediations: Vec<Proposal>,
    /// The ways out that the seat gets behind, at most one a finding.
    pub endorsements: Vec<Endorsement>,
}

/// Cycle 3, the last call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Endorsements {
    /// The ways out that the seat gets behind, at most one a finding.
    pub endorsements: Vec<Endorsement>,
}

/// A claim of a seat: a finding with its source mode and its ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The gate it belongs to.
    pub gate_id: GateId,
    /// The kind; the category follows.
    pub subcategory: Subcategory,
    /// How much it weighs.
    pub severity: Severity,
    /// Which of the seat's modes found it.
    pub source_mode: ModeId,
    /// A file of the dossier.
    pub file: String,
    /// The node it is about; empty for the whole file.
    pub yaml_path: String,
    /// A verbatim passage of that node, or of the file when the path is empty.
    pub quote: String,
    /// What is wrong and why it matters.
    pub description: String,
    /// What to change; may be empty.
    pub remediation: String,
}

/// For, against, or neither.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Vote {
    /// The finding should stand.
    Support,
    /// It should be dismissed.
    Oppose,
    /// Neither; never counts.
    Abstain,
}

impl Vote {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Vote::Support => "SUPPORT",
            Vote::Oppose => "OPPOSE",
            Vote::Abstain => "ABSTAIN",
        }
    }
}

/// What a seat says of a finding in cycle 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stance {
    /// Which finding.
    pub finding_id: FindingId,
    /// For, against, or neither.
    pub vote: Vote,
    /// Why.
    pub reason: String,
}

/// A sealed ballot of cycle 3.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("required" = ["finding_id", "digest", "vote", "reason", "missed"]))]
pub struct Ballot {
    /// Which finding.
    pub finding_id: FindingId,
    /// The digest of the claim that was voted on, echoed.
    pub digest: Digest,
    /// For, against, or neither.
    pub vote: Vote,
    /// Why.
    pub reason: String,
    /// What the seat had missed; asked of whoever changes sides.
    pub missed: Option<Citation>,
}

/// A verbatim passage of the dossier.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// A file of the dossier.
    pub file: String,
    /// The node; empty for the whole file.
    pub yaml_path: String,
    /// The passage.
    pub quote: String,
}

/// A way out for a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Which finding.
    pub finding_id: FindingId,
    /// What to do.
    pub text: String,
}

/// Getting behind a way out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Endorsement {
    /// Which finding.
    pub finding_id: FindingId,
    /// `P1`, `P2`, … of that finding.
    pub proposal_id: String,
}

/// What a seat thinks of one ticket, gate by gate.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assessment {
    /// Which ticket.
    pub ticket_id: TicketId,
    /// Gate 5: can it land as one change?
    pub atomicity: GateOpinion,
    /// Gate 6: could an agent do it without asking?
    pub implementability: GateOpinion,
    /// Gate 7: does it build again what exists?
    pub anti_cousin: GateOpinion,
    /// The rubric's checklist behind gate 6.
    pub checklist: Checklist,
}

/// A seat's answer for one gate and ticket.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GateOpinion {
    /// PASSED or FAILED; NOT_APPLICABLE when there is nothing to judge.
    #[schemars(schema_with = "opinions")]
    pub status: GateStatus,
    /// Why.
    pub reason: String,
}

/// What a seat can say of a gate: a seat that was asked cannot leave it NOT_RUN.
fn opinions(_: &mut SchemaGenerator) -> Schema {
    let said = [GateStatus::Passed, GateStatus::Failed, GateStatus::NotApplicable];
    json_schema!({ "type": "string", "enum": said.map(GateStatus::as_str) })
}

/// The seven questions of the implementability rubric.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Checklist {
    /// Are there steps that say what to do, in order?
    pub steps: Check,
    /// Are the files to touch named unambiguously?
    pub paths: Check,
    /// Are the signatures of new code given?
    pub signatures: Check,
    /// Are the types of its data given?
    pub types: Check,
    /// Are errors and edge cases named?
    pub edge_cases: Check,
    /// Can the criteria be measured?
    pub success_criteria: Check,
    /// Is there a command or procedure that verifies the work?
    pub verification: Check,
}

impl Checklist {
    /// The seven checks with their names, in order.
    pub fn items(&self) -> [(&'static str, &Check); 7] {
        [
            ("steps", &self.steps),
            ("paths", &self.paths),
            ("signatures", &self.signatures),
            ("types", &self.types),
            ("edge_cases", &self.edge_cases),
            ("success_criteria", &self.success_criteria),
            ("verification", &self.verification),
        ]
    }
}

/// One line of the checklist.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// How far it is met.
    pub rating: Rating,
    /// The passage that shows it; empty when nothing in the ticket does.
    pub quote: String,
}

/// How far a line of the checklist is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Rating {
    /// Yes.
    Met,
    /// In part.
    Partly,
    /// No.
    NotMet,
}
