//! One HTML page, without script and without anything from elsewhere; every statement is folded.

use serde::Serialize;

use super::{
    agreement, answer, by, confidence, course, is_demonstration, lost, next, places, point,
    shown_flaws, voice,
};
use crate::evidence::v2::outcome::Outcome;
use crate::model::CouncilState;
use crate::report::html::{page, style_hash};

const TEMPLATE: &str = include_str!("page.html.j2");

#[derive(Serialize)]
struct Context {
    style_hash: String,
    lang: String,
    id: String,
    result: &'static str,
    tone: &'static str,
    question: String,
    demonstration: bool,
    facts: Vec<String>,
    answer: String,
    by: Option<String>,
    reason: String,
    has_answer: bool,
    against: Vec<String>,
    flaws: Vec<Told>,
    disagreements: Vec<Told>,
    voices: Vec<VoiceView>,
    lost: Vec<String>,
    notes: Vec<String>,
    next: Vec<String>,
    command: Option<String>,
    course: String,
    file: String,
}

#[derive(Serialize)]
struct Told {
    text: String,
    more: Vec<String>,
}

#[derive(Serialize)]
struct VoiceView {
    head: String,
    position: String,
    points: Vec<Told>,
    assumptions: Vec<String>,
    questions: Vec<String>,
}

/// The page of an outcome; `file` is where it stands.
pub fn html(outcome: &Outcome, file: Option<&str>) -> String {
    page(TEMPLATE, context(outcome, file))
}

fn context(outcome: &Outcome, file: Option<&str>) -> Context {
    let (head, body) = (&outcome.head, &outcome.body);
    let against = body.dissent.iter();
    let flaws = shown_flaws(outcome).into_iter().map(|(said, heavy)| {
        let mut more = places(heavy);
        more.extend((!heavy.mitigation.is_empty()).then(|| heavy.mitigation.clone()));
        Told { text: format!("{} {}: {}", heavy.id, said.member, heavy.text), more }
    });
    let told = body.synthesis.iter().flat_map(|synthesis| &synthesis.disagreements);
    let voices = body.statements.iter().map(|said| VoiceView {
        head: voice(outcome, said),
        position: said.position.clone(),
        points: said
            .points
            .iter()
            .map(|one| Told { text: format!("{}: {}", point(one), one.text), more: places(one) })
            .collect(),
        assumptions: said.assumptions.clone(),
        questions: said.questions.clone(),
    });
    Context {
        style_hash: style_hash(),
        lang: "en".to_owned(),
        id: head.council_id.to_string(),
        result: head.result.as_str(),
        tone: match head.terminal_state {
            CouncilState::Concluded if head.result.passes() => "good",
            CouncilState::Undecided => "warn",
            CouncilState::Concluded | CouncilState::Aborted => "bad",
        },
        question: body.question.text.clone(),
        demonstration: is_demonstration(outcome),
        facts: [confidence(outcome), Some(agreement(outcome))].into_iter().flatten().collect(),
        answer: answer(outcome),
        by: by(outcome),
        reason: head.terminal_reason.clone(),
        has_answer: body.answer.choice.is_some(),
        against: against
            .map(|one| format!("{}: {}. {}", one.member, one.choice, one.position))
            .collect(),
        flaws: flaws.collect(),
        disagreements: told
            .map(|one| Told {
                text: format!("{} {}: {}", one.conflict, one.topic, one.resolution),
                more: vec![one.why.clone()],
            })
            .collect(),
        voices: voices.collect(),
        lost: lost(outcome),
        notes: body.disclaimers.iter().map(|one| one.text.clone()).collect(),
        next: next(outcome),
        command: head.open.as_ref().map(|open| open.command.clone()),
        course: course(outcome),
        file: file.unwrap_or_default().to_owned(),
    }
}
