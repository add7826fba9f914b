//! Eight councils of each kind, as their pages: `tests/fixtures/councils/`, compared byte for byte.

use std::fs;
use std::path::Path;

use council_review::core::call::CallError;
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::model::QuestionKind::{Decision, Open, Review};
use council_review::model::{Identity, Question, QuestionKind};
use council_review::report::outcome::text;
use council_review::report::{Detail, Style};
use serde_json::json;

use super::super::prompts::scene;
use super::{Ask, Held, Said, chair, critique, hold, lens, opinion, rebuttal, review, words};
use crate::support::is_blessing;

fn page(held: &Held) -> String {
    let style = Style { detail: Detail::Full, ..Style::default() };
    text(&held.outcome, Some("evidence/council/ID/outcome.yaml"), style)
}

/// Compares a page with the one that was read; `COUNCIL_TEST_BLESS=1` writes it anew.
fn approved(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/councils").join(name);
    if is_blessing() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, page).expect("written");
    }
    let stands = fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == page, "{name} has changed: run this test with COUNCIL_TEST_BLESS=1\n{page}");
}

fn question(kind: QuestionKind, options: &[&str]) -> Question {
    let mut question = scene::question(kind, "English");
    question.options = options.iter().map(|&one| one.to_owned()).collect();
    question
}

/// What each of three says in the first step, and in the end.
type Choices = [(&'static str, &'static str); 3];

fn of(member: &str, choices: Choices) -> (&'static str, &'static str) {
    let at = ["ada", "bob", "eve"].iter().position(|name| *name == member).expect("a member");
    choices[at]
}

fn lost() -> Said {
    Said::Fault(CallError::Unavailable("the host is gone".to_owned()))
}

/// A council of rounds: its name, question, choices, what the chair says, and how it goes wrong.
struct Rounds {
    name: &'static str,
    kind: QuestionKind,
    options: &'static [&'static str],
    choices: Choices,
    chair: (&'static str, usize),
    odd: fn(&Ask<'_>) -> Option<Said>,
}

#[test]
fn golden_rounds() {
    let all = |choice| [(choice, choice); 3];
    let split = [("ADOPT", "ADOPT"), ("ADOPT", "ADOPT"), ("REJECT", "REJECT")];
    let none = |_: &Ask<'_>| None;
    let runs = [
        Rounds {
            name: "majority",
            kind: Decision,
            options: &[],
            choices: split,
            chair: ("ADOPT", 1),
            odd: none,
        },
        Rounds {
            name: "unanimous",
            kind: Open,
            options: &[],
            choices: all("ANSWER"),
            chair: ("ANSWER", 0),
            odd: none,
        },
        Rounds {
            name: "contested",
            kind: Decision,
            options: &[],
            choices: split,
            chair: ("REJECT", 1),
            odd: none,
        },
        Rounds {
            name: "need_info",
            kind: Decision,
            options: &[],
            choices: split,
            chair: ("NEED_INFO", 1),
            odd: none,
        },
        Rounds {
            name: "options",
            kind: Decision,
            options: &["Redis", "A file"],
            choices: [("O1", "O1"), ("O2", "O1"), ("NONE", "NONE")],
            chair: ("O1", 1),
            odd: none,
        },
        Rounds {
            name: "fallback",
            kind: Decision,
            options: &[],
            choices: split,
            chair: ("ADOPT", 1),
            odd: |ask| (ask.step == "R3").then(lost),
        },
        Rounds {
            name: "quorum_lost",
            kind: Decision,
            options: &[],
            choices: split,
            chair: ("ADOPT", 1),
            odd: |ask| (ask.member != "ada").then(lost),
        },
        Rounds {
            name: "challenged",
            kind: Review,
            options: &[],
            choices: all("SOUND"),
            chair: ("SOUND", 1),
            odd: |ask| {
                (ask.step == "R2" && ask.member == "eve").then(|| {
                    let mut own = review("SOUND", &[]);
                    own["errors"] = json!([critique("HIGH")]);
                    own.into()
                })
            },
        },
    ];
    for Rounds { name, kind, options, choices, chair: (concluded, conflicts), odd } in runs {
        let brief = scene::brief_of(question(kind, options));
        let held = hold::<RoundsCouncil>(&brief, scene::rounds(&brief), move |ask| {
            if let Some(said) = odd(ask) {
                return said;
            }
            let (first, then) = of(ask.member, choices);
            match ask.step {
                "R1" => opinion(ask.member, first).into(),
                "R2" => review(then, if first == then { &[] } else { &["PT-001"] }).into(),
                _ => chair(concluded, conflicts, 3).into(),
            }
        });
        approved(&format!("rounds_{name}.txt"), &page(&held));
    }
}

/// A council of lenses in the same way; `author` says whether somebody words it, `rules` how many voices the
/// built-in rules hold.
struct Lenses {
    name: &'static str,
    kind: QuestionKind,
    choices: Choices,
    words: Option<(&'static str, usize)>,
    debate: bool,
    odd: fn(&Ask<'_>) -> Option<Said>,
}

#[test]
fn golden_lenses() {
    let all = |choice| [(choice, choice); 3];
    let two = [("ADOPT", "ADOPT"), ("ADOPT", "ADOPT"), ("REJECT", "REJECT")];
    let three = [("ADOPT", "ADOPT"), ("NEED_INFO", "NEED_INFO"), ("REJECT", "REJECT")];
    let none = |_: &Ask<'_>| None;
    let flaw = |ask: &Ask<'_>| {
        (ask.step == "POSITIONS" && ask.member == "eve").then(|| {
            let mut own = lens("eve", "FLAWED");
            own["statement"]["risks"][0]["severity"] = json!("HIGH");
            own.into()
        })
    };
    let runs = [
        Lenses {
            name: "worded",
            kind: Decision,
            choices: two,
            words: Some(("ADOPT", 1)),
            debate: false,
            odd: none,
        },
        Lenses {
            name: "debate",
            kind: Decision,
            choices: [("ADOPT", "ADOPT"), ("REJECT", "ADOPT"), ("REJECT", "REJECT")],
            words: Some(("ADOPT", 1)),
            debate: true,
            odd: none,
        },
        Lenses {
            name: "derived",
            kind: Decision,
            choices: two,
            words: None,
            debate: false,
            odd: none,
        },
        Lenses {
            name: "split",
            kind: Decision,
            choices: three,
            words: Some(("NEED_INFO", 2)),
            debate: false,
            odd: none,
        },
        Lenses {
            name: "all_agree",
            kind: Open,
            choices: all("ANSWER"),
            words: Some(("ANSWER", 0)),
            debate: true,
            odd: none,
        },
        Lenses {
            name: "flaw",
            kind: Review,
            choices: [("SOUND", "SOUND"), ("SOUND", "SOUND"), ("FLAWED", "FLAWED")],
            words: Some(("FLAWED", 1)),
            debate: false,
            odd: flaw,
        },
        Lenses {
            name: "raw",
            kind: Decision,
            choices: two,
            words: Some(("ADOPT", 1)),
            debate: false,
            odd: |ask| (ask.step == "SYNTHESIS").then(lost),
        },
        Lenses {
            name: "quorum_lost",
            kind: Decision,
            choices: two,
            words: None,
            debate: false,
            odd: |ask| (ask.member != "bob").then(lost),
        },
    ];
    for Lenses { name, kind, choices, words: worded, debate, odd } in runs {
        let brief = scene::brief_of(question(kind, &[]));
        let mut opening = scene::lenses(&brief);
        opening.policy.debate = debate;
        opening.members[0].is_chair = worded.is_some();
        opening.members[1].identity = Identity::new("other", "model-b");
        let held = hold::<LensesCouncil>(&brief, opening, move |ask| {
            if let Some(said) = odd(ask) {
                return said;
            }
            let (first, then) = of(ask.member, choices);
            match (ask.step, worded) {
                ("POSITIONS", _) => lens(ask.member, first).into(),
                ("SYNTHESIS", Some((choice, conflicts))) => words(choice, conflicts, 3).into(),
                _ => {
                    rebuttal(ask.member, then, if first == then { &[] } else { &["PT-001"] }).into()
                }
            }
        });
        approved(&format!("lenses_{name}.txt"), &page(&held));
    }
}
