//! Lenses, as the exploration sees it: COUNCILS.md L1 to L8.

use std::collections::BTreeSet;
use std::sync::Arc;

use council_review::core::call::CallError;
use council_review::core::protocol::Effect;
use council_review::council::lenses::answer::{
    DebateMove, LensOpinion, LensesReply, PointAnswer, Rebuttal, Synthesised,
};
use council_review::council::lenses::ask::{LensesAsk, LensesTask};
use council_review::council::lenses::{LensesCouncil, LensesSession};
use council_review::council::shared::ending::CouncilEnding;
use council_review::council::shared::opening::Opening;
use council_review::council::shared::sheet::StatementView;
use council_review::council::shared::statement::StatedLevel;
use council_review::evidence::v2::outcome::{CauseWord, DisclaimerKey, OutcomeBody};
use council_review::model::panel::LensesPolicy;
use council_review::model::{AbortReason, Choice, CouncilResult, MemberId};

use super::EffectFor;
use super::kind::{Kind, Seen, SeenMut, Sheet};
use super::line::{Brings, Line, NO_CHOICE, UNSHOWN, statement, synthesis, tag};
use super::model::Play;
use super::mutants::Mutant;
use super::scope::Scope;
use super::truth::Truth;

pub(crate) const OVER_TWO: &str = "L1 no result over fewer than two statements";
pub(crate) const DEBATED: &str = "L2 a debate exactly where the panel asks for it, once";
pub(crate) const DERIVED: &str = "L3 the result is what code derives, whatever a synthesis says";
pub(crate) const REASONED: &str = "L4 a shift counts only with a reason that was shown";
pub(crate) const ALL_AGREE: &str = "L5 the line about all agreeing exactly where all do";
pub(crate) const RAW: &str = "L7 without a synthesis every statement is the report";
pub(crate) const AGAINST: &str = "L8 who differs from the result is in dissent";

impl Kind for LensesCouncil {
    const STEPS: [&'static str; 3] = ["POSITIONS", "DEBATE", "SYNTHESIS"];

    const OWN: &'static [&'static str] =
        &[OVER_TWO, DEBATED, DERIVED, REASONED, ALL_AGREE, RAW, AGAINST];

    fn opening(scope: &Scope) -> Opening<LensesPolicy> {
        scope.opening("COUNCIL-LENSES-20260126-100000", scope.lenses())
    }

    fn seen(state: &LensesSession) -> Option<Seen<'_, Self>> {
        let council = state.council()?;
        Some(Seen {
            opening: &council.opening,
            step: council.phase.index(),
            calls: &council.rounds.calls,
            voices: &council.voices,
            remarks: council.remarks(),
            failures: &council.failures,
            late: council.late.iter().map(|(member, phase)| (*member, phase.index())).collect(),
            synthesis: council.synthesis.as_ref().map(|(_, checked)| checked),
            ending: council.ending.as_ref(),
            down: council.rounds.down_seconds,
        })
    }

    fn seen_mut(state: &mut LensesSession) -> SeenMut<'_> {
        let LensesSession::Open(council) = state else { unreachable!("it is open") };
        let council = Arc::make_mut(council);
        SeenMut {
            voices: &mut council.voices,
            failures: &mut council.failures,
            ending: &mut council.ending,
            question: &mut Arc::make_mut(&mut council.opening).question.text,
        }
    }

    fn asks(task: &LensesTask) -> (usize, u8) {
        let step = match task.ask {
            LensesAsk::Lens => 0,
            LensesAsk::Rebuttal { .. } => 1,
            LensesAsk::Synthesis { .. } => 2,
        };
        (step, task.attempt)
    }

    fn sheet(task: &LensesTask) -> Sheet<'_> {
        match &task.ask {
            LensesAsk::Lens => Sheet::default(),
            LensesAsk::Rebuttal { own, peers } => {
                Sheet { own: Some(own), others: peers, ..Sheet::default() }
            }
            LensesAsk::Synthesis { statements, answers, conflicts, .. } => {
                Sheet { own: None, others: statements, remarks: answers, conflicts }
            }
        }
    }

    fn others_mut(task: &mut LensesTask) -> Option<&mut Vec<StatementView>> {
        match &mut task.ask {
            LensesAsk::Lens => None,
            LensesAsk::Rebuttal { peers, .. } => Some(peers),
            LensesAsk::Synthesis { statements, .. } => Some(statements),
        }
    }

    fn hurried(task: &LensesTask) -> LensesTask {
        let own = Box::new(StatementView::nothing(task.choices[0]));
        LensesTask { ask: LensesAsk::Rebuttal { own, peers: Vec::new() }, ..task.clone() }
    }

    fn reply(task: &LensesTask, member: MemberId, line: Line) -> (LensesReply, Vec<bool>) {
        let stated = |choice, level, brings| {
            let (statement, stands) = statement(member, choice, level, brings);
            (LensesReply::Lens(LensOpinion { statement }), stands)
        };
        match (&task.ask, line) {
            (LensesAsk::Lens, Line::States(choice, level, brings)) => stated(choice, level, brings),
            (LensesAsk::Lens, Line::OtherForm) => {
                (LensesReply::Rebuttal(keeping(NO_CHOICE, member)), Vec::new())
            }
            (LensesAsk::Lens, _) | (_, Line::OtherForm) => {
                stated(NO_CHOICE, StatedLevel::High, Brings::Little)
            }
            (LensesAsk::Rebuttal { own, peers }, line) => {
                (LensesReply::Rebuttal(rebuttal(own, peers, member, line)), Vec::new())
            }
            (LensesAsk::Synthesis { statements, answers, conflicts, .. }, line) => {
                let synthesis = synthesis(line, member, statements, answers, conflicts);
                (LensesReply::Synthesis(Synthesised { synthesis }), Vec::new())
            }
        }
    }

    fn later(state: &LensesSession) -> Vec<(MemberId, Vec<String>)> {
        let said = state.council().map(|council| council.rebuttals.as_slice()).unwrap_or_default();
        said.iter().map(|said| (said.member, later(&said.rebuttal))).collect()
    }

    fn skips_second(scope: &Scope, _: &Play<LensesSession>) -> bool {
        !scope.debate
    }

    fn skips_third(scope: &Scope, _: &Play<LensesSession>) -> bool {
        scope.chair().is_none()
    }

    fn least(_: &Scope) -> [usize; 2] {
        [2, 0]
    }

    fn may_conclude(truth: &Truth) -> Vec<Choice> {
        vec![derived(truth).unwrap_or(Choice::NeedInfo)]
    }

    fn result(scope: &Scope, play: &Play<LensesSession>, truth: &Truth) -> CouncilResult {
        if scope.chair().is_some() && play.count(2) == 0 {
            return CouncilResult::Raw;
        }
        derived(truth).map_or(CouncilResult::Split, CouncilResult::Of)
    }

    fn answer(
        scope: &Scope,
        play: &Play<LensesSession>,
        truth: &Truth,
    ) -> (Option<Choice>, Vec<CauseWord>) {
        if scope.chair().is_some() && play.count(2) == 0 {
            return (None, vec![CauseWord::Raw]);
        }
        let causes = if scope.chair().is_none() { vec![CauseWord::Derived] } else { Vec::new() };
        (derived(truth), causes)
    }

    fn lines(scope: &Scope, play: &Play<LensesSession>) -> Vec<DisclaimerKey> {
        let failed = scope.chair().is_some() && play.is_closed(2) && play.count(2) == 0;
        if failed { vec![DisclaimerKey::SynthesisFailed] } else { Vec::new() }
    }

    fn own(
        scope: &Scope,
        play: &Play<LensesSession>,
        truth: &Truth,
        body: Option<&OutcomeBody>,
    ) -> Vec<(&'static str, bool)> {
        let council = play.state.council().expect("it is open");
        let ending = council.ending.as_ref().filter(|ending| ending.abort.is_none());
        let asked = |step: usize| {
            let calls = council.rounds.calls.iter();
            let own = calls
                .filter(|record| Self::asks(&record.task).0 == step && record.task.attempt == 1);
            own.map(|record| record.member).collect::<Vec<_>>()
        };
        let debaters = asked(1);
        let count = debaters.len();
        let all: BTreeSet<MemberId> = debaters.into_iter().collect();
        // A call that a crash lost is made again.
        let once = count == all.len() || council.rounds.down_seconds > 0;
        let enough = play.count(0) >= 2;
        let counted = council.voices.iter().all(|(member, voice)| {
            truth.choices.get(member).is_some_and(|choice| *choice == voice.choice)
        });
        let shifts = council.shifts.iter().all(|shift| shift.counted != shift.because.is_empty());
        let line = body.is_none_or(|body| {
            let line = body.disclaimers.iter().any(|one| one.key == DisclaimerKey::AllAgree);
            line == truth.is_unanimous()
        });
        let is_raw = ending.is_some_and(|ending| ending.result == CouncilResult::Raw);
        let whole = body.is_none_or(|b| !is_raw || b.statements.len() == play.count(0));
        let against = body.is_none_or(|body| {
            let answer = ending.and_then(|_| derived(truth)).filter(|_| !is_raw);
            let wanted = answer.map_or(0, |answer| truth.dissent(scope, answer).len());
            body.dissent.len() == wanted
        });
        vec![
            (OVER_TWO, ending.is_none() || enough),
            (DEBATED, (scope.debate || count == 0) && once),
            (
                DERIVED,
                ending.is_none_or(|ending| {
                    is_raw
                        || ending.result
                            == derived(truth).map_or(CouncilResult::Split, CouncilResult::Of)
                }),
            ),
            (REASONED, counted && shifts),
            (ALL_AGREE, line),
            (RAW, whole && (!is_raw || play.is_closed(2) && play.count(2) == 0)),
            (AGAINST, against),
        ]
    }

    fn corrupt(
        mutant: Mutant,
        scope: &Scope,
        before: &LensesSession,
        after: &mut LensesSession,
        effects: &mut Vec<EffectFor<Self>>,
    ) {
        let LensesSession::Open(council) = after else { return };
        let council = Arc::make_mut(council);
        let old = before.council().expect("it is open");
        let result = council.ending.as_ref().map(|ending| ending.result);
        let over = |result| Some(CouncilEnding::with(result, "so"));
        let debated = old.rebuttals.is_empty() && !council.rebuttals.is_empty();
        match mutant {
            Mutant::EndsOverOne
                if council.ending.as_ref().and_then(|e| e.abort)
                    == Some(AbortReason::QuorumLost) =>
            {
                council.ending = over(CouncilResult::Split);
            }
            Mutant::DebatesTwice if debated => {
                let calls = council.rounds.calls.iter();
                let first = calls.filter(|record| Self::asks(&record.task).0 == 1);
                let again: Vec<_> =
                    first.map(|record| (record.member, record.task.as_ref().clone())).collect();
                council.ending = None;
                for (member, task) in again {
                    effects.push(council.rounds.calls.send::<Self>(member, task));
                }
            }
            Mutant::LetsTheSynthesisDecide if result == Some(CouncilResult::Split) => {
                council.ending = over(CouncilResult::Of(Choice::NeedInfo));
            }
            Mutant::CountsABareShift if debated => {
                for said in &council.rebuttals {
                    let voice = council.voices.get_mut(&said.member).expect("a voice");
                    voice.choice = said.rebuttal.choice;
                }
            }
            Mutant::CallsABareShiftReasoned => {
                council.shifts.iter_mut().for_each(|shift| shift.counted = true);
            }
            Mutant::OutvotesAFlaw
                if result == Some(CouncilResult::Of(Choice::Flawed)) && scope.is_review() =>
            {
                council.ending = over(CouncilResult::Of(Choice::Sound));
            }
            Mutant::ForgetsTheLate => {
                council.late.pop();
            }
            Mutant::DerivesForALostSynthesis if result == Some(CouncilResult::Raw) => {
                let derived = council_review::council::lenses::derive::result(council);
                council.ending = over(derived);
            }
            Mutant::ClosesTooEarly if effects.is_empty() && council.ending.is_none() => {
                let open = council.rounds.calls.iter().filter(|r| r.outcome.is_dispatched());
                effects.extend(open.map(|record| {
                    let fault = CallError::Late("so".to_owned());
                    Effect::GiveUp { call: record.id, fault }
                }));
            }
            _ => {}
        }
    }
}

/// The choice of the panel, told in other words than its own.
fn derived(truth: &Truth) -> Option<Choice> {
    if truth.flaw { Some(Choice::Flawed) } else { truth.majority }
}

fn later(rebuttal: &Rebuttal) -> Vec<String> {
    let texts = rebuttal.answers.iter().map(|answer| answer.text.clone());
    texts.chain([rebuttal.position.clone(), rebuttal.why.clone()]).collect()
}

fn keeping(choice: Choice, member: MemberId) -> Rebuttal {
    let tag = tag(member);
    Rebuttal {
        action: DebateMove::Keep,
        changed: String::new(),
        why: format!("{tag}sees no reason"),
        because: Vec::new(),
        answers: Vec::new(),
        choice,
        position: format!("{tag}holds"),
        confidence: LensesCouncil::LATER,
        confidence_reason: "so".to_owned(),
    }
}

fn rebuttal(
    own: &StatementView,
    peers: &[StatementView],
    member: MemberId,
    line: Line,
) -> Rebuttal {
    let tag = tag(member);
    let shown = peers.first().map(|peer| peer.points[0].id.to_string()).expect("a peer");
    let answer = |target| PointAnswer { target, text: format!("{tag}answers"), cites: Vec::new() };
    let mut rebuttal = keeping(own.choice, member);
    match line {
        Line::Shifts(choice) => {
            rebuttal.action = DebateMove::Revise;
            (rebuttal.choice, rebuttal.because) = (choice, vec![shown]);
        }
        Line::ShiftsBare(choice) => rebuttal.choice = choice,
        Line::Challenges => {
            rebuttal.action = DebateMove::Rebut;
            rebuttal.answers.push(answer(shown));
        }
        Line::CriticisesItself => rebuttal.answers.push(answer(own.points[0].id.to_string())),
        Line::NamesTheUnshown => rebuttal.because.push(UNSHOWN.to_owned()),
        Line::NoChoice => rebuttal.choice = NO_CHOICE,
        _ => {}
    }
    rebuttal
}
