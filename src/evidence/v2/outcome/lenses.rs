//! What a panel of lenses adds to an outcome.

use serde::{Deserialize, Serialize};

use super::said::CiteRecord;
use super::words::{GroundingWord, LevelWord, word};
use crate::model::panel::Profile;
use crate::model::{Choice, MemberName};

/// What a panel of lenses holds beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LensesSection {
    /// How many sit.
    pub profile: Profile,
    /// How many of them are enough.
    pub quorum: u32,
    /// Who gave another choice than before.
    #[serde(default)]
    pub shifts: Vec<ShiftRecord>,
    /// What was answered in the debate, in the order of the numbers.
    #[serde(default)]
    pub rebuttals: Vec<RebuttalRecord>,
    /// Whom the close of a round did not wait for.
    #[serde(default)]
    pub late: Vec<LateRecord>,
}

/// Another choice than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ShiftRecord {
    /// Whose.
    pub member: MemberName,
    /// What it chose first.
    pub from: Choice,
    /// What it says now.
    pub to: Choice,
    /// The points that changed it.
    #[serde(default)]
    pub because: Vec<String>,
    /// Whether it counts.
    #[serde(default)]
    pub counted: bool,
}

/// A member that the close of a round did not wait for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LateRecord {
    /// Who.
    pub member: MemberName,
    /// In which step.
    pub step: String,
}

/// What a voice answers to the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RebuttalRecord {
    /// Whose.
    pub member: MemberName,
    /// What it does with its position.
    #[serde(rename = "move")]
    pub action: MoveWord,
    /// Its choice now.
    pub choice: Choice,
    /// The points that changed it.
    #[serde(default)]
    pub because: Vec<String>,
    /// What changed.
    #[serde(default)]
    pub changed: String,
    /// Why it changed, or why not.
    #[serde(default)]
    pub why: String,
    /// Its position now.
    #[serde(default)]
    pub position: String,
    /// How sure it is.
    pub confidence: LevelWord,
    /// Why so sure, and no more.
    #[serde(default)]
    pub confidence_reason: String,
    /// What it answers to points and statements.
    #[serde(default)]
    pub answers: Vec<AnswerToRecord>,
}

/// An answer to a point, or to a whole statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerToRecord {
    /// `CR-001`, …
    pub id: String,
    /// The id of a point, or a letter of the author's sheet.
    pub target: String,
    /// Whom it answers.
    pub against: Option<MemberName>,
    /// The answer.
    #[serde(default)]
    pub text: String,
    /// What it rests on.
    #[serde(default)]
    pub cites: Vec<CiteRecord>,
    /// Whether that stands there.
    pub grounding: GroundingWord,
}

word! {
    /// What a member of a debate does with its position.
    pub enum MoveWord {
        /// Changes it.
        Revise,
        /// Answers what speaks against it.
        Rebut,
        /// Adds to it.
        Strengthen,
        /// Leaves it.
        Keep,
    }
}
