//! From a member's bytes to its reply, or one short line on why they are none. Strict: nothing is
//! repaired, cut out of other text, or guessed (THREATS.md E5, E6).

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::form::{plain, too_long};
use super::{look, strict};
use crate::model::policy::{MAX_ENTRIES, MAX_TEXT};

pub use strict::{MAX_BYTES, parse};

/// The form of one kind of reply: a variant of an enum that is tagged by `answer`.
#[derive(Debug)]
pub struct ReplyForm {
    name: &'static str,
    schema: Value,
    /// What an answer is held against, where that is another than what is asked for.
    held: Option<Value>,
    /// Compiled when an answer is read, or while it is waited for.
    validator: OnceLock<Validator>,
}

impl ReplyForm {
    /// The form `name` of a protocol's replies, whose choice of forms stands at the pointer `at` of
    /// `replies`, a schema's text.
    ///
    /// # Panics
    /// When the schema has no such form: a test makes each.
    pub fn of(replies: &str, at: &str, name: &'static str) -> Self {
        let mut schema = described(replies, at, name);
        plain(&mut schema);
        Self { name, schema, held: None, validator: OnceLock::new() }
    }

    /// The same without a field of one of its parts, and without the part that only this field has.
    #[must_use]
    pub fn without(mut self, part: &str, field: &str, of: &str) -> Self {
        let Some(parts) = self.schema.get_mut("$defs").and_then(Value::as_object_mut) else {
            return self;
        };
        parts.shift_remove(of);
        if let Some(part) = parts.get_mut(part).and_then(Value::as_object_mut) {
            let properties = part.get_mut("properties").and_then(Value::as_object_mut);
            properties.map(|properties| properties.shift_remove(field));
            let required = part.get_mut("required").and_then(Value::as_array_mut);
            required.into_iter().for_each(|names| names.retain(|name| name != field));
        }
        self
    }

    /// The same, one of whose parts is one of these words alone.
    #[must_use]
    pub fn of_words(mut self, part: &str, words: &[String]) -> Self {
        self.schema["$defs"][part] = json!({ "type": "string", "enum": words });
        self
    }

    /// The same, in whose place a LOOK may come.
    #[must_use]
    pub fn or_look(self) -> Self {
        let schema = look::beside(&self.schema);
        Self { held: Some(self.schema), schema, ..self }
    }

    /// Its JSON Schema, whole in itself. Without descriptions, which the prompt gives already and
    /// providers count; in the plain words that every provider's structured output knows.
    pub fn schema(&self) -> &Value {
        &self.schema
    }

    /// Makes ready what [`ReplyForm::read`] needs, while the answer is waited for.
    pub fn prepare(&self) {
        self.validator();
    }

    fn validator(&self) -> &Validator {
        self.validator.get_or_init(|| {
            // The linear engine: no answer must be able to choose how long we take.
            jsonschema::options()
                .with_pattern_options(PatternOptions::regex())
                .build(self.held.as_ref().unwrap_or(&self.schema))
                .expect("a schema made from types compiles")
        })
    }

    /// Reads an answer of this form. `entries` is how many a list of a whole answer may need, `names`
    /// are those of all the protocol's forms. The message names keys and paths, never what stands
    /// there.
    pub fn read<R: DeserializeOwned>(
        &self,
        bytes: &[u8],
        entries: usize,
        names: &[&str],
    ) -> Result<R, String> {
        self.read_value(parsed(bytes, entries)?, names)
    }

    /// The same of what was parsed.
    pub fn read_value<R: DeserializeOwned>(
        &self,
        value: Value,
        names: &[&str],
    ) -> Result<R, String> {
        let asked = self.name;
        let Some(fields) = value.as_object() else {
            return Err("the answer is not a JSON object".to_owned());
        };
        match fields.get("answer").and_then(Value::as_str) {
            Some(answer) if answer == asked => {}
            Some(other) if names.contains(&other) => {
                return Err(format!("{asked} was asked and {other} answered"));
            }
            Some(_) => return Err(format!("answer: is not {asked}")),
            None => return Err(format!("answer: is missing or no text; it must be {asked}")),
        }
        self.validator().validate(&value).map_err(|error| told(&error))?;
        if let Some(path) = too_long(&value, &mut String::new()) {
            return Err(format!("{path}: has more than {MAX_TEXT} characters"));
        }
        // The schema is made from the type, so that little can be left to say.
        serde_json::from_value(value).map_err(|_| "the answer does not fit its form".to_owned())
    }
}

/// The one value that an answer is, when its lists may need so many entries.
pub fn parsed(bytes: &[u8], entries: usize) -> Result<Value, String> {
    strict::parse_within(bytes, entries.max(MAX_ENTRIES))
}

/// One form of a protocol's replies as a schema of its own, with what the types say of themselves.
fn described(replies: &str, at: &str, name: &str) -> Value {
    let whole: Value = serde_json::from_str(replies).expect("a test reads the schema");
    let branches = whole.pointer(at).and_then(Value::as_array).expect("a choice of forms");
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
