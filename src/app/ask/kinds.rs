//! What is a council's own where all else is alike: who answers, how replies are admitted and worded.

use std::sync::Arc;

use crate::core::call::{CallError, FailedCall};
use crate::core::member::{Completing, Completion, Member};
use crate::council::lenses::{self, LensesCouncil};
use crate::council::rounds::{self, RoundsCouncil};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::evidence::outcome::OutcomeCouncil;
use crate::model::panel::{LensesPolicy, RoundsPolicy};
use crate::model::{Identity, MemberId, Receipt};
use crate::prompt::speech::Speech;
use crate::rules::panelist::RulePanel;
use crate::source::brief::{Brief, PackedAs};

/// A council about a question.
pub trait QuestionCouncil:
    OutcomeCouncil<
        Panel: Send + Sync,
        Given: Send + Sync + serde::Serialize + 'static,
        Task: PartialEq + Send + Sync + 'static,
        Utterance: Send + Sync + 'static,
        State: Send + Sync,
    > + Send
    + Sync
    + 'static
{
    /// How its tasks are worded.
    type Words: Speech<Task = Self::Task, Reply = Self::Given> + 'static;

    /// Admits a reply, or says which field is beyond what it may be.
    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<AdmittedReply<Self::Given>, String>;

    /// How its tasks are worded over a brief.
    fn words(
        brief: Arc<Brief>,
        opening: &Opening<Self::Panel>,
        materials_tokens: u64,
    ) -> Self::Words;

    /// Its steps, and whether all voices are asked in each.
    fn steps(opening: &Opening<Self::Panel>) -> Vec<(&'static str, bool)>;

    /// What a voice is asked first.
    fn first_task(opening: &Opening<Self::Panel>, member: MemberId) -> Self::Task;

    /// How its first step shows the materials.
    fn pack(words: &Self::Words) -> PackedAs;

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
    ) -> Result<AdmittedReply<Self::Given>, String> {
        rounds::admit::admit(admission, reply)
    }

    fn words(
        brief: Arc<Brief>,
        opening: &Opening<RoundsPolicy>,
        materials_tokens: u64,
    ) -> Self::Words {
        rounds::render::RoundsRenderer::new(brief, opening, materials_tokens)
    }

    fn steps(_: &Opening<RoundsPolicy>) -> Vec<(&'static str, bool)> {
        vec![("R1", true), ("R2", true), ("R3", false)]
    }

    fn first_task(opening: &Opening<RoundsPolicy>, member: MemberId) -> Self::Task {
        rounds::ask::RoundsTask {
            council: opening.council.clone(),
            brief: opening.brief.clone(),
            choices: opening.question.choices(),
            member: opening.sitter(member).name.clone(),
            attempt: 1,
            ask: rounds::ask::RoundsAsk::Opinion,
        }
    }

    fn pack(words: &Self::Words) -> PackedAs {
        words.first()
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
    ) -> Result<AdmittedReply<Self::Given>, String> {
        lenses::admit::admit(admission, reply)
    }

    fn words(
        brief: Arc<Brief>,
        opening: &Opening<LensesPolicy>,
        materials_tokens: u64,
    ) -> Self::Words {
        lenses::render::LensesRenderer::new(brief, opening, materials_tokens)
    }

    fn steps(_: &Opening<LensesPolicy>) -> Vec<(&'static str, bool)> {
        vec![("POSITIONS", true), ("DEBATE", true), ("SYNTHESIS", false)]
    }

    fn first_task(opening: &Opening<LensesPolicy>, member: MemberId) -> Self::Task {
        let sitter = opening.sitter(member);
        lenses::ask::LensesTask {
            council: opening.council.clone(),
            brief: opening.brief.clone(),
            choices: opening.question.choices(),
            member: sitter.name.clone(),
            lens: sitter.lens.clone(),
            part: sitter.brief.clone(),
            attempt: 1,
            ask: lenses::ask::LensesAsk::Lens,
        }
    }

    fn pack(words: &Self::Words) -> PackedAs {
        words.first()
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

impl Member<rounds::ask::RoundsTask, rounds::answer::RoundsReply> for RuleVoice {
    fn identity(&self) -> Identity {
        RulePanel::identity()
    }

    fn estimate(&self, _: &rounds::ask::RoundsTask) -> u64 {
        0
    }

    fn complete<'a>(
        &'a self,
        task: &'a rounds::ask::RoundsTask,
    ) -> Completing<'a, rounds::answer::RoundsReply> {
        Box::pin(async move { self.answer::<RoundsCouncil>(task) })
    }
}

impl Member<lenses::ask::LensesTask, lenses::answer::LensesReply> for RuleVoice {
    fn identity(&self) -> Identity {
        RulePanel::identity()
    }

    fn estimate(&self, _: &lenses::ask::LensesTask) -> u64 {
        0
    }

    fn complete<'a>(
        &'a self,
        task: &'a lenses::ask::LensesTask,
    ) -> Completing<'a, lenses::answer::LensesReply> {
        Box::pin(async move { self.answer::<LensesCouncil>(task) })
    }
}
