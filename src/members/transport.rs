//! What carries a rendered task to whoever answers it from outside, and the answer back: text in,
//! text out. A transport reads neither.

use std::future::Future;
use std::pin::Pin;

use crate::core::assignment::{Assignment, Rendered};
use crate::core::call::FailedCall;
use crate::model::Identity;
use crate::model::{MemberName, Receipt};

/// One task, named and rendered.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Which call it is.
    pub assignment: Assignment,
    /// What is said.
    pub rendered: Rendered,
}

impl Request {
    /// The smallest request that shows whether a seat can be held: a word back, and no foreign
    /// text. Whoever always thinks before it answers needs `thinking_tokens`.
    pub fn ping(member: MemberName, thinking_tokens: u64) -> Self {
        let session = "COUNCIL-RFC-0000-19700101-000000".parse().expect("an id of the known form");
        Self {
            assignment: Assignment {
                session,
                member,
                step: "PING",
                state: "INIT",
                attempt: 1,
                look: 0,
            },
            rendered: Rendered {
                rules: "Answer with the JSON object that is asked for.".to_owned(),
                shared: String::new(),
                own: "Say that you are there: {\"ok\": true}".to_owned(),
                turns: Vec::new(),
                schema: serde_json::json!({
                    "type": "object",
                    "properties": { "ok": { "type": "boolean" } },
                    "required": ["ok"],
                    "additionalProperties": false,
                }),
                max_output_tokens: thinking_tokens.saturating_add(64),
            },
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
    /// One was read.
    Read {
        /// The program, as it is named in the configuration.
        who: String,
        /// How the file was named.
        way: &'static str,
    },
}

/// A look at canaries under way.
pub type Looking<'a> = Pin<Box<dyn Future<Output = Canary> + Send + 'a>>;

/// Whether looking may cost tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeCost {
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

    /// Whether whoever answers keeps the task, so that what was looked at is sent without it.
    fn keeps_task(&self) -> bool {
        false
    }

    /// Looks whether a program on the way reads what a prompt names.
    fn look_at_canaries(&self, _: ProbeCost) -> Looking<'_> {
        Box::pin(std::future::ready(Canary::NoProgram))
    }

    /// Sends one task. Dropping the future gives it up.
    fn send<'a>(&'a self, request: &'a Request) -> Sending<'a>;
}
