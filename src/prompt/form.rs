//! What every form of an answer keeps to: plain words in its schema, and texts of limited length.

use serde_json::{Value, json};

use super::strict;
use crate::model::policy::MAX_TEXT;

/// A schema without notes, in words that every provider's structured output knows; every field is
/// required.
pub(super) fn plain(schema: &mut Value) {
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

/// The path of the first text that is too long. The keys are those of the schema.
pub(super) fn too_long(value: &Value, path: &mut String) -> Option<String> {
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
