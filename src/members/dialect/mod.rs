//! How a provider's API wants to be asked and how it answers: a request becomes JSON, bytes become
//! an answer. Pure: no network, no clock, no retry; those wrap any dialect and know none.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::transport::{Request, Response};
use crate::core::call::{CallError, FailedCall};
use crate::model::{Receipt, values};

mod amend;
mod anthropic;
mod gemini;
mod openai;
mod schema;
mod usage;
mod words;

pub use amend::Amendment;
pub(super) use usage::usage;
pub use words::shown;
pub(super) use words::{named, of_error};

pub use crate::model::{Dialect, Effort};

/// One task, and whom it goes to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outgoing<'a> {
    /// The model, as its provider names it.
    pub model: &'a str,
    /// The task.
    pub request: &'a Request,
    /// How freely the model chooses its words, as its provider counts it; said only when somebody
    /// configured it, because some models refuse it.
    pub temperature: Option<f64>,
    /// How much the model thinks; said only when somebody configured it.
    pub effort: Option<Effort>,
    /// Whether the vendor answers, not a server compatible with it.
    pub is_vendor: bool,
}

/// What a reply says, read: what it took, and its answer or why there is none.
type Read = (Receipt, Result<String, CallError>);

/// The schema of an answer in the words of OpenAI's strict mode, which agent CLIs take, too.
pub(super) fn strict(schema: &Value) -> Value {
    openai::strict(schema)
}

impl Dialect {
    /// The path below a base URL, without a slash in front. What a path segment cannot hold is
    /// percent-encoded, so that a model's name never leads elsewhere.
    pub fn path(self, model: &str) -> String {
        match self {
            Self::Anthropic => "v1/messages".to_owned(),
            Self::OpenAi => "chat/completions".to_owned(),
            Self::Gemini => gemini::path(model),
        }
    }

    /// The headers beside those of any JSON request. The key stands in a header, never in a URL.
    pub fn headers(self, key: Option<&str>) -> Vec<(&'static str, String)> {
        let mut headers = Vec::new();
        if self == Self::Anthropic {
            headers.push(("anthropic-version", "2023-06-01".to_owned()));
        }
        if let Some(key) = key {
            headers.push(match self {
                Self::Anthropic => ("x-api-key", key.to_owned()),
                Self::OpenAi => ("authorization", format!("Bearer {key}")),
                Self::Gemini => ("x-goog-api-key", key.to_owned()),
            });
        }
        headers
    }

    /// The body of the request: the rules as the system part, the dossier and what is the seat's
    /// own as two blocks of one user message, the schema of the answer by the vendor's own means.
    pub fn encode(self, ask: &Outgoing<'_>) -> Value {
        match self {
            Self::Anthropic => anthropic::encode(ask),
            Self::OpenAi => openai::encode(ask),
            Self::Gemini => gemini::encode(ask),
        }
    }

    /// The two names of the limit of tokens, where there are two.
    fn limits(self) -> Option<[&'static str; 2]> {
        (self == Self::OpenAi).then_some(openai::LIMITS)
    }

    /// Takes the schema out of a request; whether there was one.
    fn drop_schema(self, body: &mut Value) -> bool {
        match self {
            Self::Anthropic => anthropic::drop_schema(body),
            Self::OpenAi => openai::drop_schema(body),
            Self::Gemini => gemini::drop_schema(body),
        }
    }

    /// The answer in a reply. Why the model stopped is looked at before what it wrote, and nothing
    /// is repaired (THREATS.md E5).
    ///
    /// # Errors
    /// No answer, or one that does not count; with what it took all the same, when the reply says.
    pub fn decode(self, bytes: &[u8]) -> Result<Response, FailedCall> {
        let (receipt, answer) = match self {
            Self::Anthropic => anthropic::read(bytes),
            Self::OpenAi => openai::read(bytes),
            Self::Gemini => gemini::read(bytes),
        };
        match answer {
            Ok(text) if text.trim().is_empty() => Err(FailedCall {
                fault: unavailable("the model ended its turn without a word"),
                receipt,
            }),
            Ok(text) => Ok(Response { bytes: text.into_bytes(), receipt }),
            Err(fault) => Err(FailedCall { fault, receipt }),
        }
    }

    /// Why a server refused a request, in one line of at most 200 characters: its status, the kind
    /// and the message of the error in its body, and the request's id, by which a vendor's support
    /// finds it; hidden characters are shown escaped.
    pub fn error_line(self, status: u16, bytes: &[u8]) -> String {
        let body: Value = serde_json::from_slice(bytes).unwrap_or_default();
        let line = match words::of_error(&body) {
            Some(said) => format!("{status}: {said}"),
            None => status.to_string(),
        };
        let id = body.get("request_id").and_then(Value::as_str).unwrap_or_default();
        match shown(id, MOST_ID) {
            id if id.is_empty() => shown(&line, MOST_SHOWN),
            id => format!("{} ({id})", shown(&line, MOST_SHOWN - id.chars().count() - 3)),
        }
    }
}

/// Characters of a foreign line that are shown.
const MOST_SHOWN: usize = 200;
/// Those of a request's id.
const MOST_ID: usize = 64;

fn unavailable(why: impl Into<String>) -> CallError {
    CallError::Unavailable(why.into())
}

/// A reply by its envelope: what it took, told also where there is no answer, and the answer.
fn read_as<T: DeserializeOwned>(
    bytes: &[u8],
    receipt: impl Fn(&T) -> Receipt,
    answer: impl Fn(&T, &[u8]) -> Result<String, CallError>,
) -> Read {
    match parsed::<T>(bytes) {
        Ok(head) => (receipt(&head), answer(&head, bytes)),
        Err(fault) => (Receipt::default(), Err(fault)),
    }
}

/// The envelope of a reply.
fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CallError> {
    if values::are_too_many(bytes) {
        let most = values::MOST;
        return Err(unavailable(format!("what the server sent holds more than {most} values")));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let what = if error.is_data() { "is not of its API" } else { "is no JSON" };
        unavailable(format!("what the server sent {what}: is the base URL right?"))
    })
}

/// The fault of a reply that is an error though its status was fine.
fn error_in(error: Option<&Value>) -> Option<CallError> {
    let error = error.filter(|error| !error.is_null())?;
    let said = words::of_error_part(error).unwrap_or_else(|| "an error without words".to_owned());
    Some(unavailable(shown(&format!("the server answered with an error: {said}"), MOST_SHOWN)))
}

/// A reason to stop that gives no answer.
fn ended(reason: Option<&Value>) -> CallError {
    match reason.and_then(Value::as_str).filter(|reason| !reason.is_empty()) {
        Some(reason) => {
            let reason = shown(reason, 64);
            unavailable(format!("the model stopped for a reason that gives no answer: {reason}"))
        }
        None => unavailable("the model ended without saying why"),
    }
}

fn truncated(reason: &str) -> CallError {
    CallError::Truncated(format!("the provider says {reason}: raise its `thinking_tokens`"))
}

fn refused(reason: &str) -> CallError {
    CallError::Refused(format!("the provider says {}", shown(reason, MOST_SHOWN)))
}
