//! What the prompts allow is admitted, to the end of the session; a LOOK is told from each form.

use std::sync::Arc;

use council_review::core::draw::SplitMix;
use council_review::core::look::{CallAnswer, Looks};
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::council::shared::admit::Admission;
use council_review::council::shared::admitted::DeviationKind;
use council_review::council::shared::statement::SourceQuote;
use council_review::council::{lenses, rounds};
use council_review::model::policy::LookPolicy;
use council_review::model::{CouncilResult, Question, QuestionKind};
use council_review::prompt::speech::Speech;
use serde_json::{Value, json};

use super::drawn::Drawn;
use super::scene::{CACHE, Texts, of_lenses, of_rounds, play, texts};
use super::{in_lenses, in_rounds, scene};
use crate::support::scale;

/// A question of any kind.
fn asked(draw: &mut Drawn) -> Texts {
    let kinds = [QuestionKind::Decision, QuestionKind::Review, QuestionKind::Open];
    let mut texts = texts(kinds[draw.below(3)], ["English", "Russian"][draw.below(2)]);
    if texts.question.kind == QuestionKind::Decision && draw.below(2) == 0 {
        texts.question.options = (0..=draw.below(9)).map(|_| draw.text(100)).collect();
    }
    texts
}

fn admission<'a>(
    question: &'a Question,
    stands: &'a dyn Fn(&SourceQuote) -> bool,
) -> Admission<'a> {
    Admission { question, stands, other_language: &|_| None }
}

fn stands(cite: &SourceQuote) -> bool {
    cite.file == CACHE && cite.quote.starts_with("A restart")
}

fn looks(draw: &mut Drawn) -> Looks {
    if draw.below(2) == 0 { Looks::default() } else { Looks::offered(&LookPolicy::default()) }
}

#[test]
fn all_that_rounds_allow_is_admitted() {
    for seed in 0..scale().of(150_u64, 5_000, 50_000) {
        let mut draw = Drawn(SplitMix(seed));
        let brief = asked(&mut draw);
        let opening = scene::rounds(&brief);
        let renderer = of_rounds(&brief, &opening);
        let least = usize::from(brief.question.kind == QuestionKind::Decision);
        let state = play::<RoundsCouncil>(opening, |_, task| {
            assert_eq!(task.attempt, 1, "{seed}: asked again");
            let reply = draw.of_rounds(task, least);
            let bytes = serde_json::to_vec(&reply).expect("text keys");
            let read = renderer.read(&bytes, task, &looks(&mut draw));
            let read = read.unwrap_or_else(|why| panic!("{seed} {}: {why}", task.ask.form()));
            assert_eq!(read, CallAnswer::Form(reply.clone()), "{seed}");
            let admission = admission(&brief.question, &stands);
            rounds::admit::admit(&admission, reply).unwrap_or_else(|why| panic!("{seed}: {why}"))
        });
        let rounds::State::Open(council) = state else { panic!("it opened") };
        assert!(council.failures.is_empty(), "{seed}: {:?}", council.failures);
        assert!(council.synthesis.is_some(), "{seed}");
    }
}

#[test]
fn all_that_lenses_allow_is_admitted() {
    for seed in 0..scale().of(150_u64, 5_000, 50_000) {
        let mut draw = Drawn(SplitMix(seed));
        let brief = asked(&mut draw);
        let mut opening = scene::lenses(&brief);
        opening.policy.debate = draw.below(2) == 0;
        let renderer = of_lenses(&brief, &opening);
        let least = usize::from(brief.question.kind == QuestionKind::Decision);
        let state = play::<LensesCouncil>(opening, |_, task| {
            assert_eq!(task.attempt, 1, "{seed}: asked again");
            let reply = draw.of_lenses(task, least);
            let bytes = serde_json::to_vec(&reply).expect("text keys");
            let read = renderer.read(&bytes, task, &looks(&mut draw));
            let read = read.unwrap_or_else(|why| panic!("{seed} {}: {why}", task.ask.form()));
            assert_eq!(read, CallAnswer::Form(reply.clone()), "{seed}");
            let admission = admission(&brief.question, &stands);
            lenses::admit::admit(&admission, reply).unwrap_or_else(|why| panic!("{seed}: {why}"))
        });
        let lenses::State::Open(council) = state else { panic!("it opened") };
        assert!(council.failures.is_empty(), "{seed}: {:?}", council.failures);
        let ending = council.ending.expect("it ended");
        assert_ne!(ending.result, CouncilResult::Raw, "{seed}: {}", ending.reason);
    }
}

/// Every form of the two councils with its schema, and what reads it.
fn forms(looks: &Looks) -> Vec<(&'static str, Value, Box<dyn Fn(&[u8]) -> Result<bool, String>>)> {
    let brief = texts(QuestionKind::Decision, "English");
    let mut forms: Vec<(&'static str, Value, Box<dyn Fn(&[u8]) -> Result<bool, String>>)> =
        Vec::new();
    let opening = scene::rounds(&brief);
    let renderer = Arc::new(of_rounds(&brief, &opening));
    play::<RoundsCouncil>(opening, |member, task| {
        let (own, looks, asked) = (Arc::clone(&renderer), looks.clone(), task.clone());
        let schema = renderer.render(task, &looks).schema;
        let read = move |bytes: &[u8]| {
            own.read(bytes, &asked, &looks).map(|read| matches!(read, CallAnswer::Look(_)))
        };
        forms.push((task.ask.form(), schema, Box::new(read)));
        in_rounds(member, task)
    });
    let opening = scene::lenses(&brief);
    let renderer = Arc::new(of_lenses(&brief, &opening));
    play::<LensesCouncil>(opening, |member, task| {
        let (own, looks, asked) = (Arc::clone(&renderer), looks.clone(), task.clone());
        let schema = renderer.render(task, &looks).schema;
        let read = move |bytes: &[u8]| {
            own.read(bytes, &asked, &looks).map(|read| matches!(read, CallAnswer::Look(_)))
        };
        forms.push((task.ask.form(), schema, Box::new(read)));
        in_lenses(member, task)
    });
    forms
}

/// A strict vendor fills every field: each has a value that a LOOK may hold.
#[test]
fn a_look_is_told_in_every_form() {
    let look = json!([{"kind": "symbol", "name": "Store"}]);
    for (form, schema, read) in forms(&Looks::offered(&LookPolicy::default())) {
        let mut whole = json!({"answer": "LOOK", "requests": look});
        for (name, field) in schema["properties"].as_object().expect("fields") {
            if whole.get(name).is_none() {
                whole[name] = match field["type"].as_str() {
                    Some("array") => json!([]),
                    Some("string") => json!(""),
                    _ => Value::Null,
                };
            }
        }
        assert!(jsonschema::is_valid(&schema, &whole), "{form}: {whole}");
        for look in [whole, json!({"answer": "LOOK", "requests": look})] {
            assert_eq!(read(look.to_string().as_bytes()), Ok(true), "{form}");
        }
    }
    for (form, schema, read) in forms(&Looks::default()) {
        assert!(!schema.to_string().contains("LOOK"), "{form}");
        let look = json!({"answer": "LOOK", "requests": look});
        assert!(read(look.to_string().as_bytes()).is_err(), "{form}");
    }
}

/// A reply of an opinion with one thing changed.
fn changed(path: &str, value: Value) -> Result<Vec<DeviationKind>, String> {
    let brief = texts(QuestionKind::Decision, "English");
    let statement = super::statement(council_review::model::MemberId(0));
    let mut reply = json!({"answer": "LENS", "statement": statement});
    *reply.pointer_mut(path).expect("a field") = value;
    let reply = serde_json::from_value(reply).map_err(|fault| fault.to_string())?;
    let admission = Admission {
        question: &brief.question,
        stands: &stands,
        other_language: &|text| text.contains("Ja, denn").then(|| "German".to_owned()),
    };
    let admitted = lenses::admit::admit(&admission, reply)?;
    Ok(admitted.deviations.iter().map(|deviation| deviation.kind).collect())
}

#[test]
fn what_is_beyond_a_limit_names_its_field() {
    let argument = json!({"text": "a", "cites": []});
    for (path, value, said) in [
        ("/statement/arguments", json!([]), "statement.arguments: is empty"),
        ("/statement/arguments", json!(vec![argument; 9]), "statement.arguments: has more than 8"),
        ("/statement/next_steps", json!([]), "statement.next_steps: is empty"),
        ("/statement/choice", json!("SOUND"), "statement.choice: is none of ADOPT, REJECT"),
        ("/statement/confidence_reason", json!(" "), "statement.confidence_reason: is empty"),
        ("/statement/position", json!("x".repeat(2_001)), "statement.position: has more than 2000"),
        ("/statement/questions", json!(vec!["a"; 6]), "statement.questions: has more than 5"),
        (
            "/statement/arguments/0/cites/0/quote",
            json!("x".repeat(201)),
            "statement.arguments[0].cites[0].quote: has more than 200",
        ),
    ] {
        let why = changed(path, value).expect_err(path);
        assert!(why.starts_with(said), "{why}");
    }
    assert_eq!(changed("/statement/risks/0/mitigation", json!("")), Ok(Vec::new()));
}

#[test]
fn long_and_foreign_replies_are_kept_and_marked() {
    let long = |count| json!("word ".repeat(count));
    assert_eq!(changed("/statement/position", long(300)), Ok(Vec::new()));
    let arguments = |count: usize| {
        let text = "word ".repeat(count);
        json!([{"text": text, "cites": []}, {"text": text, "cites": []}, {"text": text, "cites": []}])
    };
    assert_eq!(changed("/statement/arguments", arguments(250)), Ok(Vec::new()));
    let long = changed("/statement/arguments", arguments(300));
    assert_eq!(long, Ok(vec![DeviationKind::OverLength]));
    let german = changed("/statement/position", json!("Ja, denn das hilft."));
    assert_eq!(german, Ok(vec![DeviationKind::OtherLanguage]));
}
