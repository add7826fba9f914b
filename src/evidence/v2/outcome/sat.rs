//! Who sat, for how long and by which rules, and what was read.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::PanelRules;
use super::words::{OfficeWord, PackWord};
use crate::evidence::v2::call::CallCosts;
use crate::evidence::v2::council::CallFault;
use crate::evidence::v2::inputs::{FileNumber, FileUse, InputFile, Tool};
use crate::evidence::v2::session::SessionRecord;
use crate::model::price::Prices;
use crate::model::{CouncilId, Digest, MemberName, Timestamp};

/// The council that sat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutcomeMetadata {
    /// `1.0`.
    #[serde(rename = "councilProtocolVersion")]
    pub council_protocol_version: String,
    /// The name of the panel.
    #[serde(default)]
    pub panel: String,
    /// When the session began.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Between them, without the time that the session was down.
    pub elapsed_time_seconds: u64,
    /// Time between crashes and resumes.
    pub down_time_seconds: u64,
    /// The seed of letters, orders and numbers.
    pub seed: u64,
    /// Who sat, in the order in which they were declared.
    pub members: Vec<MemberRecord>,
    /// Step by step.
    #[serde(default)]
    pub steps: Vec<StepRecord>,
    /// What was shown of the materials, to whom.
    #[serde(default)]
    pub transparency: Vec<TransparencyRecord>,
    /// Token accounting.
    pub tokens: OutcomeTokens,
    /// What the calls cost; none when nothing was sent to anybody.
    pub cost: Option<CallCosts>,
    /// Whether a voice was lost.
    #[serde(default)]
    pub degraded: bool,
    /// Whether every member was held by rules instead of a model.
    #[serde(default)]
    pub offline: bool,
    /// Whether it is a recorded example.
    #[serde(default)]
    pub demonstration: bool,
    /// Different providers.
    pub distinct_providers: u32,
    /// Different models, as their providers name them where they do.
    pub distinct_models: u32,
    /// Minds that agreement is counted over.
    pub distinct_minds: u32,
}

/// A member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MemberRecord {
    /// Its label.
    pub name: MemberName,
    /// What it is there for.
    pub office: Option<OfficeWord>,
    /// Its lens.
    pub lens: Option<String>,
    /// What the panel tells it about its part.
    #[serde(default)]
    pub brief: String,
    /// Who answered for it.
    #[serde(default)]
    pub provider: String,
    /// With which model.
    #[serde(default)]
    pub model: String,
    /// What it was asked with.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// What its tokens cost, when the configuration said it.
    pub prices: Option<Prices>,
    /// The models that answered, as the provider names them.
    #[serde(default)]
    pub served_models: BTreeSet<String>,
    /// Why it sits out, if it does.
    pub failure: Option<MemberFailureRecord>,
}

/// Why a member sits out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MemberFailureRecord {
    /// Since which step.
    pub step: String,
    /// What happened.
    pub fault: CallFault,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepRecord {
    /// Which.
    pub step: String,
    /// When its members were asked.
    pub started_at: Timestamp,
    /// When it closed, or the session ended.
    pub ended_at: Timestamp,
    /// Between them.
    pub seconds: u64,
    /// Members that were asked.
    pub attempted: u32,
    /// Members whose reply was taken.
    pub succeeded: u32,
    /// Members that gave nothing usable.
    pub failed: u32,
    /// Tokens read, as far as they are known.
    pub tokens_in: u64,
    /// Tokens written, as far as they are known.
    pub tokens_out: u64,
}

/// What one member was shown of the materials in one step: of each the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TransparencyRecord {
    /// Who.
    pub member: MemberName,
    /// In which step.
    pub step: String,
    /// How much.
    #[serde(rename = "as")]
    pub shown: PackWord,
}

/// Token accounting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutcomeTokens {
    /// What the session might use.
    pub budget: u64,
    /// What it was charged.
    pub spent: u64,
}

/// What was read, by which rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OutcomeInputs {
    /// The tool that wrote this.
    pub tool: Tool,
    /// The commit that was read, or that the work tree stood on.
    pub commit: Option<String>,
    /// Files that the commit holds otherwise, or not at all.
    #[serde(default)]
    pub uncommitted: Vec<FileNumber>,
    /// The materials, in the order in which they are shown; then what members asked to see.
    #[serde(default)]
    pub files: Vec<InputFile>,
    /// What would be shown, and is not.
    #[serde(default)]
    pub excluded: Vec<ExcludedRecord>,
    /// Digest over question and materials.
    pub digest: Digest,
    /// The panel's rules; a session has them in the record that opens it.
    pub policy: Option<PanelRules>,
    /// Digest over `policy`.
    pub policy_digest: Option<Digest>,
    /// What the question is about, where it is not the question alone: `RFC-0042`.
    pub subject: Option<String>,
    /// How the first step shows the materials; none without any.
    pub pack: Option<PackWord>,
}

impl OutcomeInputs {
    /// The materials.
    pub fn materials(&self) -> impl Iterator<Item = &InputFile> {
        self.files.iter().filter(|file| file.read_as != FileUse::Looked)
    }
}

/// A file that is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExcludedRecord {
    /// Its path.
    pub path: String,
    /// Why: `BINARY`, `TOO_LARGE`, …
    pub why: String,
}

/// `session.yaml`: the session from its opening on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CouncilRecord {
    /// `2.0.0`.
    pub schema_version: String,
    /// `ROUNDS` or `LENSES`.
    pub protocol: String,
    /// The session.
    pub council_id: CouncilId,
    /// When it began.
    pub started_at: Timestamp,
    /// What is read.
    pub inputs: OutcomeInputs,
    /// Everything that happened, in order.
    #[serde(default)]
    pub records: Vec<SessionRecord>,
}
