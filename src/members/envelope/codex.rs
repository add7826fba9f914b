//! Codex's events, one a line.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::{shown, unreadable};
use crate::core::call::{CallError, FailedCall};
use crate::members::dialect::{self, of_error};
use crate::members::transport::Response;
use crate::model::{Receipt, Usage};

#[derive(Deserialize)]
struct Printed {
    #[serde(rename = "type")]
    kind: String,
    item: Option<Item>,
    usage: Option<TurnUsage>,
    error: Option<Failure>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct Item {
    #[serde(default, rename = "type")]
    kind: String,
    text: Option<String>,
}

#[derive(Deserialize)]
struct TurnUsage {
    input_tokens: u64,
    #[serde(default)]
    cached_input_tokens: u64,
    #[serde(default)]
    cache_write_input_tokens: u64,
    output_tokens: u64,
}

#[derive(Deserialize)]
struct Failure {
    message: String,
}

/// The message within a message: what a vendor answers comes as its JSON.
fn inner(message: &str) -> Cow<'_, str> {
    let body: Option<Value> = serde_json::from_str(message).ok();
    body.and_then(|body| of_error(&body)).map_or(Cow::Borrowed(message), Cow::Owned)
}

pub(super) fn open(stdout: &[u8]) -> Result<Response, FailedCall> {
    let (mut answer, mut failed, mut said, mut is_complete) = (None, None, None, false);
    let mut receipt = Receipt::default();
    let mut events = 0;
    for line in stdout.split(|&byte| byte == b'\n') {
        let Ok(event) = serde_json::from_slice::<Printed>(line) else { continue };
        events += 1;
        match event.kind.as_str() {
            "item.completed" => {
                if let Some(item) = event.item.filter(|item| item.kind == "agent_message") {
                    answer = item.text;
                }
            }
            "turn.completed" => {
                is_complete = true;
                receipt.usage = event.usage.and_then(|said| {
                    dialect::usage(Usage {
                        input_tokens: said.input_tokens,
                        cached_tokens: said.cached_input_tokens,
                        cache_write_tokens: said.cache_write_input_tokens,
                        output_tokens: said.output_tokens,
                    })
                });
            }
            "turn.failed" => failed = event.error.map(|error| error.message),
            // Some of these pass: it says when it tries again.
            "error" => said = event.message,
            _ => {}
        }
    }
    if events == 0 {
        return unreadable("Codex");
    }
    let fault = match (failed, is_complete, answer) {
        (Some(why), ..) => CallError::Unavailable(shown(&inner(&why))),
        (None, true, Some(answer)) => {
            return Ok(Response { bytes: answer.into_bytes(), receipt });
        }
        (None, true, None) => CallError::Refused("it ended without an answer".to_owned()),
        (None, false, _) => match said {
            Some(why) => CallError::Unavailable(shown(&inner(&why))),
            None => CallError::Truncated("it ended before its turn was complete".to_owned()),
        },
    };
    Err(FailedCall { fault, receipt })
}
