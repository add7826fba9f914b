//! The forms of one council's replies, narrowed to the choices that a task has, and how one is read.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::core::look::{CallAnswer, Looks};
use crate::council::ASK_REPLY;
use crate::model::Choice;
use crate::prompt::answer::{ReplyForm, parsed};
use crate::prompt::look::{self, Told};

/// Which form: its name, its choices, and whether a LOOK may come in its place.
type Key = (&'static str, Vec<Choice>, bool);

/// The forms that were asked for so far.
#[derive(Debug)]
pub struct ReplyForms {
    /// Where the schema of replies has the council's, a pointer.
    at: &'static str,
    /// The names of all of the council's forms.
    names: &'static [&'static str],
    made: Mutex<BTreeMap<Key, Arc<ReplyForm>>>,
}

impl ReplyForms {
    /// Those of a council, whose replies stand at a pointer of [`ASK_REPLY`].
    pub fn new(at: &'static str, names: &'static [&'static str]) -> Self {
        Self { at, names, made: Mutex::default() }
    }

    /// The form of a task's reply.
    pub fn form(&self, name: &'static str, choices: &[Choice], looks: &Looks) -> Arc<ReplyForm> {
        let may_look = looks.rounds > 0;
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let form = made.entry((name, choices.to_vec(), may_look)).or_insert_with(|| {
            let words: Vec<String> = choices.iter().map(ToString::to_string).collect();
            let form = ReplyForm::of(ASK_REPLY, self.at, name).of_words("Choice", &words);
            Arc::new(if may_look { form.or_look() } else { form })
        });
        Arc::clone(form)
    }

    /// The JSON Schema of a task's reply.
    pub fn schema(&self, name: &'static str, choices: &[Choice], looks: &Looks) -> Value {
        self.form(name, choices, looks).schema().clone()
    }

    /// Reads a task's reply, or what is asked to be seen in its place; or says in one line why it is
    /// neither.
    pub fn read<R: DeserializeOwned>(
        &self,
        bytes: &[u8],
        name: &'static str,
        choices: &[Choice],
        looks: &Looks,
    ) -> Result<CallAnswer<R>, String> {
        let form = self.form(name, choices, looks);
        if looks.rounds == 0 {
            return form.read(bytes, 0, self.names).map(CallAnswer::Form);
        }
        match look::told(parsed(bytes, 0)?)? {
            Told::Look(requests) => match looks.fault(requests.len()) {
                None => Ok(CallAnswer::Look(requests)),
                Some(why) => Err(why),
            },
            Told::Form(value) => form.read_value(value, self.names).map(CallAnswer::Form),
        }
    }
}
