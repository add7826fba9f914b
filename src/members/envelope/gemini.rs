//! Gemini CLI's object.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{shown, unreadable};
use crate::core::call::{CallError, FailedCall};
use crate::members::dialect::{self, named};
use crate::members::transport::Response;
use crate::model::{Receipt, Usage};

#[derive(Deserialize)]
struct Printed {
    response: Option<String>,
    stats: Option<Stats>,
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct Stats {
    #[serde(default)]
    models: BTreeMap<String, ModelStats>,
}

#[derive(Deserialize)]
struct ModelStats {
    tokens: Tokens,
    /// What it was asked for: `main` is the answer; a router chooses who gives it.
    #[serde(default)]
    roles: BTreeMap<String, IgnoredAny>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Tokens {
    prompt: u64,
    candidates: u64,
    cached: u64,
    thoughts: u64,
    tool: u64,
}

impl Tokens {
    fn usage(&self) -> Usage {
        Usage {
            input_tokens: self.prompt.saturating_add(self.tool),
            cached_tokens: self.cached,
            output_tokens: self.candidates.saturating_add(self.thoughts),
            ..Usage::default()
        }
    }
}

#[derive(Deserialize)]
struct Failure {
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    message: String,
}

impl Failure {
    fn fault(&self) -> CallError {
        let message = shown(&self.message);
        let words = self.message.to_ascii_lowercase();
        let says = |all: &[&str]| all.iter().any(|word| words.contains(word));
        match self.kind.as_str() {
            "FatalTurnLimitedError" => CallError::Truncated("at its limit of turns".to_owned()),
            // An answer that was cut or blocked counts as a stream that broke.
            "INVALID_STREAM" if says(&["max_tokens", "max tokens"]) => {
                CallError::Truncated(message)
            }
            "INVALID_STREAM"
                if says(&["safety", "recitation", "blocked", "blocklist", "prohibited"]) =>
            {
                CallError::Refused(message)
            }
            _ => CallError::Unavailable(message),
        }
    }
}

/// What its exit codes mean.
const CODES: [(i32, &str); 7] = [
    (41, "login"),
    (42, "input"),
    (44, "sandbox"),
    (52, "configuration"),
    (54, "a tool"),
    (55, "trust in its folder"),
    (130, "cancelled"),
];
const TURNS: i32 = 53;

/// Its error object goes to stderr, over several lines, behind whatever else it says there.
pub(super) fn failed(code: Option<i32>, stderr: &[u8]) -> Option<CallError> {
    let begins = |at: &usize| *at == 0 || stderr[at - 1] == b'\n';
    let starts = memchr::memchr_iter(b'{', stderr).filter(begins);
    let mut read = starts.filter_map(|at| {
        let mut all = serde_json::Deserializer::from_slice(&stderr[at..]).into_iter::<Printed>();
        all.next()?.ok()?.error
    });
    let told = read.next();
    let word = CODES.iter().find(|(known, _)| Some(*known) == code).map(|(_, word)| *word);
    match (code, told.map(|error| error.fault()), word) {
        (Some(TURNS), ..) => Some(CallError::Truncated("at its limit of turns".to_owned())),
        (Some(code), Some(CallError::Unavailable(why)), Some(word)) => {
            Some(CallError::Unavailable(format!("exit {code}, {word}: {why}")))
        }
        (_, told, _) => told,
    }
}

pub(super) fn open(stdout: &[u8]) -> Result<Response, FailedCall> {
    let Ok(said) = serde_json::from_slice::<Printed>(stdout) else {
        return unreadable("Gemini CLI");
    };
    let models = said.stats.map(|stats| stats.models).unwrap_or_default();
    let usage = models.values().map(|model| model.tokens.usage()).reduce(|a, b| Usage {
        input_tokens: a.input_tokens.saturating_add(b.input_tokens),
        cached_tokens: a.cached_tokens.saturating_add(b.cached_tokens),
        output_tokens: a.output_tokens.saturating_add(b.output_tokens),
        ..a
    });
    let usage = usage.and_then(dialect::usage);
    let model = models.into_iter().max_by_key(|(_, model)| {
        (model.roles.contains_key("main"), model.tokens.usage().output_tokens)
    });
    let receipt =
        Receipt { usage, model: model.and_then(|(name, _)| named(&name)), ..Receipt::default() };
    let fault = match (said.error, said.response) {
        (Some(error), _) => error.fault(),
        (None, Some(answer)) if !answer.trim().is_empty() => {
            return Ok(Response { bytes: answer.into_bytes(), receipt });
        }
        // A blocked answer leaves nothing behind but its figures.
        (None, _) => CallError::Refused("it ended without an answer".to_owned()),
    };
    Err(FailedCall { fault, receipt })
}
