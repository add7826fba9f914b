//! What a member of lenses answers. The shapes are strict: an unknown field is a fault, not a hint.

use serde::{Deserialize, Serialize};

use crate::council::shared::admitted::Cites;
use crate::council::shared::statement::{SourceQuote, StatedLevel, Statement};
use crate::council::shared::synthesis::Synthesis as Words;
use crate::model::Choice;

/// The answer to a task's question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LensesReply {
    /// POSITIONS.
    Lens(LensOpinion),
    /// DEBATE.
    Rebuttal(Rebuttal),
    /// SYNTHESIS.
    Synthesis(Synthesised),
}

impl LensesReply {
    /// The name of the form.
    pub const fn name(&self) -> &'static str {
        match self {
            LensesReply::Lens(_) => "LENS",
            LensesReply::Rebuttal(_) => "REBUTTAL",
            LensesReply::Synthesis(_) => "SYNTHESIS",
        }
    }
}

impl Cites for LensesReply {
    fn cites(&self) -> Vec<&SourceQuote> {
        match self {
            LensesReply::Lens(opinion) => opinion.statement.cites().collect(),
            LensesReply::Rebuttal(rebuttal) => {
                rebuttal.answers.iter().flat_map(|answer| &answer.cites).collect()
            }
            LensesReply::Synthesis(_) => Vec::new(),
        }
    }
}

/// POSITIONS: at most 800 words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LensOpinion {
    /// What it says to the question, through its lens.
    pub statement: Statement,
}

/// DEBATE: at most 400 words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rebuttal {
    /// What it does with its position.
    #[serde(rename = "move")]
    pub action: DebateMove,
    /// What changed; empty when nothing did.
    pub changed: String,
    /// Why it changed, or why not.
    pub why: String,
    /// The points that changed it; needed for REVISE and for another choice than before.
    pub because: Vec<String>,
    /// What it answers to points or statements of others.
    pub answers: Vec<PointAnswer>,
    /// Its choice now.
    pub choice: Choice,
    /// Its position now.
    pub position: String,
    /// How sure it is.
    pub confidence: StatedLevel,
    /// Why so sure, and no more.
    pub confidence_reason: String,
}

/// What a member does with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DebateMove {
    /// Changes it.
    Revise,
    /// Answers what speaks against it.
    Rebut,
    /// Adds to it.
    Strengthen,
    /// Leaves it.
    Keep,
}

/// An answer to a point, or to a whole statement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointAnswer {
    /// The id of a point, or the letter of a statement.
    pub target: String,
    /// The answer.
    pub text: String,
    /// What it rests on.
    pub cites: Vec<SourceQuote>,
}

/// SYNTHESIS.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Synthesised {
    /// The answer of the panel.
    pub synthesis: Words,
}
