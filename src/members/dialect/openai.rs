//! OpenAI's chat completions, which Ollama, vLLM, llama.cpp and gateways speak, too.

use serde::Deserialize;
use serde_json::{Value, json};

use super::usage::{figure, optional, usage};
use super::{
    Outgoing, Read, ended, error_in, parsed, read_as, refused, schema, truncated, unavailable,
    words,
};
use crate::core::call::CallError;
use crate::model::{Receipt, Usage};

/// What strict mode knows beside the common words.
const FURTHER: [&str; 5] = ["pattern", "minimum", "maximum", "minItems", "maxItems"];

pub(super) fn encode(ask: &Outgoing<'_>) -> Value {
    let request = ask.request;
    let mut parts = Vec::new();
    for text in [&request.rendered.shared, &request.rendered.own] {
        if !text.is_empty() {
            parts.push(json!({ "type": "text", "text": text }));
        }
    }
    let schema = schema::in_words(&request.rendered.schema, &FURTHER);
    let answer = json!({ "name": "answer", "strict": true, "schema": schema });
    // The vendor's models that think refuse the older name; compatible servers know only that.
    let most = if ask.is_vendor { "max_completion_tokens" } else { "max_tokens" };
    let mut body = json!({
        "model": ask.model,
        "messages": [
            { "role": "system", "content": request.rendered.rules },
            { "role": "user", "content": parts },
        ],
        "response_format": { "type": "json_schema", "json_schema": answer },
    });
    body[most] = json!(request.rendered.max_output_tokens);
    if let Some(temperature) = ask.temperature {
        body["temperature"] = json!(temperature);
    }
    body
}

/// What is known whatever the reply is.
#[derive(Deserialize)]
struct Head {
    error: Option<Value>,
    model: Option<Value>,
    usage: Option<Value>,
}

#[derive(Deserialize)]
struct Completion {
    choices: Option<Vec<Choice>>,
}

#[derive(Deserialize)]
struct Choice {
    finish_reason: Option<Value>,
    message: Option<Message>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
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

/// `prompt_tokens` counts what the cache gave, `completion_tokens` what was thought.
fn tokens(said: &Value) -> Option<Usage> {
    let cached = match said.get("prompt_tokens_details") {
        Some(details) => optional(details, "cached_tokens")?,
        None => 0,
    };
    usage(figure(said, "prompt_tokens")?, cached, figure(said, "completion_tokens")?)
}

fn answer(head: &Head, bytes: &[u8]) -> Result<String, CallError> {
    if let Some(fault) = error_in(head.error.as_ref()) {
        return Err(fault);
    }
    let mut choices = parsed::<Completion>(bytes)?.choices.unwrap_or_default().into_iter();
    let choice = match (choices.next(), choices.next()) {
        (Some(choice), None) => choice,
        (None, _) => return Err(unavailable("the reply holds no answer")),
        (Some(_), Some(_)) => {
            return Err(CallError::Malformed("two answers in one reply".to_owned()));
        }
    };
    let (content, refusal) = match choice.message {
        Some(message) => (message.content, message.refusal),
        None => (None, None),
    };
    match choice.finish_reason.as_ref().and_then(Value::as_str) {
        Some("length") => return Err(truncated("length")),
        Some("content_filter") => return Err(refused("content_filter")),
        _ => {}
    }
    if let Some(refusal) = refusal.filter(|refusal| !refusal.is_empty()) {
        return Err(refused(&refusal));
    }
    match choice.finish_reason.as_ref().and_then(Value::as_str) {
        Some("stop") => content.ok_or_else(|| unavailable("the reply holds no answer")),
        _ => Err(ended(choice.finish_reason.as_ref())),
    }
}
