//! What comes of rounds where their members disagree.

use council_review::council::rounds::RoundsCouncil;
use council_review::evidence::v2::outcome::AgreementKind;
use council_review::model::{Choice, CouncilResult, QuestionKind};
use serde_json::json;

use super::super::prompts::scene;
use super::rounds::{held, usual};
use super::{Held, chair, hold, lines, opinion, review};

#[test]
fn a_choice_against_the_majority_is_contested() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match ask.step {
            "R3" => chair("REJECT", 1, 3).into(),
            _ => usual(ask),
        },
    );
    assert_eq!(outcome.head.result, CouncilResult::Contested);
    assert_eq!(outcome.head.result.exit_code().number(), 2);
}

#[test]
fn a_bare_shift_does_not_count() {
    let shifts = |because: &'static [&'static str]| {
        held(
            |_| {},
            move |ask| match (ask.step, ask.member) {
                ("R2", "eve") => review("ADOPT", because).into(),
                ("R3", _) => chair("ADOPT", usize::from(because.is_empty()), 3).into(),
                _ => usual(ask),
            },
        )
    };
    let bare = shifts(&[]).outcome;
    assert_eq!(bare.body.agreement.word, AgreementKind::Majority);
    assert_eq!(bare.body.deviations.len(), 1);
    let reasoned = shifts(&["PT-001"]).outcome;
    assert_eq!(reasoned.body.agreement.word, AgreementKind::Unanimous);
    assert!(lines(&reasoned).contains(&"AllAgree".to_owned()));
}

#[test]
fn a_grounded_flaw_is_not_outvoted() {
    let brief = scene::brief(QuestionKind::Review, "English");
    let flawed = |quote: &'static str| {
        hold::<RoundsCouncil>(&brief, scene::rounds(&brief), move |ask| {
            let choice = if ask.member == "eve" { "FLAWED" } else { "SOUND" };
            match ask.step {
                "R1" => {
                    let mut own = opinion(ask.member, choice);
                    let risk = &mut own["statement"]["risks"][0];
                    risk["severity"] = json!("HIGH");
                    risk["cites"][0]["quote"] = json!(quote);
                    own.into()
                }
                "R2" => review(choice, &[]).into(),
                _ => chair("SOUND", 1, 3).into(),
            }
        })
        .outcome
        .head
        .result
    };
    assert_eq!(flawed("Two servers are behind the balancer."), CouncilResult::Contested);
    assert_eq!(flawed("Nobody wrote this."), CouncilResult::Of(Choice::Sound));
}

#[test]
fn sums() {
    let Held { outcome, .. } = held(|_| {}, usual);
    let meta = outcome.council_metadata.expect("a council");
    let charged: u64 = outcome.calls.iter().map(|call| call.charged).sum();
    assert_eq!((meta.tokens.spent, charged), (7 * 800, 7 * 800));
    let steps: u64 = meta.steps.iter().map(|step| step.tokens_in + step.tokens_out).sum();
    assert_eq!(steps, charged);
}
