//! Admission: a reply held against the limits of its form and the choices of its question, by whoever
//! can see the inputs; each of its quotes is looked up. Nothing is repaired. The machine holds it
//! against its task after.

use serde::Serialize;

use super::admitted::{AdmittedReply, Cites, Deviation, DeviationKind};
use super::limits;
use super::statement::{SourceQuote, Statement};
use super::synthesis::Synthesis;
use crate::model::{Choice, Question, QuestionKind};

/// What replies are admitted by.
pub struct Admission<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// Whether a quote stands in the materials, or in what its member was shown.
    pub stands: &'a dyn Fn(&SourceQuote) -> bool,
    /// The language of a text that is reliably in another one than was asked for.
    pub other_language: &'a dyn Fn(&str) -> Option<String>,
}

impl Admission<'_> {
    /// A reply that keeps to its limits, with what became of its quotes and how it differs from what was
    /// asked for. `fault` says what its form alone forbids, `most` how many words it may have.
    pub fn admit<R: Serialize + Cites>(
        &self,
        reply: R,
        fault: Option<String>,
        most: Option<usize>,
    ) -> Result<AdmittedReply<R>, String> {
        if let Some(why) = limits::fault(&reply).or(fault) {
            return Err(why);
        }
        let stands = reply.cites().into_iter().map(|cite| (self.stands)(cite)).collect();
        let texts = limits::texts(&reply);
        let long = most.and_then(|most| over_length(&texts, most));
        let deviations = long.into_iter().chain(self.in_other_language(&texts)).collect();
        Ok(AdmittedReply { reply, stands, deviations })
    }

    /// What a statement lacks.
    pub fn statement(&self, statement: &Statement) -> Option<String> {
        if statement.arguments.is_empty() {
            return Some("statement.arguments: is empty".to_owned());
        }
        if self.question.kind == QuestionKind::Decision && statement.next_steps.is_empty() {
            return Some("statement.next_steps: is empty, and a decision needs one".to_owned());
        }
        self.choice("statement.choice", statement.choice)
    }

    /// What a synthesis lacks, whatever was said.
    pub fn synthesis(&self, synthesis: &Synthesis) -> Option<String> {
        let at = |field: &str| format!("synthesis.{field}");
        let conclusion = &synthesis.conclusion;
        if (conclusion.choice == Choice::NeedInfo) == conclusion.missing.is_empty() {
            let field = at("conclusion.missing");
            return Some(format!("{field}: says what is needed for NEED_INFO, and is [] else"));
        }
        if synthesis.rationale.is_empty() {
            return Some(format!("{}: is empty", at("rationale")));
        }
        if let Some(n) = synthesis.rationale.iter().position(|item| item.rests_on.is_empty()) {
            return Some(format!("{}: is empty", at(&format!("rationale[{n}].rests_on"))));
        }
        self.choice(&at("conclusion.choice"), conclusion.choice)
    }

    /// Why a choice is none of the question's.
    pub fn choice(&self, field: &str, choice: Choice) -> Option<String> {
        let choices = self.question.choices();
        let all: Vec<String> = choices.iter().map(ToString::to_string).collect();
        (!choices.contains(&choice)).then(|| format!("{field}: is none of {}", all.join(", ")))
    }

    fn in_other_language(&self, texts: &[String]) -> Option<Deviation> {
        let name = (self.other_language)(&texts.join("\n"))?;
        let detail = format!("{name} instead of {}", self.question.language.name);
        Some(Deviation { kind: DeviationKind::OtherLanguage, detail })
    }
}

/// More words than were asked for, by more than a tenth.
pub fn over_length(texts: &[String], most: usize) -> Option<Deviation> {
    let words: usize = texts.iter().map(|text| text.split_whitespace().count()).sum();
    (words * 10 > most * 11).then(|| Deviation {
        kind: DeviationKind::OverLength,
        detail: format!("{words} words instead of {most}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_more_words_are_no_deviation() {
        let words = |count: usize| {
            [vec!["wort"; count / 2].join("\n"), vec!["wort"; count - count / 2].join(" ")]
        };
        assert_eq!(over_length(&words(440), 400), None);
        let long = over_length(&words(441), 400).expect("too long");
        assert_eq!(long.detail, "441 words instead of 400");
        assert_eq!(long.kind, DeviationKind::OverLength);
    }
}
