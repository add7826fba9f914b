//! The pages of files and documents: council.yaml, what `--format json` prints, all schemas.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Page, block, code, flat, table};
use crate::app::documents::DOCUMENTS;
use crate::app::schemas;
use crate::{app, config};

/// Every key of council.yaml, and the file that `init` writes.
pub(super) fn config() -> Page {
    let schema = config::schema();
    let mut rows = Vec::new();
    keys(&schema, &schema, "", &mut rows);
    let mut body = "The file `council.yaml` stands at the repository's root. Every key is \
        optional. All faults of the file are reported in one run, with their places. With `--base`, \
        `check` reads the file as it stands on the base.\n\n"
        .to_owned();
    body.push_str(&table(["key", "value", "means"], rows));
    body.push_str("## The file that `init` writes\n\n");
    body.push_str(&block("yaml", app::init::CONFIG));
    Page::new("council.yaml.md", "council.yaml", &body)
}

/// The keys of an object, each followed by those below it.
fn keys(schema: &Value, object: &Value, above: &str, rows: &mut Vec<[String; 3]>) {
    let named = object["properties"].as_object().into_iter().flatten();
    for (key, property) in named {
        below(schema, property, format!("{above}{key}"), rows);
    }
}

fn below(schema: &Value, property: &Value, path: String, rows: &mut Vec<[String; 3]>) {
    let meant = resolved(schema, property);
    let description = property["description"].as_str().or(meant["description"].as_str());
    rows.push([code(&path), value(schema, property), description.unwrap_or_default().to_owned()]);
    let mut forms = choices(meant).map(|choice| resolved(schema, choice)).chain([meant]);
    if let Some(object) = forms.find(|form| form["properties"].is_object()) {
        keys(schema, object, &format!("{path}."), rows);
    } else if meant["additionalProperties"].is_object() {
        let each = resolved(schema, &meant["additionalProperties"]);
        keys(schema, each, &format!("{path}.NAME."), rows);
    } else if meant["items"].is_object() {
        let each = resolved(schema, &meant["items"]);
        keys(schema, each, &format!("{path}[]."), rows);
    }
}

/// What a property is when it has a value: references followed, null left out.
fn resolved<'s>(schema: &'s Value, property: &'s Value) -> &'s Value {
    let pointer = property["$ref"].as_str().and_then(|at| at.strip_prefix('#'));
    if let Some(named) = pointer.and_then(|pointer| schema.pointer(pointer)) {
        return resolved(schema, named);
    }
    let mut choices = choices(property);
    match (choices.next(), choices.next()) {
        (Some(only), None) => resolved(schema, only),
        _ => property,
    }
}

/// The forms of which a value has one, null left out. What draft 07 refers to and describes is all of
/// one form.
fn choices(property: &Value) -> impl Iterator<Item = &Value> {
    let listed = property["anyOf"].as_array().or(property["allOf"].as_array());
    let choices = listed.into_iter().flatten();
    choices.filter(|choice| choice["type"] != "null")
}

/// What can stand there, in a few words.
fn value(schema: &Value, property: &Value) -> String {
    let meant = resolved(schema, property);
    if let Some(word) = meant["const"].as_str() {
        return code(word);
    }
    let several: Vec<String> = choices(meant).map(|choice| value(schema, choice)).collect();
    if !several.is_empty() {
        return several.join(" or ");
    }
    if let Some(choices) = meant["oneOf"].as_array() {
        let words = choices.iter().filter_map(|choice| choice["const"].as_str());
        return words.map(code).collect::<Vec<_>>().join(", ");
    }
    if let Some(words) = meant["enum"].as_array() {
        let words = words.iter().filter_map(Value::as_str);
        return words.map(code).collect::<Vec<_>>().join(", ");
    }
    let kinds: Vec<&str> = match &meant["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let kind = kinds.into_iter().find(|kind| *kind != "null").unwrap_or("any");
    match kind {
        "string" => "text".to_owned(),
        "boolean" => "`true`, `false`".to_owned(),
        "array" => format!("list of {}", value(schema, &meant["items"])),
        "object" if meant["additionalProperties"].is_object() => "mapping by name".to_owned(),
        "object" => "mapping".to_owned(),
        "integer" | "number" => {
            let bound = |key: &str| meant[key].as_f64().map(|bound| bound.to_string());
            match (bound("minimum"), bound("maximum")) {
                (Some(least), Some(most)) => format!("number from {least} to {most}"),
                (Some(least), None) => format!("number from {least}"),
                _ => "number".to_owned(),
            }
        }
        other => other.to_owned(),
    }
}

/// What `--format json` prints: the command, the schema that its document keeps, and its root keys.
pub(super) fn documents() -> Page {
    let rows = DOCUMENTS.iter().flat_map(|document| {
        let (name, schema) = (document.name, parsed(document.schema));
        let keys: Vec<String> = always(&schema).into_iter().map(code).collect();
        let keys = match keys.is_empty() {
            true => value(&schema, &schema),
            false => keys.join(", "),
        };
        let link = format!("[{}](schemas.md#{name})", code(name));
        let row = move |command: &&str| [code(command), link.clone(), keys.clone()];
        document.printed_by.iter().map(row)
    });
    let body = "With `--format json` each of these commands prints one JSON document on stdout, \
        and nothing else there. What a terminal would act on is written as `\\u…`. Keys may be \
        added within a version; a key that is here keeps its meaning. Each document is valid against \
        its schema: `council-review schema NAME` prints the schema.\n\n"
        .to_owned()
        + &table(["command", "schema", "keys that are always at the root"], rows);
    Page::new("json-documents.md", "JSON documents", &body)
}

/// The keys that a document always has at its root, whichever of its forms it takes.
fn always(schema: &Value) -> Vec<&str> {
    fn required(form: &Value) -> Vec<&str> {
        form["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    }
    match schema["anyOf"].as_array() {
        None => required(schema),
        Some(forms) => forms
            .iter()
            .map(required)
            .reduce(|keys, other| keys.into_iter().filter(|key| other.contains(key)).collect())
            .unwrap_or_default(),
    }
}

/// # Panics
/// Never: a test reads each schema.
fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).expect("a test reads the schema")
}

/// Every schema with its keys at the root.
pub(super) fn schemas() -> Page {
    let mut body = "`council-review schema NAME` prints one of these JSON schemas. An editor that \
        knows YAML schemas checks a file as it is written when the file's first line is `# \
        yaml-language-server: $schema=PATH`, with the path of the schema's file.\n\n"
        .to_owned();
    for (name, schema) in schemas::all() {
        let schema = parsed(schema);
        let about = schema["description"].as_str().unwrap_or_default();
        let _ = writeln!(body, "## {name}\n\n{}\n", flat(about));
        let mut rows = Vec::new();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let meant = resolved(&schema, property);
            let text = property["description"].as_str().or(meant["description"].as_str());
            rows.push([code(key), text.unwrap_or_default().to_owned()]);
        }
        if !rows.is_empty() {
            body.push_str(&table(["key", "means"], rows));
        }
    }
    Page::new("schemas.md", "Schemas", &body)
}
