//! The form of a reply in a few lines that a person reads at once, made from its JSON Schema. The
//! schema itself goes along beside the prompt: ids and long lists of names are named here only.

use std::fmt::Write as _;

use serde_json::{Map, Value};

/// More names than these are those of the kinds, gates and modes that the prompt lists.
const NAMES: usize = 6;

/// The schema's object, then each part that it holds more than once.
pub fn shape(schema: &Value) -> String {
    let none = Map::new();
    let parts = schema.get("$defs").and_then(Value::as_object).unwrap_or(&none);
    let whole = schema.to_string();
    let often = |name: &str| whole.matches(&format!("\"#/$defs/{name}\"")).take(2).count() > 1;
    let form = Form { parts, often: &often };
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let mut out = "{\n".to_owned();
    for (at, (name, property)) in properties.iter().enumerate() {
        let comma = if at + 1 < properties.len() { "," } else { "" };
        let written = writeln!(out, "  \"{name}\": {}{comma}", form.of(property));
        written.expect("a String takes all that is written to it");
    }
    out.push('}');
    for (name, part) in parts.iter().filter(|(name, part)| is_object(part) && often(name)) {
        let written = write!(out, "\n\n{name}: {}", form.of(part));
        written.expect("a String takes all that is written to it");
    }
    out
}

struct Form<'s> {
    parts: &'s Map<String, Value>,
    often: &'s dyn Fn(&str) -> bool,
}

impl Form<'_> {
    fn of(&self, schema: &Value) -> String {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap_or_default();
            let part = self.parts.get(name).unwrap_or(&Value::Null);
            let names = part.get("enum").and_then(Value::as_array).map_or(0, Vec::len);
            let is_named = part.get("pattern").is_some()
                || part.get("minimum").is_some()
                || names > NAMES
                || is_object(part) && (self.often)(name);
            return if is_named { name.to_owned() } else { self.of(part) };
        }
        if let Some(text) = schema.get("const") {
            return text.to_string();
        }
        for key in ["anyOf", "oneOf", "enum"] {
            if let Some(options) = schema.get(key).and_then(Value::as_array) {
                let one = |option: &Value| match option {
                    Value::Object(_) => self.of(option),
                    literal => literal.to_string(),
                };
                return options.iter().map(one).collect::<Vec<_>>().join(" | ");
            }
        }
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let field = |(name, of): (&String, &Value)| format!("\"{name}\": {}", self.of(of));
            let fields: Vec<String> = properties.iter().map(field).collect();
            return format!("{{{}}}", fields.join(", "));
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("array") => {
                format!("[{}, ...]", self.of(schema.get("items").unwrap_or(&Value::Null)))
            }
            Some("integer") => match (schema.get("minimum"), schema.get("maximum")) {
                (Some(least), Some(most)) => format!("integer {least} to {most}"),
                _ => "integer".to_owned(),
            },
            Some(other) => other.to_owned(),
            None => "anything".to_owned(),
        }
    }
}

fn is_object(schema: &Value) -> bool {
    schema.get("properties").is_some()
}
