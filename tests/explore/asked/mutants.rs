//! The real step of a council about a question, corrupted in one way at a time, and the property that must
//! catch each.

use std::sync::atomic::{AtomicU64, Ordering};

use council_review::core::call::CallError;
use council_review::core::protocol::{CallId, Effect, Event, EventOf, Step};
use council_review::council::shared::ending::CouncilEnding;
use council_review::council::shared::point::Grounding;
use council_review::council::shared::statement::StatedLevel;
use council_review::evidence::v2::outcome::{
    AgreementKind, DisclaimerKey, DisclaimerRecord, LevelWord, OutcomeBody,
};
use council_review::model::{AbortReason, CouncilResult};

use super::EffectFor;
use super::kind::Kind;
use super::line::NO_CHOICE;
use super::scope::{FITS, Scope};
use super::{lenses, properties as p, rounds};

/// One way in which a council like this goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutant {
    LeavesItsEnd,
    IgnoresTheDeadline,
    SendsWithoutATimer,
    SwapsWords,
    SpeaksForTheLost,
    KeepsALossToItself,
    BelievesTheLastToArrive,
    AsksForEver,
    NeverAsksAgain,
    AsksTheUnavailableAgain,
    SendsWhatDoesNotFit,
    ShowsTheReaderItself,
    NamesTheOthers,
    HidesDissent,
    RaisesTheConfidence,
    DropsACause,
    ForgetsACall,
    AsksAfterTheEnd,
    GoesOnWithTooFew,
    Dices,
    ForgetsTheQuestion,
    EarnsNothing,
    CountsALook,
    LosesWhatWasShown,
    LooksForEver,
    Hurries,
    CountsBuiltInVoices,
    DropsALine,
    // Rounds.
    FallsBackUnasked,
    TakesAnotherOpinion,
    HidesASkip,
    SkipsUnbidden,
    InventsAChoice,
    OverrulesTheMajority,
    LetsOneReviewItself,
    CountsABareShift,
    OutvotesAFlaw,
    // Lenses.
    EndsOverOne,
    DebatesTwice,
    LetsTheSynthesisDecide,
    CallsABareShiftReasoned,
    ClaimsAgreement,
    ForgetsTheLate,
    ClosesTooEarly,
    DropsAStatement,
    DerivesForALostSynthesis,
}

use Mutant::*;

/// Every mutant that both councils have, with the property that catches it.
pub(crate) const OF_BOTH: [(Mutant, &str); 27] = [
    (LeavesItsEnd, p::ENDS_ONCE),
    (IgnoresTheDeadline, p::IN_TIME),
    (SendsWithoutATimer, p::IN_TIME),
    (SwapsWords, p::VERBATIM),
    (SpeaksForTheLost, p::MISSING),
    (KeepsALossToItself, p::MISSING),
    (BelievesTheLastToArrive, p::ARRIVAL),
    (AsksForEver, p::ASKED_AGAIN),
    (NeverAsksAgain, p::ASKED_AGAIN),
    (AsksTheUnavailableAgain, p::ASKED_AGAIN),
    (SendsWhatDoesNotFit, p::BUDGET),
    (ShowsTheReaderItself, p::SHEETS),
    (NamesTheOthers, p::SHEETS),
    (HidesDissent, p::DISSENT),
    (RaisesTheConfidence, p::CONFIDENCE),
    (DropsACause, p::CONFIDENCE),
    (ForgetsACall, p::ONWARD),
    (AsksAfterTheEnd, p::AFTER_END),
    (GoesOnWithTooFew, p::QUORUM),
    (Dices, p::REPLAY),
    (ForgetsTheQuestion, p::OPENING),
    (EarnsNothing, p::EARNED),
    (CountsALook, p::NO_ANSWER),
    (LosesWhatWasShown, p::EXCHANGE),
    (LooksForEver, p::LOOKS),
    (Hurries, p::ORDER),
    (DropsALine, p::DISCLAIMED),
];

/// Those of rounds.
pub(crate) const OF_ROUNDS: [(Mutant, &str); 9] = [
    (FallsBackUnasked, rounds::FALLS_BACK),
    (TakesAnotherOpinion, rounds::BEST),
    (HidesASkip, rounds::DISCLOSED),
    (SkipsUnbidden, p::SKIPS),
    (InventsAChoice, rounds::VOICED),
    (OverrulesTheMajority, rounds::CONTESTED),
    (LetsOneReviewItself, rounds::NOT_ITSELF),
    (CountsABareShift, rounds::REASONED),
    (OutvotesAFlaw, p::EARNED),
];

/// Those of lenses.
pub(crate) const OF_LENSES: [(Mutant, &str); 13] = [
    (EndsOverOne, lenses::OVER_TWO),
    (DebatesTwice, lenses::DEBATED),
    (LetsTheSynthesisDecide, lenses::DERIVED),
    (CountsABareShift, lenses::REASONED),
    (CallsABareShiftReasoned, lenses::REASONED),
    (ClaimsAgreement, lenses::ALL_AGREE),
    (ForgetsTheLate, p::MISSING),
    (ClosesTooEarly, p::SOFT_CLOSE),
    (DropsAStatement, lenses::RAW),
    (DerivesForALostSynthesis, p::EARNED),
    (HidesDissent, lenses::AGAINST),
    (OutvotesAFlaw, p::EARNED),
    (CountsBuiltInVoices, p::AGREEMENT),
];

/// How often a council that throws dice was asked.
static THROWS: AtomicU64 = AtomicU64::new(0);

impl Mutant {
    /// The scope whose exploration catches it: the first in which its fault can show.
    pub(crate) fn is_caught_in(self) -> &'static str {
        match self {
            HidesASkip => "a low risk",
            ForgetsTheLate => "a soft close",
            FallsBackUnasked => "a synthesis is not required",
            SendsWhatDoesNotFit => "no tokens",
            LooksForEver | CountsALook | LosesWhatWasShown => "looks in the first step",
            GoesOnWithTooFew | EndsOverOne | ForgetsACall => "a chair without a voice",
            OutvotesAFlaw => "a flaw",
            LetsTheSynthesisDecide => "options",
            SpeaksForTheLost | AsksForEver => "two faults and forms",
            TakesAnotherOpinion
            | NeverAsksAgain
            | KeepsALossToItself
            | DropsAStatement
            | AsksTheUnavailableAgain
            | DerivesForALostSynthesis => "one fault",
            _ => "all that may be said",
        }
    }

    /// The real step, corrupted.
    pub(crate) fn step<C: Kind>(
        self,
        scope: &Scope,
        state: &C::State,
        mut event: EventOf<C>,
    ) -> Step<C> {
        match (self, &mut event) {
            (LeavesItsEnd, Event::DeadlinePassed) if C::is_over(state) => {
                let mut state = state.clone();
                *C::seen_mut(&mut state).ending = None;
                return Ok((state, Vec::new()));
            }
            (IgnoresTheDeadline, Event::DeadlinePassed) if !C::is_over(state) => {
                return Ok((state.clone(), Vec::new()));
            }
            (SendsWhatDoesNotFit, Event::Estimated { tokens, .. }) => *tokens = FITS.min(*tokens),
            _ => {}
        }
        if let (CountsALook, Event::LookRequested { call, receipt, .. }) = (self, &event) {
            let (call, receipt) = (*call, receipt.clone());
            event = Event::Failed { call, fault: CallError::Refused("a look".to_owned()), receipt };
        }
        let (mut after, mut effects) = C::step(state.clone(), event.clone())?;
        self.corrupt::<C>(scope, state, &event, &mut after, &mut effects);
        C::corrupt(self, scope, state, &mut after, &mut effects);
        Ok((after, effects))
    }

    fn corrupt<C: Kind>(
        self,
        scope: &Scope,
        before: &C::State,
        event: &EventOf<C>,
        after: &mut C::State,
        effects: &mut Vec<EffectFor<C>>,
    ) {
        let old = C::seen(before).expect("it is open");
        let (is_over, stated) = {
            let seen = C::seen(after).expect("it is open");
            (seen.ending.is_some(), old.voices.is_empty() && !seen.voices.is_empty())
        };
        let abort = C::seen(after).and_then(|seen| seen.ending.and_then(|ending| ending.abort));
        // The task of the call that the event is about.
        let call = event.call().and_then(|call| old.calls.get(call));
        let task = call.map(|record| (record.id, record.member, record.task.as_ref().clone()));
        let again = |effects: &mut Vec<EffectFor<C>>| {
            let Some((_, member, task)) = task.clone() else { return };
            let task = C::again(&task).unwrap_or(task);
            let looks = Default::default();
            effects.push(Effect::Estimate { call: CallId(90), member, task, looks });
        };
        let parts = C::seen_mut(after);
        match self {
            SendsWithoutATimer => effects.retain(|e| !matches!(e, Effect::SetTimer { .. })),
            SwapsWords if stated && parts.voices.len() > 1 => {
                let mut voices = parts.voices.values_mut();
                if let (Some(a), Some(b)) = (voices.next(), voices.next()) {
                    std::mem::swap(&mut a.statement.position, &mut b.statement.position);
                }
            }
            SpeaksForTheLost if stated => {
                let lost = scope.voices().find(|voice| !parts.voices.contains_key(voice));
                let first = parts.voices.values().next().cloned();
                parts.voices.extend(lost.zip(first));
            }
            KeepsALossToItself => drop(parts.failures.pop()),
            BelievesTheLastToArrive if stated => {
                let last = task.as_ref().and_then(|(_, member, _)| parts.voices.get_mut(member));
                for point in last.into_iter().flat_map(|voice| &mut voice.points) {
                    point.grounding = Grounding::Grounded;
                }
            }
            AsksForEver if task.as_ref().is_some_and(|(.., task)| C::asks(task).1 > 1) => {
                let malformed =
                    matches!(event, Event::Failed { fault: CallError::Malformed(_), .. });
                if malformed {
                    again(effects);
                }
            }
            NeverAsksAgain => effects
                .retain(|e| !matches!(e, Effect::Estimate { task, .. } if C::asks(task).1 > 1)),
            AsksTheUnavailableAgain
                if matches!(event, Event::Failed { fault: CallError::Unavailable(_), .. }) =>
            {
                again(effects);
            }
            ShowsTheReaderItself => each_task::<C>(effects, |task| {
                let own = C::sheet(task).own.cloned();
                if let (Some(own), Some(others)) = (own, C::others_mut(task)) {
                    others.push(own);
                }
            }),
            NamesTheOthers => each_task::<C>(effects, |task| {
                for other in C::others_mut(task).into_iter().flatten() {
                    other.label = Some("umbra-1:vex".to_owned());
                }
            }),
            ForgetsACall if matches!(event, Event::Resumed { .. }) => {
                let call = effects.iter().position(|e| matches!(e, Effect::Estimate { .. }));
                if let Some(at) = call {
                    effects.remove(at);
                }
            }
            AsksAfterTheEnd if is_over => again(effects),
            GoesOnWithTooFew if abort == Some(AbortReason::QuorumLost) => {
                *parts.ending = Some(CouncilEnding::with(CouncilResult::Raw, "so"));
            }
            Dices if stated => {
                let odd = THROWS.fetch_add(1, Ordering::SeqCst) % 2 == 1;
                for voice in parts.voices.values_mut().filter(|_| odd) {
                    voice.confidence = StatedLevel::Low;
                }
            }
            ForgetsTheQuestion if stated => parts.question.clear(),
            EarnsNothing if is_over && abort.is_none() => {
                *parts.ending = Some(CouncilEnding::with(CouncilResult::Of(NO_CHOICE), "so"));
            }
            LosesWhatWasShown if matches!(event, Event::Shown { .. }) => {
                for effect in effects {
                    if let Effect::Estimate { looks, .. } = effect {
                        looks.exchanges.pop();
                    }
                }
            }
            LooksForEver => {
                if let Event::LookRequested { call, requests, .. } = event
                    && !effects.iter().any(|e| matches!(e, Effect::Show { .. }))
                {
                    effects.push(Effect::Show { call: *call, requests: requests.clone(), most: 1 });
                }
            }
            Hurries if matches!(event, Event::Answered { .. }) && old.step == 0 && !stated => {
                if let Some((_, member, task)) = task {
                    let (task, looks) = (C::hurried(&task), Default::default());
                    effects.push(Effect::Estimate { call: CallId(90), member, task, looks });
                }
            }
            _ => {}
        }
    }

    /// What a corrupted council makes of its outcome.
    pub(crate) fn misjudge(self, result: Option<CouncilResult>, body: &mut OutcomeBody) {
        match self {
            HidesDissent => drop(body.dissent.pop()),
            RaisesTheConfidence => {
                if let Some(sure) = &mut body.confidence {
                    sure.disclosed = LevelWord::High;
                }
            }
            DropsACause => {
                if let Some(sure) = &mut body.confidence {
                    sure.lowered_by.pop();
                }
            }
            DropsALine => drop(body.disclaimers.pop()),
            CountsBuiltInVoices if body.agreement.word == AgreementKind::TooFew => {
                body.agreement.word = AgreementKind::Unanimous;
            }
            TakesAnotherOpinion if result == Some(CouncilResult::Fallback) => {
                let by = body.answer.by.clone();
                let other = body.statements.iter().find(|own| Some(&own.member) != by.as_ref());
                if let Some(own) = other {
                    body.answer.by = Some(own.member.clone());
                    body.answer.text = own.position.clone();
                }
            }
            ClaimsAgreement => body.disclaimers.push(DisclaimerRecord {
                key: DisclaimerKey::AllAgree,
                text: "All say the same.".to_owned(),
            }),
            DropsAStatement if result == Some(CouncilResult::Raw) => drop(body.statements.pop()),
            _ => {}
        }
    }
}

fn each_task<C: Kind>(effects: &mut [EffectFor<C>], change: impl Fn(&mut C::Task)) {
    for effect in effects {
        if let Effect::Estimate { task, .. } = effect {
            change(task);
        }
    }
}
