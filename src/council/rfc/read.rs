//! The forms of this council's replies, and how one is read.

use std::sync::OnceLock;

use serde_json::Value;

use super::answer::{Reply, SCHEMA};
use super::ask::Ask;
use crate::core::look::{CallAnswer, Looks};
use crate::prompt::answer::{ReplyForm, parsed};
use crate::prompt::look::{self, Told};

/// The names of the five questions and of their answers.
const QUESTIONS: [&str; 5] =
    ["SELECT_MODES", "STRUCTURAL", "FEASIBILITY", "CONVERGE", "REMEDIATION"];

/// The form of an answer; where looks are offered, one that may cite them and in whose place a LOOK
/// may come.
fn form(question: &Ask, may_look: bool) -> &'static ReplyForm {
    static FORMS: [[OnceLock<ReplyForm>; 5]; 2] = [const { [const { OnceLock::new() }; 5] }; 2];
    let at = QUESTIONS.iter().position(|name| *name == question.name());
    let at = at.expect("there are five questions");
    FORMS[usize::from(may_look)][at].get_or_init(|| {
        let form = ReplyForm::of(SCHEMA, "/oneOf", QUESTIONS[at]);
        if may_look { form.or_look() } else { form.without("Claim", "cites", "Cite") }
    })
}

/// Reads the answer to `question`, or says in one line why it is none.
pub fn read(bytes: &[u8], question: &Ask) -> Result<Reply, String> {
    form(question, false).read(bytes, asked_for(question), &QUESTIONS)
}

/// Reads the answer to `question`, or what is asked to be seen in its place.
pub fn read_next(bytes: &[u8], question: &Ask, looks: &Looks) -> Result<CallAnswer<Reply>, String> {
    if looks.rounds == 0 {
        return read(bytes, question).map(CallAnswer::Form);
    }
    match look::told(parsed(bytes, asked_for(question))?)? {
        Told::Look(requests) => match looks.fault(requests.len()) {
            None => Ok(CallAnswer::Look(requests)),
            Some(why) => Err(why),
        },
        Told::Form(mut value) => {
            let findings = value.get_mut("findings").and_then(Value::as_array_mut);
            for finding in findings.into_iter().flatten().filter_map(Value::as_object_mut) {
                finding.entry("cites").or_insert_with(|| Value::Array(Vec::new()));
            }
            form(question, true).read_value(value, &QUESTIONS).map(CallAnswer::Form)
        }
    }
}

/// The longest list that a whole answer to `question` needs.
fn asked_for(question: &Ask) -> usize {
    match question {
        Ask::SelectModes | Ask::Structural { .. } => 0,
        Ask::Feasibility { findings, tickets, .. } => findings.len().max(tickets.len()),
        Ask::Converge { contested, blockers, .. } => contested.len().max(blockers.len()),
        Ask::Remediation { blockers } => blockers.len(),
    }
}

/// The JSON Schema of the answer to `question`, whole in itself.
pub fn schema(question: &Ask) -> Value {
    form(question, false).schema().clone()
}

/// The same, with what a LOOK in its place needs.
pub fn schema_or_look(question: &Ask) -> Value {
    form(question, true).schema().clone()
}

/// Makes ready what [`read`] needs for the answer to `question`, while it is waited for.
pub fn prepare(question: &Ask, may_look: bool) {
    form(question, may_look).prepare();
}
