//! The forms of this council's replies, and how one is read.

use std::sync::OnceLock;

use serde_json::Value;

use super::answer::Reply;
use super::ask::Ask;
use crate::prompt::answer::ReplyForm;

/// The names of the five questions and of their answers.
const QUESTIONS: [&str; 5] =
    ["SELECT_MODES", "STRUCTURAL", "FEASIBILITY", "CONVERGE", "REMEDIATION"];

fn form(question: &Ask) -> &'static ReplyForm {
    static FORMS: [OnceLock<ReplyForm>; 5] = [const { OnceLock::new() }; 5];
    let at = QUESTIONS.iter().position(|name| *name == question.name());
    let at = at.expect("there are five questions");
    FORMS[at].get_or_init(|| ReplyForm::of::<Reply>(QUESTIONS[at]))
}

/// Reads the answer to `question`, or says in one line why it is none.
pub fn read(bytes: &[u8], question: &Ask) -> Result<Reply, String> {
    form(question).read(bytes, asked_for(question), &QUESTIONS)
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
    form(question).schema().clone()
}

/// Makes ready what [`read`] needs for the answer to `question`, while it is waited for.
pub fn prepare(question: &Ask) {
    form(question).prepare();
}
