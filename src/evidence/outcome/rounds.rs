//! What an outcome takes from a session of rounds.

use crate::council::rounds::answer::{Critique, CritiqueVerdict, Dimension, Review};
use crate::council::rounds::{self, ReviewSaid, RoundsCouncil};
use crate::council::shared::admitted::Cites;
use crate::council::shared::best::best;
use crate::council::shared::confidence::{LoweredBy, common_causes};
use crate::council::shared::said::RemarkTarget;
use crate::evidence::v2::outcome::{
    AnswerOrigin, CompletenessRecord, CritiqueRecord, CritiqueWord, DimensionWord, FallbackRecord,
    OutcomeBody, PanelRules, ReviewRecord, RoundsCount, RoundsRules, RoundsSection,
    ShortCircuitRecord,
};
use crate::model::panel::{RoundsPolicy, RoundsQuorum};
use crate::model::{CouncilResult, Digest, MemberName};

use super::said;
use super::told::{Answer, OutcomeCouncil, TaskName, ToldCouncil, against, judged};
use super::words::same;

same! {
    CritiqueVerdict = CritiqueWord { Challenged, Confirmed }
    Dimension = DimensionWord {
        Errors, Omissions, RiskyProposals, CounterArguments, Assumptions
    }
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
                .map(|review| reviewed(review, &against, &name))
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
                let (review, stands) = review_of(own);
                Some((RoundsReply::Review(review), stands))
            }
            _ => {
                let own = body.synthesis.as_ref().filter(|own| own.by == *member)?;
                Some((RoundsReply::Chair(Chair { synthesis: said::synthesised(own) }), Vec::new()))
            }
        }
    }
    /// A synthesis that was skipped for want of tokens.
    fn is_too_dear(body: &OutcomeBody, step: &str) -> bool {
        let skips = body.rounds.as_ref().and_then(|rounds| rounds.short_circuit.as_ref());
        step == "R3"
            && skips.is_some_and(|skips| {
                skips.reasons.iter().any(|reason| reason == "budget_constraint")
            })
    }
}

fn reviewed(
    review: &ReviewSaid,
    against: &dyn Fn(&RemarkTarget) -> Option<MemberName>,
    name: said::Names<'_>,
) -> ReviewRecord {
    let given = review.review.critiques().zip(&review.critiques);
    let critiques = given.map(|((dimension, critique), numbered)| {
        let point = &numbered.remark.point;
        CritiqueRecord {
            id: point.id.to_string(),
            dimension: dimension.into(),
            target: critique.target.clone(),
            against: against(&numbered.remark.target),
            verdict: critique.verdict.into(),
            severity: critique.severity.into(),
            text: critique.text.clone(),
            correction: critique.correction.clone(),
            cites: said::cites(point),
            grounding: point.grounding.into(),
        }
    });
    ReviewRecord {
        member: name(review.member),
        choice: review.review.choice,
        because: review.review.because.clone(),
        confidence: review.review.confidence.into(),
        confidence_reason: review.review.confidence_reason.clone(),
        agreements: review.review.agreements.clone(),
        critiques: critiques.collect(),
    }
}

fn review_of(record: &ReviewRecord) -> (Review, Vec<bool>) {
    let of = |dimension: DimensionWord| -> Vec<Critique> {
        let own = record.critiques.iter().filter(|critique| critique.dimension == dimension);
        own.map(|critique| Critique {
            target: critique.target.clone(),
            verdict: critique.verdict.into(),
            severity: critique.severity.into(),
            text: critique.text.clone(),
            correction: critique.correction.clone(),
            cites: said::quotes(&critique.cites),
        })
        .collect()
    };
    let review = Review {
        errors: of(DimensionWord::Errors),
        omissions: of(DimensionWord::Omissions),
        risky_proposals: of(DimensionWord::RiskyProposals),
        counter_arguments: of(DimensionWord::CounterArguments),
        assumptions: of(DimensionWord::Assumptions),
        agreements: record.agreements.clone(),
        choice: record.choice,
        because: record.because.clone(),
        confidence: record.confidence.into(),
        confidence_reason: record.confidence_reason.clone(),
    };
    let stands =
        record.critiques.iter().flat_map(|critique| said::found(&critique.cites)).collect();
    (review, stands)
}
