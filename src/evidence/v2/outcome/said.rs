//! What members said, each text verbatim from an admitted reply.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::words::{GroundingWord, LevelWord, PointWord, PriorityWord};
use crate::model::{Choice, MemberName};

/// What a voice stated in the first step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StatementRecord {
    /// Whose.
    pub member: MemberName,
    /// In which step.
    pub step: String,
    /// Its choice then.
    pub choice: Choice,
    /// How sure it was.
    pub confidence: LevelWord,
    /// Why so sure, and no more.
    #[serde(default)]
    pub confidence_reason: String,
    /// What it takes the question to be.
    #[serde(default)]
    pub understanding: String,
    /// Its answer, in words.
    #[serde(default)]
    pub position: String,
    /// Its arguments, then its risks.
    #[serde(default)]
    pub points: Vec<PointRecord>,
    /// What it takes for granted.
    #[serde(default)]
    pub assumptions: Vec<String>,
    /// What it would have to know.
    #[serde(default)]
    pub questions: Vec<String>,
    /// What it would do next.
    #[serde(default)]
    pub next_steps: Vec<ActionRecord>,
}

/// One argument or risk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointRecord {
    /// `PT-001`, …: along one draw over the members.
    pub id: String,
    /// What it is.
    pub kind: PointWord,
    /// What it says.
    #[serde(default)]
    pub text: String,
    /// How much it weighs; of a risk.
    pub severity: Option<LevelWord>,
    /// What is done against it; of a risk.
    #[serde(default)]
    pub mitigation: String,
    /// What it rests on.
    #[serde(default)]
    pub cites: Vec<CiteRecord>,
    /// Whether that stands there.
    pub grounding: GroundingWord,
}

/// A line that a point rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CiteRecord {
    /// The file.
    #[serde(default)]
    pub file: String,
    /// The line, or a part of it.
    #[serde(default)]
    pub quote: String,
    /// Whether it was not found there.
    #[serde(default)]
    pub not_found: bool,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ActionRecord {
    /// The act.
    #[serde(default)]
    pub action: String,
    /// When; of a synthesis.
    pub priority: Option<PriorityWord>,
    /// How much time or work it takes, in words.
    #[serde(default)]
    pub effort: String,
    /// By what one sees that it is done; of a synthesis.
    #[serde(default)]
    pub done_when: String,
}

/// The synthesis that holds, as it was given, and what of it code does not stand behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SynthesisRecord {
    /// Whose.
    pub by: MemberName,
    /// Whom each letter stands for.
    pub letters: BTreeMap<char, MemberName>,
    /// What it concludes.
    pub choice: Choice,
    /// The answer, in words.
    #[serde(default)]
    pub text: String,
    /// What must be known first.
    #[serde(default)]
    pub missing: Vec<String>,
    /// How sure it is.
    pub confidence: LevelWord,
    /// Why so sure, and no more.
    #[serde(default)]
    pub confidence_reason: String,
    /// Why.
    #[serde(default)]
    pub rationale: Vec<RestedRecord>,
    /// What several say.
    #[serde(default)]
    pub consensus: Vec<RestedRecord>,
    /// Each conflict, once.
    #[serde(default)]
    pub disagreements: Vec<DisagreementRecord>,
    /// What nobody knows.
    #[serde(default)]
    pub uncertainties: Vec<UncertaintyRecord>,
    /// Words of members.
    #[serde(default)]
    pub quotes: Vec<MemberQuoteRecord>,
    /// What is to be done next.
    #[serde(default)]
    pub next_actions: Vec<ActionRecord>,
}

/// A text and the points that it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RestedRecord {
    /// The text.
    #[serde(default)]
    pub text: String,
    /// Ids of points.
    #[serde(default)]
    pub rests_on: Vec<String>,
    /// Whether what is told as a consensus rests on fewer than two members: one voice says it.
    #[serde(default)]
    pub unsupported: bool,
}

/// A conflict, and what the synthesis makes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DisagreementRecord {
    /// Its id.
    pub conflict: String,
    /// What it is about.
    #[serde(default)]
    pub topic: String,
    /// Who says what.
    #[serde(default)]
    pub sides: Vec<SideRecord>,
    /// How it is resolved, or that it is not.
    #[serde(default)]
    pub resolution: String,
    /// Why.
    #[serde(default)]
    pub why: String,
}

/// One side of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SideRecord {
    /// A letter.
    pub of: String,
    /// What it says.
    #[serde(default)]
    pub text: String,
}

/// Something that nobody knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UncertaintyRecord {
    /// What.
    #[serde(default)]
    pub area: String,
    /// Why it matters.
    #[serde(default)]
    pub why: String,
    /// How to find out.
    #[serde(default)]
    pub verify: String,
}

/// Words of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MemberQuoteRecord {
    /// A letter.
    pub of: String,
    /// Its words.
    #[serde(default)]
    pub quote: String,
    /// Whether it did not say so.
    #[serde(default)]
    pub unverified: bool,
}
