//! The schemas that vendors are sent: words and sizes that each of them takes.

use std::collections::BTreeSet;

use super::dialects::request;
use crate::support;
use council_review::members::dialect::{Dialect, Outgoing};
use council_review::members::envelope::schema_text;
use serde_json::{Value, json};

/// Words that a schema uses, those of its fields' names left out.
fn words(schema: &Value, found: &mut BTreeSet<String>) {
    for (word, value) in schema.as_object().into_iter().flatten() {
        found.insert(word.clone());
        match word.as_str() {
            "properties" | "$defs" => {
                value.as_object().into_iter().flatten().for_each(|(_, part)| words(part, found));
            }
            "anyOf" | "oneOf" | "allOf" => {
                value.as_array().into_iter().flatten().for_each(|part| words(part, found));
            }
            _ => words(value, found),
        }
    }
}

#[test]
fn every_schema_is_in_words_that_its_vendor_knows() {
    let common = ["type", "enum", "$ref", "$defs", "anyOf", "items", "properties", "required"];
    for dialect in Dialect::ALL {
        let (at, further): (&str, &[&str]) = match dialect {
            Dialect::Anthropic => ("/output_config/format/schema", &[]),
            Dialect::OpenAi => (
                "/response_format/json_schema/schema",
                &["pattern", "minimum", "maximum", "minItems", "maxItems"],
            ),
            // Bounds are known, and a cause of "too many states".
            Dialect::Gemini => ("/generationConfig/responseJsonSchema", &[]),
        };
        for question in support::asked::questions() {
            let request = request(&question);
            let ask = Outgoing {
                model: "m",
                request: &request,
                temperature: None,
                effort: None,
                is_vendor: true,
            };
            let body = dialect.encode(&ask);
            let schema = body.pointer(at).expect("a schema");
            let mut found = BTreeSet::new();
            words(schema, &mut found);
            for word in &found {
                let known = [common.as_slice(), further, &["additionalProperties"]].concat();
                assert!(known.contains(&word.as_str()), "{dialect} {}: {word}", question.name());
            }
            let refs = schema.to_string().matches("#/$defs/").count();
            assert!(refs == 0 || schema.get("$defs").is_some(), "{dialect}: parts are kept");
            assert_eq!(schema["properties"]["answer"]["enum"], json!([question.name()]));
        }
    }
}

/// Codex passes it on to strict mode, and Claude Code refuses words that it does not know.
#[test]
fn an_agent_cli_gets_the_words_of_strict_mode() {
    for question in support::asked::questions() {
        let request = request(&question);
        let ask = Outgoing {
            model: "m",
            request: &request,
            temperature: None,
            effort: None,
            is_vendor: true,
        };
        let sent = Dialect::OpenAi.encode(&ask);
        let given: Value =
            serde_json::from_str(&schema_text(&request.rendered.schema)).expect("JSON");
        assert_eq!(given, sent["response_format"]["json_schema"]["schema"], "{}", question.name());
    }
}

/// How deep objects, lists and choices lie in each other, parts behind a reference among them.
fn depth(schema: &Value, parts: &Value, above: usize) -> usize {
    assert!(above <= 20, "a schema that holds itself");
    if let Some(to) = schema["$ref"].as_str() {
        let name = to.strip_prefix("#/$defs/").expect("a part of its own");
        return depth(&parts[name], parts, above + 1);
    }
    let own = usize::from(schema["type"] == "object" || schema["type"] == "array");
    let properties = schema["properties"].as_object().into_iter().flatten().map(|(_, part)| part);
    let options = schema["anyOf"].as_array().into_iter().flatten();
    let below = properties.chain(options).chain(schema.get("items"));
    own + below.map(|part| depth(part, parts, above + 1)).max().unwrap_or(0)
}

/// Every schema within a schema.
fn each(schema: &Value, on: &mut impl FnMut(&Value)) {
    on(schema);
    for (word, value) in schema.as_object().into_iter().flatten() {
        match word.as_str() {
            "properties" | "$defs" => {
                value.as_object().into_iter().flatten().for_each(|(_, part)| each(part, on));
            }
            "anyOf" => value.as_array().into_iter().flatten().for_each(|part| each(part, on)),
            "items" => each(value, on),
            _ => {}
        }
    }
}

/// What each vendor limits, published or not: optional fields, choices, depth, recursion, size.
#[test]
fn every_schema_is_small_enough_for_every_vendor() {
    for dialect in Dialect::ALL {
        let at = match dialect {
            Dialect::Anthropic => "/output_config/format/schema",
            Dialect::OpenAi => "/response_format/json_schema/schema",
            Dialect::Gemini => "/generationConfig/responseJsonSchema",
        };
        for question in support::asked::questions() {
            let request = request(&question);
            let ask = Outgoing {
                model: "m",
                request: &request,
                temperature: None,
                effort: None,
                is_vendor: true,
            };
            let body = dialect.encode(&ask);
            let schema = body.pointer(at).expect("a schema");
            let name = question.name();
            let bytes = schema.to_string().len();
            assert!(bytes < 6_000, "{dialect} {name}: {bytes} bytes");
            assert_eq!(schema["type"], "object", "{dialect} {name}");
            let deep = depth(schema, &schema["$defs"], 0);
            assert!(deep <= 5, "{dialect} {name}: {deep} levels");
            let mut choices = 0;
            each(schema, &mut |part| {
                choices += usize::from(part.get("anyOf").is_some());
                if let Some(properties) = part["properties"].as_object() {
                    let names: Vec<&String> = properties.keys().collect();
                    assert_eq!(
                        part["required"],
                        json!(names),
                        "{dialect} {name}: none is optional"
                    );
                    assert_eq!(part["additionalProperties"], json!(false), "{dialect} {name}");
                }
                let bare =
                    part.get("$ref").is_none() || part.as_object().is_some_and(|o| o.len() == 1);
                assert!(bare, "{dialect} {name}: a reference stands alone");
            });
            assert!(choices <= 8, "{dialect} {name}: {choices} choices");
        }
    }
}
