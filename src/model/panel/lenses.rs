//! What a panel of lenses says that code carries out (COUNCILS.md §3.1).

use serde::{Deserialize, Serialize};

use super::CouncilNaming;

/// How it is named.
pub(super) const NAMING: CouncilNaming = CouncilNaming {
    word: "lenses",
    protocol: "LENSES",
    about: "One lens each",
    voices: ["lens", "lenses"],
};

/// What code carries out in a council of lenses. The opening's members are those of the profile; the one who only
/// words the synthesis is one of them, too, and no voice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
