//! The three vendors' formats as their documentation gives them, from the server's side: what a
//! request must be, what is said in it, and how an answer looks.

use serde_json::{Map, Value, json};

use super::Recorded;
use super::models::Model;

/// What a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    Anthropic,
    OpenAi,
    Gemini,
}

pub const DIALECTS: [Dialect; 3] = [Dialect::Anthropic, Dialect::OpenAi, Dialect::Gemini];

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// It had said everything.
    Done,
    /// It reached the number of tokens that it may write.
    Length,
    /// It would not, in one of the vendor's ways of saying so; the number names the way.
    Refusal(usize),
}

/// An answer before it is put into a vendor's words.
#[derive(Debug, Clone)]
pub struct Answer {
    pub text: String,
    pub stop: Stop,
    /// What stands where the figures of usage stand; none is honest usage.
    pub usage: Option<Usage>,
}

/// What a liar says of usage.
#[derive(Debug, Clone)]
pub enum Usage {
    /// Nothing at all.
    Absent,
    /// This, in place of each figure.
    Each(Value),
}

impl Dialect {
    /// Which dialect a request line speaks.
    pub fn of(path: &str) -> Option<Self> {
        match path.split('?').next().unwrap_or_default() {
            path if path.ends_with("/v1/messages") => Some(Dialect::Anthropic),
            path if path.ends_with("/chat/completions") => Some(Dialect::OpenAi),
            path if path.starts_with("/v1beta/models/") && path.ends_with(":generateContent") => {
                Some(Dialect::Gemini)
            }
            _ => None,
        }
    }

    /// Everything that is said to the model, in its order.
    pub fn said(self, body: &Value) -> String {
        let mut said = Vec::new();
        let parts: &[&str] = match self {
            Dialect::Anthropic => &["system", "messages"],
            Dialect::OpenAi => &["messages"],
            Dialect::Gemini => &["systemInstruction", "contents"],
        };
        for part in parts {
            texts(&body[*part], &mut said);
        }
        said.join("\n")
    }

    /// What stands where the provider takes orders from.
    pub fn system(self, body: &Value) -> String {
        let mut said = Vec::new();
        match self {
            Dialect::Anthropic => texts(&body["system"], &mut said),
            Dialect::OpenAi => {
                for message in body["messages"].as_array().into_iter().flatten() {
                    if matches!(message["role"].as_str(), Some("system" | "developer")) {
                        texts(message, &mut said);
                    }
                }
            }
            Dialect::Gemini => texts(&body["systemInstruction"], &mut said),
        }
        said.join("\n")
    }

    /// The name of the model that is asked.
    pub fn model<'a>(self, path: &'a str, body: &'a Value) -> &'a str {
        let named = path.strip_prefix("/v1beta/models/").and_then(|rest| rest.split(':').next());
        named.or(body["model"].as_str()).unwrap_or_default()
    }

    /// The schema of the answer, where there is one.
    pub fn schema(self, body: &Value) -> &Value {
        match self {
            Dialect::Anthropic => &body["output_config"]["format"]["schema"],
            Dialect::OpenAi => &body["response_format"]["json_schema"]["schema"],
            Dialect::Gemini => &body["generationConfig"]["responseJsonSchema"],
        }
    }

    /// The most tokens that may be written, those thought before the answer included.
    fn limit(self, body: &Value) -> u64 {
        let limit = match self {
            Dialect::Anthropic => &body["max_tokens"],
            Dialect::OpenAi => match &body["max_completion_tokens"] {
                Value::Null => &body["max_tokens"],
                limit => limit,
            },
            Dialect::Gemini => &body["generationConfig"]["maxOutputTokens"],
        };
        limit.as_u64().unwrap_or_default()
    }

    /// Why the vendor would answer 400 or 401; empty when it would not.
    pub fn faults(self, request: &Recorded) -> Vec<String> {
        let Some(body) = &request.body_json else {
            return vec!["the body is not JSON".to_owned()];
        };
        let mut faults = Vec::new();
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(what.to_owned());
            }
        };
        let header = |name: &str| request.header(name).is_some_and(|value| !value.is_empty());
        let text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        must(
            request.header("content-type").is_some_and(|t| t.starts_with("application/json")),
            "content-type",
        );
        match self {
            Dialect::Anthropic => {
                must(header("x-api-key"), "x-api-key");
                must(
                    request.header("anthropic-version") == Some("2023-06-01"),
                    "anthropic-version",
                );
                must(text(&body["model"]), "model");
                must(body["max_tokens"].as_u64().is_some_and(|n| n > 0), "max_tokens");
                must(body["messages"][0]["role"] == "user", "messages[0].role");
                let turns = body["messages"].as_array().map_or(&[][..], Vec::as_slice);
                let roles = ["user", "assistant"].into_iter().cycle();
                let in_turn = turns.iter().zip(roles).all(|(turn, role)| turn["role"] == role);
                must(in_turn && turns.len() % 2 == 1, "messages");
                let format = &body["output_config"]["format"];
                let forced = body["tool_choice"]["type"] == "tool";
                must(format["type"] == "json_schema" || forced, "output_config.format.type");
                must(breakpoints(body) <= 4, "at most four cache_control");
            }
            Dialect::OpenAi => {
                let bearer = request.header("authorization").unwrap_or_default();
                must(bearer.starts_with("Bearer "), "authorization");
                must(text(&body["model"]), "model");
                let most = body["max_completion_tokens"].as_u64().or(body["max_tokens"].as_u64());
                must(most.is_some_and(|n| n > 0), "max_completion_tokens");
                must(!body["messages"].as_array().is_none_or(Vec::is_empty), "messages");
                let format = &body["response_format"];
                must(format["type"] == "json_schema", "response_format.type");
                let name = format["json_schema"]["name"].as_str().unwrap_or_default();
                let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'-';
                must(
                    !name.is_empty() && name.len() <= 64 && name.bytes().all(plain),
                    "json_schema.name",
                );
                if format["json_schema"]["strict"] == true {
                    must(
                        is_strict(&format["json_schema"]["schema"]),
                        "a strict json_schema.schema",
                    );
                }
            }
            Dialect::Gemini => {
                must(header("x-goog-api-key"), "x-goog-api-key");
                must(!request.path.contains("key="), "no key in the URL");
                must(body["contents"][0]["role"] == "user", "contents[0].role");
                let config = &body["generationConfig"];
                must(config["responseMimeType"] == "application/json", "responseMimeType");
                let schema = config["responseJsonSchema"].is_object();
                must(schema != config["responseSchema"].is_object(), "one schema");
                must(config["maxOutputTokens"].as_u64().is_some_and(|n| n > 0), "maxOutputTokens");
            }
        }
        faults
    }

    /// A vendor's whole body for an answer of a model to a request. What it thinks is counted with what
    /// it writes, up to the limit.
    pub fn answer(self, model: Model, request: &Value, answer: &Answer) -> Value {
        let whole = answer.text.len() as u64 / 4 + 1;
        let left = self.limit(request).saturating_sub(model.thinks);
        let cut = Answer {
            text: answer.text.chars().take(left as usize * 4).collect(),
            stop: Stop::Length,
            usage: answer.usage.clone(),
        };
        let answer = if whole > left && model.thinks > 0 { &cut } else { answer };
        let thought = model.thinks.min(self.limit(request));
        let text = answer.text.len() as u64 / 4 + 1;
        let written = thought + text;
        let read = model.seen(&self.said(request)).len() as u64 / 4 + 1;
        let figure = |honest: u64| match &answer.usage {
            Some(Usage::Each(lie)) => lie.clone(),
            Some(Usage::Absent) | None => json!(honest),
        };
        let (mut body, usage) = match self {
            Dialect::Anthropic => (
                anthropic(request, answer),
                (
                    "usage",
                    json!({
                        "input_tokens": figure(read), "output_tokens": figure(written),
                        "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
                        "cache_creation": {
                            "ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0,
                        },
                        "output_tokens_details": {"thinking_tokens": thought},
                        "service_tier": "standard", "inference_geo": "not_available",
                    }),
                ),
            ),
            Dialect::OpenAi => (
                openai(request, answer),
                (
                    "usage",
                    json!({
                        "prompt_tokens": figure(read), "completion_tokens": figure(written),
                        "total_tokens": figure(read + written),
                        "prompt_tokens_details": {"cached_tokens": 0},
                        "completion_tokens_details": {"reasoning_tokens": thought},
                    }),
                ),
            ),
            Dialect::Gemini => (
                gemini(answer),
                (
                    "usageMetadata",
                    json!({
                        "promptTokenCount": figure(read), "candidatesTokenCount": figure(text),
                        "totalTokenCount": figure(read + written),
                    }),
                ),
            ),
        };
        let (name, mut usage) = usage;
        if self == Dialect::Gemini && thought > 0 {
            usage["thoughtsTokenCount"] = figure(thought);
        }
        if !matches!(answer.usage, Some(Usage::Absent)) {
            body.insert(name.to_owned(), usage);
        }
        Value::Object(body)
    }

    /// A vendor's body for a status that is an error.
    pub fn error(self, status: u16, says: &str) -> Value {
        match self {
            Dialect::Anthropic => {
                let kind = match status {
                    401 => "authentication_error",
                    403 => "permission_error",
                    404 => "not_found_error",
                    413 => "request_too_large",
                    429 => "rate_limit_error",
                    529 => "overloaded_error",
                    400..500 => "invalid_request_error",
                    _ => "api_error",
                };
                json!({"type": "error", "error": {"type": kind, "message": says}})
            }
            Dialect::OpenAi => {
                let kind = if status < 500 { "invalid_request_error" } else { "server_error" };
                let code =
                    if says.contains("quota") { json!("insufficient_quota") } else { json!(null) };
                json!({"error": {"message": says, "type": kind, "param": null, "code": code}})
            }
            Dialect::Gemini => {
                let name = match status {
                    400 => "INVALID_ARGUMENT",
                    401 => "UNAUTHENTICATED",
                    403 => "PERMISSION_DENIED",
                    404 => "NOT_FOUND",
                    429 => "RESOURCE_EXHAUSTED",
                    503 => "UNAVAILABLE",
                    _ => "INTERNAL",
                };
                json!({"error": {"code": status, "message": says, "status": name}})
            }
        }
    }
}

fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => unreachable!("it is written as an object"),
    }
}

fn anthropic(request: &Value, answer: &Answer) -> Map<String, Value> {
    let text = json!([{"type": "text", "text": answer.text}]);
    let input = serde_json::from_str::<Value>(&answer.text).ok().filter(Value::is_object);
    let (content, stop) = match answer.stop {
        Stop::Done => match (&request["tool_choice"]["name"], input) {
            (Value::String(name), Some(input)) => {
                let call =
                    json!([{"type": "tool_use", "id": "toolu_01", "name": name, "input": input}]);
                (call, "tool_use")
            }
            _ => (text, "end_turn"),
        },
        Stop::Length => (text, "max_tokens"),
        Stop::Refusal(0) => (json!([]), "refusal"),
        Stop::Refusal(1) => {
            (json!([{"type": "text", "text": "I cannot help with that."}]), "refusal")
        }
        // Refused although its words would be a whole answer.
        Stop::Refusal(2) => (text, "refusal"),
        Stop::Refusal(_) => (json!([{"type": "text", "text": ""}]), "refusal"),
    };
    fields(json!({
        "id": "msg_01", "type": "message", "role": "assistant", "model": request["model"],
        "content": content, "stop_reason": stop, "stop_sequence": null,
    }))
}

fn openai(request: &Value, answer: &Answer) -> Map<String, Value> {
    let (content, refusal, stop) = match answer.stop {
        Stop::Done => (json!(answer.text), json!(null), "stop"),
        Stop::Length => (json!(answer.text), json!(null), "length"),
        Stop::Refusal(0) => (json!(null), json!("I cannot help with that."), "stop"),
        Stop::Refusal(1) => (json!(null), json!(null), "content_filter"),
        Stop::Refusal(2) => (json!(answer.text), json!(null), "content_filter"),
        Stop::Refusal(_) => (json!(answer.text), json!("I cannot help with that."), "stop"),
    };
    let message = json!({"role": "assistant", "content": content, "refusal": refusal});
    fields(json!({
        "id": "chatcmpl-01", "object": "chat.completion", "created": 1_769_421_600,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": stop}],
    }))
}

fn gemini(answer: &Answer) -> Map<String, Value> {
    let said = json!({"role": "model", "parts": [{"text": answer.text}]});
    let candidate = |stop: &str, content: Option<Value>| {
        let mut candidate = fields(json!({"index": 0, "finishReason": stop}));
        candidate.extend(content.map(|content| ("content".to_owned(), content)));
        json!({"candidates": [candidate], "modelVersion": "gemini-simulated", "responseId": "r1"})
    };
    fields(match answer.stop {
        Stop::Done => candidate("STOP", Some(said)),
        Stop::Length => candidate("MAX_TOKENS", Some(said)),
        Stop::Refusal(0) => json!({
            "promptFeedback": {"blockReason": "SAFETY", "safetyRatings": []},
            "modelVersion": "gemini-simulated",
        }),
        Stop::Refusal(1) => candidate("SAFETY", None),
        Stop::Refusal(2) => candidate("PROHIBITED_CONTENT", Some(said)),
        Stop::Refusal(_) => candidate("RECITATION", Some(json!({"role": "model"}))),
    })
}

/// Every text of a message, however deep.
fn texts(value: &Value, said: &mut Vec<String>) {
    match value {
        Value::String(text) => said.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts(item, said)),
        Value::Object(fields) => {
            let spoken = ["text", "content", "parts"].iter().filter_map(|name| fields.get(*name));
            spoken.for_each(|value| texts(value, said));
        }
        _ => {}
    }
}

fn breakpoints(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(breakpoints).sum(),
        Value::Object(fields) => {
            let own = usize::from(fields.get("cache_control").is_some_and(Value::is_object));
            own + fields.values().map(breakpoints).sum::<usize>()
        }
        _ => 0,
    }
}

/// Whether every object of a schema is closed and needs all of its fields, without words that
/// OpenAI's strict mode refuses.
fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Array(items) => items.iter().all(is_strict),
        Value::Object(fields) => {
            let refused = ["oneOf", "allOf", "not", "if", "patternProperties", "minLength"];
            let is_whole = match fields.get("properties") {
                Some(Value::Object(properties)) => {
                    let required = fields.get("required").and_then(Value::as_array);
                    let is_required = |name: &String| {
                        required.is_some_and(|all| all.iter().any(|one| one == name))
                    };
                    fields.get("additionalProperties") == Some(&json!(false))
                        && properties.keys().all(is_required)
                }
                _ => true,
            };
            is_whole
                && !refused
                    .iter()
                    .any(|word| fields.get(*word).is_some_and(|v| !v.is_object() || *word == "not"))
                && fields.values().all(is_strict)
        }
        _ => true,
    }
}
