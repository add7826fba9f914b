//! What a file says that it cannot mean: keys that nobody reads, values out of range, holders whom
//! nobody knows, paths that lead elsewhere.

use std::sync::OnceLock;

use jsonschema::Validator;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use super::merge::VERDICTS;
use super::seats::{self, MemberSpec};
use super::{ConfigOrigin, panels, schema};
use crate::model::Place;
use crate::model::slip::any_of;
use crate::yaml::{Document, NodeRef};

/// The schema's violations as sentences at their place.
pub(super) fn violations(document: &Document, value: &Value) -> Vec<(Place, String)> {
    static SCHEMA: OnceLock<(Value, Validator)> = OnceLock::new();
    let (text, validator) = SCHEMA.get_or_init(|| {
        let text = schema();
        let validator = jsonschema::validator_for(&text);
        (text, validator.expect("a test compiles the schema"))
    });
    let mut found = Vec::new();
    for error in validator.iter_errors(value) {
        // The part of the schema that is not met, above its keyword.
        let path = error.schema_path().as_str();
        let part = path.rsplit_once('/').and_then(|(part, _)| text.pointer(part));
        let node = document.at_pointer(error.instance_path().as_str());
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                for key in unexpected {
                    let written = node.entries().find(|(k, _)| k.key_text() == Some(key));
                    let place = written.map_or_else(|| node.place(), |(k, _)| k.place());
                    found.push((place, unknown_key(key, &keys_of(part))));
                }
            }
            kind => {
                let words = part.and_then(|part| words_of(text, part));
                let line = sentence(kind, error.instance(), &node.path(), words.as_deref());
                found.push((node.place(), line));
            }
        }
    }
    found
}

/// The keys that a part of the schema has a place for.
fn keys_of(part: Option<&Value>) -> Vec<&str> {
    let keys = part.and_then(|part| part.get("properties")?.as_object());
    keys.into_iter().flat_map(|keys| keys.keys().map(String::as_str)).collect()
}

/// The words that a part of the schema has a place for; `None` where it has one for anything else.
fn words_of<'s>(schema: &'s Value, part: &'s Value) -> Option<Vec<&'s str>> {
    if let Some(target) = part.get("$ref").and_then(Value::as_str) {
        return words_of(schema, schema.pointer(target.strip_prefix('#')?)?);
    }
    let list = |key: &str| part.get(key).and_then(Value::as_array);
    if let Some(words) = list("enum") {
        return words.iter().map(Value::as_str).collect();
    }
    if let Some(word) = part.get("const") {
        return Some(vec![word.as_str()?]);
    }
    let of = |one| words_of(schema, one);
    let is_null = |one: &Value| one.get("type").is_some_and(|kind| kind == "null");
    let parts = list("oneOf").or_else(|| list("anyOf"))?;
    let words: Option<Vec<_>> = parts.iter().filter(|one| !is_null(one)).map(of).collect();
    words.map(|words| words.concat())
}

fn sentence(
    kind: &ValidationErrorKind,
    instance: &Value,
    path: &str,
    words: Option<&[&str]>,
) -> String {
    match kind {
        ValidationErrorKind::Type { kind } => {
            let names: Vec<String> = match kind {
                TypeKind::Single(one) => vec![one.to_string()],
                TypeKind::Multiple(many) => many.iter().map(|t| t.to_string()).collect(),
            };
            let wanted = match names.iter().find(|name| *name != "null").map(String::as_str) {
                Some("object") => "a group of keys",
                Some("integer") => "a whole number",
                Some("boolean") => "true or false",
                Some("array") => "a list",
                _ => "a text",
            };
            format!("{path} should be {wanted}, not {instance}")
        }
        ValidationErrorKind::Minimum { limit } => {
            format!("{path} is {instance}; the least is {limit}")
        }
        ValidationErrorKind::Maximum { limit } => {
            format!("{path} is {instance}; the most is {limit}")
        }
        _ if path.starts_with("policy.verdicts") => {
            format!("{instance} is no verdict; there are {}", VERDICTS.join(", "))
        }
        _ if path.starts_with("council") && path.ends_with(".looks") => {
            format!(
                "{path} is {instance}; it can be off, or rounds (0 to 10), requests (1 to 20), paths and deny"
            )
        }
        _ if path.starts_with("policy.seats") => {
            format!("{instance} is no seat; there are SA-1, SA-2 and SA-3")
        }
        _ => match words {
            Some(words) => format!("{path} is {instance}; it can be {}", any_of(words)),
            None => format!("{path} cannot be {instance}"),
        },
    }
}

/// What the word of a holder begins with whose answers stand in a file.
const RECORDED: &str = "replay";

/// Letters by which a key may differ from the one that is meant.
const MOST_TYPOS: usize = 3;

fn unknown_key(key: &str, known: &[&str]) -> String {
    // A key of a megabyte is like none of them, and need not be compared to tell.
    let alike = known.iter().filter(|name| name.len().abs_diff(key.len()) <= MOST_TYPOS);
    let near = alike.map(|name| (strsim::damerau_levenshtein(name, key), name));
    let near = near.filter(|(typos, _)| *typos <= MOST_TYPOS).min_by_key(|(typos, _)| *typos);
    let known_list = known.join(", ");
    match near {
        Some((_, near)) => {
            format!("unknown key {key:?}; did you mean {near:?}? (known: {known_list})")
        }
        None => format!("unknown key {key:?} (known: {known_list})"),
    }
}

/// Words that name nobody who can sit.
pub(super) fn no_holders(document: &Document, origin: ConfigOrigin) -> Vec<(Place, String)> {
    let seats = document.root().get("seats").into_iter().flat_map(|seats| seats.entries());
    let holders = seats.map(|(_, value)| value).chain(panels::holders(document));
    let names = |group: &str, name: &str| {
        document.root().get(group).is_some_and(|group| group.get(name).is_some())
    };
    let knows =
        |holder: &MemberSpec| seats::unknown_provider(holder, |group, name| names(group, name));
    let fault = |value: NodeRef<'_>| {
        let why = match value.as_str()?.parse::<MemberSpec>() {
            Ok(MemberSpec::Model { provider, .. })
                if provider == RECORDED && origin == ConfigOrigin::Reviewed =>
            {
                "recorded answers are not taken from a file of the repository: name this configuration with --config".to_owned()
            }
            Ok(holder) if knows(&holder).is_some() => knows(&holder)?,
            Ok(MemberSpec::Mailbox { folder }) if is_unfit(&folder) => format!(
                "{folder:?} should be a folder relative to the repository's root; `--seat` takes any"
            ),
            Ok(_) => return None,
            Err(why) => why,
        };
        Some((value.place(), why))
    };
    holders.filter_map(fault).collect()
}

/// Whether a path is not a plain relative one.
fn is_unfit(path: &str) -> bool {
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').collect();
    parts.iter().any(|part| part.is_empty() || *part == "." || *part == "..")
        || path.starts_with('~')
        || path.contains(['\\', ':', '*', '?'])
        || path.chars().any(char::is_control)
}

/// Folders that are not plain relative paths.
pub(super) fn unfit_paths(document: &Document) -> Vec<(Place, String)> {
    let Some(layout) = document.root().get("layout") else {
        return Vec::new();
    };
    layout
        .entries()
        .filter_map(|(_, value)| {
            let path = value.as_str().filter(|path| is_unfit(path))?;
            let message = format!(
                "{path:?} should be a folder relative to the repository's root, like docs/rfcs"
            );
            Some((value.place(), message))
        })
        .collect()
}

/// A base that is no branch's plain name: expressions of git could name any commit.
pub(super) fn unfit_base(document: &Document) -> Option<(Place, String)> {
    let node = document.root().get("base")?;
    let name = node.as_str()?;
    let is_plain = !name.is_empty()
        && !name.starts_with(['-', '/', '.'])
        && name.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c))
        && !name.contains("..");
    (!is_plain).then(|| (node.place(), format!("{name:?} should be a branch's name, like trunk")))
}
