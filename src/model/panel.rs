//! What the panels of `council.yaml` say that code carries out (COUNCILS.md §1.4, §2.3, §3.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The fewest voices of a panel.
pub const MIN_VOICES: usize = 2;
/// The most voices of a panel.
pub const MAX_VOICES: usize = 9;
/// The most characters of what a repository says of a lens.
pub const MAX_PART: usize = 600;

/// Which council a panel holds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum CouncilKind {
    /// Opinions, reviews, a chair's synthesis.
    Rounds,
    /// One lens each, then a synthesis.
    Lenses,
}

impl CouncilKind {
    /// All, in the order in which they are named.
    pub const ALL: [Self; 2] = [Self::Rounds, Self::Lenses];

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Lenses => "lenses",
        }
    }
}

/// Whether a word can name a panel, a member of one, or a lens: a small letter, then up to 23 small
/// letters, digits and hyphens.
pub fn is_label(word: &str) -> bool {
    word.len() <= 24
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// What code carries out in a council of rounds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SkipReview {
    /// All choose alike, nobody asks for more, no risk is HIGH, no confidence LOW.
    HighAgreementInR1,
    /// A person said that little depends on it.
    LowRiskTopic,
}

/// When the synthesis is skipped.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SkipSynthesis {
    /// All choose alike before and after the reviews, and no review weighs against it.
    R2ConfirmsR1Consensus,
    /// What it may need is not left of the budget.
    BudgetConstraint,
}

/// What code carries out in a council of lenses. The opening's members are those of the profile; the one who only
/// words the synthesis is one of them, too, and no voice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LensesPolicy {
    /// How many sit, and how many are enough.
    pub profile: Profile,
    /// Whether they answer one another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub debate: bool,
    /// Seconds that a message of each step has.
    pub limits: LensesLimits,
    /// After so many seconds a round closes once enough have answered; 0: it waits for all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub collect_after: u32,
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

/// How many sit, and how many are enough.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// All; all but two are enough.
    #[default]
    Thorough,
    /// The first three; two are enough.
    Balanced,
    /// The first two.
    Fast,
}

impl Profile {
    /// How many of the declared voices sit.
    pub fn seats(self, declared: usize) -> usize {
        match self {
            Profile::Thorough => declared,
            Profile::Balanced => declared.min(3),
            Profile::Fast => declared.min(2),
        }
    }

    /// How many of those who sit are enough; never below 2.
    pub fn quorum(self, seated: usize) -> usize {
        match self {
            Profile::Thorough => seated.saturating_sub(2).max(2),
            Profile::Balanced | Profile::Fast => 2,
        }
    }
}

/// Seconds that a message of each step has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LensesLimits {
    /// Of the statements.
    pub lens: u32,
    /// Of the debate.
    pub rebuttal: u32,
    /// Of the synthesis.
    pub synthesis: u32,
}

impl Default for LensesLimits {
    fn default() -> Self {
        Self { lens: 120, rebuttal: 120, synthesis: 120 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_short_and_small() {
        for word in ["a", "deep-thinker", "mode-79", "a23456789012345678901234"] {
            assert!(is_label(word), "{word}");
        }
        for word in ["", "A", "1a", "-a", "a_b", "a.b", "ä", "a2345678901234567890123456"] {
            assert!(!is_label(word), "{word}");
        }
    }

    #[test]
    fn a_profile_says_how_many_sit_and_how_many_are_enough() {
        let table = [(Profile::Thorough, 5, 5, 3), (Profile::Thorough, 3, 3, 2)];
        let short =
            [(Profile::Balanced, 5, 3, 2), (Profile::Fast, 5, 2, 2), (Profile::Fast, 2, 2, 2)];
        for (profile, declared, seats, quorum) in table.into_iter().chain(short) {
            assert_eq!(profile.seats(declared), seats, "{profile:?}");
            assert_eq!(profile.quorum(seats), quorum, "{profile:?}");
        }
    }
}
