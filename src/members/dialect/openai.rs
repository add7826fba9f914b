//! OpenAI's chat completions, which Ollama, vLLM, llama.cpp and gateways speak, too.

use serde::Deserialize;
use serde_json::{Value, json};

use super::usage::{figure, optional, usage};
use super::{
    Outgoing, Read, ended, error_in, parsed, read_as, refused, schema, truncated, unavailable,
    words,
};
use crate::core::assignment::Rendered;
use crate::core::call::CallError;
use crate::model::{Receipt, Usage};

/// What strict mode knows beside the common words.
const FURTHER: [&str; 5] = ["pattern", "minimum", "maximum", "minItems", "maxItems"];

/// The two names of the limit of tokens.
pub(super) const LIMITS: [&str; 2] = ["max_tokens", "max_completion_tokens"];

/// A schema in the words of strict mode.
pub(super) fn strict(schema: &Value) -> Value {
    schema::in_words(schema, &FURTHER)
}

/// What the user says: parts for the vendor; for any other server one text, because one of them makes
/// a message of each part, and drops the first when they are too long for it.
fn said(ask: &Outgoing<'_>) -> Value {
    let Rendered { shared, own, .. } = &ask.request.rendered;
    let texts = [shared, own].into_iter().filter(|text| !text.is_empty());
    if ask.is_vendor {
        texts.map(|text| json!({ "type": "text", "text": text })).collect()
    } else {
        json!(texts.map(String::as_str).collect::<Vec<_>>().join("\n"))
    }
}

pub(super) fn encode(ask: &Outgoing<'_>) -> Value {
    let request = ask.request;
    let schema = strict(&request.rendered.schema);
    let answer = json!({ "name": "answer", "strict": true, "schema": schema });
    // The vendor's models that think refuse the older name; compatible servers know only that.
    let most = if ask.is_vendor { LIMITS[1] } else { LIMITS[0] };
    let mut messages = vec![
        json!({ "role": "system", "content": request.rendered.rules }),
        json!({ "role": "user", "content": said(ask) }),
    ];
    for turn in &request.rendered.turns {
        messages.push(json!({ "role": "assistant", "content": turn.said }));
        messages.push(json!({ "role": "user", "content": turn.shown }));
    }
    let mut body = json!({
        "model": ask.model,
        "messages": messages,
        "response_format": { "type": "json_schema", "json_schema": answer },
    });
    body[most] = json!(request.rendered.max_output_tokens);
    if let Some(temperature) = ask.temperature {
        body["temperature"] = json!(temperature);
    }
    if let Some(effort) = ask.effort {
        body["reasoning_effort"] = json!(effort);
    }
    body
}

/// Takes the schema out of a request; whether there was one.
pub(super) fn drop_schema(body: &mut Value) -> bool {
    match body.get_mut("response_format") {
        Some(format) if format["type"] == "json_schema" => {
            *format = json!({ "type": "json_object" });
            true
        }
        _ => false,
    }
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
    /// A gateway's word of a fault behind it.
    error: Option<Value>,
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

/// `prompt_tokens` counts what the cache gave and what it took in, `completion_tokens` what was thought.
fn tokens(said: &Value) -> Option<Usage> {
    let (cached_tokens, cache_write_tokens) = match said.get("prompt_tokens_details") {
        Some(details) => {
            (optional(details, "cached_tokens")?, optional(details, "cache_write_tokens")?)
        }
        None => (0, 0),
    };
    usage(Usage {
        input_tokens: figure(said, "prompt_tokens")?,
        cached_tokens,
        cache_write_tokens,
        output_tokens: figure(said, "completion_tokens")?,
    })
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
    if let Some(fault) = error_in(choice.error.as_ref()) {
        return Err(fault);
    }
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
