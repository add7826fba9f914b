//! Canonical YAML: one way, and one only, to write a value. The bytes are part of the evidence's
//! contract, so they are written here and by no library whose next release might write others.
//!
//! Fixed key order, two blanks a level, lists below their key, rows of tables on one line each; plain
//! text only where every YAML reader takes it as that text; literal blocks for prose; everything else
//! in double quotes with what a reader could not see escaped. Whole numbers only.

use serde_json::Value;

/// Keys whose objects stand on one line each: rows of tables, and values that are read at a glance.
const ROWS: [&str; 25] = [
    "agreement",
    "ballots",
    "calls",
    "cites",
    "cost",
    "edges",
    "failure",
    "files",
    "location",
    "looks",
    "open",
    "paths",
    "people",
    "parts",
    "policy",
    "raised_by",
    "ratings",
    "records",
    "remediations",
    "requirements",
    "stances",
    "statements",
    "tickets",
    "tokens",
    "prices",
];

/// Lists of which each item is a part of its own.
const PARTED: [&str; 2] = ["findings", "statements"];

/// The value without the keys that are null, empty or false: so every file is written.
#[must_use]
pub fn compact(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let kept = map.into_iter().map(|(key, value)| (key, compact(value)));
            Value::Object(kept.filter(|(_, value)| says_something(value)).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(compact).collect()),
        other => other,
    }
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) | Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(map) => !map.is_empty(),
    }
}

/// The canonical text of an object's entries, one element per part: a top-level entry, or a finding.
/// Joined, they are the whole document.
pub fn parts(value: &Value) -> Vec<(String, String)> {
    let mut parts = Vec::new();
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Array(items) if PARTED.contains(&key.as_str()) && !items.is_empty() => {
                let mut head = format!("{}:\n", key_text(key));
                for (index, item) in items.iter().enumerate() {
                    let mut text = std::mem::take(&mut head);
                    write_item(&mut text, item, 2, ROWS.contains(&key.as_str()));
                    parts.push((format!("{key}[{index}]"), text));
                }
            }
            _ => {
                let mut text = String::new();
                write_entry(&mut text, key, value, 0);
                parts.push((key.clone(), text));
            }
        }
    }
    parts
}

/// The canonical text of an object.
pub fn document(value: &Value) -> String {
    parts(value).into_iter().map(|(_, text)| text).collect()
}

/// The canonical text of a value on one line.
pub fn row(value: &Value) -> String {
    let mut out = String::new();
    write_row(&mut out, value);
    out
}

fn write_row(out: &mut String, value: &Value) {
    match value {
        Value::Object(map) => {
            out.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                out.push_str(&key_text(key));
                out.push_str(": ");
                write_row(out, value);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                write_row(out, item);
            }
            out.push(']');
        }
        Value::Null => out.push_str("null"),
        Value::Bool(bool) => out.push_str(if *bool { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&number.to_string()),
        Value::String(text) => out.push_str(&scalar(text)),
    }
}

fn write_entry(out: &mut String, key: &str, value: &Value, indent: usize) {
    pad(out, indent);
    out.push_str(&key_text(key));
    out.push(':');
    match value {
        Value::Object(map) if is_row(key) && !map.is_empty() => {
            out.push(' ');
            write_row(out, value);
            out.push('\n');
        }
        Value::Array(items) if is_row(key) && items.iter().any(Value::is_object) => {
            out.push('\n');
            items.iter().for_each(|item| write_item(out, item, indent + 2, true));
        }
        _ => write_value(out, value, indent),
    }
}

fn is_row(key: &str) -> bool {
    ROWS.contains(&key)
}

fn write_item(out: &mut String, item: &Value, indent: usize, is_row: bool) {
    pad(out, indent);
    out.push('-');
    match item {
        // A row with rows of its own stands as a block.
        _ if is_row && item.get("looks").is_none() => {
            out.push(' ');
            write_row(out, item);
            out.push('\n');
        }
        Value::Object(map) if !map.is_empty() => {
            // The first entry stands on the dash's line, the others below it.
            let start = out.len();
            for (key, value) in map {
                write_entry(out, key, value, indent + 2);
            }
            out.replace_range(start..start + indent + 2, " ");
        }
        Value::Array(items) if !items.is_empty() && !is_numbers(items) => {
            let start = out.len();
            for item in items {
                write_item(out, item, indent + 2, false);
            }
            out.replace_range(start..start + indent + 2, " ");
        }
        _ => write_value(out, item, indent),
    }
}

/// Writes what follows a colon or a dash, line break included.
fn write_value(out: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            out.push('\n');
            for (key, value) in map {
                write_entry(out, key, value, indent + 2);
            }
        }
        Value::Array(items) if is_numbers(items) => {
            let numbers: Vec<String> = items.iter().map(Value::to_string).collect();
            out.push_str(&format!(" [{}]\n", numbers.join(", ")));
        }
        Value::Array(items) if !items.is_empty() => {
            out.push('\n');
            for item in items {
                write_item(out, item, indent + 2, false);
            }
        }
        Value::String(text) if is_prose(text) => {
            out.push_str(if text.ends_with('\n') { " |\n" } else { " |-\n" });
            for line in text.lines() {
                if !line.is_empty() {
                    pad(out, indent + 2);
                    out.push_str(line);
                }
                out.push('\n');
            }
        }
        Value::Object(_) => out.push_str(" {}\n"),
        Value::Array(_) => out.push_str(" []\n"),
        Value::Null => out.push_str(" null\n"),
        Value::Bool(bool) => out.push_str(if *bool { " true\n" } else { " false\n" }),
        Value::Number(number) => {
            out.push(' ');
            out.push_str(&number.to_string());
            out.push('\n');
        }
        Value::String(text) => {
            out.push(' ');
            out.push_str(&scalar(text));
            out.push('\n');
        }
    }
}

/// A list of numbers stands on one line.
fn is_numbers(items: &[Value]) -> bool {
    !items.is_empty() && items.iter().all(Value::is_number)
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

fn key_text(key: &str) -> String {
    scalar(key)
}

fn scalar(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}

/// Whether every YAML reader, of 1.1 or 1.2, takes the bare text as that text.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 11] =
        ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"];
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_./@+-".contains(c))
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Text of several lines that a literal block keeps exactly.
fn is_prose(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.contains('\n')
        && !body.ends_with('\n')
        && !body.starts_with(['\n', ' '])
        && text.lines().all(|line| !line.ends_with(' '))
        && !text.chars().any(|c| c != '\n' && is_invisible(c))
}

/// Characters that a reader of the file could not see or would see wrongly.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{e0000}'..='\u{e007f}')
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_invisible(c) && (c as u32) > 0xffff => {
                out.push_str(&format!("\\U{:08x}", c as u32));
            }
            c if is_invisible(c) => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::yaml::{Limits, read};

    fn read_back(text: &str) -> Value {
        let (document, faults) =
            read(text.as_bytes(), Limits::TICKET).expect("canonical YAML parses");
        assert_eq!(faults, [], "{text}");
        document.root().to_json()
    }

    #[test]
    fn it_looks_as_a_person_would_write_it() {
        let value = json!({
            "rfc_id": "RFC-0042", "count": 3, "none": null, "yes": "no", "empty": [], "map": {},
            "list": ["a b", 1, ["x", "z"], [2, 3]], "modes": [1, 6],
            "items": [{"id": 1, "text": "one\n\ntwo\n"}, {"id": 2, "deep": {"path": "src/a.rs"}}],
        });
        assert_eq!(
            document(&value),
            "rfc_id: RFC-0042\ncount: 3\nnone: null\n\"yes\": \"no\"\nempty: []\nmap: {}\n\
             list:\n  - \"a b\"\n  - 1\n  - - x\n    - z\n  - [2, 3]\nmodes: [1, 6]\n\
             items:\n  - id: 1\n    text: |\n      one\n\n      two\n  - id: 2\n    deep:\n      path: src/a.rs\n"
        );
        assert_eq!(read_back(&document(&value)), value);
    }

    #[test]
    fn rows_stand_on_one_line_each_and_findings_are_parts() {
        let value = json!({
            "files": [{"id": "F1", "path": "a, b.yaml"}, {"id": "F2", "deep": {"yes": ["x y", 2, {}]}}],
            "policy": {"modes": "fixed", "token_budget": 150000},
            "tickets": ["TCK-00001", "TCK-00002"],
            "findings": [{"id": 1, "location": {"line": 3}}, {"id": 2}],
        });
        assert_eq!(
            document(&value),
            "files:\n  - {id: F1, path: \"a, b.yaml\"}\n  - {id: F2, deep: {\"yes\": [\"x y\", 2, {}]}}\n\
             policy: {modes: fixed, token_budget: 150000}\n\
             tickets:\n  - TCK-00001\n  - TCK-00002\n\
             findings:\n  - id: 1\n    location: {line: 3}\n  - id: 2\n"
        );
        assert_eq!(read_back(&document(&value)), value);
        let names: Vec<String> = parts(&value).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["files", "policy", "tickets", "findings[0]", "findings[1]"]);
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        let value = json!({
            "a": null, "b": "", "c": [], "d": {"e": false, "f": {"g": []}}, "h": [{"i": null}, 0],
            "j": 0, "k": true,
        });
        assert_eq!(compact(value), json!({"h": [{}, 0], "j": 0, "k": true}));
    }

    #[test]
    fn what_could_be_misread_or_not_seen_is_quoted() {
        for (text, written) in [
            ("on", "\"on\""),
            ("12:30", "\"12:30\""),
            ("017", "\"017\""),
            ("a: b", "\"a: b\""),
            ("", "\"\""),
            ("~", "\"~\""),
            ("\u{202e}x", "\"\\u202ex\""),
            ("a\u{85}b", "\"a\\u0085b\""),
            ("tab\there", "\"tab\\there\""),
        ] {
            assert_eq!(scalar(text), written);
        }
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let text = prop_oneof![
            "[a-z ]{0,12}",
            "\\PC{0,20}",
            "(?s).{0,24}",
            "([ a-z]{0,6}\n){0,4}[a-z]{0,3}"
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            text.prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::vec(("\\PC{1,8}", inner), 0..5)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_value_reads_back_as_itself(value in any_value()) {
            let text = document(&json!({"k": value}));
            // A NUL cannot stand in a YAML file; escaped it can.
            prop_assert_eq!(read_back(&text), json!({"k": value}));
            let text = document(&json!({"files": [{"k": value}]}));
            prop_assert_eq!(text.lines().count(), 2);
            prop_assert_eq!(read_back(&text), json!({"files": [{"k": value}]}));
        }
    }
}
