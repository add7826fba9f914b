//! What the exploration must know of one council: how it opens, what a line becomes as a reply to a task, and
//! where in its state that is found again.

use std::fmt::Debug;
use std::hash::Hash;

use council_review::core::calls::Calls;
use council_review::core::protocol::Protocol;
use council_review::council::shared::conflict::ConflictView;
use council_review::council::shared::ending::CouncilEnding;
use council_review::council::shared::opening::Opening;
use council_review::council::shared::said::{Remark, StepFailure, Voices};
use council_review::council::shared::sheet::{PointView, StatementView};
use council_review::council::shared::statement::StatedLevel;
use council_review::council::shared::synthesis::Checked;
use council_review::evidence::outcome::OutcomeCouncil;
use council_review::evidence::v2::outcome::{CauseWord, DisclaimerKey, OutcomeBody};
use council_review::model::{Choice, CouncilResult, MemberId};

use super::line::Line;
use super::model::Play;
use super::mutants::Mutant;
use super::scope::Scope;
use super::truth::Truth;

/// A session as far as both councils have one form.
pub(crate) struct Seen<'s, C: OutcomeCouncil> {
    pub(crate) opening: &'s Opening<C::Panel>,
    pub(crate) step: usize,
    pub(crate) calls: &'s Calls<C::Task>,
    pub(crate) voices: &'s Voices,
    pub(crate) remarks: Vec<Remark>,
    pub(crate) failures: &'s [StepFailure],
    pub(crate) late: Vec<(MemberId, usize)>,
    pub(crate) synthesis: Option<&'s Checked>,
    pub(crate) ending: Option<&'s CouncilEnding>,
    pub(crate) down: u64,
}

/// The same, to be corrupted.
pub(crate) struct SeenMut<'s> {
    pub(crate) voices: &'s mut Voices,
    pub(crate) failures: &'s mut Vec<StepFailure>,
    pub(crate) ending: &'s mut Option<CouncilEnding>,
    pub(crate) question: &'s mut String,
}

/// What a task shows of others.
#[derive(Default)]
pub(crate) struct Sheet<'t> {
    pub(crate) own: Option<&'t StatementView>,
    pub(crate) others: &'t [StatementView],
    pub(crate) remarks: &'t [PointView],
    pub(crate) conflicts: &'t [ConflictView],
}

/// A council that is explored.
pub(crate) trait Kind:
    OutcomeCouncil<
        Panel: Debug + PartialEq + Send + Sync,
        Given: Debug + PartialEq + Send + Sync,
        Task: Debug + Clone + PartialEq + Send + Sync,
        State: Clone + Debug + PartialEq + Eq + Hash + Send + Sync,
        Prompt: PartialEq,
    > + Protocol
    + Debug
    + Send
    + Sync
    + 'static
{
    /// The names of its three steps.
    const STEPS: [&'static str; 3];
    /// How sure a member is in step 2.
    const LATER: StatedLevel = StatedLevel::Medium;

    fn opening(scope: &Scope) -> Opening<Self::Panel>;

    fn seen(state: &Self::State) -> Option<Seen<'_, Self>>;

    fn seen_mut(state: &mut Self::State) -> SeenMut<'_>;

    /// Step, from 0, and attempt of a task.
    fn asks(task: &Self::Task) -> (usize, u8);

    fn sheet(task: &Self::Task) -> Sheet<'_>;

    /// What others a task shows, to be corrupted.
    fn others_mut(task: &mut Self::Task) -> Option<&mut Vec<StatementView>>;

    /// The task of the step after, as a machine in a hurry would ask it.
    fn hurried(task: &Self::Task) -> Self::Task;

    /// What a line is as a reply to a task, and whether each quote of it stands.
    fn reply(task: &Self::Task, member: MemberId, line: Line) -> (Self::Given, Vec<bool>);

    /// The texts that step 2 keeps of each member.
    fn later(state: &Self::State) -> Vec<(MemberId, Vec<String>)>;

    /// Whether the panel skips step 2 upon what was stated.
    fn skips_second(scope: &Scope, play: &Play<Self::State>) -> bool;

    /// Whether it skips step 3 upon what was said in step 2.
    fn skips_third(scope: &Scope, play: &Play<Self::State>) -> bool;

    /// The fewest that step 1 and step 2 need.
    fn least(scope: &Scope) -> [usize; 2];

    /// The choices that a synthesis may conclude.
    fn may_conclude(truth: &Truth) -> Vec<Choice>;

    /// What a council that was not stopped comes to.
    fn result(scope: &Scope, play: &Play<Self::State>, truth: &Truth) -> CouncilResult;

    /// The choice of the answer, and what lowers its confidence beyond what lowers every one's.
    fn answer(
        scope: &Scope,
        play: &Play<Self::State>,
        truth: &Truth,
    ) -> (Option<Choice>, Vec<CauseWord>);

    /// The fixed lines beyond those of every council.
    fn lines(scope: &Scope, play: &Play<Self::State>) -> Vec<DisclaimerKey>;

    /// The properties of its own, each with whether a state has it.
    fn own(
        scope: &Scope,
        play: &Play<Self::State>,
        truth: &Truth,
        body: Option<&OutcomeBody>,
    ) -> Vec<(&'static str, bool)>;

    /// The names of those.
    const OWN: &'static [&'static str];

    /// What a corrupted step of its own makes of the real one's result.
    fn corrupt(
        mutant: Mutant,
        scope: &Scope,
        before: &Self::State,
        after: &mut Self::State,
        effects: &mut Vec<super::EffectFor<Self>>,
    );
}
