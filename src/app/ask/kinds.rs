//! What is a council's own where all else is alike: who answers, how replies are admitted and worded.

use std::sync::Arc;

use crate::core::call::{CallError, FailedCall};
use crate::core::member::{Completing, Completion, Member};
use crate::council::lenses::{self, LensesCouncil};
use crate::council::rounds::{self, RoundsCouncil};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::Admitted;
use crate::council::shared::opening::Opening;
use crate::evidence::outcome::OutcomeCouncil;
use crate::model::panel::{LensesPolicy, RoundsPolicy};
use crate::model::{Identity, Receipt};
use crate::prompt::speech::Speech;
use crate::rules::panelist::RulePanel;
use crate::source::brief::Brief;

/// A council about a question.
pub trait QuestionCouncil:
    OutcomeCouncil<
        Panel: Send,
        Given: Send + Sync + serde::Serialize + 'static,
        Task: PartialEq + Send + Sync + 'static,
        Utterance: Send + 'static,
    > + 'static
{
    /// How its tasks are worded.
    type Words: Speech<Task = Self::Task, Reply = Self::Given> + 'static;

    /// Admits a reply, or says which field is beyond what it may be.
    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<Admitted<Self::Given>, String>;

    /// How its tasks are worded over a brief.
    fn words(
        brief: Arc<Brief>,
        opening: &Opening<Self::Panel>,
        materials_tokens: u64,
    ) -> Self::Words;

    /// Tokens that each of its steps takes at the least.
    fn least(words: &Self::Words, opening: &Opening<Self::Panel>) -> Vec<u64>;

    /// What the built-in rules answer to a task; `None` to what they do not do.
    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given>;
}

impl QuestionCouncil for RoundsCouncil {
    type Words = rounds::render::RoundsRenderer;

    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<Admitted<Self::Given>, String> {
        rounds::admit::admit(admission, reply)
    }

    fn words(
        brief: Arc<Brief>,
        opening: &Opening<RoundsPolicy>,
        materials_tokens: u64,
    ) -> Self::Words {
        rounds::render::RoundsRenderer::new(brief, opening, materials_tokens)
    }

    fn least(words: &Self::Words, opening: &Opening<RoundsPolicy>) -> Vec<u64> {
        words.least(opening)
    }

    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given> {
        rules.opinion(task)
    }
}

impl QuestionCouncil for LensesCouncil {
    type Words = lenses::render::LensesRenderer;

    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<Admitted<Self::Given>, String> {
        lenses::admit::admit(admission, reply)
    }

    fn words(
        brief: Arc<Brief>,
        opening: &Opening<LensesPolicy>,
        materials_tokens: u64,
    ) -> Self::Words {
        lenses::render::LensesRenderer::new(brief, opening, materials_tokens)
    }

    fn least(words: &Self::Words, opening: &Opening<LensesPolicy>) -> Vec<u64> {
        words.least(opening)
    }

    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given> {
        rules.lens(task)
    }
}

/// The built-in rules as a member.
pub struct RuleVoice(pub RulePanel);

impl RuleVoice {
    fn answer<C: QuestionCouncil>(
        &self,
        task: &C::Task,
    ) -> Result<Completion<C::Given>, FailedCall> {
        let refused = || CallError::Refused("the built-in rules word no synthesis".to_owned());
        let reply = C::by_rules(&self.0, task).ok_or_else(|| FailedCall::from(refused()))?;
        Ok(Completion { reply, receipt: Receipt::default() })
    }
}

impl Member<rounds::ask::Task, rounds::answer::Reply> for RuleVoice {
    fn identity(&self) -> Identity {
        RulePanel::identity()
    }

    fn estimate(&self, _: &rounds::ask::Task) -> u64 {
        0
    }

    fn complete<'a>(
        &'a self,
        task: &'a rounds::ask::Task,
    ) -> Completing<'a, rounds::answer::Reply> {
        Box::pin(async move { self.answer::<RoundsCouncil>(task) })
    }
}

impl Member<lenses::ask::Task, lenses::answer::Reply> for RuleVoice {
    fn identity(&self) -> Identity {
        RulePanel::identity()
    }

    fn estimate(&self, _: &lenses::ask::Task) -> u64 {
        0
    }

    fn complete<'a>(
        &'a self,
        task: &'a lenses::ask::Task,
    ) -> Completing<'a, lenses::answer::Reply> {
        Box::pin(async move { self.answer::<LensesCouncil>(task) })
    }
}
