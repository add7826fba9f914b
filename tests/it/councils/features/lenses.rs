//! Lenses, feature by feature.

use council_review::core::call::CallError;
use council_review::council::lenses::LensesCouncil;
use council_review::council::shared::opening::Opening;
use council_review::evidence::v2::outcome::{AnswerOrigin, DeviationWord, Outcome};
use council_review::model::panel::LensesPolicy;
use council_review::model::{Choice, CouncilResult, QuestionKind};
use council_review::report::outcome::text;
use serde_json::json;

use super::super::prompts::scene;
use super::{Ask, Held, Said, hold, lens, lines, rebuttal, words};

fn held(
    change: impl FnOnce(&mut Opening<LensesPolicy>),
    script: impl Fn(&Ask<'_>) -> Said + Send + Sync + 'static,
) -> Held {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let mut opening = scene::lenses(&brief);
    change(&mut opening);
    hold::<LensesCouncil>(&brief, opening, script)
}

/// ada and bob are for it, eve is against it; ada words the result.
fn usual(ask: &Ask<'_>) -> Said {
    let choice = if ask.member == "eve" { "REJECT" } else { "ADOPT" };
    match ask.step {
        "POSITIONS" => lens(ask.member, choice).into(),
        "DEBATE" => rebuttal(ask.member, choice, &[]).into(),
        _ => words("ADOPT", 1, 3).into(),
    }
}

/// Nobody words the result.
fn quiet(opening: &mut Opening<LensesPolicy>) {
    opening.members[0].is_chair = false;
}

fn page(outcome: &Outcome) -> String {
    text(outcome, None, council_review::report::Style::default())
}

#[test]
fn a_panel_with_a_debate() {
    let Held { outcome, asked, seconds, .. } = held(|_| {}, usual);
    assert_eq!(outcome.head.result, CouncilResult::Of(Choice::Adopt));
    assert_eq!((asked.len(), seconds), (7, 3));
    assert_eq!(outcome.body.lenses.as_ref().expect("lenses").rebuttals.len(), 3);
    let without = |opening: &mut Opening<LensesPolicy>| opening.policy.debate = false;
    assert_eq!(held(without, usual).asked.len(), 4);
}

#[test]
fn a_reason_is_required() {
    for step in ["POSITIONS", "DEBATE"] {
        let Held { outcome, asked, .. } = held(
            |_| {},
            move |ask| {
                if ask.member == "bob" && ask.step == step {
                    let mut own = match step {
                        "POSITIONS" => lens("bob", "ADOPT"),
                        _ => rebuttal("bob", "ADOPT", &[]),
                    };
                    let place = if step == "POSITIONS" { &mut own["statement"] } else { &mut own };
                    place["confidence_reason"] = json!("");
                    return own.into();
                }
                match ask.step {
                    "SYNTHESIS" if step == "POSITIONS" => words("NEED_INFO", 1, 2).into(),
                    _ => usual(ask),
                }
            },
        );
        assert!(asked.contains(&format!("bob {step} 2")), "{asked:?}");
        assert_eq!(outcome.body.failures[0].step, step);
    }
}

#[test]
fn a_decision_needs_a_step() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member) {
            ("POSITIONS", "bob") => {
                let mut own = lens("bob", "ADOPT");
                own["statement"]["next_steps"] = json!([]);
                own.into()
            }
            ("SYNTHESIS", _) => words("NEED_INFO", 1, 2).into(),
            _ => usual(ask),
        },
    );
    assert_eq!(outcome.body.failures[0].member.as_str(), "bob");
    assert_eq!(outcome.head.result, CouncilResult::Split);
}

#[test]
fn long_is_shown_and_kept() {
    let long = "word ".repeat(390);
    let Held { outcome, .. } = held(
        |_| {},
        move |ask| match (ask.step, ask.member) {
            ("POSITIONS", "bob") => {
                let mut own = lens("bob", "ADOPT");
                for field in ["position", "understanding", "confidence_reason"] {
                    own["statement"][field] = json!(long);
                }
                own.into()
            }
            _ => usual(ask),
        },
    );
    let deviation = &outcome.body.deviations[0];
    assert_eq!((deviation.kind, deviation.step.as_str()), (DeviationWord::OverLength, "POSITIONS"));
    let said = outcome.body.statements.iter().find(|said| said.member.as_str() == "bob");
    assert_eq!(said.expect("bob").position.split_whitespace().count(), 390);
    assert!(page(&outcome).contains("bob"), "{}", page(&outcome));
}

#[test]
fn shifts_are_listed() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member) {
            ("DEBATE", "eve") => rebuttal("eve", "ADOPT", &["PT-001"]).into(),
            ("DEBATE", "bob") => {
                let mut bare = rebuttal("bob", "REJECT", &[]);
                bare["move"] = json!("KEEP");
                bare.into()
            }
            ("SYNTHESIS", _) => words("ADOPT", 0, 3).into(),
            _ => usual(ask),
        },
    );
    let shifts: Vec<_> = outcome
        .body
        .lenses
        .as_ref()
        .expect("lenses")
        .shifts
        .iter()
        .map(|shift| (shift.member.as_str(), shift.from, shift.to, shift.counted))
        .collect();
    let (adopt, reject) = (Choice::Adopt, Choice::Reject);
    assert!(shifts.contains(&("eve", reject, adopt, true)), "{shifts:?}");
    assert!(shifts.contains(&("bob", adopt, reject, false)), "{shifts:?}");
    assert_eq!(outcome.body.deviations[0].kind, DeviationWord::UnreasonedChange);
    assert_eq!(outcome.head.result, CouncilResult::Of(adopt));
}

#[test]
fn a_false_quote_is_not_shown() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match ask.step {
            "SYNTHESIS" => {
                let mut own = words("ADOPT", 1, 3);
                own["synthesis"]["quotes"] =
                    json!([{"of": "A", "quote": "This was said by nobody."}]);
                own.into()
            }
            _ => usual(ask),
        },
    );
    let quote = &outcome.body.synthesis.as_ref().expect("a synthesis").quotes[0];
    assert!(quote.unverified);
    let style = council_review::report::Style {
        detail: council_review::report::Detail::Full,
        ..Default::default()
    };
    let whole = text(&outcome, None, style);
    assert!(!whole.contains("\"This was said by nobody.\""), "{whole}");
}

#[test]
fn dual_role_is_shown() {
    let Held { outcome, .. } = held(|_| {}, usual);
    assert!(lines(&outcome).contains(&"DualRole".to_owned()));
    assert!(page(&outcome).contains("also a voice"), "{}", page(&outcome));
    let apart = |opening: &mut Opening<LensesPolicy>| {
        let mut author = opening.members[0].clone();
        author.name = "pen".parse().expect("a name");
        (author.is_voice, author.lens) = (false, None);
        opening.members[0].is_chair = false;
        opening.members.push(author);
    };
    let Held { outcome, .. } = held(apart, usual);
    assert!(!lines(&outcome).contains(&"DualRole".to_owned()));
}

#[test]
fn one_is_lost() {
    let Held { outcome, .. } = held(quiet, |ask| match ask.member {
        "bob" => Said::Fault(CallError::Refused("no".to_owned())),
        _ => usual(ask),
    });
    assert_eq!(outcome.head.result, CouncilResult::Split);
    assert!(lines(&outcome).contains(&"Degraded".to_owned()));
    let Held { outcome, .. } = held(quiet, |ask| match ask.member {
        "ada" => usual(ask),
        _ => Said::Fault(CallError::Refused("no".to_owned())),
    });
    assert_eq!(outcome.head.result, CouncilResult::Aborted);
    assert_eq!(outcome.body.statements.len(), 1);
}

#[test]
fn no_json_no_voice() {
    let Held { outcome, asked, .. } = held(
        |_| {},
        |ask| match (ask.step, ask.member) {
            ("POSITIONS", "bob") => Said::Prose("I am for it: ADOPT. {\"choice\": \"ADOPT\"}"),
            ("SYNTHESIS", _) => Said::Prose("Adopt it, all say so."),
            _ => usual(ask),
        },
    );
    assert!(asked.contains(&"bob POSITIONS 2".to_owned()));
    assert_eq!(outcome.body.statements.len(), 2);
    assert_eq!(outcome.head.result, CouncilResult::Raw);
    assert!(page(&outcome).contains("every statement as given"), "{}", page(&outcome));
}

#[test]
fn a_synthesis_says_what_code_derived() {
    for choice in ["REJECT", "NEED_INFO"] {
        let Held { outcome, asked, .. } = held(
            |_| {},
            move |ask| match ask.step {
                "SYNTHESIS" => words(choice, 1, 3).into(),
                _ => usual(ask),
            },
        );
        assert!(asked.contains(&"ada SYNTHESIS 2".to_owned()), "{choice}: {asked:?}");
        assert_eq!(outcome.head.result, CouncilResult::Raw, "{choice}");
    }
}

#[test]
fn forged_consensus() {
    let Held { outcome, .. } = held(
        |_| {},
        |ask| match ask.step {
            "SYNTHESIS" => {
                let mut own = words("ADOPT", 1, 3);
                own["synthesis"]["consensus"] =
                    json!([{"text": "All want it.", "rests_on": ["PT-001"]}]);
                own.into()
            }
            _ => usual(ask),
        },
    );
    assert!(outcome.body.synthesis.expect("a synthesis").consensus[0].unsupported);
}

#[test]
fn derived_is_no_prose() {
    let Held { outcome, asked, .. } = held(quiet, usual);
    assert_eq!((asked.len(), outcome.body.answer.how), (6, AnswerOrigin::Derived));
    assert_eq!(outcome.head.terminal_reason, "2 of 3 voices choose ADOPT");
    for member in ["ada", "bob", "eve"] {
        assert!(page(&outcome).contains(&format!("{member} says")), "{}", page(&outcome));
    }
}

#[test]
fn a_soft_close_leaves_who_is_late() {
    let soft = |opening: &mut Opening<LensesPolicy>| {
        quiet(opening);
        opening.policy.collect_after = 10;
        opening.policy.debate = false;
    };
    let Held { outcome, seconds, .. } = held(soft, |ask| match ask.member {
        "eve" => Said::After(100, lens("eve", "REJECT")),
        _ => usual(ask),
    });
    assert_eq!((outcome.head.result, seconds), (CouncilResult::Of(Choice::Adopt), 10));
    assert_eq!(outcome.body.lenses.as_ref().expect("lenses").late.len(), 1);
    assert!(outcome.body.failures.is_empty());
    // Below quorum it waits.
    let Held { seconds, .. } = held(soft, |ask| match ask.member {
        "ada" => usual(ask),
        _ => Said::After(50, lens(ask.member, "ADOPT")),
    });
    assert_eq!(seconds, 50);
}
