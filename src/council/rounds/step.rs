//! The whole protocol. No clock, no I/O: replaying the same events gives the same state.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::RoundsReply;
use super::ask::{RoundsAsk, RoundsTask};
use super::policy::{RoundsPolicy, SkipReview};
use super::state::{
    CritiqueSaid, ReviewSaid, RoundsPhase, RoundsSession, RoundsState, ShortCircuitDecision,
};
use super::{RoundsCouncil, derive, fit, views};
use crate::core::budget::Budget;
use crate::core::call::CallError;
use crate::core::protocol::{CallId, EffectOf, Event, EventOf, OutOfTurn, Step};
use crate::core::round::{GivenReply, RoundLimit, RoundStep, Rounds};
use crate::council::shared::admitted::AdmittedReply;
use crate::council::shared::ending::CouncilEnding;
use crate::council::shared::opening::Opening;
use crate::council::shared::point::{Grounding, NumberedPoint, PointId, PointKind};
use crate::council::shared::said::{
    self, Remark, RemarkTarget, StepDeviation, StepFailure, in_order_of_numbers, reconsider,
};
use crate::council::shared::synthesis::{self, Evidence};
use crate::model::{AbortReason, Choice, CouncilResult, Digest, MemberId};

type Effects = Vec<EffectOf<RoundsCouncil>>;
type GivenReplies = BTreeMap<MemberId, GivenReply<AdmittedReply<RoundsReply>>>;

pub(super) fn step(state: RoundsSession, event: EventOf<RoundsCouncil>) -> Step<RoundsCouncil> {
    let out_of_turn = |why: &str| Err(OutOfTurn(why.to_owned()));
    let mut council = match (state, &event) {
        (RoundsSession::Unopened, Event::Opened { input }) => {
            let (council, effects) = open(input.clone())?;
            return Ok((RoundsSession::Open(Arc::new(council)), effects));
        }
        (RoundsSession::Unopened, _) => return out_of_turn("the session is not open"),
        (RoundsSession::Open(_), Event::Opened { .. }) => {
            return out_of_turn("the session is open already");
        }
        (RoundsSession::Open(council), _) if council.ending.is_some() => {
            return out_of_turn("the session has ended");
        }
        (RoundsSession::Open(council), _) => council,
    };
    council.rounds.calls.check::<RoundsCouncil>(&event)?;
    let own = Arc::make_mut(&mut council);
    let effects = take(own, event)?;
    Ok((RoundsSession::Open(council), effects))
}

fn open(opening: Opening<RoundsPolicy>) -> Result<(RoundsState, Effects), OutOfTurn> {
    // A session is read from a file: its panel may be anything.
    if opening.chair().is_none() {
        return Err(OutOfTurn("the panel has no chair".to_owned()));
    }
    let budget = Budget::new(opening.token_budget);
    let mut council = RoundsState {
        rounds: Rounds::new(budget, &opening.looks),
        phase: RoundsPhase::R1,
        voices: BTreeMap::new(),
        reviews: Vec::new(),
        synthesis: None,
        short_circuit: None,
        failures: Vec::new(),
        deviations: Vec::new(),
        ending: None,
        opening: Arc::new(opening),
    };
    let voices: Vec<MemberId> = council.opening.voices().collect();
    if voices.len() < least_opinions(&council) {
        let why =
            format!("{} voices sit, and {} are needed", voices.len(), least_opinions(&council));
        abort(&mut council, AbortReason::QuorumLost, &why);
        return Ok((council, Vec::new()));
    }
    let effects = ask(&mut council, RoundsPhase::R1, voices);
    Ok((council, effects))
}

fn least_opinions(council: &RoundsState) -> usize {
    council.opening.policy.quorum.r1_min.max(2) as usize
}

fn take(council: &mut RoundsState, event: EventOf<RoundsCouncil>) -> Result<Effects, OutOfTurn> {
    let is_synthesis = council.phase == RoundsPhase::R3 && matches!(event, Event::Answered { .. });
    let chaired = is_synthesis.then(|| council.clone());
    let fault = |task: &RoundsTask, admitted: &AdmittedReply<RoundsReply>| {
        fit::fault(task, admitted).or_else(|| match (&admitted.reply, &chaired) {
            (RoundsReply::Chair(chair), Some(council)) => checked(council, &chair.synthesis).err(),
            _ => None,
        })
    };
    let taken = council.rounds.take::<RoundsCouncil>(event, fault, |admitted| {
        Digest::of(&serde_json::to_vec(&admitted.reply).expect("a reply has only text keys"))
    })?;
    Ok(match taken {
        RoundStep::Waiting(effects) => effects,
        RoundStep::Closed(given) => closed(council, given),
        RoundStep::TooDear(call, tokens) => {
            too_dear(council, call, tokens);
            Vec::new()
        }
        RoundStep::Opened(_) => unreachable!("it is open already"),
        RoundStep::Said(_, what) => match what {},
        RoundStep::DeadlinePassed => {
            let why = format!("the time limit of {} s passed", council.opening.timeout_seconds);
            abort(council, AbortReason::Timeout, &why);
            Vec::new()
        }
        RoundStep::Interrupted => {
            abort(council, AbortReason::Cancelled, "the council was stopped");
            Vec::new()
        }
    })
}

/// Enters a phase and asks its question of members.
fn ask(council: &mut RoundsState, phase: RoundsPhase, members: Vec<MemberId>) -> Effects {
    council.phase = phase;
    let later = council.opening.least.iter().skip(phase.index() + 1);
    let later = later.fold(0, |sum: u64, &tokens| sum.saturating_add(tokens));
    council.rounds.calls.set_aside(later, 0);
    let limits = council.opening.policy.limits;
    let seconds = match phase {
        RoundsPhase::R1 => limits.r1,
        RoundsPhase::R2 => limits.r2,
        RoundsPhase::R3 => limits.r3,
    };
    let tasks: Vec<(MemberId, RoundsTask)> =
        members.into_iter().map(|member| (member, task(council, member))).collect();
    council.rounds.ask::<RoundsCouncil>(tasks, RoundLimit { seconds, ..RoundLimit::default() })
}

fn task(council: &RoundsState, member: MemberId) -> RoundsTask {
    let ask = match council.phase {
        RoundsPhase::R1 => RoundsAsk::Opinion,
        RoundsPhase::R2 => views::review(council, member),
        RoundsPhase::R3 => views::chair(council, member),
    };
    RoundsTask::first(&council.opening, member, ask)
}

/// A round has closed: only now is anything absorbed, in the order of members (COUNCILS.md C5).
fn closed(council: &mut RoundsState, given: GivenReplies) -> Effects {
    let step = council.phase.as_str().to_owned();
    let mut replies = BTreeMap::new();
    for (member, given) in given {
        let fault = match given {
            GivenReply::Reply(call, admitted) => {
                for deviation in &admitted.deviations {
                    let (step, deviation) = (step.clone(), deviation.clone());
                    council.deviations.push(StepDeviation { member, step, deviation });
                }
                replies.insert(member, (call, admitted));
                continue;
            }
            GivenReply::Missing(fault) => fault,
            GivenReply::Late => CallError::Late("the round closed without it".to_owned()),
        };
        council.failures.push(StepFailure { member, step: step.clone(), fault });
    }
    match council.phase {
        RoundsPhase::R1 => opinions(council, replies),
        RoundsPhase::R2 => reviews(council, replies),
        RoundsPhase::R3 => synthesis(council, replies),
    }
}

fn opinions(
    council: &mut RoundsState,
    replies: BTreeMap<MemberId, (CallId, AdmittedReply<RoundsReply>)>,
) -> Effects {
    let stated =
        replies.into_iter().filter_map(|(member, (call, admitted))| match admitted.reply {
            RoundsReply::Opinion(opinion) => {
                Some((member, (call, opinion.statement, admitted.stands)))
            }
            RoundsReply::Review(_) | RoundsReply::Chair(_) => None,
        });
    council.voices = said::voices(&council.opening, stated.collect());
    let (got, least) = (council.voices.len(), least_opinions(council));
    if got < least {
        let why = format!("{got} of at least {least} opinions came{}", lost(council));
        abort(council, AbortReason::QuorumLost, &why);
        return Vec::new();
    }
    let skipped = derive::skips_reviews(council);
    if !skipped.is_empty() {
        let reasons = skipped.into_iter().map(|reason| {
            let word = match reason {
                SkipReview::HighAgreementInR1 => "high_agreement_in_r1",
                SkipReview::LowRiskTopic => "low_risk_topic",
            };
            word.to_owned()
        });
        skip(council, reasons.collect(), "R2");
        return chair(council);
    }
    let voices: Vec<MemberId> = council.voices.keys().copied().collect();
    ask(council, RoundsPhase::R2, voices)
}

fn reviews(
    council: &mut RoundsState,
    mut replies: BTreeMap<MemberId, (CallId, AdmittedReply<RoundsReply>)>,
) -> Effects {
    let mut number = 0;
    for member in in_order_of_numbers(&council.opening) {
        let Some((call, AdmittedReply { reply: RoundsReply::Review(review), stands, .. })) =
            replies.remove(&member)
        else {
            continue;
        };
        let letters = views::letters(council, member, RoundsPhase::R2);
        let mut stands = stands.into_iter();
        let critiques = review.critiques().map(|(dimension, critique)| {
            number += 1;
            let found: Vec<bool> = stands.by_ref().take(critique.cites.len()).collect();
            let target = match letters.member(&critique.target) {
                Some(member) => RemarkTarget::Statement(member),
                None => RemarkTarget::Point(PointId::known(&critique.target)),
            };
            let point = NumberedPoint {
                id: PointId::critique(number),
                member,
                kind: PointKind::Critique,
                text: critique.text.clone(),
                severity: Some(critique.severity),
                mitigation: critique.correction.clone(),
                cites: critique.cites.clone(),
                grounding: Grounding::of(found),
            };
            let remark = Remark { point, target };
            CritiqueSaid { dimension, verdict: critique.verdict, remark }
        });
        let critiques = critiques.collect();
        let voice = council.voices.get_mut(&member).expect("only voices review");
        if let Some(deviation) = reconsider(voice, review.choice, &review.because) {
            let step = RoundsPhase::R2.as_str().to_owned();
            council.deviations.push(StepDeviation { member, step, deviation });
        }
        voice.confidence = review.confidence;
        council.reviews.push(ReviewSaid { member, call, review, critiques });
    }
    let quorum = council.opening.policy.quorum;
    let (got, least) = (council.reviews.len(), quorum.r2_min as usize);
    if got < least && !quorum.allow_partial {
        let why = format!("{got} of at least {least} reviews came{}", lost(council));
        abort(council, AbortReason::QuorumLost, &why);
        return Vec::new();
    }
    if derive::confirms(council) {
        skip(council, vec!["r2_confirms_r1_consensus".to_owned()], "R3");
        let choice = derive::agreement(council).groups[0].choice;
        end(council, CouncilResult::Of(choice), "the reviews confirm what all opinions say");
        return Vec::new();
    }
    chair(council)
}

/// Asks the chair, whether it fell out as a voice or not (COUNCILS.md §2.2).
fn chair(council: &mut RoundsState) -> Effects {
    let chair = council.opening.chair().expect("a panel without a chair is not opened");
    ask(council, RoundsPhase::R3, vec![chair])
}

/// Holds a synthesis against all that was said and shown.
fn checked(
    council: &RoundsState,
    synthesis: &synthesis::Synthesis,
) -> Result<synthesis::Checked, String> {
    let chair = council.opening.chair().expect("a panel without a chair is not opened");
    let evidence = Evidence {
        letters: &views::letters(council, chair, RoundsPhase::R3),
        voices: &council.voices,
        remarks: &council.remarks(),
        conflicts: &derive::conflicts(council),
        admissible: &derive::admissible(council),
    };
    synthesis::check(synthesis, &evidence)
}

fn synthesis(
    council: &mut RoundsState,
    replies: BTreeMap<MemberId, (CallId, AdmittedReply<RoundsReply>)>,
) -> Effects {
    let given = replies.into_values().find_map(|(call, admitted)| match admitted.reply {
        RoundsReply::Chair(chair) => Some((call, checked(council, &chair.synthesis).ok()?)),
        RoundsReply::Opinion(_) | RoundsReply::Review(_) => None,
    });
    let Some((call, checked)) = given else {
        let why = format!("no synthesis came{}", lost(council));
        let stands_in = council.opening.policy.quorum.r3_required;
        let result = if stands_in { CouncilResult::Fallback } else { CouncilResult::Raw };
        end(council, result, &why);
        return Vec::new();
    };
    let choice = checked.synthesis.conclusion.choice;
    let result = derive::result(council, choice);
    let why = match result {
        CouncilResult::Contested => match derive::agreement(council).majority {
            Some(most) if most != choice => {
                format!("the chair concludes {choice}, and most voices say {most}")
            }
            _ => format!("the chair concludes {choice}, and a voice shows a flaw"),
        },
        CouncilResult::Of(Choice::NeedInfo) => "more must be known first".to_owned(),
        _ => format!("the chair concludes {choice}"),
    };
    council.synthesis = Some((call, checked));
    end(council, result, &why);
    Vec::new()
}

fn too_dear(council: &mut RoundsState, call: CallId, tokens: u64) {
    let budget = &council.rounds.calls.budget;
    let left = budget.limit().saturating_sub(budget.spent()).saturating_sub(budget.reserved());
    let why = format!("call {call} may need {tokens} tokens, and {left} are left");
    if council.phase == RoundsPhase::R3 && derive::may_skip_for_budget(council) {
        skip(council, vec!["budget_constraint".to_owned()], "R3");
        end(council, CouncilResult::Fallback, &format!("the synthesis was skipped: {why}"));
    } else {
        abort(council, AbortReason::BudgetExhausted, &why);
    }
}

fn skip(council: &mut RoundsState, reasons: Vec<String>, round: &str) {
    let decision = council.short_circuit.get_or_insert_with(|| ShortCircuitDecision {
        reasons: Vec::new(),
        rounds_skipped: Vec::new(),
    });
    decision.reasons.extend(reasons);
    decision.rounds_skipped.push(round.to_owned());
}

fn end(council: &mut RoundsState, result: CouncilResult, why: &str) {
    council.ending = Some(CouncilEnding::with(result, why));
}

fn abort(council: &mut RoundsState, reason: AbortReason, why: &str) {
    council.ending = Some(CouncilEnding::aborted(reason, why));
}

/// Who was lost, for the line that says why.
fn lost(council: &RoundsState) -> String {
    let told = council.failures.iter().map(|failure| {
        format!("{} {}", council.opening.sitter(failure.member).name, failure.fault)
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
}
