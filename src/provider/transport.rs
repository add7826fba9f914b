//! What carries a rendered task to whoever answers it from outside, and the answer back: text in,
//! text out. A transport reads neither.

use std::future::Future;
use std::pin::Pin;

use serde_json::Value;

use super::Identity;
use crate::core::call::FailedCall;
use crate::model::task::Question;
use crate::model::{Receipt, SeatId, SessionId};

/// One task, rendered.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The session it belongs to.
    pub session: SessionId,
    /// Who is asked.
    pub seat: SeatId,
    /// What is asked, by name: `STRUCTURAL`, …
    pub question: &'static str,
    /// `INIT`, `CYCLE_1`, `CYCLE_2` or `CYCLE_3`.
    pub cycle: &'static str,
    /// 1, or more when an answer before could not be read.
    pub attempt: u8,
    /// The rules that all seats are told: words of ours only, fit for a system part.
    pub rules: String,
    /// The slice of the dossier that all seats of the cycle are shown, the same bytes for each.
    pub dossier: String,
    /// What this seat is told.
    pub own: String,
    /// The JSON Schema of the answer.
    pub schema: Value,
    /// The most tokens that the answer may take, thinking included.
    pub max_output_tokens: u64,
}

impl Request {
    /// All of it as one text, for whoever has one ear: rules, dossier and the seat's own, an empty
    /// line between.
    pub fn text(&self) -> String {
        [&self.rules, &self.dossier, &self.own].map(|part| part.trim_end()).join("\n\n")
    }

    /// The smallest request that shows whether a seat can be held: a word back, and no foreign
    /// text. Whoever always thinks before it answers needs `thinking_tokens`.
    pub fn ping(seat: SeatId, thinking_tokens: u64) -> Self {
        Self {
            session: "COUNCIL-RFC-0000-19700101-000000".parse().expect("an id of the known form"),
            seat,
            question: "PING",
            cycle: "INIT",
            attempt: 1,
            rules: "Answer with the JSON object that is asked for.".to_owned(),
            dossier: String::new(),
            own: "Say that you are there: {\"ok\": true}".to_owned(),
            schema: serde_json::json!({
                "type": "object",
                "properties": { "ok": { "type": "boolean" } },
                "required": ["ok"],
                "additionalProperties": false,
            }),
            max_output_tokens: thinking_tokens.saturating_add(64),
        }
    }
}

/// An answer as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it took.
    pub receipt: Receipt,
}

/// An answer on its way.
pub type Sending<'a> = Pin<Box<dyn Future<Output = Result<Response, FailedCall>> + Send + 'a>>;

/// What a look at canaries gave: files with a random word, named in a prompt in every way that a ticket
/// could name one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Canary {
    /// Nothing stands between the prompt and the model that could read a file.
    NoProgram,
    /// None was read, in so many requests that were made from the prompt.
    Unread {
        /// How many.
        requests: usize,
    },
    /// Nothing that was made from the prompt was seen, so that nothing can be said; why, in one line.
    Unseen(String),
    /// One was read; how it was named.
    Read(&'static str),
}

/// A look at canaries under way.
pub type Looking<'a> = Pin<Box<dyn Future<Output = Canary> + Send + 'a>>;

/// Whether looking may cost tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// It may not.
    None,
    /// It may, a few.
    Tokens,
}

/// A way to whoever answers.
pub trait Transport: Send + Sync {
    /// Who answers, as the evidence names them.
    fn identity(&self) -> Identity;

    /// Why nobody can be asked this way, as one line with what to do; asked before anything begins.
    fn obstacle(&self) -> Option<String>;

    /// Tokens that whoever answers may think before that, beside the answer's own.
    fn thinking_tokens(&self) -> u64 {
        0
    }

    /// Whether an answer that was given before stands for asking the same again.
    fn repeats_itself(&self) -> bool {
        true
    }

    /// Looks whether a program on the way reads what a prompt names.
    fn look_at_canaries(&self, _: Cost) -> Looking<'_> {
        Box::pin(std::future::ready(Canary::NoProgram))
    }

    /// Sends one task. Dropping the future gives it up.
    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a>;
}

/// The cycle that a question belongs to.
pub const fn cycle_of(question: &Question) -> &'static str {
    match question {
        Question::SelectModes => "INIT",
        Question::Structural { .. } => "CYCLE_1",
        Question::Feasibility { .. } => "CYCLE_2",
        Question::Converge { .. } | Question::Remediation { .. } => "CYCLE_3",
    }
}
