//! What is printed from the code: schemas, the book's table of gates, every name that is explained.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use walkdir::WalkDir;

use crate::support::binary;
use council_review::app::schemas;
use council_review::council::rfc::roster::OFFICES;
use council_review::gates;
use council_review::model::exit::ExitCode;
use council_review::model::{GateId, Subcategory};
use council_review::prompt;
use serde_json::Value;

use super::{root, sources};

/// Every schema by its name, parsed.
fn schemas() -> BTreeMap<&'static str, Value> {
    let parsed = |text| serde_json::from_str(text).expect("JSON");
    schemas::all().into_iter().map(|(name, text)| (name, parsed(text))).collect()
}

/// The properties of a schema without a description, their own or that of what they refer to.
fn untold(root: &Value, at: &Value, path: &str, found: &mut Vec<String>) {
    fn is_told(root: &Value, property: &Value) -> bool {
        let named =
            property["$ref"].as_str().and_then(|at| root.pointer(at.trim_start_matches('#')));
        property["description"].as_str().is_some_and(|text| !text.is_empty())
            || named.is_some_and(|named| is_told(root, named))
    }
    match at {
        Value::Object(parts) => {
            for (key, part) in parts {
                let path = format!("{path}/{key}");
                if key == "properties" {
                    let properties = part.as_object().into_iter().flatten();
                    for (name, property) in properties {
                        if !is_told(root, property) {
                            found.push(format!("{path}/{name}"));
                        }
                    }
                }
                untold(root, part, &path, found);
            }
        }
        Value::Array(parts) => {
            for (at, part) in parts.iter().enumerate() {
                untold(root, part, &format!("{path}/{at}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_property_of_every_schema_is_described() {
    let schemas = schemas();
    assert!(schemas.len() >= 40, "the test reads schemas: {}", schemas.len());
    for (name, schema) in schemas {
        let mut found = Vec::new();
        untold(&schema, &schema, name, &mut found);
        assert_eq!(found, Vec::<String>::new(), "{name}");
    }
}

/// Editors know draft 07, and pass over the keywords of later drafts.
#[test]
fn what_people_write_is_described_in_draft_07() {
    const KEYWORDS: [&str; 30] = [
        "$id",
        "$ref",
        "$schema",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "default",
        "definitions",
        "description",
        "else",
        "enum",
        "format",
        "if",
        "items",
        "maximum",
        "maxItems",
        "maxLength",
        "minimum",
        "minItems",
        "minLength",
        "not",
        "oneOf",
        "pattern",
        "properties",
        "required",
        "then",
        "title",
        "type",
        "uniqueItems",
    ];
    fn keywords(schema: &Value, found: &mut BTreeSet<String>) {
        let Some(parts) = schema.as_object() else {
            return schema.as_array().into_iter().flatten().for_each(|part| keywords(part, found));
        };
        for (keyword, part) in parts {
            found.insert(keyword.clone());
            match keyword.as_str() {
                "properties" | "definitions" => {
                    part.as_object()
                        .into_iter()
                        .flatten()
                        .for_each(|(_, part)| keywords(part, found));
                }
                "const" | "default" | "enum" => {}
                _ => keywords(part, found),
            }
        }
    }
    for name in ["bench_labels", "council_config", "rfc", "ticket", "waiver"] {
        let schema = &schemas()[name];
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#", "{name}");
        let mut found = BTreeSet::new();
        keywords(schema, &mut found);
        let later = found
            .iter()
            .filter(|word| !word.starts_with("x-") && !KEYWORDS.contains(&word.as_str()));
        assert_eq!(later.collect::<Vec<_>>(), Vec::<&String>::new(), "{name}");
    }
}

#[test]
fn the_book_has_every_gate_as_the_code_tells_it() {
    let page = fs::read_to_string(root().join("docs/src/concepts/gates.md")).expect("a page");
    for id in GateId::ALL {
        let row = format!("| `{id}` | {} |", gates::meta(id).asks);
        assert!(page.contains(&row), "the book's table of gates lacks:\n{row}");
    }
}

/// What no help and no page of the book lists is for those who work on the tool, and listed for them.
#[test]
fn a_hidden_command_stands_in_the_table_of_those_who_work_on_the_tool() {
    let table = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("a page");
    let code = fs::read_to_string(root().join("src/cli/args.rs")).expect("the arguments");
    let hidden = code.split("#[command(hide = true)]\n").skip(1);
    let names: Vec<String> = hidden
        .map(|rest| rest.split('(').next().unwrap_or_default().trim().to_lowercase())
        .collect();
    assert!(!names.is_empty(), "the test reads commands");
    for name in names {
        assert!(table.contains(&format!("| `cargo run -- {name}` | ")), "{name}");
        let help = binary().args([&name, "--help"]).output().expect("the binary runs");
        assert!(help.status.success(), "{name}");
        let all = binary().arg("--help").output().expect("the binary runs");
        let all = String::from_utf8_lossy(&all.stdout).into_owned();
        assert!(
            !all.lines().any(|line| line.trim_start().starts_with(&format!("{name} "))),
            "{all}"
        );
    }
}

#[test]
fn every_name_the_tool_prints_can_be_explained() {
    let style = council_review::report::Style::default();
    let explained = |id: &str| council_review::report::explain(id, &OFFICES, style).is_some();
    for id in GateId::ALL {
        assert!(explained(id.as_str()), "{id}");
    }
    for rule in gates::RULES {
        assert!(explained(rule.id.as_str()), "{}", rule.id);
    }
    for subcategory in Subcategory::ALL {
        assert!(explained(subcategory.as_str()), "{subcategory}");
    }
    for mode in prompt::modes::all() {
        assert!(explained(&format!("mode-{}", mode.id)), "{}", mode.id);
    }
    for code in ExitCode::ALL {
        assert!(explained(&format!("exit-{}", code.number())), "{}", code.number());
    }
    assert!(!explained("nothing at all"));
}

/// A row that nothing reads goes, and who reads a row that is not there would fail only when asked.
#[test]
fn each_row_of_the_lexicon_is_read() {
    let mut rows = BTreeSet::new();
    for entry in WalkDir::new(root().join("src")).into_iter().flatten() {
        let path = entry.path();
        let is_rows = path.parent().is_some_and(|folder| folder.ends_with("lexicon"))
            && path.extension().is_some_and(|ending| ending == "yaml");
        // Its rows are rules by themselves.
        if is_rows && !path.ends_with("open.yaml") {
            let text = fs::read_to_string(path).expect("text");
            let ids = text.lines().filter_map(|line| line.strip_prefix("- id: "));
            rows.extend(ids.map(str::to_owned));
        }
    }
    let mut read = BTreeSet::new();
    for (_, text) in sources() {
        let named = text.split("lexicon::words(\"").skip(1).filter_map(|rest| rest.split_once('"'));
        read.extend(named.map(|(id, _)| id.to_owned()));
    }
    assert!(rows.len() > 30, "the test reads rows: {}", rows.len());
    assert_eq!(rows, read);
}
