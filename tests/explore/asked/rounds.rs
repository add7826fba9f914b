//! Rounds, as the exploration sees it: COUNCILS.md Q1 to Q8.

use std::sync::Arc;

use council_review::core::protocol::Effect;
use council_review::council::rounds::answer::{
    Chair, Critique, CritiqueVerdict, Opinion, Review, RoundsReply,
};
use council_review::council::rounds::ask::{RoundsAsk, RoundsTask};
use council_review::council::rounds::{RoundsCouncil, RoundsPhase, RoundsSession};
use council_review::council::shared::ending::CouncilEnding;
use council_review::council::shared::opening::Opening;
use council_review::council::shared::said::RemarkTarget;
use council_review::council::shared::sheet::StatementView;
use council_review::council::shared::statement::StatedLevel;
use council_review::evidence::v2::outcome::{AnswerOrigin, CauseWord, DisclaimerKey, OutcomeBody};
use council_review::model::panel::{RoundsPolicy, SkipReview, SkipSynthesis};
use council_review::model::{Choice, CouncilResult, MemberId, Stakes};

use super::EffectFor;
use super::kind::{Kind, Seen, SeenMut, Sheet};
use super::line::{Brings, Line, NO_CHOICE, UNSHOWN, statement, synthesis, tag};
use super::model::Play;
use super::mutants::Mutant;
use super::scope::Scope;
use super::truth::Truth;

pub(crate) const FALLS_BACK: &str = "Q2 the best opinion stands in exactly where no synthesis came";
pub(crate) const BEST: &str = "Q3 the opinion that stands in is the most complete one";
pub(crate) const DISCLOSED: &str = "Q4 a step that was skipped is told";
pub(crate) const VOICED: &str =
    "Q5 the chair concludes a voice's choice, or that more must be known";
pub(crate) const CONTESTED: &str = "Q6 a choice against the majority is contested";
pub(crate) const NOT_ITSELF: &str = "Q7 nobody reviews itself";
pub(crate) const REASONED: &str = "Q8 another choice counts only with a reason";

impl Kind for RoundsCouncil {
    const STEPS: [&'static str; 3] = ["R1", "R2", "R3"];

    const OWN: &'static [&'static str] =
        &[FALLS_BACK, BEST, DISCLOSED, VOICED, CONTESTED, NOT_ITSELF, REASONED];

    fn opening(scope: &Scope) -> Opening<RoundsPolicy> {
        scope.opening("COUNCIL-ROUNDS-20260126-100000", scope.rounds())
    }

    fn seen(state: &RoundsSession) -> Option<Seen<'_, Self>> {
        let council = state.council()?;
        Some(Seen {
            opening: &council.opening,
            step: council.phase.index(),
            calls: &council.rounds.calls,
            voices: &council.voices,
            remarks: council.remarks(),
            failures: &council.failures,
            late: Vec::new(),
            synthesis: council.synthesis.as_ref().map(|(_, checked)| checked),
            ending: council.ending.as_ref(),
            down: council.rounds.down_seconds,
        })
    }

    fn seen_mut(state: &mut RoundsSession) -> SeenMut<'_> {
        let RoundsSession::Open(council) = state else { unreachable!("it is open") };
        let council = Arc::make_mut(council);
        SeenMut {
            voices: &mut council.voices,
            failures: &mut council.failures,
            ending: &mut council.ending,
            question: &mut Arc::make_mut(&mut council.opening).question.text,
        }
    }

    fn asks(task: &RoundsTask) -> (usize, u8) {
        let step = match task.ask {
            RoundsAsk::Opinion => 0,
            RoundsAsk::Review { .. } => 1,
            RoundsAsk::Chair { .. } => 2,
        };
        (step, task.attempt)
    }

    fn sheet(task: &RoundsTask) -> Sheet<'_> {
        match &task.ask {
            RoundsAsk::Opinion => Sheet::default(),
            RoundsAsk::Review { own, peers } => {
                Sheet { own: Some(own), others: peers, ..Sheet::default() }
            }
            RoundsAsk::Chair { opinions, critiques, conflicts } => {
                Sheet { own: None, others: opinions, remarks: critiques, conflicts }
            }
        }
    }

    fn others_mut(task: &mut RoundsTask) -> Option<&mut Vec<StatementView>> {
        match &mut task.ask {
            RoundsAsk::Opinion => None,
            RoundsAsk::Review { peers, .. } => Some(peers),
            RoundsAsk::Chair { opinions, .. } => Some(opinions),
        }
    }

    fn hurried(task: &RoundsTask) -> RoundsTask {
        let own = Box::new(StatementView::nothing(task.choices[0]));
        RoundsTask { ask: RoundsAsk::Review { own, peers: Vec::new() }, ..task.clone() }
    }

    fn reply(task: &RoundsTask, member: MemberId, line: Line) -> (RoundsReply, Vec<bool>) {
        let opinion = |choice, level, brings| {
            let (statement, stands) = statement(member, choice, level, brings);
            (RoundsReply::Opinion(Opinion { statement }), stands)
        };
        match (&task.ask, line) {
            (RoundsAsk::Opinion, Line::States(choice, level, brings)) => {
                opinion(choice, level, brings)
            }
            (RoundsAsk::Opinion, Line::OtherForm) => {
                (RoundsReply::Review(empty(NO_CHOICE)), vec![])
            }
            (RoundsAsk::Opinion, _) | (_, Line::OtherForm) => {
                opinion(NO_CHOICE, StatedLevel::High, Brings::Little)
            }
            (RoundsAsk::Review { own, peers }, line) => {
                (RoundsReply::Review(review(own, peers, member, line)), Vec::new())
            }
            (RoundsAsk::Chair { opinions, critiques, conflicts }, line) => {
                let synthesis = synthesis(line, member, opinions, critiques, conflicts);
                (RoundsReply::Chair(Chair { synthesis }), Vec::new())
            }
        }
    }

    fn later(state: &RoundsSession) -> Vec<(MemberId, Vec<String>)> {
        let reviews = state.council().map(|council| council.reviews.as_slice()).unwrap_or_default();
        reviews.iter().map(|said| (said.member, later(&said.review))).collect()
    }

    fn skips_second(scope: &Scope, play: &Play<RoundsSession>) -> bool {
        let Some(conditions) = scope.skip_r2.filter(|conditions| !conditions.is_empty()) else {
            return false;
        };
        let truth = Truth::of(scope, play, Self::LATER);
        let light = truth.stated.values().all(|(choice, level, brings)| {
            *choice != Choice::NeedInfo
                && *level != StatedLevel::Low
                && !matches!(brings, Brings::Flaw | Brings::Claim)
        });
        conditions.iter().all(|condition| match condition {
            SkipReview::LowRiskTopic => scope.stakes == Stakes::Low,
            SkipReview::HighAgreementInR1 => truth.was_unanimous(scope) && light,
        })
    }

    fn skips_third(scope: &Scope, play: &Play<RoundsSession>) -> bool {
        let truth = Truth::of(scope, play, Self::LATER);
        let challenged = play.said.values().any(|line| *line == Line::Challenges);
        scope.skip_r3.contains(&SkipSynthesis::R2ConfirmsR1Consensus)
            && play.is_closed(1)
            && play.count(1) > 0
            && truth.was_unanimous(scope)
            && truth.is_unanimous()
            && !challenged
    }

    fn least(scope: &Scope) -> [usize; 2] {
        let quorum = scope.quorum;
        let second = if quorum.allow_partial { 0 } else { quorum.r2_min as usize };
        [quorum.r1_min.max(2) as usize, second]
    }

    fn may_conclude(truth: &Truth) -> Vec<Choice> {
        truth.choices.values().copied().chain([Choice::NeedInfo]).collect()
    }

    fn result(scope: &Scope, play: &Play<RoundsSession>, truth: &Truth) -> CouncilResult {
        match concluded(scope, play) {
            Some(Choice::NeedInfo) => CouncilResult::Of(Choice::NeedInfo),
            Some(choice) if truth.majority.is_some_and(|most| most != choice) => {
                CouncilResult::Contested
            }
            Some(Choice::Sound) if truth.flaw => CouncilResult::Contested,
            Some(choice) => CouncilResult::Of(choice),
            None if play.is_closed(2) && !scope.quorum.r3_required => CouncilResult::Raw,
            None if play.is_closed(2) => CouncilResult::Fallback,
            None if Self::skips_third(scope, play) => {
                CouncilResult::Of(truth.largest().expect("all say so"))
            }
            None => CouncilResult::Fallback,
        }
    }

    fn answer(
        scope: &Scope,
        play: &Play<RoundsSession>,
        truth: &Truth,
    ) -> (Option<Choice>, Vec<CauseWord>) {
        let result = Self::result(scope, play, truth);
        let confirmed = !play.is_closed(2) && Self::skips_third(scope, play);
        let skipped = Self::skips_second(scope, play) || !play.is_closed(2);
        let parts = [
            (CauseWord::ShortCircuit, skipped),
            (CauseWord::NoReviews, play.count(1) == 0),
            (CauseWord::Contested, result == CouncilResult::Contested),
            (CauseWord::Derived, confirmed),
            (CauseWord::Fallback, result == CouncilResult::Fallback),
            (CauseWord::Raw, result == CouncilResult::Raw),
        ];
        let causes = parts.into_iter().filter(|(_, holds)| *holds).map(|(cause, _)| cause);
        let best = best(truth).map(|member| truth.choices[&member]);
        let choice = match result {
            CouncilResult::Fallback => best,
            CouncilResult::Raw => None,
            _ => concluded(scope, play).or(best),
        };
        (choice, causes.collect())
    }

    fn lines(scope: &Scope, play: &Play<RoundsSession>) -> Vec<DisclaimerKey> {
        let council = play.state.council().expect("it is open");
        let result = council.ending.as_ref().map(|ending| ending.result);
        let is_failed = play.is_closed(2) && play.count(2) == 0;
        let aborted = result == Some(CouncilResult::Aborted);
        let second = Self::skips_second(scope, play)
            && play.is_closed(0)
            && play.count(0) >= Self::least(scope)[0];
        let third = !aborted && !play.is_closed(2);
        let parts = [
            (DisclaimerKey::ChairFailed, is_failed && scope.quorum.r3_required),
            (DisclaimerKey::SynthesisFailed, is_failed && !scope.quorum.r3_required),
            (DisclaimerKey::ShortCircuit, second || third),
        ];
        parts.into_iter().filter(|(_, holds)| *holds).map(|(key, _)| key).collect()
    }

    fn own(
        scope: &Scope,
        play: &Play<RoundsSession>,
        truth: &Truth,
        body: Option<&OutcomeBody>,
    ) -> Vec<(&'static str, bool)> {
        let council = play.state.council().expect("it is open");
        let result = council.ending.as_ref().map(|ending| ending.result);
        let concludes = concluded(scope, play);
        let is_fallback = result == Some(CouncilResult::Fallback);
        let unsaid = play.is_closed(2) && concludes.is_none() && scope.quorum.r3_required;
        let unpaid = result.is_some_and(|result| result != CouncilResult::Aborted)
            && !play.is_closed(2)
            && !Self::skips_third(scope, play);
        let text = body.is_none_or(|body| {
            let by = body.answer.by.as_ref();
            let own = by.and_then(|by| council.opening.sitters().find(|(_, own)| own.name == *by));
            let own = own.and_then(|(member, _)| council.voices.get(&member));
            !is_fallback || own.is_some_and(|own| own.statement.position == body.answer.text)
        });
        let is_best = body.is_none_or(|body| {
            let stands_in =
                matches!(body.answer.how, AnswerOrigin::BestOpinion | AnswerOrigin::Derived);
            let name = best(truth).map(|member| council.opening.sitter(member).name.clone());
            !stands_in || body.answer.by == name
        });
        let wanted_skip = Self::skips_second(scope, play)
            && play.is_closed(0)
            && play.count(0) >= Self::least(scope)[0]
            || result.is_some_and(|result| result != CouncilResult::Aborted) && !play.is_closed(2);
        let kept = council.synthesis.as_ref().map(|(_, kept)| kept.synthesis.conclusion.choice);
        let voiced = |choice: Choice| truth.choices.values().any(|own| *own == choice);
        let against = concludes.is_some_and(|choice| {
            choice != Choice::NeedInfo && truth.majority.is_some_and(|most| most != choice)
        });
        let by_flaw = concludes == Some(Choice::Sound) && truth.flaw;
        let itself = council
            .remarks()
            .iter()
            .any(|remark| remark.target.member(&council.voices) == Some(remark.point.member));
        let counted = council.voices.iter().all(|(member, voice)| {
            truth.choices.get(member).is_some_and(|choice| *choice == voice.choice)
        });
        vec![
            (FALLS_BACK, is_fallback == (unsaid || unpaid) && text),
            (BEST, is_best),
            (DISCLOSED, council.short_circuit.is_some() == wanted_skip),
            (VOICED, kept.is_none_or(|c| c == Choice::NeedInfo || voiced(c))),
            (
                CONTESTED,
                result.is_none_or(|r| (r == CouncilResult::Contested) == (against || by_flaw)),
            ),
            (NOT_ITSELF, !itself),
            (REASONED, counted),
        ]
    }

    fn corrupt(
        mutant: Mutant,
        scope: &Scope,
        before: &RoundsSession,
        after: &mut RoundsSession,
        effects: &mut Vec<EffectFor<Self>>,
    ) {
        let RoundsSession::Open(council) = after else { return };
        let council = Arc::make_mut(council);
        let old = before.council().expect("it is open");
        let result = council.ending.as_ref().map(|ending| ending.result);
        let over = |result| Some(CouncilEnding::with(result, "so"));
        let reviewed = old.reviews.is_empty() && !council.reviews.is_empty();
        match mutant {
            Mutant::FallsBackUnasked if result == Some(CouncilResult::Raw) => {
                council.ending = over(CouncilResult::Fallback);
            }
            Mutant::HidesASkip if council.ending.is_some() => council.short_circuit = None,
            Mutant::SkipsUnbidden
                if old.phase == RoundsPhase::R1 && council.phase == RoundsPhase::R2 =>
            {
                effects.retain(|effect| !matches!(effect, Effect::Estimate { .. }));
                council.phase = RoundsPhase::R3;
            }
            Mutant::OverrulesTheMajority if result == Some(CouncilResult::Contested) => {
                let choice = council.synthesis.as_ref().map(|(_, s)| s.synthesis.conclusion.choice);
                council.ending = over(CouncilResult::Of(choice.expect("it concludes")));
            }
            Mutant::InventsAChoice => {
                if let Some((_, checked)) = &mut council.synthesis {
                    checked.synthesis.conclusion.choice = NO_CHOICE;
                }
            }
            Mutant::LetsOneReviewItself if reviewed => {
                for review in &mut council.reviews {
                    for critique in &mut review.critiques {
                        critique.remark.target = RemarkTarget::Statement(review.member);
                    }
                }
            }
            Mutant::CountsABareShift if reviewed => {
                for review in &council.reviews {
                    let voice = council.voices.get_mut(&review.member).expect("a voice");
                    voice.choice = review.review.choice;
                }
            }
            Mutant::OutvotesAFlaw
                if result == Some(CouncilResult::Contested) && scope.is_review() =>
            {
                council.ending = over(CouncilResult::Of(Choice::Sound));
            }
            _ => {}
        }
    }
}

/// Who is most complete, then better grounded, then first.
fn best(truth: &Truth) -> Option<MemberId> {
    let mut best: Option<(u32, MemberId)> = None;
    for &member in truth.stated.keys() {
        let score = truth.completeness(member);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, member));
        }
    }
    best.map(|(_, member)| member)
}

/// What a chair that was heard concludes.
fn concluded<S>(scope: &Scope, play: &Play<S>) -> Option<Choice> {
    match play.said.get(&(scope.chair()?, 2))? {
        Line::Concludes(choice)
        | Line::Embellishes(choice)
        | Line::HidesAConflict(choice)
        | Line::ExplainsTwice(choice)
        | Line::HidesASide(choice) => Some(*choice),
        _ => Some(Choice::NeedInfo),
    }
}

fn later(review: &Review) -> Vec<String> {
    let texts = review.critiques().map(|(_, critique)| critique.text.clone());
    texts.chain([review.confidence_reason.clone()]).collect()
}

fn empty(choice: Choice) -> Review {
    Review {
        errors: Vec::new(),
        omissions: Vec::new(),
        risky_proposals: Vec::new(),
        counter_arguments: Vec::new(),
        assumptions: Vec::new(),
        agreements: Vec::new(),
        choice,
        because: Vec::new(),
        confidence: RoundsCouncil::LATER,
        confidence_reason: "so".to_owned(),
    }
}

fn review(own: &StatementView, peers: &[StatementView], member: MemberId, line: Line) -> Review {
    let tag = tag(member);
    let shown = peers.first().map(|peer| peer.points[0].id.to_string()).expect("a peer");
    let critique = |target: String| Critique {
        target,
        verdict: CritiqueVerdict::Challenged,
        severity: StatedLevel::High,
        text: format!("{tag}objects"),
        correction: String::new(),
        cites: Vec::new(),
    };
    let mut review = Review { confidence_reason: format!("{tag}is sure"), ..empty(own.choice) };
    match line {
        Line::Shifts(choice) => (review.choice, review.because) = (choice, vec![shown]),
        Line::ShiftsBare(choice) => review.choice = choice,
        Line::Challenges => review.errors.push(critique(shown)),
        Line::CriticisesItself => review.errors.push(critique(own.points[0].id.to_string())),
        Line::NamesTheUnshown => review.agreements.push(UNSHOWN.to_owned()),
        Line::NoChoice => review.choice = NO_CHOICE,
        _ => {}
    }
    review
}
