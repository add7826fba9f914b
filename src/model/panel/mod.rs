//! What the panels of `council.yaml` say that code carries out (COUNCILS.md §1.4), and which councils there
//! are about a question.

mod lenses;
mod rounds;

pub use lenses::{LensesLimits, LensesPolicy, Profile};
pub use rounds::{
    RoundsLimits, RoundsPolicy, RoundsQuorum, ShortCircuit, SkipReview, SkipSynthesis,
};

use serde::{Deserialize, Serialize};

/// The fewest voices of a panel.
pub const MIN_VOICES: usize = 2;
/// The most voices of a panel.
pub const MAX_VOICES: usize = 9;
/// The most characters of what a repository says of a lens.
pub const MAX_PART: usize = 600;

/// Which council a panel holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CouncilKind {
    /// Opinions, reviews, a chair's synthesis.
    Rounds,
    /// One lens each, then a synthesis.
    Lenses,
}

/// How a council is named.
struct CouncilNaming {
    /// In `council.yaml` and on the command line.
    word: &'static str,
    /// In ids and in the evidence.
    protocol: &'static str,
    /// In a few words, for `--help`.
    about: &'static str,
    /// What one of its voices is called, and what several are.
    voices: [&'static str; 2],
}

impl CouncilKind {
    /// All, in the order in which they are named.
    pub const ALL: [Self; 2] = [Self::Rounds, Self::Lenses];
    /// The one that members hold who were named for no other.
    pub const OF_MEMBERS: Self = Self::Lenses;

    const fn naming(self) -> CouncilNaming {
        match self {
            Self::Rounds => rounds::NAMING,
            Self::Lenses => lenses::NAMING,
        }
    }

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        self.naming().word
    }

    /// The word of its protocol.
    pub const fn protocol(self) -> &'static str {
        self.naming().protocol
    }

    /// What it is, in a few words.
    pub const fn about(self) -> &'static str {
        self.naming().about
    }

    /// What one of its voices is called, and what several are.
    pub const fn voices(self) -> [&'static str; 2] {
        self.naming().voices
    }

    /// The one that a word is written for.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The one with the word of a protocol.
    pub fn of_protocol(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.protocol() == word)
    }
}

/// The words of all protocols, for a pattern.
#[cfg(test)]
macro_rules! protocols {
    () => {
        "ROUNDS|LENSES"
    };
}
#[cfg(test)]
pub(crate) use protocols;

/// Whether a word can name a panel, a member of one, or a lens: a small letter, then up to 23 small
/// letters, digits and hyphens.
pub fn is_label(word: &str) -> bool {
    word.len() <= 24
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
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
    fn a_pattern_has_the_words_of_all_protocols() {
        assert_eq!(CouncilKind::ALL.map(CouncilKind::protocol).join("|"), protocols!());
        for kind in CouncilKind::ALL {
            assert_eq!(CouncilKind::of_protocol(kind.protocol()), Some(kind));
            assert_eq!(kind.protocol().to_lowercase(), kind.as_str());
        }
    }
}
