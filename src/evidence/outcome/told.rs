//! What an outcome takes from a session, whichever council it is of: derived by the same functions as the
//! machine's own steps.

use crate::core::calls::Calls;
use crate::core::protocol::{Event, EventOf, Protocol};
use crate::council::lenses::{self, LensesCouncil};
use crate::council::rounds::{self, RoundsCouncil};
use crate::council::shared::admitted::{AdmittedReply, Cites};
use crate::council::shared::agreement::{self, MindAgreement};
use crate::council::shared::best::best;
use crate::council::shared::confidence::{AnswerConfidence, LoweredBy, common_causes, confidence};
use crate::council::shared::conflict::Conflict;
use crate::council::shared::ending::{CouncilEnding, Disclaimer};
use crate::council::shared::opening::{Opening, Sitter};
use crate::council::shared::said::{RemarkTarget, StepDeviation, StepFailure, Voice, Voices};
use crate::council::shared::synthesis::Checked;
use crate::evidence::v2::outcome::{
    ActionRecord, AnswerOrigin, CompletenessRecord, FallbackRecord, LateRecord, LensesSection,
    OutcomeBody, PanelRules, RoundsCount, RoundsRules, RoundsSection, ShiftRecord,
    ShortCircuitRecord,
};
use crate::model::panel::{LensesPolicy, RoundsPolicy, RoundsQuorum};
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
    fn of_synthesis(checked: &Checked, by: Option<MemberId>, choice: Option<Choice>) -> Self {
        Self {
            how: Some(AnswerOrigin::Synthesis),
            by,
            text: checked.synthesis.conclusion.text.clone(),
            choice,
            next: checked.synthesis.next_actions.iter().map(said::action).collect(),
        }
    }

    /// That of one voice.
    fn of_voice(how: AnswerOrigin, member: MemberId, voice: &Voice) -> Self {
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
fn judged<P>(
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
fn against<'a, P>(
    opening: &'a Opening<P>,
    voices: &'a Voices,
) -> impl Fn(&RemarkTarget) -> Option<MemberName> + 'a {
    |target| target.member(voices).map(|member| opening.sitter(member).name.clone())
}

impl OutcomeCouncil for RoundsCouncil {
    type Panel = RoundsPolicy;
    type Given = rounds::answer::RoundsReply;

    const WORD: &'static str = rounds::PROTOCOL;

    fn rules(panel: &RoundsPolicy, rules: &mut PanelRules) {
        let RoundsQuorum { r1_min, r2_min, r3_required, allow_partial } = panel.quorum;
        rules.rounds = Some(RoundsRules {
            limits: panel.limits,
            r1_min,
            r2_min,
            r3_required,
            allow_partial,
            short_circuit: panel.short_circuit.clone(),
            labelled: panel.labelled,
        });
    }

    fn panel(rules: &PanelRules) -> Option<RoundsPolicy> {
        let rules = rules.rounds.as_ref()?;
        let &RoundsRules { limits, r1_min, r2_min, r3_required, allow_partial, labelled, .. } =
            rules;
        let quorum = RoundsQuorum { r1_min, r2_min, r3_required, allow_partial };
        Some(RoundsPolicy { limits, quorum, short_circuit: rules.short_circuit.clone(), labelled })
    }

    fn told(state: &rounds::RoundsSession, has_looked: bool) -> Option<ToldCouncil<'_, Self>> {
        let council = state.council()?;
        let (opening, voices) = (&council.opening, &council.voices);
        let agreement = rounds::derive::agreement(council);
        let result = council.ending.as_ref().map(|ending| ending.result);
        let synthesis = council.synthesis.as_ref().map(|(_, checked)| checked);
        let best = best(voices).map(|member| (member, &voices[&member]));
        let answer = match (result, synthesis, best) {
            (_, Some(checked), _) => {
                let choice = Some(checked.synthesis.conclusion.choice);
                Answer::of_synthesis(checked, opening.chair(), choice)
            }
            (Some(CouncilResult::Fallback), None, Some((member, voice))) => {
                Answer::of_voice(AnswerOrigin::BestOpinion, member, voice)
            }
            (Some(CouncilResult::Of(_)), None, Some((member, voice))) => {
                Answer::of_voice(AnswerOrigin::Derived, member, voice)
            }
            _ => Answer::default(),
        };
        let mut causes = common_causes(opening, voices, has_looked);
        let holds = [
            (LoweredBy::ShortCircuit, council.short_circuit.is_some()),
            (LoweredBy::NoReviews, council.reviews.is_empty()),
            (LoweredBy::Contested, result == Some(CouncilResult::Contested)),
            (LoweredBy::Derived, answer.how == Some(AnswerOrigin::Derived)),
            (LoweredBy::Fallback, result == Some(CouncilResult::Fallback)),
            (LoweredBy::Raw, result == Some(CouncilResult::Raw)),
        ];
        causes.extend(holds.into_iter().filter(|(_, holds)| *holds).map(|(cause, _)| cause));
        let (dissent, confidence) = judged(opening, voices, &answer, result, causes);
        Some(ToldCouncil {
            opening,
            calls: &council.rounds.calls,
            down_seconds: council.rounds.down_seconds,
            state: result.map_or(council.phase.as_str(), |r| r.terminal_state().as_str()),
            voices,
            first_step: rounds::RoundsPhase::R1.as_str(),
            failures: &council.failures,
            deviations: &council.deviations,
            synthesis,
            ending: council.ending.as_ref(),
            agreement,
            conflicts: rounds::derive::conflicts(council),
            disclaimers: rounds::derive::disclaimers(council),
            answer,
            dissent,
            confidence,
        })
    }

    fn section(state: &rounds::RoundsSession, body: &mut OutcomeBody) {
        let Some(council) = state.council() else { return };
        let opening = &council.opening;
        let name = |member| opening.sitter(member).name.clone();
        let quorum = opening.policy.quorum;
        let is_fallback =
            council.ending.as_ref().is_some_and(|ending| ending.result == CouncilResult::Fallback);
        let fallback = best(&council.voices).filter(|_| is_fallback).map(|member| FallbackRecord {
            member: name(member),
            completeness: council
                .voices
                .iter()
                .map(|(&member, voice)| CompletenessRecord {
                    member: name(member),
                    score: crate::council::shared::best::completeness(voice),
                })
                .collect(),
        });
        let against = against(opening, &council.voices);
        body.rounds = Some(RoundsSection {
            chair: opening.chair().map(name),
            quorum: RoundsCount {
                r1_min: quorum.r1_min,
                r1_got: council.voices.len() as u32,
                r2_min: quorum.r2_min,
                r2_got: council.reviews.len() as u32,
            },
            short_circuit: council.short_circuit.as_ref().map(|decision| ShortCircuitRecord {
                reasons: decision.reasons.clone(),
                rounds_skipped: decision.rounds_skipped.clone(),
                confidence_adjustment: -1,
            }),
            fallback,
            reviews: council
                .reviews
                .iter()
                .map(|review| said::review(review, &against, &name))
                .collect(),
        });
    }

    fn task(task: &rounds::ask::RoundsTask) -> TaskName {
        let (form, step) = (task.ask.form(), task.ask.step());
        TaskName { form, step, attempt: task.attempt, digest: task.digest() }
    }

    fn cites(given: &Self::Given) -> usize {
        Cites::cites(given).len()
    }

    fn digest(given: &Self::Given) -> Digest {
        Digest::of(&serde_json::to_vec(given).expect("a reply has only text keys"))
    }

    fn given(
        body: &OutcomeBody,
        member: &MemberName,
        step: &str,
    ) -> Option<(Self::Given, Vec<bool>)> {
        use rounds::answer::{Chair, Opinion, RoundsReply};
        match step {
            "R1" => {
                let own = body.statements.iter().find(|own| own.member == *member)?;
                let (statement, stands) = said::stated(own);
                Some((RoundsReply::Opinion(Opinion { statement }), stands))
            }
            "R2" => {
                let reviews = &body.rounds.as_ref()?.reviews;
                let own = reviews.iter().find(|own| own.member == *member)?;
                let (review, stands) = said::reviewed(own);
                Some((RoundsReply::Review(review), stands))
            }
            _ => {
                let own = body.synthesis.as_ref().filter(|own| own.by == *member)?;
                Some((RoundsReply::Chair(Chair { synthesis: said::synthesised(own) }), Vec::new()))
            }
        }
    }
}

impl OutcomeCouncil for LensesCouncil {
    type Panel = LensesPolicy;
    type Given = lenses::answer::LensesReply;

    const WORD: &'static str = lenses::PROTOCOL;

    fn rules(panel: &LensesPolicy, rules: &mut PanelRules) {
        rules.lenses = Some(panel.clone());
    }

    fn panel(rules: &PanelRules) -> Option<LensesPolicy> {
        rules.lenses.clone()
    }

    fn told(state: &lenses::LensesSession, has_looked: bool) -> Option<ToldCouncil<'_, Self>> {
        let council = state.council()?;
        let (opening, voices) = (&council.opening, &council.voices);
        let result = council.ending.as_ref().map(|ending| ending.result);
        let synthesis = council.synthesis.as_ref().map(|(_, checked)| checked);
        let choice = lenses::derive::choice(council);
        let answer = match (result, synthesis) {
            (_, Some(checked)) => Answer::of_synthesis(checked, opening.chair(), choice),
            (Some(CouncilResult::Of(_) | CouncilResult::Split), None) => {
                Answer { how: Some(AnswerOrigin::Derived), choice, ..Answer::default() }
            }
            _ => Answer::default(),
        };
        let mut causes = common_causes(opening, voices, has_looked);
        causes.extend((answer.how == Some(AnswerOrigin::Derived)).then_some(LoweredBy::Derived));
        causes.extend((result == Some(CouncilResult::Raw)).then_some(LoweredBy::Raw));
        let (dissent, confidence) = judged(opening, voices, &answer, result, causes);
        Some(ToldCouncil {
            opening,
            calls: &council.rounds.calls,
            down_seconds: council.rounds.down_seconds,
            state: result.map_or(council.phase.as_str(), |r| r.terminal_state().as_str()),
            voices,
            first_step: lenses::LensesPhase::Positions.as_str(),
            failures: &council.failures,
            deviations: &council.deviations,
            synthesis,
            ending: council.ending.as_ref(),
            agreement: lenses::derive::agreement(council),
            conflicts: lenses::derive::conflicts(council),
            disclaimers: lenses::derive::disclaimers(council),
            answer,
            dissent,
            confidence,
        })
    }

    fn section(state: &lenses::LensesSession, body: &mut OutcomeBody) {
        let Some(council) = state.council() else { return };
        let opening = &council.opening;
        let name = |member| opening.sitter(member).name.clone();
        let profile = opening.policy.profile;
        let against = against(opening, &council.voices);
        body.lenses = Some(LensesSection {
            profile,
            quorum: profile.quorum(opening.voices().count()) as u32,
            shifts: council
                .shifts
                .iter()
                .map(|shift| ShiftRecord {
                    member: name(shift.member),
                    from: shift.from,
                    to: shift.to,
                    because: shift.because.clone(),
                    counted: shift.counted,
                })
                .collect(),
            rebuttals: council
                .rebuttals
                .iter()
                .map(|rebuttal| said::rebuttal(rebuttal, &against, &name))
                .collect(),
            late: council
                .late
                .iter()
                .map(|(member, phase)| LateRecord {
                    member: name(*member),
                    step: phase.as_str().to_owned(),
                })
                .collect(),
        });
    }

    fn task(task: &lenses::ask::LensesTask) -> TaskName {
        let (form, step) = (task.ask.form(), task.ask.step());
        TaskName { form, step, attempt: task.attempt, digest: task.digest() }
    }

    fn cites(given: &Self::Given) -> usize {
        Cites::cites(given).len()
    }

    fn digest(given: &Self::Given) -> Digest {
        Digest::of(&serde_json::to_vec(given).expect("a reply has only text keys"))
    }

    fn given(
        body: &OutcomeBody,
        member: &MemberName,
        step: &str,
    ) -> Option<(Self::Given, Vec<bool>)> {
        use lenses::answer::{LensOpinion, LensesReply, Synthesised};
        match step {
            "POSITIONS" => {
                let own = body.statements.iter().find(|own| own.member == *member)?;
                let (statement, stands) = said::stated(own);
                Some((LensesReply::Lens(LensOpinion { statement }), stands))
            }
            "DEBATE" => {
                let rebuttals = &body.lenses.as_ref()?.rebuttals;
                let own = rebuttals.iter().find(|own| own.member == *member)?;
                let (rebuttal, stands) = said::rebutted(own);
                Some((LensesReply::Rebuttal(rebuttal), stands))
            }
            _ => {
                let own = body.synthesis.as_ref().filter(|own| own.by == *member)?;
                let synthesis = said::synthesised(own);
                Some((LensesReply::Synthesis(Synthesised { synthesis }), Vec::new()))
            }
        }
    }
}
