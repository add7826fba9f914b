//! What models of the vendors refuse, think and lose, by their names, as of 2026-11-23.

use serde_json::{Value, json};

use super::wire::Dialect;

/// A model's own ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    /// Tokens that it thinks before it answers, out of the limit of its answer.
    pub thinks: u64,
    /// Tokens of a prompt that it sees; what comes before them is cut in silence.
    pub sees: Option<u64>,
    family: Family,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Claude from 4.7 on, and from 5.5 on.
    Claude {
        newest: bool,
    },
    /// GPT from 5 on.
    Gpt,
    Other,
}

impl Model {
    /// The model of a request.
    pub fn of(name: &str) -> Self {
        let (family, thinks) = match name {
            "claude-sonnet-5-5" | "claude-opus-5-5" => (Family::Claude { newest: true }, 12_000),
            "claude-opus-4-7" => (Family::Claude { newest: false }, 0),
            name if name.starts_with("gpt-5") || name.starts_with("gpt-6") => (Family::Gpt, 3_000),
            "gemini-3.8-flash" => (Family::Other, 3_000),
            "qwen3:8b" => (Family::Other, 3_000),
            _ => (Family::Other, 0),
        };
        // A small one on a small machine.
        let sees = (name == "small:1b").then_some(1_024);
        Self { thinks, sees, family }
    }

    /// What it sees of a prompt: its end.
    pub fn seen(self, said: &str) -> &str {
        let most = self.sees.map_or(usize::MAX, |tokens| tokens as usize * 4);
        let from = said.len().saturating_sub(most);
        let from = (from..=said.len()).find(|at| said.is_char_boundary(*at));
        &said[from.unwrap_or(said.len())..]
    }

    /// The body of the 400 with which its vendor refuses a request, if it does.
    pub fn refusal(self, dialect: Dialect, body: &Value) -> Option<Value> {
        let openai = |param: &str, code: &str, message: String| {
            Some(json!({"error": {"message": message, "type": "invalid_request_error",
                "param": param, "code": code}}))
        };
        let anthropic = |message: &str| {
            let error = json!({"type": "invalid_request_error", "message": message});
            Some(json!({"type": "error", "error": error, "request_id": "req_011"}))
        };
        let temperature = body["temperature"].as_f64();
        match self.family {
            Family::Gpt if body.get("max_tokens").is_some() => openai(
                "max_tokens",
                "unsupported_parameter",
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.".to_owned(),
            ),
            Family::Gpt if temperature.is_some_and(|t| t != 1.0) => openai(
                "temperature",
                "unsupported_value",
                "Unsupported value: 'temperature' does not support this value with this model. Only the default (1) value is supported.".to_owned(),
            ),
            Family::Claude { .. } if temperature.is_some() => {
                anthropic("`temperature` is not supported by this model")
            }
            Family::Claude { newest: true } if body["thinking"]["type"] == "disabled" => {
                anthropic("thinking.type: `disabled` is not supported by this model")
            }
            _ if dialect == Dialect::Anthropic && temperature.is_some_and(|t| t > 1.0) => {
                anthropic("temperature: range: -1..1")
            }
            _ => {
                let word = unknown_word(dialect, dialect.schema(body))?;
                match dialect {
                    Dialect::Anthropic => {
                        anthropic(&format!("output_config.format.schema: '{word}' is not supported"))
                    }
                    Dialect::OpenAi => openai(
                        "response_format",
                        "invalid_json_schema",
                        format!("Invalid schema for response_format 'answer': '{word}' is not permitted."),
                    ),
                    Dialect::Gemini => Some(json!({"error": {"code": 400, "status": "INVALID_ARGUMENT",
                        "message": format!("Invalid JSON payload received. Unknown name \"{word}\" at 'generation_config.response_json_schema'")}})),
                }
            }
        }
    }
}

/// The words that each vendor's structured output takes, beside those of all.
fn words(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Anthropic => &["const", "allOf", "title", "format", "minItems"],
        Dialect::OpenAi => &["pattern", "format", "minimum", "maximum", "minItems", "maxItems"],
        Dialect::Gemini => &[
            "$id",
            "$anchor",
            "format",
            "title",
            "prefixItems",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "oneOf",
            "propertyOrdering",
        ],
    }
}

const COMMON: [&str; 10] = [
    "$defs",
    "$ref",
    "additionalProperties",
    "anyOf",
    "description",
    "enum",
    "items",
    "properties",
    "required",
    "type",
];

/// A word of a schema that a vendor does not take.
fn unknown_word(dialect: Dialect, schema: &Value) -> Option<String> {
    let fields = schema.as_object()?;
    let known = |word: &str| COMMON.contains(&word) || words(dialect).contains(&word);
    fields.iter().find_map(|(word, value)| match word.as_str() {
        word if !known(word) => Some(word.to_owned()),
        "properties" | "$defs" => {
            value.as_object()?.iter().find_map(|(_, part)| unknown_word(dialect, part))
        }
        "anyOf" | "oneOf" | "allOf" => {
            value.as_array()?.iter().find_map(|part| unknown_word(dialect, part))
        }
        "items" => unknown_word(dialect, value),
        // Other minima than none and one are not taken.
        "minItems" if dialect == Dialect::Anthropic && value.as_u64() > Some(1) => {
            Some("minItems".to_owned())
        }
        _ => None,
    })
}
