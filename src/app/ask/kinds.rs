//! What is a council's own where all else is alike: who sits, how replies are admitted and worded. Each has
//! a file beside this one.

use std::marker::PhantomData;

use crate::config::{Config, NamedPanel, PanelMember, PanelPolicy};
use crate::core::call::{CallError, FailedCall};
use crate::core::member::{Completing, Completion, Member};
use crate::council::shared::admit::Admission;
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::opening::Opening;
use crate::council::shared::words::CouncilWords;
use crate::evidence::outcome::OutcomeCouncil;
use crate::model::{Identity, MemberId, Receipt};
use crate::rules::panelist::RulePanel;

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
    type Words: CouncilWords<Panel = Self::Panel, Task = Self::Task, Reply = Self::Given> + 'static;

    /// A council of it that ships with the tool.
    const DEMONSTRATION: &'static str;
    /// Members that built-in rules hold when an RFC is judged, and a person named none.
    const OF_RULES: &'static [&'static str] = &[];

    /// Its policy, in a panel of its kind.
    fn policy(panel: &PanelPolicy) -> Option<&Self::Panel>;

    /// Has a panel sit for as many rounds as a person wants, or says why it cannot.
    fn set_rounds(panel: &mut PanelPolicy, rounds: u8) -> Result<(), String>;

    /// Gives the members that a person named their parts, or says who cannot have one.
    fn give_parts(members: &mut [PanelMember], config: &Config) -> Result<(), String>;

    /// Lets go of the voices that the policy of a panel does not seat.
    fn seat(_: &mut NamedPanel) {}

    /// Admits a reply, or says which field is beyond what it may be.
    fn admit(
        admission: &Admission<'_>,
        reply: Self::Given,
    ) -> Result<AdmittedReply<Self::Given>, String>;

    /// Its steps, and whether all voices are asked in each.
    fn steps(opening: &Opening<Self::Panel>) -> Vec<(&'static str, bool)>;

    /// What a voice is asked first.
    fn first_task(opening: &Opening<Self::Panel>, member: MemberId) -> Self::Task;

    /// What the built-in rules answer to a task; `None` to what they do not do.
    fn by_rules(rules: &RulePanel, task: &Self::Task) -> Option<Self::Given>;
}

/// The built-in rules as a member of a council.
pub struct RuleVoice<C>(RulePanel, PhantomData<C>);

impl<C> RuleVoice<C> {
    /// A voice of these rules.
    pub const fn new(rules: RulePanel) -> Self {
        Self(rules, PhantomData)
    }
}

impl<C: QuestionCouncil> Member<C::Task, C::Given> for RuleVoice<C> {
    fn identity(&self) -> Identity {
        RulePanel::identity()
    }

    fn estimate(&self, _: &C::Task) -> u64 {
        0
    }

    fn complete<'a>(&'a self, task: &'a C::Task) -> Completing<'a, C::Given> {
        let refused = || CallError::Refused("the built-in rules word no synthesis".to_owned());
        let reply = C::by_rules(&self.0, task).ok_or_else(|| FailedCall::from(refused()));
        let told = reply.map(|reply| Completion { reply, receipt: Receipt::default() });
        Box::pin(std::future::ready(told))
    }
}
