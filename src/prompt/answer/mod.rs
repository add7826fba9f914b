//! From a seat's bytes to its reply, or one short line on why they are none. Strict: nothing is
//! repaired, cut out of other text, or guessed (THREATS.md E5, E6).

mod strict;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde_json::{Map, Value, json};

use crate::model::policy::{MAX_ENTRIES, MAX_TEXT};
use crate::model::reply::Reply;
use crate::model::task::Question;

pub use strict::parse;

/// The most bytes that an answer may have (THREATS.md E7).
pub const MAX_BYTES: usize = 4 << 20;

/// The names of the five questions and of their answers.
const QUESTIONS: [&str; 5] =
    ["SELECT_MODES", "STRUCTURAL", "FEASIBILITY", "CONVERGE", "REMEDIATION"];

/// Reads the answer to `question`. The message names keys and paths, never what stands there.
pub fn read(bytes: &[u8], question: &Question) -> Result<Reply, String> {
    let value = strict::parse_within(bytes, asked_for(question).max(MAX_ENTRIES))?;
    let asked = question.name();
    let Some(fields) = value.as_object() else {
        return Err("the answer is not a JSON object".to_owned());
    };
    match fields.get("answer").and_then(Value::as_str) {
        Some(answer) if answer == asked => {}
        Some(other) if QUESTIONS.contains(&other) => {
            return Err(format!("{asked} was asked and {other} answered"));
        }
        Some(_) => return Err(format!("answer: is not {asked}")),
        None => return Err(format!("answer: is missing or no text; it must be {asked}")),
    }
    validator(asked).validate(&value).map_err(|error| told(&error))?;
    if let Some(path) = too_long(&value, &mut String::new()) {
        return Err(format!("{path}: has more than {MAX_TEXT} characters"));
    }
    // The schema is made from the type, so that little can be left to say.
    serde_json::from_value(value).map_err(|_| "the answer does not fit its form".to_owned())
}

/// The longest list that a whole answer to `question` needs.
fn asked_for(question: &Question) -> usize {
    match question {
        Question::SelectModes | Question::Structural { .. } => 0,
        Question::Feasibility { findings, tickets, .. } => findings.len().max(tickets.len()),
        Question::Converge { contested, blockers, .. } => contested.len().max(blockers.len()),
        Question::Remediation { blockers } => blockers.len(),
    }
}

/// The JSON Schema of the answer to `question`, whole in itself.
pub fn schema(question: &Question) -> Value {
    schema_of(question.name())
}

/// Without descriptions, which the prompt gives already and providers count; in the plain words
/// that every provider's structured output knows.
fn schema_of(name: &str) -> Value {
    let mut schema = described(name);
    plain(&mut schema);
    schema
}

fn plain(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            // A field of a reply may have such a name, too: its schema is an object.
            for note in ["description", "format", "maxItems"] {
                if fields.get(note).is_some_and(|said| said.is_string() || said.is_u64()) {
                    fields.shift_remove(note);
                }
            }
            let options = fields.get("oneOf").and_then(Value::as_array);
            let literal = |option: &Value| option.get("const").cloned();
            if let Some(literals) =
                options.and_then(|all| all.iter().map(literal).collect::<Option<Vec<_>>>())
            {
                fields.shift_remove("oneOf");
                fields.insert("type".to_owned(), json!("string"));
                fields.insert("enum".to_owned(), Value::Array(literals));
            }
            if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
                let all: Vec<&String> = properties.keys().collect();
                let all = json!(all);
                fields.insert("required".to_owned(), all);
            }
            fields.values_mut().for_each(plain);
        }
        Value::Array(items) => items.iter_mut().for_each(plain),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The schema with what the types say of themselves.
pub(super) fn described(name: &str) -> Value {
    let generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    let whole = generator.into_root_schema_for::<Reply>().to_value();
    let branches = whole["oneOf"].as_array().expect("a tagged enum is one of its variants");
    let branch = branches.iter().find(|b| b["properties"]["answer"]["const"] == *name);
    let mut own = branch.expect("each question has an answer").clone();
    let mut needed = BTreeSet::new();
    let mut open = vec![own.clone()];
    while let Some(part) = open.pop() {
        for name in references(&part) {
            if needed.insert(name.clone()) {
                open.push(whole["$defs"][&name].clone());
            }
        }
    }
    let parts: Map<String, Value> =
        needed.into_iter().map(|name| (name.clone(), whole["$defs"][&name].clone())).collect();
    if !parts.is_empty() {
        own["$defs"] = Value::Object(parts);
    }
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
    });
    let fields = schema.as_object_mut().expect("it is written as an object");
    fields.extend(own.as_object().expect("a variant is an object").clone());
    schema
}

fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|path| path.strip_prefix("#/$defs/")).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    }
}

fn validator(name: &str) -> &'static Validator {
    static VALIDATORS: [OnceLock<Validator>; 5] = [const { OnceLock::new() }; 5];
    let at = QUESTIONS.iter().position(|question| *question == name);
    VALIDATORS[at.expect("there are five questions")].get_or_init(|| {
        // The linear engine: no answer must be able to choose how long we take.
        jsonschema::options()
            .with_pattern_options(PatternOptions::regex())
            .build(&schema_of(name))
            .expect("a schema made from types compiles")
    })
}

/// Makes ready what [`read`] needs for the answer to `question`, while it is waited for.
pub fn prepare(question: &Question) {
    validator(question.name());
}

/// Where an answer breaks its schema, and how, in words of ours.
fn told(error: &ValidationError<'_>) -> String {
    let mut path = String::new();
    for token in error.instance_path().as_str().split('/').skip(1) {
        strict::push(&mut path, token);
    }
    let at = if path.is_empty() { "the answer" } else { path.as_str() };
    let how = match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let name = unexpected.first().map(|name| strict::shown(name)).unwrap_or_default();
            return format!("{at}: has a field {name} that was not asked for");
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().map(strict::shown).unwrap_or_default();
            return format!("{at}: lacks the field {name}");
        }
        ValidationErrorKind::Type { .. } => "is of another type",
        ValidationErrorKind::Pattern { .. } => "is no id or digest of the form that it must have",
        ValidationErrorKind::Minimum { .. } | ValidationErrorKind::Maximum { .. } => {
            "is a number out of range"
        }
        _ => "is none of the values that it may have",
    };
    format!("{at}: {how}")
}

/// The path of the first text that is too long. The keys are those of the schema.
fn too_long(value: &Value, path: &mut String) -> Option<String> {
    let before = path.len();
    let mut below = |token: &str, value: &Value| {
        strict::push(path, token);
        let found = too_long(value, path);
        path.truncate(before);
        found
    };
    match value {
        Value::String(text) => (text.chars().count() > MAX_TEXT).then(|| path.clone()),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(at, item)| below(&at.to_string(), item))
        }
        Value::Object(fields) => fields.iter().find_map(|(name, field)| below(name, field)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}
