//! What a chair or synthesiser says when all have spoken (COUNCILS.md §1.6), and what code holds it
//! against.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::statement::Level;
use crate::model::Choice;

/// The synthesis, as it was given. Ids are those of points and conflicts; `of` is a letter of the
/// reader's sheet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Synthesis {
    /// The answer.
    pub conclusion: Conclusion,
    /// Why, at least one.
    pub rationale: Vec<Rested>,
    /// What several say.
    pub consensus: Vec<Rested>,
    /// Each conflict, once.
    pub disagreements: Vec<Disagreement>,
    /// What nobody knows.
    pub uncertainties: Vec<Uncertainty>,
    /// Verbatim words of members.
    pub quotes: Vec<MemberQuote>,
    /// What is to be done next.
    pub next_actions: Vec<NextAction>,
    /// How sure it is.
    pub confidence: Level,
    /// Why so sure, and no more.
    pub confidence_reason: String,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Conclusion {
    /// The choice.
    pub choice: Choice,
    /// The answer, in words.
    pub text: String,
    /// What must be known first, for NEED_INFO.
    pub missing: Vec<String>,
}

/// A text and the points that it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rested {
    /// The text.
    pub text: String,
    /// Ids of points.
    pub rests_on: Vec<String>,
}

/// A conflict, and what the synthesis makes of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disagreement {
    /// Its id: `CF-1`.
    pub conflict: String,
    /// What it is about.
    pub topic: String,
    /// Who says what.
    pub sides: Vec<Side>,
    /// How it is resolved, or that it is not.
    pub resolution: String,
    /// Why.
    pub why: String,
}

/// One side of a conflict.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// A letter.
    pub of: String,
    /// What it says.
    pub text: String,
}

/// Something that nobody knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Uncertainty {
    /// What.
    pub area: String,
    /// Why it matters.
    pub why: String,
    /// How to find out.
    pub verify: String,
}

/// Verbatim words of a member.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberQuote {
    /// A letter.
    pub of: String,
    /// Its words.
    pub quote: String,
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NextAction {
    /// The act.
    pub action: String,
    /// When.
    pub priority: Priority,
    /// How much time or work it takes, in words.
    pub effort: String,
    /// By what one sees that it is done.
    pub done_when: String,
}

/// When something is to be done.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Priority {
    /// At once.
    Now,
    /// Soon.
    Soon,
    /// Later.
    Later,
}
