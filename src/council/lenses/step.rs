//! The whole protocol. No clock, no I/O: replaying the same events gives the same state.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::LensesReply;
use super::ask::{LensesAsk, LensesTask};
use super::policy::LensesPolicy;
use super::state::{LensesPhase, LensesSession, LensesState, RebuttalSaid, Shift};
use super::{LensesCouncil, derive, fit, views};
use crate::core::budget::Budget;
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
use crate::model::{AbortReason, CouncilResult, Digest, MemberId};

type Effects = Vec<EffectOf<LensesCouncil>>;
type GivenReplies = BTreeMap<MemberId, GivenReply<AdmittedReply<LensesReply>>>;

/// The fewest statements; below them nothing is derived.
const LEAST_STATEMENTS: usize = 2;

pub(super) fn step(state: LensesSession, event: EventOf<LensesCouncil>) -> Step<LensesCouncil> {
    let out_of_turn = |why: &str| Err(OutOfTurn(why.to_owned()));
    let mut council = match (state, &event) {
        (LensesSession::Unopened, Event::Opened { input }) => {
            let (council, effects) = open(input.clone());
            return Ok((LensesSession::Open(Arc::new(council)), effects));
        }
        (LensesSession::Unopened, _) => return out_of_turn("the session is not open"),
        (LensesSession::Open(_), Event::Opened { .. }) => {
            return out_of_turn("the session is open already");
        }
        (LensesSession::Open(council), _) if council.ending.is_some() => {
            return out_of_turn("the session has ended");
        }
        (LensesSession::Open(council), _) => council,
    };
    council.rounds.calls.check::<LensesCouncil>(&event)?;
    let own = Arc::make_mut(&mut council);
    let effects = take(own, event)?;
    Ok((LensesSession::Open(council), effects))
}

fn open(opening: Opening<LensesPolicy>) -> (LensesState, Effects) {
    let budget = Budget::new(opening.token_budget);
    let mut council = LensesState {
        rounds: Rounds::new(budget, &opening.looks),
        phase: LensesPhase::Positions,
        voices: BTreeMap::new(),
        rebuttals: Vec::new(),
        shifts: Vec::new(),
        synthesis: None,
        failures: Vec::new(),
        late: Vec::new(),
        deviations: Vec::new(),
        ending: None,
        opening: Arc::new(opening),
    };
    let voices: Vec<MemberId> = council.opening.voices().collect();
    if voices.len() < LEAST_STATEMENTS {
        let why = format!("{} voices sit, and {LEAST_STATEMENTS} are needed", voices.len());
        abort(&mut council, AbortReason::QuorumLost, &why);
        return (council, Vec::new());
    }
    let effects = ask(&mut council, LensesPhase::Positions, voices);
    (council, effects)
}

fn take(council: &mut LensesState, event: EventOf<LensesCouncil>) -> Result<Effects, OutOfTurn> {
    let is_synthesis =
        council.phase == LensesPhase::Synthesis && matches!(event, Event::Answered { .. });
    let synthesised = is_synthesis.then(|| council.clone());
    let fault = |task: &LensesTask, admitted: &AdmittedReply<LensesReply>| {
        fit::fault(task, admitted).or_else(|| match (&admitted.reply, &synthesised) {
            (LensesReply::Synthesis(given), Some(council)) => {
                checked(council, &given.synthesis).err()
            }
            _ => None,
        })
    };
    let taken = council.rounds.take::<LensesCouncil>(event, fault, |admitted| {
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
fn ask(council: &mut LensesState, phase: LensesPhase, members: Vec<MemberId>) -> Effects {
    council.phase = phase;
    let later = council.opening.least.iter().skip(phase.index() + 1);
    let later = later.fold(0, |sum: u64, &tokens| sum.saturating_add(tokens));
    council.rounds.calls.set_aside(later, 0);
    let LensesPolicy { profile, limits, collect_after, .. } = council.opening.policy;
    let seated = council.opening.voices().count();
    let limit = match phase {
        LensesPhase::Positions => {
            RoundLimit { seconds: limits.lens, collect_after, enough: profile.quorum(seated) }
        }
        LensesPhase::Debate => RoundLimit {
            seconds: limits.rebuttal,
            collect_after,
            enough: profile.quorum(seated).min(members.len()),
        },
        LensesPhase::Synthesis => RoundLimit { seconds: limits.synthesis, ..RoundLimit::default() },
    };
    let tasks: Vec<(MemberId, LensesTask)> =
        members.into_iter().map(|member| (member, task(council, member))).collect();
    council.rounds.ask::<LensesCouncil>(tasks, limit)
}

fn task(council: &LensesState, member: MemberId) -> LensesTask {
    let ask = match council.phase {
        LensesPhase::Positions => LensesAsk::Lens,
        LensesPhase::Debate => views::rebuttal(council, member),
        LensesPhase::Synthesis => views::synthesis(council, member),
    };
    LensesTask::first(&council.opening, member, ask)
}

/// A round has closed: only now is anything absorbed, in the order of members (COUNCILS.md C5).
fn closed(council: &mut LensesState, given: GivenReplies) -> Effects {
    let step = council.phase.as_str().to_owned();
    let mut replies = BTreeMap::new();
    for (member, given) in given {
        match given {
            GivenReply::Reply(call, admitted) => {
                for deviation in &admitted.deviations {
                    let (step, deviation) = (step.clone(), deviation.clone());
                    council.deviations.push(StepDeviation { member, step, deviation });
                }
                replies.insert(member, (call, admitted));
            }
            GivenReply::Missing(fault) => {
                council.failures.push(StepFailure { member, step: step.clone(), fault });
            }
            GivenReply::Late => council.late.push((member, council.phase)),
        }
    }
    match council.phase {
        LensesPhase::Positions => positions(council, replies),
        LensesPhase::Debate => debate(council, replies),
        LensesPhase::Synthesis => synthesis(council, replies),
    }
}

fn positions(
    council: &mut LensesState,
    replies: BTreeMap<MemberId, (CallId, AdmittedReply<LensesReply>)>,
) -> Effects {
    let stated =
        replies.into_iter().filter_map(|(member, (call, admitted))| match admitted.reply {
            LensesReply::Lens(opinion) => {
                Some((member, (call, opinion.statement, admitted.stands)))
            }
            LensesReply::Rebuttal(_) | LensesReply::Synthesis(_) => None,
        });
    council.voices = said::voices(&council.opening, stated.collect());
    let got = council.voices.len();
    if got < LEAST_STATEMENTS {
        let why = format!("{got} of at least {LEAST_STATEMENTS} statements came{}", lost(council));
        abort(council, AbortReason::QuorumLost, &why);
        return Vec::new();
    }
    if council.opening.policy.debate {
        let voices: Vec<MemberId> = council.voices.keys().copied().collect();
        return ask(council, LensesPhase::Debate, voices);
    }
    conclude(council)
}

fn debate(
    council: &mut LensesState,
    mut replies: BTreeMap<MemberId, (CallId, AdmittedReply<LensesReply>)>,
) -> Effects {
    let mut number = 0;
    for member in in_order_of_numbers(&council.opening) {
        let Some((call, AdmittedReply { reply: LensesReply::Rebuttal(rebuttal), stands, .. })) =
            replies.remove(&member)
        else {
            continue;
        };
        let letters = views::letters(council, member, LensesPhase::Debate);
        let mut stands = stands.into_iter();
        let answers = rebuttal.answers.iter().map(|answer| {
            number += 1;
            let found: Vec<bool> = stands.by_ref().take(answer.cites.len()).collect();
            let target = match letters.member(&answer.target) {
                Some(member) => RemarkTarget::Statement(member),
                None => RemarkTarget::Point(PointId::known(&answer.target)),
            };
            let point = NumberedPoint {
                id: PointId::critique(number),
                member,
                kind: PointKind::Critique,
                text: answer.text.clone(),
                severity: None,
                mitigation: String::new(),
                cites: answer.cites.clone(),
                grounding: Grounding::of(found),
            };
            Remark { point, target }
        });
        let answers = answers.collect();
        let voice = council.voices.get_mut(&member).expect("only voices debate");
        let (from, to) = (voice.choice, rebuttal.choice);
        let deviation = reconsider(voice, to, &rebuttal.because);
        voice.confidence = rebuttal.confidence;
        if from != to {
            let (because, counted) = (rebuttal.because.clone(), deviation.is_none());
            council.shifts.push(Shift { member, from, to, because, counted });
        }
        if let Some(deviation) = deviation {
            let step = LensesPhase::Debate.as_str().to_owned();
            council.deviations.push(StepDeviation { member, step, deviation });
        }
        council.rebuttals.push(RebuttalSaid { member, call, rebuttal, answers });
    }
    conclude(council)
}

/// Words for the result, where the panel names somebody for them; else it is told as code derived it.
fn conclude(council: &mut LensesState) -> Effects {
    if let Some(author) = council.opening.chair() {
        return ask(council, LensesPhase::Synthesis, vec![author]);
    }
    end(council, derive::result(council), derive::reason(council));
    Vec::new()
}

/// Holds a synthesis against all that was said and shown.
fn checked(
    council: &LensesState,
    synthesis: &synthesis::Synthesis,
) -> Result<synthesis::Checked, String> {
    let author = council.opening.chair().ok_or("nobody was to word a synthesis")?;
    let evidence = Evidence {
        letters: &views::letters(council, author, LensesPhase::Synthesis),
        voices: &council.voices,
        remarks: &council.remarks(),
        conflicts: &derive::conflicts(council),
        admissible: &derive::admissible(council),
    };
    synthesis::check(synthesis, &evidence)
}

fn synthesis(
    council: &mut LensesState,
    replies: BTreeMap<MemberId, (CallId, AdmittedReply<LensesReply>)>,
) -> Effects {
    let given = replies.into_values().find_map(|(call, admitted)| match admitted.reply {
        LensesReply::Synthesis(given) => Some((call, checked(council, &given.synthesis).ok()?)),
        LensesReply::Lens(_) | LensesReply::Rebuttal(_) => None,
    });
    match given {
        Some((call, checked)) => {
            council.synthesis = Some((call, checked));
            end(council, derive::result(council), derive::reason(council));
        }
        None => {
            let why = format!("no synthesis came{}", lost(council));
            end(council, CouncilResult::Raw, why);
        }
    }
    Vec::new()
}

fn too_dear(council: &mut LensesState, call: CallId, tokens: u64) {
    let budget = &council.rounds.calls.budget;
    let left = budget.limit().saturating_sub(budget.spent()).saturating_sub(budget.reserved());
    let why = format!("call {call} may need {tokens} tokens, and {left} are left");
    abort(council, AbortReason::BudgetExhausted, &why);
}

fn end(council: &mut LensesState, result: CouncilResult, why: String) {
    council.ending = Some(CouncilEnding::with(result, why));
}

fn abort(council: &mut LensesState, reason: AbortReason, why: &str) {
    council.ending = Some(CouncilEnding::aborted(reason, why));
}

/// Who was lost, for the line that says why.
fn lost(council: &LensesState) -> String {
    let told = council.failures.iter().map(|failure| {
        format!("{} {}", council.opening.sitter(failure.member).name, failure.fault)
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
}
