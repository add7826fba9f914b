//! What the prompts allow is admitted, to the end of the session; a LOOK is told from each form.

use std::future::ready;
use std::sync::Arc;

use council_review::app::model_member::ModelMember;
use council_review::core::call::CallError;
use council_review::core::draw::SplitMix;
use council_review::core::look::{CallAnswer, Exchange, Looks, ShownPage};
use council_review::core::member::Member as _;
use council_review::council::lenses::LensesCouncil;
use council_review::council::rounds::RoundsCouncil;
use council_review::council::shared::admit::Admission;
use council_review::council::shared::admitted::DeviationKind;
use council_review::council::shared::statement::SourceQuote;
use council_review::council::{lenses, rounds};
use council_review::members::transport::{Request, Response, Sending, Transport};
use council_review::model::policy::LookPolicy;
use council_review::model::{CouncilResult, Identity, MemberId, Question, QuestionKind, Receipt};
use council_review::prompt::speech::Speech;
use council_review::source::brief::Brief;
use serde_json::{Value, json};

use super::drawn::Drawn;
use super::scene::{CACHE, of_lenses, of_rounds, play};
use super::{in_lenses, in_rounds, scene};
use crate::support::scale;

/// A question of any kind.
fn asked(draw: &mut Drawn) -> Arc<Brief> {
    let kinds = [QuestionKind::Decision, QuestionKind::Review, QuestionKind::Open];
    let language = ["English", "Russian"][draw.below(2)];
    let mut question = scene::question(kinds[draw.below(3)], language);
    if question.kind == QuestionKind::Decision && draw.below(2) == 0 {
        question.options = (0..=draw.below(9)).map(|_| draw.text(100)).collect();
    }
    scene::brief_of(question)
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
        let rounds::RoundsSession::Open(council) = state else { panic!("it opened") };
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
        let lenses::LensesSession::Open(council) = state else { panic!("it opened") };
        assert!(council.failures.is_empty(), "{seed}: {:?}", council.failures);
        let ending = council.ending.as_ref().expect("it ended");
        assert_ne!(ending.result, CouncilResult::Raw, "{seed}: {}", ending.reason);
    }
}

/// Says whether bytes are a LOOK, or why they are neither that nor a reply.
type Reads = Box<dyn Fn(&[u8]) -> Result<bool, String>>;
/// A form, its schema, and what reads it.
type Form = (&'static str, Value, Reads);

/// Every form of the two councils with its schema, and what reads it.
fn forms(looks: &Looks) -> Vec<Form> {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let mut forms: Vec<Form> = Vec::new();
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

/// Asks to see first, and gives an opinion then.
struct LooksFirst;

impl Transport for LooksFirst {
    fn identity(&self) -> Identity {
        Identity::new("mailbox", "a script")
    }

    fn obstacle(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a> {
        let Request { assignment, rendered } = request;
        assert_eq!((assignment.step, assignment.state), ("OPINION", "R1"));
        assert_eq!(rendered.turns.len(), assignment.look as usize);
        let statement = super::statement(MemberId(0));
        let answer = match assignment.look {
            0 => json!({"answer": "LOOK", "requests": [{"kind": "list", "folder": ""}]}),
            1 => json!({"answer": "OPINION", "statement": statement, "requests": []}),
            _ => json!({"answer": "OPINION"}),
        };
        let bytes = answer.to_string().into_bytes();
        Box::pin(ready(Ok(Response { bytes, receipt: Receipt::default() })))
    }
}

#[test]
fn a_models_seat_is_the_same_for_every_council() {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let opening = scene::rounds(&brief);
    let renderer = Arc::new(of_rounds(&brief, &opening));
    let member = ModelMember::new(Arc::new(LooksFirst), Arc::clone(&renderer), None);
    let prompts = member.identity().parameters["prompts"].clone();
    assert!(prompts.contains("rounds_chair 2") && !prompts.contains("lenses_"), "{prompts}");
    let mut first = None;
    play::<RoundsCouncil>(opening, |member, task| {
        first.get_or_insert_with(|| task.clone());
        in_rounds(member, task)
    });
    let task = first.expect("an opinion was asked for");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut looks = Looks::offered(&LookPolicy::default());
    let asked = runtime.block_on(member.next(&task, &looks)).expect("a LOOK").0;
    let CallAnswer::Look(requests) = asked else { panic!("it asks to see") };
    let before = member.estimate_next(&task, &looks);
    for is_read in [true, false] {
        looks.left -= 1;
        looks.exchanges.push(Arc::new(Exchange {
            pages: vec![ShownPage::nothing(1, None)],
            requests: requests.clone(),
            receipt: Receipt::default(),
            charged: 0,
            is_withheld: false,
        }));
        assert!(member.estimate_next(&task, &looks) > before, "what was shown is paid for");
        let came = runtime.block_on(member.next(&task, &looks));
        match (is_read, came) {
            (true, Ok((CallAnswer::Form(_), receipt))) => assert!(receipt.prompt.is_some()),
            (false, Err(failed)) => assert_eq!(
                failed.fault,
                CallError::Malformed("the answer: lacks the field statement".to_owned())
            ),
            (_, came) => panic!("{came:?}"),
        }
    }
}

/// A reply of an opinion with one thing changed.
fn changed(path: &str, value: Value) -> Result<Vec<DeviationKind>, String> {
    let brief = scene::brief(QuestionKind::Decision, "English");
    let statement = super::statement(MemberId(0));
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
