//! What a council of rounds adds to an outcome.

use serde::{Deserialize, Serialize};

use super::said::CiteRecord;
use super::words::{GroundingWord, LevelWord, word};
use crate::model::panel::{RoundsLimits, ShortCircuit};
use crate::model::{Choice, MemberName};

/// What a council of rounds holds beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsSection {
    /// Who words the synthesis.
    pub chair: Option<MemberName>,
    /// Who must be there, and who was.
    pub quorum: RoundsCount,
    /// The rounds that were skipped, and why.
    pub short_circuit: Option<ShortCircuitRecord>,
    /// Whose opinion stands in for a synthesis, and why that one.
    pub fallback: Option<FallbackRecord>,
    /// What voices said of one another, in the order of the numbers.
    #[serde(default)]
    pub reviews: Vec<ReviewRecord>,
}

/// Who must be there, and who was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsCount {
    /// The fewest opinions.
    pub r1_min: u32,
    /// Opinions that came.
    pub r1_got: u32,
    /// The fewest reviews.
    pub r2_min: u32,
    /// Reviews that came.
    pub r2_got: u32,
}

/// The rounds that were skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShortCircuitRecord {
    /// The conditions that held.
    pub reasons: Vec<String>,
    /// Which.
    pub rounds_skipped: Vec<String>,
    /// What the confidence loses by it.
    pub confidence_adjustment: i8,
}

/// Whose opinion stands in for a synthesis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FallbackRecord {
    /// Whose.
    pub member: MemberName,
    /// How complete each opinion is, in the order of the members.
    pub completeness: Vec<CompletenessRecord>,
}

/// How complete an opinion is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CompletenessRecord {
    /// Whose.
    pub member: MemberName,
    /// 0 to 10.
    pub score: u32,
}

/// What a voice says of the others' opinions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReviewRecord {
    /// Whose.
    pub member: MemberName,
    /// Its choice after it.
    pub choice: Choice,
    /// The points that changed it.
    #[serde(default)]
    pub because: Vec<String>,
    /// How sure it is.
    pub confidence: LevelWord,
    /// Why so sure, and no more.
    #[serde(default)]
    pub confidence_reason: String,
    /// The points that it agrees with.
    #[serde(default)]
    pub agreements: Vec<String>,
    /// What it says of points and opinions, dimension by dimension.
    #[serde(default)]
    pub critiques: Vec<CritiqueRecord>,
}

/// What a reviewer says of a point, or of a whole opinion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CritiqueRecord {
    /// `CR-001`, …
    pub id: String,
    /// In which respect.
    pub dimension: DimensionWord,
    /// The id of a point, or a letter of the reviewer's sheet.
    pub target: String,
    /// Whom it is about.
    pub against: Option<MemberName>,
    /// Against it or, of an assumption, for it.
    pub verdict: CritiqueWord,
    /// How much it weighs.
    pub severity: LevelWord,
    /// What is wrong.
    #[serde(default)]
    pub text: String,
    /// What would be right.
    #[serde(default)]
    pub correction: String,
    /// What that rests on.
    #[serde(default)]
    pub cites: Vec<CiteRecord>,
    /// Whether that stands there.
    pub grounding: GroundingWord,
}

/// The rules of a council of rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsRules {
    /// Seconds that a message of each round has.
    pub limits: RoundsLimits,
    /// The fewest opinions.
    pub r1_min: u32,
    /// The fewest reviews.
    pub r2_min: u32,
    /// Whether the best opinion stands in for a synthesis that failed.
    #[serde(default)]
    pub r3_required: bool,
    /// Whether it goes on with fewer reviews.
    #[serde(default)]
    pub allow_partial: bool,
    /// When a round is skipped.
    #[serde(default)]
    pub short_circuit: ShortCircuit,
    /// Whether others are shown with their models.
    #[serde(default)]
    pub labelled: bool,
}

word! {
    /// Against what is said, or for it.
    pub enum CritiqueWord {
        /// Against.
        Challenged,
        /// For.
        Confirmed,
    }
}

word! {
    /// In which respect a critique is one.
    pub enum DimensionWord {
        /// What is wrong.
        Errors,
        /// What is missing.
        Omissions,
        /// What is dangerous.
        RiskyProposals,
        /// What speaks against it.
        CounterArguments,
        /// What it takes for granted.
        Assumptions,
    }
}
