//! What a member of rounds answers. The shapes are strict: an unknown field is a fault, not a hint.

use serde::{Deserialize, Serialize};

use crate::council::shared::admitted::Cites;
use crate::council::shared::statement::{SourceQuote, StatedLevel, Statement};
use crate::council::shared::synthesis::Synthesis;
use crate::model::Choice;

/// The answer to a task's question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RoundsReply {
    /// R1.
    Opinion(Opinion),
    /// R2.
    Review(Review),
    /// R3.
    Chair(Chair),
}

impl RoundsReply {
    /// The name of the form.
    pub const fn name(&self) -> &'static str {
        match self {
            RoundsReply::Opinion(_) => "OPINION",
            RoundsReply::Review(_) => "REVIEW",
            RoundsReply::Chair(_) => "CHAIR",
        }
    }
}

impl Cites for RoundsReply {
    fn cites(&self) -> Vec<&SourceQuote> {
        match self {
            RoundsReply::Opinion(opinion) => opinion.statement.cites().collect(),
            RoundsReply::Review(review) => {
                review.critiques().flat_map(|(_, critique)| &critique.cites).collect()
            }
            RoundsReply::Chair(_) => Vec::new(),
        }
    }
}

/// R1.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Opinion {
    /// What it says to the question.
    pub statement: Statement,
}

/// R2: five dimensions, and the choice after reading the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// What is wrong.
    pub errors: Vec<Critique>,
    /// What is missing.
    pub omissions: Vec<Critique>,
    /// What is dangerous.
    pub risky_proposals: Vec<Critique>,
    /// What speaks against it.
    pub counter_arguments: Vec<Critique>,
    /// What it takes for granted, challenged or confirmed.
    pub assumptions: Vec<Critique>,
    /// The points that it agrees with.
    pub agreements: Vec<String>,
    /// Its choice now.
    pub choice: Choice,
    /// The points that changed it; needed for another choice than before.
    pub because: Vec<String>,
    /// How sure it is.
    pub confidence: StatedLevel,
    /// Why so sure, and no more.
    pub confidence_reason: String,
}

impl Review {
    /// Every critique with its dimension, in order.
    pub fn critiques(&self) -> impl Iterator<Item = (Dimension, &Critique)> {
        let lists = [
            (Dimension::Errors, &self.errors),
            (Dimension::Omissions, &self.omissions),
            (Dimension::RiskyProposals, &self.risky_proposals),
            (Dimension::CounterArguments, &self.counter_arguments),
            (Dimension::Assumptions, &self.assumptions),
        ];
        lists.into_iter().flat_map(|(dimension, list)| list.iter().map(move |c| (dimension, c)))
    }
}

/// In which respect a critique is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
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

/// What a reviewer says of a point, or of a whole statement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Critique {
    /// The id of a point, or the letter of a statement.
    pub target: String,
    /// Against it or, of an assumption, for it.
    pub verdict: CritiqueVerdict,
    /// How much it weighs.
    pub severity: StatedLevel,
    /// What is wrong.
    pub text: String,
    /// What would be right.
    pub correction: String,
    /// What that rests on.
    pub cites: Vec<SourceQuote>,
}

/// Against what is said, or for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CritiqueVerdict {
    /// Against.
    Challenged,
    /// For.
    Confirmed,
}

/// R3.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The answer of the council.
    pub synthesis: Synthesis,
}
