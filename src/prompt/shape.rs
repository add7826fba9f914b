//! The form of a reply in a few lines that a person reads at once, made from its JSON Schema.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// The schema's object, then each of its named parts.
pub(super) fn shape(schema: &Value) -> String {
    let mut out = body(schema);
    let parts = schema.get("$defs").and_then(Value::as_object);
    for (name, part) in parts.into_iter().flatten() {
        let written = write!(out, "\n\n{name}: {}", body(part));
        written.expect("a String takes all that is written to it");
    }
    out
}

fn body(schema: &Value) -> String {
    match schema.get("properties").and_then(Value::as_object) {
        Some(properties) => object(properties),
        None => kind(schema),
    }
}

fn object(properties: &Map<String, Value>) -> String {
    let mut out = "{\n".to_owned();
    for (at, (name, property)) in properties.iter().enumerate() {
        let comma = if at + 1 < properties.len() { "," } else { "" };
        let about = property.get("description").and_then(Value::as_str).unwrap_or_default();
        let line = format!("  \"{name}\": {}{comma}", kind(property));
        let line = if about.is_empty() { line } else { format!("{line}  // {about}") };
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push('}');
    out
}

fn kind(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(text) = schema.get("const") {
        return text.to_string();
    }
    for key in ["anyOf", "oneOf", "enum"] {
        if let Some(options) = schema.get(key).and_then(Value::as_array) {
            let one = |option: &Value| match option {
                Value::Object(_) => kind(option),
                literal => literal.to_string(),
            };
            return options.iter().map(one).collect::<Vec<_>>().join(" | ");
        }
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("array") => format!("[{}, ...]", kind(schema.get("items").unwrap_or(&Value::Null))),
        Some("integer") => match (schema.get("minimum"), schema.get("maximum")) {
            (Some(least), Some(most)) => format!("integer {least} to {most}"),
            _ => "integer".to_owned(),
        },
        Some("string") => match schema.get("pattern").and_then(Value::as_str) {
            Some(pattern) => format!("string {pattern}"),
            None => "string".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => "anything".to_owned(),
    }
}
