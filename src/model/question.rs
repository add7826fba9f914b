//! What a person asks a council that is about a question (COUNCILS.md §1.5).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The most options that a question offers.
pub const MAX_OPTIONS: usize = 9;

/// What a person asks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The words, as the person gave them.
    pub text: String,
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// What there is to choose from: the first is `O1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// What an answer must keep to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    /// What it touches, in one word each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub domains: Vec<String>,
    /// How much depends on it, as the person said.
    #[serde(default, skip_serializing_if = "Stakes::is_normal")]
    pub stakes: Stakes,
    /// The language of the answer.
    pub language: AnswerLanguage,
}

impl Question {
    /// The choices that a voice has, in the order in which they are told.
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices = match self.kind {
            QuestionKind::Decision if !self.options.is_empty() => {
                let options = (1..=self.options.len().min(MAX_OPTIONS) as u8).map(Choice::Option);
                options.chain([Choice::None]).collect()
            }
            QuestionKind::Decision => vec![Choice::Adopt, Choice::Reject],
            QuestionKind::Review => vec![Choice::Sound, Choice::Flawed],
            QuestionKind::Open => vec![Choice::Answer],
        };
        choices.push(Choice::NeedInfo);
        choices
    }
}

/// What kind of answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum QuestionKind {
    /// Whether to do something, or which of several things.
    Decision,
    /// Whether something is sound.
    Review,
    /// Anything else.
    Open,
}

impl QuestionKind {
    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            QuestionKind::Decision => "decision",
            QuestionKind::Review => "review",
            QuestionKind::Open => "open",
        }
    }
}

/// How much depends on a question. Only a person says it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stakes {
    /// Little.
    Low,
    /// Nothing was said.
    #[default]
    Normal,
    /// Much.
    High,
}

impl Stakes {
    fn is_normal(&self) -> bool {
        *self == Stakes::Normal
    }
}

/// The language in which a council answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerLanguage {
    /// Its English name.
    pub name: String,
    /// How it is known.
    pub source: LanguageSource,
}

/// How the language of an answer is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LanguageSource {
    /// A person named it.
    Given,
    /// It is that of the question.
    Detected,
    /// It is the configured one.
    Default,
}

/// What a voice, or a council, says to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Choice {
    /// Do it.
    Adopt,
    /// Do it not.
    Reject,
    /// This one of the options, from 1.
    Option(u8),
    /// None of the options.
    None,
    /// It is sound.
    Sound,
    /// It is not.
    Flawed,
    /// The question is answered.
    Answer,
    /// More must be known first.
    NeedInfo,
}

impl Choice {
    /// Whether it is a yes, upon which a script may go on.
    pub const fn passes(self) -> bool {
        matches!(self, Choice::Adopt | Choice::Option(_) | Choice::Sound | Choice::Answer)
    }
}

impl Choice {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        const OPTIONS: [&str; MAX_OPTIONS] = ["O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9"];
        match self {
            Choice::Option(number) => {
                OPTIONS.get(usize::from(number).wrapping_sub(1)).copied().unwrap_or("O?")
            }
            Choice::Adopt => "ADOPT",
            Choice::Reject => "REJECT",
            Choice::None => "NONE",
            Choice::Sound => "SOUND",
            Choice::Flawed => "FLAWED",
            Choice::Answer => "ANSWER",
            Choice::NeedInfo => "NEED_INFO",
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = [
            Choice::Adopt,
            Choice::Reject,
            Choice::None,
            Choice::Sound,
            Choice::Flawed,
            Choice::Answer,
            Choice::NeedInfo,
        ];
        let options = (1..=MAX_OPTIONS as u8).map(Choice::Option);
        let mut all = named.into_iter().chain(options);
        all.find(|choice| choice.to_string() == text).ok_or_else(|| "it is no choice".to_owned())
    }
}

impl TryFrom<String> for Choice {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Choice> for String {
    fn from(choice: Choice) -> String {
        choice.to_string()
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Choice {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Choice".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^(ADOPT|REJECT|O[1-9]|NONE|SOUND|FLAWED|ANSWER|NEED_INFO)$",
        })
    }
}

/// What came of a council, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CouncilResult {
    /// It chose.
    Of(Choice),
    /// No choice has a strict majority.
    Split,
    /// One member's word goes against the majority, or against a flaw that is shown.
    Contested,
    /// The best single opinion stands in for a synthesis.
    Fallback,
    /// Every statement as given stands in for a synthesis.
    Raw,
    /// It did not come to its end.
    Aborted,
}

impl CouncilResult {
    /// Whether a script may go on upon it.
    pub const fn passes(self) -> bool {
        matches!(self, CouncilResult::Of(choice) if choice.passes())
    }

    /// How the council ended.
    pub const fn terminal_state(self) -> CouncilState {
        match self {
            CouncilResult::Of(Choice::NeedInfo)
            | CouncilResult::Split
            | CouncilResult::Contested
            | CouncilResult::Fallback
            | CouncilResult::Raw => CouncilState::Undecided,
            CouncilResult::Of(_) => CouncilState::Concluded,
            CouncilResult::Aborted => CouncilState::Aborted,
        }
    }

    /// The exit code of the command that held it.
    pub const fn exit_code(self) -> super::ExitCode {
        match self.terminal_state() {
            CouncilState::Concluded if self.passes() => super::ExitCode::Approved,
            CouncilState::Concluded => super::ExitCode::Rejected,
            CouncilState::Undecided => super::ExitCode::NeedsAdjudication,
            CouncilState::Aborted => super::ExitCode::Aborted,
        }
    }

    /// The words beside the choices.
    const WORDS: [(CouncilResult, &'static str); 5] = [
        (CouncilResult::Split, "SPLIT"),
        (CouncilResult::Contested, "CONTESTED"),
        (CouncilResult::Fallback, "FALLBACK"),
        (CouncilResult::Raw, "RAW"),
        (CouncilResult::Aborted, "ABORTED"),
    ];
}

impl CouncilResult {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            CouncilResult::Of(choice) => choice.as_str(),
            other => {
                let word = Self::WORDS.iter().find(|(result, _)| *result == other);
                word.map_or("", |(_, word)| word)
            }
        }
    }
}

impl fmt::Display for CouncilResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for CouncilResult {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let word = Self::WORDS.iter().find(|(_, word)| *word == text);
        word.map(|(result, _)| *result)
            .or_else(|| text.parse().ok().map(Self::Of))
            .ok_or_else(|| "it is no result of a council".to_owned())
    }
}

impl TryFrom<String> for CouncilResult {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<CouncilResult> for String {
    fn from(result: CouncilResult) -> String {
        result.to_string()
    }
}

#[cfg(test)]
impl schemars::JsonSchema for CouncilResult {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CouncilResult".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^(ADOPT|REJECT|O[1-9]|NONE|SOUND|FLAWED|ANSWER|NEED_INFO|SPLIT|CONTESTED|FALLBACK|RAW|ABORTED)$",
        })
    }
}

/// How a council about a question ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CouncilState {
    /// It says yes or no.
    Concluded,
    /// A person must decide.
    Undecided,
    /// It did not come to its end.
    Aborted,
}

impl CouncilState {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            CouncilState::Concluded => "CONCLUDED",
            CouncilState::Undecided => "UNDECIDED",
            CouncilState::Aborted => "ABORTED",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_question_has_its_choices() {
        let question = |kind, options: &[&str]| Question {
            text: "?".to_owned(),
            kind,
            options: options.iter().map(|&o| o.to_owned()).collect(),
            constraints: Vec::new(),
            domains: Vec::new(),
            stakes: Stakes::Normal,
            language: AnswerLanguage {
                name: "English".to_owned(),
                source: LanguageSource::Default,
            },
        };
        let told = |kind, options: &[&str]| {
            let choices = question(kind, options).choices();
            choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told(QuestionKind::Decision, &[]), "ADOPT REJECT NEED_INFO");
        assert_eq!(told(QuestionKind::Decision, &["a", "b"]), "O1 O2 NONE NEED_INFO");
        assert_eq!(told(QuestionKind::Review, &[]), "SOUND FLAWED NEED_INFO");
        assert_eq!(told(QuestionKind::Open, &[]), "ANSWER NEED_INFO");
        for choice in question(QuestionKind::Decision, &["a"; 9]).choices() {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        for text in ["", "O0", "O10", "adopt", "O1 "] {
            assert!(text.parse::<Choice>().is_err(), "{text:?}");
        }
    }
}
