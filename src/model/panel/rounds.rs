//! What a panel of rounds says that code carries out (COUNCILS.md §2.3).

use serde::{Deserialize, Serialize};

use super::CouncilNaming;

/// How it is named.
pub(super) const NAMING: CouncilNaming = CouncilNaming {
    word: "rounds",
    protocol: "ROUNDS",
    about: "Opinions, reviews of each other, a chair's synthesis",
    voices: ["voice", "voices"],
};

/// What code carries out in a council of rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsPolicy {
    /// Seconds that a message of each round has.
    pub limits: RoundsLimits,
    /// Who must be there.
    pub quorum: RoundsQuorum,
    /// When a round is skipped.
    #[serde(default, skip_serializing_if = "ShortCircuit::is_off")]
    pub short_circuit: ShortCircuit,
    /// Whether others are shown with their models.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub labelled: bool,
}

/// Seconds that a message of each round has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsLimits {
    /// Of the opinions.
    pub r1: u32,
    /// Of the reviews.
    pub r2: u32,
    /// Of the synthesis.
    pub r3: u32,
}

impl Default for RoundsLimits {
    fn default() -> Self {
        Self { r1: 60, r2: 90, r3: 120 }
    }
}

/// Who must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundsQuorum {
    /// The fewest opinions; never below 2.
    pub r1_min: u32,
    /// The fewest reviews.
    pub r2_min: u32,
    /// Whether the best opinion stands in for a synthesis that failed.
    pub r3_required: bool,
    /// Whether it goes on with fewer reviews.
    pub allow_partial: bool,
}

impl Default for RoundsQuorum {
    fn default() -> Self {
        Self { r1_min: 2, r2_min: 1, r3_required: true, allow_partial: true }
    }
}

/// When a round is skipped.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct ShortCircuit {
    /// Whether one may be.
    pub enabled: bool,
    /// R2, when all of these hold.
    pub skip_r2_if: Vec<SkipReview>,
    /// R3, when one of these holds.
    pub skip_r3_if: Vec<SkipSynthesis>,
}

impl ShortCircuit {
    fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

/// When the reviews are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkipReview {
    /// All choose alike, nobody asks for more, no risk is HIGH, no confidence LOW.
    HighAgreementInR1,
    /// A person said that little depends on it.
    LowRiskTopic,
}

/// When the synthesis is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SkipSynthesis {
    /// All choose alike before and after the reviews, and no review weighs against it.
    R2ConfirmsR1Consensus,
    /// What it may need is not left of the budget.
    BudgetConstraint,
}
