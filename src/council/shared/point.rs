//! Points: single arguments, risks and objections, under the numbers that code gives them when a round
//! closes, along one seeded permutation of the members, so that no number tells whose it is.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::statement::{SourceQuote, StatedLevel};
use crate::model::MemberId;

/// `PT-001`, or `CR-001` for a point about another's.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PointId(String);

impl PointId {
    /// The `number`th point of a statement, from 1.
    pub fn point(number: usize) -> Self {
        Self(format!("PT-{number:03}"))
    }

    /// The `number`th point about another's, from 1.
    pub fn critique(number: usize) -> Self {
        Self(format!("CR-{number:03}"))
    }

    /// The number that a member names; whoever takes it has looked that it was shown.
    pub(crate) fn known(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Whether what is quoted stands where it is said to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Grounding {
    /// All that is quoted stands there.
    Grounded,
    /// A quote does not stand there.
    Ungrounded,
    /// Nothing is quoted.
    Uncited,
}

impl Grounding {
    /// Of a point whose quotes stand there, or do not.
    pub fn of(found: impl IntoIterator<Item = bool>) -> Self {
        let all: Vec<bool> = found.into_iter().collect();
        match all.as_slice() {
            [] => Grounding::Uncited,
            all if all.iter().all(|&stands| stands) => Grounding::Grounded,
            _ => Grounding::Ungrounded,
        }
    }

    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Grounding::Grounded => "GROUNDED",
            Grounding::Ungrounded => "UNGROUNDED",
            Grounding::Uncited => "UNCITED",
        }
    }
}

/// What a point is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PointKind {
    /// Why a choice is right.
    Argument,
    /// What could go wrong.
    Risk,
    /// What somebody says of a point, or of a statement, of another.
    Critique,
}

/// One argument, risk or critique.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedPoint {
    /// Its number.
    pub id: PointId,
    /// Whose it is.
    pub member: MemberId,
    /// What it is.
    pub kind: PointKind,
    /// What it says.
    pub text: String,
    /// How much it weighs; of risks and critiques.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<StatedLevel>,
    /// What is done against it; of risks and critiques.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mitigation: String,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cites: Vec<SourceQuote>,
    /// Whether that stands there.
    pub grounding: Grounding,
}
