//! What a server sent, within bounds, and what its status means.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::HttpSeat;
use super::client::MOST_HEADER_BYTES;
use super::fault::HttpFault;
use super::wait::{RetryHints, named};
use crate::host::secret::Forms;

/// More than any answer may have (THREATS.md E7).
const MOST_BYTES: usize = 4 << 20;
/// As much of an error as is read.
const MOST_ERROR_BYTES: usize = 64 << 10;

const TOO_LARGE: &str = "the prompt is too large for this model";
/// Words of a key that does not count, which a status alone may not tell.
const KEY_WORDS: [&str; 4] =
    ["api_key_invalid", "unauthenticated", "permission_denied", "access_token_type_unsupported"];
/// Words of a prompt that is longer than a model's context.
const LENGTH_WORDS: [&str; 5] = [
    "exceed_context_size_error",
    "context_length_exceeded",
    "maximum context length",
    "maximum number of tokens",
    "prompt is too long",
];

/// An answer on its way, then a whole one.
#[derive(Debug)]
pub(super) struct HttpReply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    retry_after_ms: Option<String>,
    retry_after: Option<String>,
    should_retry: Option<String>,
}

impl HttpReply {
    /// The answer whose headers are there.
    pub(super) fn begun(answer: &reqwest::Response, authority: &str) -> Result<Self, HttpFault> {
        let headers = answer.headers();
        let size: usize = headers.iter().map(|(n, v)| n.as_str().len() + v.len() + 4).sum();
        if size > MOST_HEADER_BYTES {
            return Err(HttpFault::lasting(format!(
                "{authority} sent more headers than are read: is the base URL right?"
            )));
        }
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        Ok(Self {
            status: answer.status().as_u16(),
            body: Vec::new(),
            retry_after_ms: text("retry-after-ms").map(str::to_owned),
            retry_after: text("retry-after").map(str::to_owned),
            should_retry: text("x-should-retry").map(str::to_owned),
        })
    }

    /// Takes in a piece of the body; whether more is wanted. Of an error, only the beginning is.
    pub(super) fn take(&mut self, chunk: &[u8], authority: &str) -> Result<bool, HttpFault> {
        let most = if self.status == 200 { MOST_BYTES } else { MOST_ERROR_BYTES };
        let room = most - self.body.len();
        self.body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        match chunk.len() <= room {
            true => Ok(true),
            false if self.status == 200 => Err(HttpFault::lasting(format!(
                "{authority} sent more than 4 MiB: no answer is that long"
            ))),
            false => Ok(false),
        }
    }

    /// Takes a key out of the body, in whatever form it stands there; whether all of it is out. An
    /// error that hides one has no body.
    pub(super) fn forget(&mut self, key: &str) -> bool {
        let forms = Forms::of(key.as_bytes());
        self.body = forms.taken_out(&self.body, "[key]");
        let is_hidden = forms.stand_in(&self.body);
        if is_hidden && self.status != 200 {
            self.body.clear();
        }
        !is_hidden || self.status != 200
    }

    /// The wait that the server names.
    pub(super) fn wait(&self, now: Timestamp) -> Option<Duration> {
        let body = self.error();
        let delay = body.as_ref().and_then(retry_delay);
        let said = RetryHints {
            retry_after_ms: self.retry_after_ms.as_deref(),
            retry_after: self.retry_after.as_deref(),
            retry_delay: delay,
        };
        named(said, now)
    }

    /// What a status other than 200 means, and what to do; whether to ask again is the server's word,
    /// where it says so.
    pub(super) fn fault(&self, seat: &HttpSeat, authority: &str, now: Timestamp) -> HttpFault {
        let fault = self.meant(seat, authority, now);
        match self.should_retry.as_deref() {
            Some("true") => HttpFault { passes: true, ..fault },
            Some("false") => HttpFault { passes: false, ..fault },
            _ => fault,
        }
    }

    fn meant(&self, seat: &HttpSeat, authority: &str, now: Timestamp) -> HttpFault {
        let said = seat.dialect.error_line(self.status, &self.body);
        let line = |act: &str| format!("{authority} answered {said}: {act}");
        let key = seat.key_env.as_deref().unwrap_or("the seat's key");
        match self.status {
            429 if self.is_spent(now) => {
                HttpFault::lasting(line("the account's quota is used up: look at its billing"))
            }
            408 | 409 | 429 | 500..=599 => HttpFault::passing(line("try again later")),
            300..=399 => {
                HttpFault::lasting(line("redirects are not followed: correct the base URL"))
            }
            402 => HttpFault::lasting(line("look at the account's billing")),
            413 => HttpFault::lasting(line(TOO_LARGE)),
            400..=499 if self.says(&KEY_WORDS) => {
                HttpFault::lasting(line(&format!("check {key}{}", seat.dialect.of_keys())))
            }
            401 | 403 => HttpFault::lasting(line(&format!("check {key}"))),
            400 if self.says(&LENGTH_WORDS) => HttpFault::lasting(line(TOO_LARGE)),
            400 if seat.temperature.is_some() && self.says(&["temperature"]) => {
                let act = format!("take `temperature` from the provider {}", seat.provider);
                HttpFault::lasting(line(&act))
            }
            400 | 404 if self.says(&["v1/responses"]) => HttpFault::lasting(line(
                "take a model that answers chat completions: those of the -pro and -codex families do not",
            )),
            404 => HttpFault::lasting(line("check the model's name and the base URL")),
            _ => HttpFault::lasting(line("check the model's name and the seat's settings")),
        }
    }

    /// Whether a limit will not pass by waiting: the account has nothing left. Vendors speak of
    /// quota and billing also where a limit passes in a minute; then they name a wait.
    fn is_spent(&self, now: Timestamp) -> bool {
        self.says(&["insufficient_quota", "billing_hard_limit", "credit balance", "billing_error"])
            || (self.wait(now).is_none() && self.says(&["quota", "billing", "credit"]))
    }

    /// Whether the body has one of these words, in small letters.
    fn says(&self, words: &[&str]) -> bool {
        let text = String::from_utf8_lossy(&self.body).to_ascii_lowercase();
        words.iter().any(|word| text.contains(word))
    }

    fn error(&self) -> Option<Value> {
        if self.status == 200 { None } else { serde_json::from_slice(&self.body).ok() }
    }
}

/// `retryDelay` in the details of a Google error.
fn retry_delay(body: &Value) -> Option<&str> {
    let body = body.as_array().and_then(|all| all.first()).unwrap_or(body);
    let details = body.get("error")?.get("details")?.as_array()?;
    details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())
}
