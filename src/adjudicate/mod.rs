//! Floor 6: what people decide. A ruling settles what the council left open, and nothing else: code
//! that decided, and seats that agreed, are not overruled by it.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::council::tally::Resolution;
use crate::model::FindingId;

/// What a person decided on an open finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Decision {
    /// It stands.
    Uphold,
    /// It does not count.
    Dismiss,
}

impl Decision {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Decision::Uphold => "UPHOLD",
            Decision::Dismiss => "DISMISS",
        }
    }

    /// What became of the finding: `upheld`, `dismissed`.
    pub const fn done(self) -> &'static str {
        match self {
            Decision::Uphold => "upheld",
            Decision::Dismiss => "dismissed",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The decisions on the findings of one bundle.
pub type Decisions = BTreeMap<FindingId, Decision>;

/// What becomes of a finding of which the council's own word is `resolution`.
pub fn settled(resolution: Resolution, decision: Option<Decision>) -> Resolution {
    match (resolution, decision) {
        (Resolution::Deadlocked, Some(Decision::Uphold)) => Resolution::Stands,
        (Resolution::Deadlocked, Some(Decision::Dismiss)) => Resolution::Dismissed,
        (resolution, _) => resolution,
    }
}

/// Why a review ends that people brought to its end, in one line.
pub fn reason(decisions: impl IntoIterator<Item = Decision>) -> String {
    let (upheld, dismissed): (Vec<_>, Vec<_>) =
        decisions.into_iter().partition(|decision| *decision == Decision::Uphold);
    format!(
        "people settled what the council could not: {} upheld, {} dismissed",
        upheld.len(),
        dismissed.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_open_is_settled_by_a_person() {
        for decision in [Decision::Uphold, Decision::Dismiss] {
            for resolution in [
                Resolution::Stands,
                Resolution::Dismissed,
                Resolution::Ungrounded,
                Resolution::Open,
            ] {
                assert_eq!(settled(resolution, Some(decision)), resolution);
            }
        }
        assert_eq!(settled(Resolution::Deadlocked, None), Resolution::Deadlocked);
        let upheld = settled(Resolution::Deadlocked, Some(Decision::Uphold));
        let dismissed = settled(Resolution::Deadlocked, Some(Decision::Dismiss));
        assert_eq!((upheld, dismissed), (Resolution::Stands, Resolution::Dismissed));
    }
}
