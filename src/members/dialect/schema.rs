//! The schema of an answer in the words that a vendor's structured output knows. What it does not
//! know is left out: the strict reader checks every answer anyway.

use serde_json::{Map, Value, json};

/// The words that all three know.
const COMMON: [&str; 4] = ["type", "enum", "$ref", "description"];

/// A schema in the common words and `further` ones. Objects take no further fields and need all
/// they have, a constant is an enumeration of one, and `oneOf` is `anyOf`.
pub(super) fn in_words(schema: &Value, further: &[&str]) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    // Beside a reference nothing may stand.
    if let Some(to) = fields.get("$ref") {
        let mut out = json!({ "$ref": to });
        if let (Some(parts), Some(out)) = (fields.get("$defs"), out.as_object_mut()) {
            out.insert("$defs".to_owned(), each(parts, further));
        }
        return out;
    }
    let mut out = Map::new();
    for (word, value) in fields {
        match word.as_str() {
            "properties" | "$defs" => {
                out.insert(word.clone(), each(value, further));
            }
            "items" => {
                out.insert(word.clone(), in_words(value, further));
            }
            "anyOf" | "oneOf" => {
                let options = value.as_array().into_iter().flatten();
                let options = options.map(|option| in_words(option, further)).collect();
                out.insert("anyOf".to_owned(), Value::Array(options));
            }
            "const" => {
                out.insert("enum".to_owned(), json!([value]));
                if value.is_string() {
                    out.insert("type".to_owned(), json!("string"));
                }
            }
            word if COMMON.contains(&word) || further.contains(&word) => {
                out.insert(word.to_owned(), value.clone());
            }
            _ => {}
        }
    }
    if fields.get("type").is_some_and(|kind| kind == "object") {
        let properties = fields.get("properties").and_then(Value::as_object);
        let names: Vec<&String> = properties.into_iter().flat_map(Map::keys).collect();
        out.insert("required".to_owned(), json!(names));
        out.insert("additionalProperties".to_owned(), json!(false));
    }
    Value::Object(out)
}

fn each(schemas: &Value, further: &[&str]) -> Value {
    let schemas = schemas.as_object().into_iter().flatten();
    let reduced = schemas.map(|(name, schema)| (name.clone(), in_words(schema, further)));
    Value::Object(reduced.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_keeps_its_meaning_and_loses_foreign_words() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Answer",
            "type": "object",
            "properties": {
                "answer": {"const": "A"},
                "title": {"type": "string", "pattern": "^x$", "maxLength": 3},
                "n": {"type": "integer", "minimum": 1},
                "all": {"type": "array", "maxItems": 5, "items": {"$ref": "#/$defs/P", "title": "t"}},
            },
            "$defs": {"P": {"oneOf": [{"type": "object"}, {"type": "null"}]}},
        });
        let expected = json!({
            "type": "object",
            "properties": {
                "answer": {"enum": ["A"], "type": "string"},
                "title": {"type": "string"},
                "n": {"type": "integer", "minimum": 1},
                "all": {"type": "array", "items": {"$ref": "#/$defs/P"}},
            },
            "$defs": {"P": {"anyOf": [
                {"type": "object", "required": [], "additionalProperties": false},
                {"type": "null"},
            ]}},
            "required": ["answer", "title", "n", "all"],
            "additionalProperties": false,
        });
        assert_eq!(in_words(&schema, &["minimum"]), expected);
    }
}
