//! What a member says in one step (COUNCILS.md §1.6). The shapes are strict: an unknown field is a
//! fault, not a hint.

use serde::{Deserialize, Serialize};

use crate::model::Choice;

/// The most arguments of a statement.
pub const MAX_ARGUMENTS: usize = 8;
/// The most risks of a statement.
pub const MAX_RISKS: usize = 8;
/// The most assumptions of a statement.
pub const MAX_ASSUMPTIONS: usize = 8;
/// The most questions of a statement.
pub const MAX_QUESTIONS: usize = 5;
/// The most next steps of a statement.
pub const MAX_STEPS: usize = 3;
/// The most characters of a quote.
pub const MAX_QUOTE: usize = 200;

/// A verbatim line of a material, or of what its member was shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SourceQuote {
    /// The file, by its path.
    pub file: String,
    /// One line of it, or a part of one.
    pub quote: String,
}

/// How much something weighs, or how sure somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StatedLevel {
    /// Little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

impl StatedLevel {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            StatedLevel::Low => "LOW",
            StatedLevel::Medium => "MEDIUM",
            StatedLevel::High => "HIGH",
        }
    }

    /// One step down, not below LOW.
    #[must_use]
    pub const fn lower(self) -> Self {
        match self {
            StatedLevel::High => StatedLevel::Medium,
            StatedLevel::Medium | StatedLevel::Low => StatedLevel::Low,
        }
    }
}

/// Why the choice is right.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Argument {
    /// The argument.
    pub text: String,
    /// What it rests on.
    pub cites: Vec<SourceQuote>,
}

/// What could go wrong; in a review a defect, and its fix.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Risk {
    /// The risk.
    pub text: String,
    /// How much it weighs.
    pub severity: StatedLevel,
    /// What is done against it.
    pub mitigation: String,
    /// What it rests on.
    pub cites: Vec<SourceQuote>,
}

/// What is to be done next.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProposedStep {
    /// The act.
    pub action: String,
    /// How much time or work it takes, in words.
    pub effort: String,
}

/// What a voice says to the question.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// What it takes the question to be.
    pub understanding: String,
    /// Its choice.
    pub choice: Choice,
    /// Its answer, in words.
    pub position: String,
    /// Why.
    pub arguments: Vec<Argument>,
    /// What could go wrong.
    pub risks: Vec<Risk>,
    /// What it takes for granted.
    pub assumptions: Vec<String>,
    /// What it would have to know.
    pub questions: Vec<String>,
    /// What is to be done next.
    pub next_steps: Vec<ProposedStep>,
    /// How sure it is.
    pub confidence: StatedLevel,
    /// Why so sure, and no more.
    pub confidence_reason: String,
}

impl Statement {
    /// Every quote of it, in the order in which its points stand: arguments, then risks.
    pub fn cites(&self) -> impl Iterator<Item = &SourceQuote> {
        let arguments = self.arguments.iter().flat_map(|argument| &argument.cites);
        arguments.chain(self.risks.iter().flat_map(|risk| &risk.cites))
    }
}
