//! Gemini's `generateContent`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::amend::removed;
use super::usage::{figure, optional, usage};
use super::{
    Outgoing, Read, ended, error_in, parsed, read_as, refused, schema, truncated, unavailable,
    words,
};
use crate::core::call::CallError;
use crate::model::{Receipt, Usage};

/// A model's name is one segment, with or without the `models/` that the API's lists put before it.
pub(super) fn path(model: &str) -> String {
    let mut path = "v1beta/models/".to_owned();
    for byte in model.strip_prefix("models/").unwrap_or(model).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                path.push(char::from(byte));
            }
            other => path.push_str(&format!("%{other:02X}")),
        }
    }
    path + ":generateContent"
}

/// Bounds are words that it knows and counts among the causes of "too many states": none are sent.
pub(super) fn encode(ask: &Outgoing<'_>) -> Value {
    let request = ask.request;
    let mut parts = Vec::new();
    for text in [&request.rendered.shared, &request.rendered.own] {
        if !text.is_empty() {
            parts.push(json!({ "text": text }));
        }
    }
    let mut generation = json!({
        "maxOutputTokens": request.rendered.max_output_tokens,
        "responseMimeType": "application/json",
        "responseJsonSchema": schema::in_words(&request.rendered.schema, &[]),
    });
    if let Some(temperature) = ask.temperature {
        generation["temperature"] = json!(temperature);
    }
    let mut contents = vec![json!({ "role": "user", "parts": parts })];
    for turn in &request.rendered.turns {
        contents.push(json!({ "role": "model", "parts": [{ "text": turn.said }] }));
        contents.push(json!({ "role": "user", "parts": [{ "text": turn.shown }] }));
    }
    if let Some(effort) = ask.effort {
        generation["thinkingConfig"] = json!({ "thinkingLevel": effort });
    }
    json!({
        "systemInstruction": { "parts": [{ "text": request.rendered.rules }] },
        "contents": contents,
        "generationConfig": generation,
    })
}

/// Takes the schema out of a request; whether there was one.
pub(super) fn drop_schema(body: &mut Value) -> bool {
    removed(body.get_mut("generationConfig"), "responseJsonSchema")
}

/// What is known whatever the reply is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    error: Option<Value>,
    model_version: Option<Value>,
    usage_metadata: Option<Value>,
    prompt_feedback: Option<Value>,
}

#[derive(Deserialize)]
struct Generated {
    candidates: Option<Vec<Candidate>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    finish_reason: Option<Value>,
    content: Option<Content>,
}

#[derive(Deserialize)]
struct Content {
    parts: Option<Vec<Part>>,
}

#[derive(Deserialize)]
struct Part {
    text: Option<String>,
    thought: Option<bool>,
}

pub(super) fn read(bytes: &[u8]) -> Read {
    read_as(
        bytes,
        |head: &Head| Receipt {
            usage: head.usage_metadata.as_ref().and_then(tokens),
            model: words::model(head.model_version.as_ref()),
            ..Receipt::default()
        },
        answer,
    )
}

/// `promptTokenCount` counts what the cache gave; what was thought is counted apart from what was
/// written, and a reply that was only thought has no count of the latter.
fn tokens(said: &Value) -> Option<Usage> {
    let thought = optional(said, "thoughtsTokenCount")?;
    let written = if thought > 0 {
        optional(said, "candidatesTokenCount")?
    } else {
        figure(said, "candidatesTokenCount")?
    };
    let cached = optional(said, "cachedContentTokenCount")?;
    usage(Usage {
        input_tokens: figure(said, "promptTokenCount")?,
        cached_tokens: cached,
        output_tokens: written.checked_add(thought)?,
        ..Usage::default()
    })
}

fn answer(head: &Head, bytes: &[u8]) -> Result<String, CallError> {
    if let Some(fault) = error_in(head.error.as_ref()) {
        return Err(fault);
    }
    let blocked = head.prompt_feedback.as_ref().and_then(|feedback| feedback.get("blockReason"));
    if let Some(reason) = blocked.filter(|reason| !reason.is_null()) {
        return Err(refused(reason.as_str().unwrap_or("that the prompt is blocked")));
    }
    let mut candidates = parsed::<Generated>(bytes)?.candidates.unwrap_or_default().into_iter();
    let candidate = match (candidates.next(), candidates.next()) {
        (Some(candidate), None) => candidate,
        (None, _) => return Err(unavailable("the reply holds no answer")),
        (Some(_), Some(_)) => {
            return Err(CallError::Malformed("two answers in one reply".to_owned()));
        }
    };
    match candidate.finish_reason.as_ref().and_then(Value::as_str) {
        Some("STOP") => {}
        Some("MAX_TOKENS") => return Err(truncated("MAX_TOKENS")),
        Some(reason @ ("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII")) => {
            return Err(refused(reason));
        }
        _ => return Err(ended(candidate.finish_reason.as_ref())),
    }
    // One answer may come in several parts; what was thought before it is marked.
    let parts = candidate.content.and_then(|content| content.parts).unwrap_or_default();
    let parts = parts.into_iter().filter(|part| part.thought != Some(true));
    Ok(parts.filter_map(|part| part.text).collect())
}
