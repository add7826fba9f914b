//! What a seat answers. The shapes are strict: an unknown field is a fault, not a hint.

use serde::{Deserialize, Serialize};

use crate::model::opinion::{Assessment, Citation, Sameness, Vote};
#[cfg(test)]
use crate::model::policy::{MAX_CITES, MAX_FINDINGS};
use crate::model::{Digest, FindingId, GateId, ModeId, Related, Severity, Subcategory};

/// The schema of all answers.
pub static SCHEMA: &str = include_str!("../../../schemas/seat_reply.schema.json");

/// The answer to a task's question, of the same name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// What it raises.
    pub fn claims(&self) -> &[Claim] {
        match self {
            Reply::Structural(review) => &review.findings,
            Reply::Feasibility(review) => &review.findings,
            Reply::SelectModes(_) | Reply::Converge(_) | Reply::Remediation(_) => &[],
        }
    }

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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ModeSelection {
    /// The numbers of the modes.
    pub modes: Vec<u8>,
    /// Why these suit this role and this RFC.
    pub reason: String,
}

/// Cycle 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StructuralReview {
    /// What the seat raises.
    #[cfg_attr(test, schemars(length(max = MAX_FINDINGS)))]
    pub findings: Vec<Claim>,
}

/// Cycle 2.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeasibilityReview {
    /// One for each finding of the task.
    pub stances: Vec<Stance>,
    /// One for each ticket of the task.
    pub assessments: Vec<Assessment>,
    /// What the seat raises.
    #[cfg_attr(test, schemars(length(max = MAX_FINDINGS)))]
    pub findings: Vec<Claim>,
    /// Ways out for findings of the task.
    pub remediations: Vec<Proposal>,
    /// One for each pair of the task.
    pub pairs: Vec<PairAnswer>,
}

/// Cycle 3.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Convergence {
    /// One for each contested finding.
    pub ballots: Vec<Ballot>,
    /// Further ways out for the blockers of the task.
    pub remediations: Vec<Proposal>,
    /// The ways out that the seat gets behind, at most one a finding.
    pub endorsements: Vec<Endorsement>,
    /// One for each pair of the task.
    pub pairs: Vec<PairAnswer>,
}

/// Cycle 3, the last call.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Endorsements {
    /// The ways out that the seat gets behind, at most one a finding.
    pub endorsements: Vec<Endorsement>,
}

/// A claim of a seat: a finding with its source mode and its ground.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// Passages of files that the seat looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(length(max = MAX_CITES)))]
    pub cites: Vec<Cite>,
    /// Other places that it names, of the built-in rules alone: no model is asked for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(skip))]
    pub related: Vec<Related>,
}

/// A verbatim passage of a file that the seat looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cite {
    /// The file.
    pub path: String,
    /// The lines that were shown, as `10-14` or `10`.
    pub lines: String,
    /// The passage.
    pub quote: String,
}

/// What a seat says of a finding in cycle 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Stance {
    /// Which finding.
    pub finding_id: FindingId,
    /// For, against, or neither.
    pub vote: Vote,
    /// How much the finding weighs, where it counts.
    pub severity: Severity,
    /// Why; of another severity than was claimed, too.
    pub reason: String,
}

/// A sealed ballot of cycle 3.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, schemars(extend("required" = ["finding_id", "digest", "vote", "severity", "reason", "missed"])))]
pub struct Ballot {
    /// Which finding.
    pub finding_id: FindingId,
    /// The digest of the claim that was voted on, echoed.
    pub digest: Digest,
    /// For, against, or neither.
    pub vote: Vote,
    /// How much the finding weighs, where it counts.
    pub severity: Severity,
    /// Why; of another severity than was claimed, too.
    pub reason: String,
    /// What the seat had missed; asked of whoever changes sides.
    pub missed: Option<Citation>,
}

/// A way out for a finding.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// Which finding.
    pub finding_id: FindingId,
    /// What to do.
    pub text: String,
}

/// Getting behind a way out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Endorsement {
    /// Which finding.
    pub finding_id: FindingId,
    /// `P1`, `P2`, … of that finding.
    pub proposal_id: String,
}

/// What a seat says of two findings that may be one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PairAnswer {
    /// The later one.
    pub finding_id: FindingId,
    /// The earlier one.
    pub other_id: FindingId,
    /// Whether they are one.
    pub says: Sameness,
}
