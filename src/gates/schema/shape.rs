//! The shape of one ticket (GATES.md R10 to R15), by the JSON Schema in `schemas/`. Each constraint
//! there says which rule it is, what is wrong and what to do; here its violations get their places.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use jsonschema::{PatternOptions, Validator};
use serde_json::Value;

use super::projection::Outline;
use super::{fields, misspelt};
use crate::gates::diagnostic::{Spot, quoted, weighing};
use crate::gates::listed::FindingList;
use crate::model::{Finding, Severity};
use crate::source::Ticket;
use crate::yaml::NodeRef;

/// The schema of a ticket file, as it stands in `schemas/ticket.schema.json`.
pub const TICKET_SCHEMA: &str = include_str!("../../../schemas/ticket.schema.json");

/// The embedded schema, ready for use.
pub(super) struct Compiled {
    pub(super) schema: Value,
    pub(super) validator: Validator,
    /// What the validator is shown of a ticket.
    pub(super) outline: Outline,
}

pub(super) fn compiled() -> &'static Compiled {
    static COMPILED: OnceLock<Compiled> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let schema: Value =
            serde_json::from_str(TICKET_SCHEMA).expect("a test parses the embedded schema");
        let validator = jsonschema::options()
            // The linear engine: a ticket's text must not be able to choose how long we take.
            .with_pattern_options(PatternOptions::regex())
            .build(&schema)
            .expect("a test compiles the embedded schema");
        Compiled { outline: Outline::of(&schema), schema, validator }
    })
}

/// What is wrong with the ticket's shape, each place and rule once.
pub(in crate::gates) fn violations(ticket: &Ticket) -> Vec<Finding> {
    let Compiled { schema, validator, outline } = compiled();
    let Some(document) = ticket.source.yaml() else { return Vec::new() };
    let instance = outline.json(document.root());
    let mut found = FindingList::default();
    found.extend(validator.iter_errors(&instance).filter_map(|error| {
        let constraint = annotated(schema, error.schema_path().as_str())?;
        let pointer = error.instance_path().as_str();
        translated(ticket, constraint, pointer)
    }));
    let mut found = found.into_findings();
    found.sort_by(Finding::reporting_order);
    let mut seen = BTreeSet::new();
    found.retain(|f| seen.insert((f.rule, f.location.clone())));
    misspelt::in_ticket(ticket, &mut found);
    found
}

/// The nearest constraint at or above a schema path that says which rule it is.
fn annotated<'s>(schema: &'s Value, path: &str) -> Option<&'s Value> {
    let mut path = path;
    loop {
        let here = schema.pointer(path).filter(|c| c.get("x-rule").is_some());
        if here.is_some() {
            return here;
        }
        path = path.rsplit_once('/')?.0;
    }
}

fn translated(ticket: &Ticket, constraint: &Value, pointer: &str) -> Option<Finding> {
    let text = |key: &str| constraint.get(key).and_then(Value::as_str);
    let node = ticket.source.yaml()?.at_pointer(pointer);
    let key = pointer.rsplit('/').next().unwrap_or_default();
    let filled = |text: &str| text.replace("{value}", &shown(node)).replace("{key}", key);
    let severity =
        Severity::WORST_FIRST.into_iter().find(|s| Some(s.as_str()) == text("x-severity"))?;
    let finding = Spot::in_ticket(ticket, &node.place()).says(
        fields::named(text("x-rule")?)?,
        filled(text("x-says")?),
        filled(text("x-do")?),
    );
    Some(weighing(severity, finding))
}

/// A value inside a sentence.
fn shown(node: NodeRef<'_>) -> String {
    match node.as_scalar() {
        Some(text) if text.trim().is_empty() => "empty".to_owned(),
        Some(text) => quoted(text),
        None if node.is_mapping() => "a mapping".to_owned(),
        None if node.is_sequence() => "a list".to_owned(),
        None => "empty".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keywords that judge; the others only lead to them.
    const JUDGING: [&str; 6] = ["type", "pattern", "required", "anyOf", "not", "minLength"];

    fn unannotated(node: &Value, path: &str, covered: bool, found: &mut Vec<String>) {
        let covered = covered || node.get("x-rule").is_some();
        let Value::Object(map) = node else { return };
        if !covered && JUDGING.iter().any(|k| map.contains_key(*k)) {
            found.push(path.to_owned());
        }
        for (key, value) in map {
            // What stands below `if`, `anyOf` and `not` only decides; it is never reported itself.
            if matches!(key.as_str(), "if" | "anyOf" | "not") {
                continue;
            }
            match value {
                Value::Array(items) => {
                    for (i, item) in items.iter().enumerate() {
                        unannotated(item, &format!("{path}/{key}/{i}"), covered, found);
                    }
                }
                _ => unannotated(value, &format!("{path}/{key}"), covered, found),
            }
        }
    }

    #[test]
    fn every_constraint_of_the_schema_says_its_rule() {
        let mut found = Vec::new();
        unannotated(&compiled().schema, "", false, &mut found);
        assert_eq!(found, Vec::<String>::new());
    }

    fn annotations(node: &Value, found: &mut Vec<Value>) {
        match node {
            Value::Object(map) => {
                if map.contains_key("x-rule") {
                    found.push(node.clone());
                }
                map.values().for_each(|v| annotations(v, found));
            }
            Value::Array(items) => items.iter().for_each(|v| annotations(v, found)),
            _ => {}
        }
    }

    #[test]
    fn every_annotation_is_complete() {
        let mut found = Vec::new();
        annotations(&compiled().schema, &mut found);
        assert!(found.len() > 15);
        for constraint in found {
            let text = |key: &str| {
                constraint.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            assert!(fields::named(&text("x-rule")).is_some(), "{constraint}");
            assert!(
                Severity::WORST_FIRST.iter().any(|s| s.as_str() == text("x-severity")),
                "{constraint}"
            );
            for words in [text("x-says"), text("x-do")] {
                assert!(!words.is_empty() && !words.ends_with('.'), "{constraint}");
            }
            assert_ne!(text("x-says"), text("x-do"));
        }
    }
}
