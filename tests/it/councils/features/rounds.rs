//! Rounds, feature by feature.

use std::sync::Arc;

use council_review::core::call::CallError;
use council_review::council::rounds::RoundsCouncil;
use council_review::council::shared::opening::Opening;
use council_review::evidence::v2::outcome::{AgreementKind, AnswerOrigin, CauseWord, ErrorType};
use council_review::host::fallback::Fallback;
use council_review::members::transport::Transport;
use council_review::model::panel::{RoundsPolicy, SkipReview, SkipSynthesis};
use council_review::model::{Choice, CouncilResult, Identity, QuestionKind, Stakes};
use serde_json::json;

use super::super::prompts::scene;
use super::{Ask, Held, Said, Script, chair, critique, hold, hold_by, lines, opinion, review};

/// A council over the cache; `change` says what of its opening is another.
pub(super) fn held(
    change: impl FnOnce(&mut Opening<RoundsPolicy>),
    script: impl Fn(&Ask<'_>) -> Said + Send + Sync + 'static,
) -> Held {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let mut opening = scene::rounds(&brief);
    change(&mut opening);
    hold::<RoundsCouncil>(&brief, opening, script)
}

/// ada and bob are for it, eve is against it; the chair concludes.
pub(super) fn usual(ask: &Ask<'_>) -> Said {
    let choice = if ask.member == "eve" { "REJECT" } else { "ADOPT" };
    match ask.step {
        "R1" => opinion(ask.member, choice).into(),
        "R2" => review(choice, &[]).into(),
        _ => chair("ADOPT", 1, 3).into(),
    }
}

/// All are for it.
fn nodding(ask: &Ask<'_>) -> Said {
    match ask.step {
        "R1" => opinion(ask.member, "ADOPT").into(),
        "R2" => review("ADOPT", &[]).into(),
        _ => chair("ADOPT", 0, 3).into(),
    }
}

fn unavailable() -> Said {
    Said::Fault(CallError::Unavailable("gone".to_owned()))
}

#[test]
fn three_voices_and_a_chair() {
    let Held { outcome, asked, seconds, .. } = held(|_| {}, usual);
    assert_eq!(outcome.head.result, CouncilResult::Of(Choice::Adopt));
    assert_eq!(outcome.body.agreement.word, AgreementKind::Majority);
    assert_eq!(outcome.body.dissent.len(), 1);
    assert_eq!(outcome.body.dissent[0].position, "eve says REJECT.");
    assert_eq!(lines(&outcome), ["DualRole"]);
    assert_eq!((asked.len(), seconds), (7, 3));
    let order: Vec<&str> = asked.iter().map(|one| one.split(' ').nth(1).expect("a step")).collect();
    assert_eq!(order, ["R1", "R1", "R1", "R2", "R2", "R2", "R3"]);
}

#[test]
fn steps_are_timed() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member) {
            ("R1", "bob") => Said::After(40, opinion("bob", "ADOPT")),
            _ => usual(ask),
        },
    );
    let meta = outcome.council_metadata.expect("a council");
    let steps: Vec<_> = meta
        .steps
        .iter()
        .map(|step| (step.step.as_str(), step.seconds, step.attempted, step.succeeded, step.failed))
        .collect();
    assert_eq!(steps, [("R1", 40, 3, 3, 0), ("R2", 1, 3, 3, 0), ("R3", 1, 1, 1, 0)]);
}

#[test]
fn limits_fire() {
    let Held { outcome, seconds, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member) {
            ("R1" | "R2", "bob") => Said::Silence,
            ("R2", "eve") => Said::Silence,
            ("R3", _) => Said::Silence,
            _ => usual(ask),
        },
    );
    let lost: Vec<_> = outcome
        .body
        .failures
        .iter()
        .map(|one| (one.member.as_str(), one.step.as_str(), one.error_type))
        .collect();
    let timeout = Some(ErrorType::Timeout);
    assert_eq!(lost, [("bob", "R1", timeout), ("eve", "R2", timeout), ("ada", "R3", timeout)]);
    assert_eq!(outcome.head.result, CouncilResult::Fallback);
    // The limits of the three steps, and no more.
    assert_eq!(seconds, 60 + 90 + 120);
}

#[test]
fn round_bound() {
    // Malformed and then silent: two attempts, each with the limit for itself.
    let Held { seconds, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member, ask.attempt) {
            ("R1", "bob", 1) => Said::After(59, json!({"answer": "OPINION"})),
            ("R1", "bob", _) => Said::Silence,
            ("R3", ..) => chair("ADOPT", 1, 2).into(),
            _ => usual(ask),
        },
    );
    assert_eq!(seconds, 59 + 60 + 1 + 1);
}

#[test]
fn one_opinion_aborts_with_it() {
    let Held { outcome, asked, .. } = held(
        |_| {},
        |ask| match ask.member {
            "ada" => usual(ask),
            _ => unavailable(),
        },
    );
    assert_eq!(outcome.head.result, CouncilResult::Aborted);
    assert!(outcome.head.terminal_reason.starts_with("QUORUM_LOST"), "{:?}", outcome.head);
    assert_eq!(asked.len(), 3);
    assert_eq!(outcome.body.statements.len(), 1);
    assert_eq!(outcome.body.answer.how, AnswerOrigin::None);
}

#[test]
fn partial_results_are_kept() {
    let strict = |opening: &mut Opening<RoundsPolicy>| {
        opening.policy.quorum.allow_partial = false;
        opening.policy.quorum.r2_min = 2;
    };
    let Held { outcome, .. } = held(strict, |ask| match (ask.step, ask.member) {
        ("R2", "bob" | "eve") => unavailable(),
        _ => usual(ask),
    });
    assert_eq!(outcome.head.result, CouncilResult::Aborted);
    assert_eq!((outcome.body.statements.len(), outcome.body.failures.len()), (3, 2));
    assert_eq!(outcome.body.rounds.expect("rounds").reviews.len(), 1);
}

#[test]
fn no_reviews_is_disclosed() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match ask.step {
            "R2" => unavailable(),
            _ => usual(ask),
        },
    );
    assert_eq!(outcome.head.result, CouncilResult::Of(Choice::Adopt));
    let sure = outcome.body.confidence.expect("an answer");
    assert!(sure.lowered_by.contains(&CauseWord::NoReviews), "{sure:?}");
}

#[test]
fn no_reviews_aborts() {
    let strict = |opening: &mut Opening<RoundsPolicy>| opening.policy.quorum.allow_partial = false;
    let Held { outcome, .. } = held(strict, |ask| match ask.step {
        "R2" => unavailable(),
        _ => usual(ask),
    });
    assert!(outcome.head.terminal_reason.starts_with("QUORUM_LOST: 0 of at least 1 reviews"));
}

#[test]
fn two_of_three() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match ask.member {
            "bob" => unavailable(),
            _ => match ask.step {
                "R3" => chair("ADOPT", 1, 2).into(),
                _ => usual(ask),
            },
        },
    );
    // Two that differ are no majority: the chair decides, and it is told that one was lost.
    assert_eq!(outcome.head.result, CouncilResult::Of(Choice::Adopt));
    assert!(lines(&outcome).contains(&"Degraded".to_owned()));
    assert!(outcome.council_metadata.expect("a council").degraded);
}

#[test]
fn five_lists_or_malformed() {
    for list in ["errors", "omissions", "risky_proposals", "counter_arguments", "assumptions"] {
        let Held { outcome, asked, .. } = held(
            |_| {},
            move |ask| {
                if ask.step == "R2" && ask.member == "bob" {
                    let mut without = review("ADOPT", &[]);
                    without.as_object_mut().expect("a review").remove(list);
                    return without.into();
                }
                usual(ask)
            },
        );
        assert!(asked.contains(&"bob R2 2".to_owned()), "{list}: {asked:?}");
        let failure = &outcome.body.failures[0];
        assert_eq!((failure.error_type, failure.retried), (Some(ErrorType::Parse), true), "{list}");
    }
}

#[test]
fn each_part_is_required() {
    let whole = chair("ADOPT", 1, 3);
    let parts: Vec<String> =
        whole["synthesis"].as_object().expect("parts").keys().cloned().collect();
    assert_eq!(parts.len(), 9);
    for part in parts {
        let Held { outcome, .. } = held(|_| {}, {
            let (whole, part) = (whole.clone(), part.clone());
            move |ask| {
                if ask.step == "R3" {
                    let mut without = whole.clone();
                    without["synthesis"].as_object_mut().expect("parts").remove(&part);
                    return without.into();
                }
                usual(ask)
            }
        });
        assert_eq!(outcome.head.result, CouncilResult::Fallback, "{part}");
    }
    // Nor may a part be there that says nothing.
    for (path, empty) in [
        ("/synthesis/conclusion/text", json!("")),
        ("/synthesis/rationale", json!([])),
        ("/synthesis/disagreements", json!([])),
        ("/synthesis/disagreements/0/why", json!(" ")),
        ("/synthesis/confidence_reason", json!("")),
    ] {
        let mut less = whole.clone();
        *less.pointer_mut(path).expect("a part") = empty;
        let Held { outcome, asked, .. } = held(
            |_| {},
            move |ask| match ask.step {
                "R3" => less.clone().into(),
                _ => usual(ask),
            },
        );
        assert_eq!(outcome.head.result, CouncilResult::Fallback, "{path}");
        assert!(asked.contains(&"ada R3 2".to_owned()), "{path}");
    }
}

#[test]
fn fallback_says_so() {
    let script = |ask: &Ask<'_>| match (ask.step, ask.member) {
        ("R3", _) => unavailable(),
        ("R1", "bob") => {
            let mut whole = opinion("bob", "ADOPT");
            whole["statement"]["questions"] = json!(["How many users?"]);
            whole.into()
        }
        _ => usual(ask),
    };
    let Held { outcome, .. } = held(|_| {}, script);
    assert_eq!(outcome.head.result, CouncilResult::Fallback);
    assert_eq!(outcome.body.answer.how, AnswerOrigin::BestOpinion);
    assert_eq!(outcome.body.answer.text, "bob says ADOPT.");
    let line = &outcome.body.disclaimers[0];
    assert_eq!(line.text, "Chair synthesis failed; showing best individual opinion.");
    let bare = |opening: &mut Opening<RoundsPolicy>| opening.policy.quorum.r3_required = false;
    let Held { outcome, .. } = held(bare, script);
    assert_eq!(outcome.head.result, CouncilResult::Raw);
    assert_eq!(outcome.body.statements.len(), 3);
    assert!(lines(&outcome).contains(&"SynthesisFailed".to_owned()));
}

#[test]
fn short_circuit_table() {
    use SkipReview::{HighAgreementInR1, LowRiskTopic};
    let heavy = |ask: &Ask<'_>| -> Said {
        let mut own = opinion(ask.member, "ADOPT");
        own["statement"]["risks"][0]["severity"] = json!("HIGH");
        own.into()
    };
    let low = |ask: &Ask<'_>| -> Said {
        let mut own = opinion(ask.member, "ADOPT");
        own["statement"]["confidence"] = json!("LOW");
        own.into()
    };
    type First = fn(&Ask<'_>) -> Said;
    let rows: [(bool, Stakes, &[SkipReview], First, bool); 9] = [
        (true, Stakes::Normal, &[HighAgreementInR1], nodding, true),
        (false, Stakes::Normal, &[HighAgreementInR1], nodding, false),
        (true, Stakes::Normal, &[HighAgreementInR1], usual, false),
        (true, Stakes::Normal, &[HighAgreementInR1], heavy, false),
        (true, Stakes::Normal, &[HighAgreementInR1], low, false),
        (true, Stakes::Low, &[LowRiskTopic], usual, true),
        (true, Stakes::High, &[LowRiskTopic], usual, false),
        (true, Stakes::Normal, &[HighAgreementInR1, LowRiskTopic], nodding, false),
        (true, Stakes::Low, &[HighAgreementInR1, LowRiskTopic], nodding, true),
    ];
    for (row, (enabled, stakes, conditions, first, is_skipped)) in rows.into_iter().enumerate() {
        let mut question = scene::question(QuestionKind::Decision, "English");
        question.stakes = stakes;
        let brief = scene::brief_of(question);
        let mut opening = scene::rounds(&brief);
        opening.policy.short_circuit.enabled = enabled;
        opening.policy.short_circuit.skip_r2_if = conditions.to_vec();
        let agrees = !matches!(row, 2 | 5 | 6);
        let Held { outcome, asked, .. } =
            hold::<RoundsCouncil>(&brief, opening, move |ask| match ask.step {
                "R1" => first(ask),
                _ if agrees => nodding(ask),
                _ => usual(ask),
            });
        assert_eq!(asked.iter().any(|one| one.contains("R2")), !is_skipped, "row {row}");
        let section = outcome.body.rounds.as_ref().expect("rounds");
        assert_eq!(section.short_circuit.is_some(), is_skipped, "row {row}");
        let sure = outcome.body.confidence.as_ref().expect("an answer");
        assert_eq!(sure.lowered_by.contains(&CauseWord::ShortCircuit), is_skipped, "row {row}");
    }
}

#[test]
fn reviews_that_confirm_need_no_synthesis() {
    let confirms = |opening: &mut Opening<RoundsPolicy>| {
        opening.policy.short_circuit.enabled = true;
        opening.policy.short_circuit.skip_r3_if = vec![SkipSynthesis::R2ConfirmsR1Consensus];
    };
    let Held { outcome, asked, .. } = held(confirms, nodding);
    assert_eq!((outcome.head.result, asked.len()), (CouncilResult::Of(Choice::Adopt), 6));
    assert_eq!(outcome.body.answer.how, AnswerOrigin::Derived);
    let Held { asked, .. } = held(confirms, |ask| match (ask.step, ask.member) {
        ("R2", "eve") => {
            let mut against = review("ADOPT", &[]);
            against["errors"] = json!([critique("MEDIUM")]);
            against.into()
        }
        _ => nodding(ask),
    });
    assert_eq!(asked.len(), 7, "a critique of MEDIUM is for the chair");
}

#[test]
fn failures_have_their_type() {
    let why = || "so".to_owned();
    let faults: [(fn(String) -> CallError, ErrorType); 6] = [
        (CallError::Unauthorised, ErrorType::Auth),
        (CallError::RateLimited, ErrorType::RateLimit),
        (CallError::Unavailable, ErrorType::Network),
        (CallError::Refused, ErrorType::Refused),
        (CallError::Truncated, ErrorType::Truncated),
        (CallError::TimedOut, ErrorType::Timeout),
    ];
    for (fault, expected) in faults {
        let Held { outcome, asked, .. } = held(
            |_| {},
            move |ask| match ask.member {
                "bob" => Said::Fault(fault(why())),
                _ => match ask.step {
                    "R3" => chair("ADOPT", 1, 2).into(),
                    _ => usual(ask),
                },
            },
        );
        let failure = &outcome.body.failures[0];
        assert_eq!((failure.error_type, failure.retried), (Some(expected), false));
        assert_eq!(asked.iter().filter(|one| one.starts_with("bob")).count(), 1);
    }
}

#[test]
fn fallback_holder_answers_once() {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let script: Script = Arc::new(usual);
    struct Gone(Identity);
    impl Transport for Gone {
        fn identity(&self) -> Identity {
            self.0.clone()
        }

        fn obstacle(&self) -> Option<String> {
            None
        }

        fn send<'a>(
            &'a self,
            _: &'a council_review::members::transport::Request,
        ) -> council_review::members::transport::Sending<'a> {
            let fault = CallError::RateLimited("full".to_owned());
            Box::pin(std::future::ready(Err(fault.into())))
        }
    }
    let way = |second: Arc<dyn Transport>| -> Arc<dyn Transport> {
        Arc::new(Fallback::new(Arc::new(Gone(second.identity())), second))
    };
    let Held { outcome, asked, .. } =
        hold_by::<RoundsCouncil>(&brief, scene::rounds(&brief), script, way);
    assert_eq!((outcome.head.result, asked.len()), (CouncilResult::Of(Choice::Adopt), 7));
    assert!(lines(&outcome).contains(&"FallbackHolder".to_owned()), "{:?}", lines(&outcome));
    assert!(outcome.calls.iter().all(|call| call.receipt.by_fallback));
}
