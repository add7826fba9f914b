//! What an outcome takes from a session of lenses.

use crate::core::call::CallError;
use crate::council::lenses::answer::{DebateMove, PointAnswer, Rebuttal};
use crate::council::lenses::{self, LensesCouncil, RebuttalSaid};
use crate::council::shared::admitted::Cites;
use crate::council::shared::confidence::{LoweredBy, common_causes};
use crate::council::shared::said::RemarkTarget;
use crate::evidence::v2::outcome::{
    AnswerOrigin, AnswerToRecord, LateRecord, LensesSection, MoveWord, OutcomeBody, PanelRules,
    RebuttalRecord, ShiftRecord,
};
use crate::model::panel::LensesPolicy;
use crate::model::{CouncilResult, Digest, MemberName};

use super::said;
use super::told::{Answer, OutcomeCouncil, TaskName, ToldCouncil, against, judged};
use super::words::same;

same! {
    DebateMove = MoveWord { Revise, Rebut, Strengthen, Keep }
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
                .map(|rebuttal| rebutted(rebuttal, &against, &name))
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
                let (rebuttal, stands) = rebuttal_of(own);
                Some((LensesReply::Rebuttal(rebuttal), stands))
            }
            _ => {
                let own = body.synthesis.as_ref().filter(|own| own.by == *member)?;
                let synthesis = said::synthesised(own);
                Some((LensesReply::Synthesis(Synthesised { synthesis }), Vec::new()))
            }
        }
    }
    /// That the close of a round did not wait for it.
    fn failed(body: &OutcomeBody, member: &MemberName, step: &str) -> Option<CallError> {
        let mut late = body.lenses.as_ref()?.late.iter();
        let own = late.find(|one| one.member == *member && one.step == step);
        own.map(|_| CallError::Late(String::new()))
    }
}

fn rebutted(
    rebuttal: &RebuttalSaid,
    against: &dyn Fn(&RemarkTarget) -> Option<MemberName>,
    name: said::Names<'_>,
) -> RebuttalRecord {
    let given = rebuttal.rebuttal.answers.iter().zip(&rebuttal.answers);
    let answers = given.map(|(answer, numbered)| AnswerToRecord {
        id: numbered.point.id.to_string(),
        target: answer.target.clone(),
        against: against(&numbered.target),
        text: answer.text.clone(),
        cites: said::cites(&numbered.point),
        grounding: numbered.point.grounding.into(),
    });
    let given = &rebuttal.rebuttal;
    RebuttalRecord {
        member: name(rebuttal.member),
        action: given.action.into(),
        choice: given.choice,
        because: given.because.clone(),
        changed: given.changed.clone(),
        why: given.why.clone(),
        position: given.position.clone(),
        confidence: given.confidence.into(),
        confidence_reason: given.confidence_reason.clone(),
        answers: answers.collect(),
    }
}

fn rebuttal_of(record: &RebuttalRecord) -> (Rebuttal, Vec<bool>) {
    let answers = record.answers.iter().map(|answer| PointAnswer {
        target: answer.target.clone(),
        text: answer.text.clone(),
        cites: said::quotes(&answer.cites),
    });
    let rebuttal = Rebuttal {
        action: record.action.into(),
        changed: record.changed.clone(),
        why: record.why.clone(),
        because: record.because.clone(),
        answers: answers.collect(),
        choice: record.choice,
        position: record.position.clone(),
        confidence: record.confidence.into(),
        confidence_reason: record.confidence_reason.clone(),
    };
    let stands = record.answers.iter().flat_map(|answer| said::found(&answer.cites)).collect();
    (rebuttal, stands)
}
