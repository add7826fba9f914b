//! Anthropic's Messages. The answer is constrained by `output_config.format`: the newest models
//! refuse a request that forces a tool, and a text keeps what the model wrote to the byte.

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

/// Tools, system part, dossier: what comes up to the mark is cached, so nothing before it is of
/// one seat.
pub(super) fn encode(ask: &Outgoing<'_>) -> Value {
    let request = ask.request;
    let mut blocks = Vec::new();
    // A block without text is refused.
    if !request.rendered.shared.is_empty() {
        let cached = json!({ "type": "ephemeral" });
        blocks.push(
            json!({ "type": "text", "text": request.rendered.shared, "cache_control": cached }),
        );
    }
    blocks.push(json!({ "type": "text", "text": request.rendered.own }));
    let mut messages = vec![json!({ "role": "user", "content": blocks })];
    for turn in &request.rendered.turns {
        messages.push(json!({ "role": "assistant", "content": turn.said }));
        messages.push(json!({ "role": "user", "content": turn.shown }));
    }
    let schema = schema::in_words(&request.rendered.schema, &[]);
    let mut body = json!({
        "model": ask.model,
        "max_tokens": request.rendered.max_output_tokens,
        "system": request.rendered.rules,
        "messages": messages,
        "output_config": { "format": { "type": "json_schema", "schema": schema } },
    });
    if let Some(temperature) = ask.temperature {
        body["temperature"] = json!(temperature);
    }
    if let Some(effort) = ask.effort {
        body["output_config"]["effort"] = json!(effort);
    }
    body
}

/// Takes the schema out of a request; whether there was one.
pub(super) fn drop_schema(body: &mut Value) -> bool {
    removed(body.get_mut("output_config"), "format")
}

/// What is known whatever the reply is.
#[derive(Deserialize)]
struct Head {
    error: Option<Value>,
    model: Option<Value>,
    usage: Option<Value>,
    stop_reason: Option<Value>,
    stop_details: Option<Value>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<Vec<Block>>,
}

#[derive(Deserialize)]
struct Block {
    #[serde(rename = "type")]
    kind: String,
    text: Option<String>,
}

pub(super) fn read(bytes: &[u8]) -> Read {
    read_as(
        bytes,
        |head: &Head| Receipt {
            usage: head.usage.as_ref().and_then(tokens),
            model: words::model(head.model.as_ref()),
            ..Receipt::default()
        },
        answer,
    )
}

/// `input_tokens` counts neither what the cache gave nor what it took in.
fn tokens(said: &Value) -> Option<Usage> {
    let cached = optional(said, "cache_read_input_tokens")?;
    let written = optional(said, "cache_creation_input_tokens")?;
    let input = figure(said, "input_tokens")?.checked_add(cached)?.checked_add(written)?;
    usage(Usage {
        input_tokens: input,
        cached_tokens: cached,
        cache_write_tokens: written,
        output_tokens: figure(said, "output_tokens")?,
    })
}

/// A refusal with its kind and its explanation, as far as they are said: support asks for them.
fn why_refused(details: Option<&Value>) -> String {
    let text = |name: &str| details?.get(name)?.as_str();
    let said = ["category", "explanation"].into_iter().filter_map(text);
    ["refusal"].into_iter().chain(said).collect::<Vec<_>>().join(": ")
}

fn answer(head: &Head, bytes: &[u8]) -> Result<String, CallError> {
    if let Some(fault) = error_in(head.error.as_ref()) {
        return Err(fault);
    }
    match head.stop_reason.as_ref().and_then(Value::as_str) {
        Some("end_turn") => {}
        Some("max_tokens") => return Err(truncated("max_tokens")),
        Some(reason @ "model_context_window_exceeded") => {
            let why = format!("the provider says {reason}: take a model with a larger one");
            return Err(CallError::Truncated(why));
        }
        Some("refusal") => return Err(refused(&why_refused(head.stop_details.as_ref()))),
        _ => return Err(ended(head.stop_reason.as_ref())),
    }
    let blocks = parsed::<Message>(bytes)?.content.unwrap_or_default();
    // What it thought before is no part of its answer; a tool was never offered.
    if blocks.iter().any(|block| block.kind == "tool_use") {
        return Err(unavailable("the model used a tool that nobody offered"));
    }
    let mut texts = blocks.into_iter().filter(|block| block.kind == "text");
    match (texts.next().and_then(|block| block.text), texts.next()) {
        (Some(text), None) => Ok(text),
        (None, _) => Err(unavailable("the reply holds no answer")),
        (Some(_), Some(_)) => Err(CallError::Malformed("two answers in one reply".to_owned())),
    }
}
