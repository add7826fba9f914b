//! What an outcome takes from a session, whichever council it is of: derived by the same functions as the
//! machine's own steps.

use crate::core::call::CallError;
use crate::core::calls::Calls;
use crate::core::protocol::{Event, EventOf, Protocol};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::agreement::{self, MindAgreement};
use crate::council::shared::confidence::{AnswerConfidence, LoweredBy, confidence};
use crate::council::shared::conflict::Conflict;
use crate::council::shared::ending::{CouncilEnding, Disclaimer};
use crate::council::shared::opening::{DEMONSTRATION, Opening, Sitter};
use crate::council::shared::said::{RemarkTarget, StepDeviation, StepFailure, Voice, Voices};
use crate::council::shared::synthesis::Checked;
use crate::evidence::v2::outcome::{ActionRecord, AnswerOrigin, OutcomeBody, PanelRules};
use crate::model::{Choice, CouncilId, CouncilResult, Digest, MemberId, MemberName};

use super::said;

/// A council whose sessions are told by an outcome.
pub trait OutcomeCouncil:
    Protocol<Input = Opening<Self::Panel>, Reply = AdmittedReply<Self::Given>> + Sized
{
    /// What its panel says.
    type Panel: Clone;
    /// What a member gives, before it is admitted.
    type Given: Clone;

    /// The word of its protocol.
    const WORD: &'static str;

    /// Its panel's rules in the words of the evidence.
    fn rules(panel: &Self::Panel, rules: &mut PanelRules);

    /// The same, back; `None` where the rules are those of another council.
    fn panel(rules: &PanelRules) -> Option<Self::Panel>;

    /// The session, once it is open.
    fn told(state: &Self::State, has_looked: bool) -> Option<ToldCouncil<'_, Self>>;

    /// What is the council's own in the body.
    fn section(state: &Self::State, body: &mut OutcomeBody);

    /// Name of the form, attempt, step and digest of a task.
    fn task(task: &Self::Task) -> TaskName;

    /// How many quotes a member's reply has.
    fn cites(given: &Self::Given) -> usize;

    /// The digest by which a call names its reply.
    fn digest(given: &Self::Given) -> Digest;

    /// What a body says that a member gave in a step.
    fn given(
        body: &OutcomeBody,
        member: &MemberName,
        step: &str,
    ) -> Option<(Self::Given, Vec<bool>)>;

    /// What the council's own part of a body says of why a member gave nothing in a step.
    fn failed(_: &OutcomeBody, _: &MemberName, _: &str) -> Option<CallError> {
        None
    }

    /// Whether the council's own part of a body says that a step was skipped for want of tokens.
    fn is_too_dear(_: &OutcomeBody, _: &str) -> bool {
        false
    }
}

/// How the evidence names a task.
#[derive(Debug, Clone)]
pub struct TaskName {
    /// The name of its form.
    pub form: &'static str,
    /// The state in which it is asked.
    pub step: &'static str,
    /// 1, or 2 when it was asked again.
    pub attempt: u8,
    /// Its digest.
    pub digest: Digest,
}

/// A session as far as all councils have one form.
pub struct ToldCouncil<'s, C: OutcomeCouncil> {
    pub(super) opening: &'s Opening<C::Panel>,
    pub(super) calls: &'s Calls<C::Task>,
    pub(super) down_seconds: u64,
    pub(super) state: &'static str,
    pub(super) voices: &'s Voices,
    pub(super) first_step: &'static str,
    pub(super) failures: &'s [StepFailure],
    pub(super) deviations: &'s [StepDeviation],
    pub(super) synthesis: Option<&'s Checked>,
    pub(super) ending: Option<&'s CouncilEnding>,
    pub(super) agreement: MindAgreement,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) disclaimers: Vec<Disclaimer>,
    pub(super) answer: Answer,
    pub(super) dissent: Vec<MemberId>,
    pub(super) confidence: Option<AnswerConfidence>,
}

impl<C: OutcomeCouncil> ToldCouncil<'_, C> {
    /// The session's id.
    pub fn council(&self) -> &CouncilId {
        &self.opening.council
    }

    /// What it began with.
    pub fn opening(&self) -> &Opening<C::Panel> {
        self.opening
    }

    /// Where it stands, in one word.
    pub fn state_name(&self) -> &'static str {
        self.state
    }

    /// Seconds that the session has.
    pub fn timeout_seconds(&self) -> u64 {
        self.opening.timeout_seconds
    }

    /// Seconds in which nobody drove the session, so far.
    pub fn down_seconds(&self) -> u64 {
        self.down_seconds
    }

    /// What an event means to whoever waits, in one line; nothing where it means nothing.
    pub fn progress(&self, event: &EventOf<C>) -> Option<String> {
        let call = event.call().and_then(|call| self.calls.get(call))?;
        let name = &self.opening.sitter(call.member).name;
        let task = C::task(&call.task);
        let (form, step) = (task.form, task.step);
        Some(match event {
            Event::Answered { .. } => format!("{step}: {name} answered {form}"),
            Event::Failed { fault, .. } => format!("{step}: {name} gave no {form}: {fault}"),
            Event::LookRequested { requests, .. } => {
                format!("{step}: {name} looks at {} places", requests.len())
            }
            _ => return None,
        })
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// The name of a member.
    pub(super) fn name(&self, member: MemberId) -> MemberName {
        self.opening.sitter(member).name.clone()
    }

    /// Every member, in order.
    pub(super) fn sitters(&self) -> impl Iterator<Item = (MemberId, &Sitter)> {
        self.opening.sitters()
    }
}

/// The answer, before it has names.
#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) how: Option<AnswerOrigin>,
    pub(super) by: Option<MemberId>,
    pub(super) text: String,
    pub(super) choice: Option<Choice>,
    pub(super) next: Vec<ActionRecord>,
}

impl Answer {
    /// That of a synthesis.
    pub(super) fn of_synthesis(
        checked: &Checked,
        by: Option<MemberId>,
        choice: Option<Choice>,
    ) -> Self {
        Self {
            how: Some(AnswerOrigin::Synthesis),
            by,
            text: checked.synthesis.conclusion.text.clone(),
            choice,
            next: checked.synthesis.next_actions.iter().map(said::action).collect(),
        }
    }

    /// That of one voice.
    pub(super) fn of_voice(how: AnswerOrigin, member: MemberId, voice: &Voice) -> Self {
        let next = voice.statement.next_steps.iter().map(|step| ActionRecord {
            action: step.action.clone(),
            priority: None,
            effort: step.effort.clone(),
            done_when: String::new(),
        });
        Self {
            how: Some(how),
            by: Some(member),
            text: voice.statement.position.clone(),
            choice: Some(voice.choice),
            next: next.collect(),
        }
    }
}

/// Who is against an answer, and how sure it is.
pub(super) fn judged<P>(
    opening: &Opening<P>,
    voices: &Voices,
    answer: &Answer,
    result: Option<CouncilResult>,
    causes: Vec<LoweredBy>,
) -> (Vec<MemberId>, Option<AnswerConfidence>) {
    let dissent = match answer.choice {
        Some(choice) => agreement::dissent(opening, voices, choice),
        None => Vec::new(),
    };
    let sure = match (result, answer.choice) {
        (None | Some(CouncilResult::Aborted | CouncilResult::Split), _) => None,
        (Some(_), Some(choice)) => Some(confidence(voices, choice, causes)),
        (Some(_), None) => {
            let first = agreement::of_voices(opening, voices).groups.first().map(|g| g.choice);
            first.map(|choice| confidence(voices, choice, causes))
        }
    };
    (dissent, sure)
}

/// Whom a remark is about, by name.
pub(super) fn against<'a, P>(
    opening: &'a Opening<P>,
    voices: &'a Voices,
) -> impl Fn(&RemarkTarget) -> Option<MemberName> + 'a {
    |target| target.member(voices).map(|member| opening.sitter(member).name.clone())
}

/// Whether recorded answers that ship with the tool speak for anybody.
pub(super) fn is_demonstration<C: OutcomeCouncil>(told: &ToldCouncil<'_, C>) -> bool {
    told.sitters().any(|(_, sitter)| sitter.identity.provider == DEMONSTRATION)
}
