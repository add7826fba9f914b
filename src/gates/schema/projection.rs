//! What of a ticket a schema asks for: the validator needs a value as JSON, and most of a ticket is
//! prose that no constraint speaks of.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::yaml::NodeRef;

/// The keys and items below which a schema has something to say.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Outline {
    keys: BTreeMap<String, Outline>,
    items: Option<Box<Outline>>,
}

impl Outline {
    /// That of a whole schema.
    pub(super) fn of(schema: &Value) -> Self {
        let mut outline = Self::default();
        outline.add(schema, schema);
        outline
    }

    /// Adds what a part of a schema asks of the value that it judges.
    fn add(&mut self, part: &Value, schema: &Value) {
        let Value::Object(keywords) = part else { return };
        for (keyword, value) in keywords {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    for (key, part) in properties.iter().filter(|(_, part)| judges(part)) {
                        self.keys.entry(key.clone()).or_default().add(part, schema);
                    }
                }
                ("required", Value::Array(keys)) => {
                    for key in keys.iter().filter_map(Value::as_str) {
                        self.keys.entry(key.to_owned()).or_default();
                    }
                }
                ("items", part) => self.items.get_or_insert_default().add(part, schema),
                ("allOf" | "anyOf", Value::Array(parts)) => {
                    parts.iter().for_each(|part| self.add(part, schema));
                }
                ("not" | "if" | "then" | "else", part) => self.add(part, schema),
                ("$ref", Value::String(target)) => {
                    let part = target.strip_prefix('#').and_then(|path| schema.pointer(path));
                    part.into_iter().for_each(|part| self.add(part, schema));
                }
                _ => {}
            }
        }
    }

    /// The value as [`NodeRef::to_json`] gives it, without the keys and items that no constraint asks
    /// for.
    pub(super) fn json(&self, node: NodeRef<'_>) -> Value {
        if node.is_mapping() {
            let mut map = serde_json::Map::new();
            for (key, value) in node.entries() {
                // The first of two equal keys counts (GATES.md R9).
                if let Some((key, asked)) = key.key_text().and_then(|k| self.keys.get_key_value(k))
                    && !map.contains_key(key)
                {
                    map.insert(key.clone(), asked.json(value));
                }
            }
            return Value::Object(map);
        }
        if !node.is_sequence() {
            return node.to_json();
        }
        let items = self.items.iter().flat_map(|asked| node.items().map(|item| asked.json(item)));
        Value::Array(items.collect())
    }
}

/// Whether a part of a schema does more than describe.
fn judges(part: &Value) -> bool {
    let keywords = part.as_object();
    keywords.is_none_or(|all| all.keys().any(|keyword| keyword != "description"))
}

#[cfg(test)]
mod tests {
    use super::super::shape::compiled;
    use super::*;
    use crate::yaml::Limits;

    /// Keywords that ask for nothing but a value's type, its text, or whether a key is there.
    const UNDERSTOOD: [&str; 18] = [
        "$schema",
        "$id",
        "definitions",
        "$ref",
        "title",
        "description",
        "allOf",
        "anyOf",
        "not",
        "if",
        "then",
        "else",
        "required",
        "properties",
        "items",
        "type",
        "pattern",
        "minLength",
    ];

    fn others(part: &Value, found: &mut Vec<String>) {
        let Value::Object(keywords) = part else { return };
        for (keyword, value) in keywords {
            let is_ours = keyword.starts_with("x-");
            if !is_ours && !UNDERSTOOD.contains(&keyword.as_str()) {
                found.push(keyword.clone());
            }
            match (keyword.as_str(), value) {
                ("properties" | "definitions", Value::Object(parts)) => {
                    parts.values().for_each(|part| others(part, found));
                }
                (_, Value::Array(parts)) => parts.iter().for_each(|part| others(part, found)),
                (_, part) => others(part, found),
            }
        }
    }

    #[test]
    fn the_schema_has_no_keyword_that_an_outline_does_not_know() {
        let mut found = Vec::new();
        others(&compiled().schema, &mut found);
        assert_eq!(found, Vec::<String>::new());
        others(&serde_json::json!({"properties": {"a": {"minItems": 1}}}), &mut found);
        assert_eq!(found, ["minItems"]);
    }

    #[test]
    fn only_what_is_asked_for_is_there() {
        let schema = serde_json::json!({
            "required": ["a"],
            "properties": {"b": {"$ref": "#/definitions/list"}, "c": {"type": "string"}},
            "if": {"required": ["d"]},
            "then": {"properties": {"d": {"properties": {"e": {"pattern": "x"}}}}},
            "definitions": {"list": {"items": {"anyOf": [{"type": "string"}, {"required": ["id"]}]}}}
        });
        let text = "a: {x: 1, y: [2]}\nb: [{id: 7, z: 1}, t]\nc: [1, 2]\nd: {e: ~, f: 1}\n\
                    g: prose\na: 3\n";
        let (document, _) =
            crate::yaml::read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
        assert_eq!(
            Outline::of(&schema).json(document.root()),
            serde_json::json!({"a": {}, "b": [{"id": 7}, "t"], "c": [], "d": {"e": null}})
        );
    }

    /// Values of every type at every place that the schema speaks of, and what the validator says of
    /// them whole and in outline.
    #[test]
    fn an_outline_has_the_faults_of_the_whole() {
        let places = [
            "ticket_meta: @",
            "ticket: @",
            "ticket_meta: {ticket: {id: TCK-00001}, binds: @}",
            "ticket_meta: {ticket: @}",
            "ticket_meta: {ticket: {id: @}}",
            "ticket_meta: {ticket: {title: @}}",
            "ticket_meta: {binds: {rfc_id: @}}",
            "ticket_meta: {binds: {requirements: @}}",
            "ticket_meta: {binds: {requirements: [{requirement_id: @}]}}",
            "ticket_meta: {dependencies: @}",
            "ticket_meta: {dependencies: {tickets: @}}",
            "ticket_meta: {dependencies: {tickets: [{ticket_id: @}]}}",
            "ticket: {source: @}",
            "ticket: {source: {evidence_artifacts: @}}",
            "ticket: {depends_on: @}",
            "ticket: {requirement_ids: @}",
            "implementation: @",
            "implementation: {files_to_create: @}",
            "implementation: {files_to_create: [{path: @}]}",
            "notes: {codebase_context: @}",
            "notes: {codebase_context: {extend: @}}",
        ];
        let values =
            ["", "~", "1", "true", "''", "x", "RFC-0001", "{}", "{a: b}", "[]", "[~]", "[1, {}]"];
        let (outline, validator) = (&compiled().outline, &compiled().validator);
        let faults = |value: &Value| -> Vec<String> {
            let told = validator.iter_errors(value);
            told.map(|e| format!("{} {}", e.schema_path(), e.instance_path())).collect()
        };
        let mut seen = 0;
        for (place, value) in places.iter().flat_map(|p| values.iter().map(move |v| (p, v))) {
            let text = format!("{}\nmore: [{{a: 1}}]\n", place.replace('@', value));
            let (document, _) =
                crate::yaml::read(text.as_bytes(), Limits::TICKET).expect("readable YAML");
            let whole = faults(&document.root().to_json());
            assert_eq!(faults(&outline.json(document.root())), whole, "{text}");
            seen += whole.len();
        }
        assert!(seen > 100, "{seen} faults");
    }
}
