//! Bytes of an evidence file to its typed content, with the place of whatever does not fit.

use std::fmt;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::v1::bundle::Bundle;
use super::v1::check::CheckReport;
use super::v1::gates::GatesReport;
use super::v1::ruling::Ruling;
use super::v1::session::Session;
use crate::model::Place;
use crate::model::reply::Reply;
use crate::yaml::{Document, Limits, read};

/// Evidence may be larger than a ticket: a session holds every reply.
pub const LIMITS: Limits = Limits {
    bytes: 64 << 20,
    depth: 64,
    nodes: 4_000_000,
    entries: 1_000_000,
    faults: Limits::TICKET.faults,
};

/// Something in an evidence file that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where in the file.
    pub place: Place,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
}

impl Fault {
    /// A fault of the whole file.
    pub fn of_file(message: impl Into<String>) -> Self {
        Self { place: Place::whole_file(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.message)
    }
}

/// The JSON Schema of a type, as `schemas/` holds it.
pub fn schema_of<T: JsonSchema>() -> Value {
    let generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    generator.into_root_schema_for::<T>().to_value()
}

/// The schemas that are made from types: name and content of `schemas/{name}.schema.json`.
pub fn schemas() -> [(&'static str, Value); 6] {
    [
        ("rfc_review", schema_of::<Bundle>()),
        ("council_session", schema_of::<Session>()),
        ("gates_report", schema_of::<GatesReport>()),
        ("check_report", schema_of::<CheckReport>()),
        ("ruling", schema_of::<Ruling>()),
        ("seat_reply", schema_of::<Reply>()),
    ]
}

/// Reads a bundle: YAML, schema, types. Says every schema violation, not only the first.
pub fn bundle(bytes: &[u8]) -> Result<Bundle, Vec<Fault>> {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    typed(bytes, SCHEMA.get_or_init(|| compiled(&schema_of::<Bundle>())))
}

/// Reads a session file.
pub fn session(bytes: &[u8]) -> Result<Session, Vec<Fault>> {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    typed(bytes, SCHEMA.get_or_init(|| compiled(&schema_of::<Session>())))
}

/// Reads a ruling.
pub fn ruling(bytes: &[u8]) -> Result<Ruling, Vec<Fault>> {
    static SCHEMA: OnceLock<Validator> = OnceLock::new();
    typed(bytes, SCHEMA.get_or_init(|| compiled(&schema_of::<Ruling>())))
}

/// The first place where the bytes are not those that this tool writes for their content.
pub(super) fn written_otherwise(bytes: &[u8], canonical: &[u8]) -> Option<Fault> {
    if bytes == canonical {
        return None;
    }
    let same = bytes.iter().zip(canonical).take_while(|(a, b)| a == b).count();
    let before = &canonical[..same];
    let line = before.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() as u32 + 1;
    let place = Place { column, end_column: column, ..Place::line(line) };
    let message =
        "the bytes from here on are not those that council-review writes for this content";
    Some(Fault { place, message: message.to_owned() })
}

fn compiled(schema: &Value) -> Validator {
    // The linear engine: no file must be able to choose how long we take.
    jsonschema::options()
        .with_pattern_options(PatternOptions::regex())
        .build(schema)
        .expect("a schema made from types compiles")
}

fn typed<T: DeserializeOwned>(bytes: &[u8], schema: &Validator) -> Result<T, Vec<Fault>> {
    let (document, faults) = read(bytes, LIMITS)
        .map_err(|fault| vec![Fault { place: fault.place, message: fault.message }])?;
    if !faults.is_empty() {
        let faults = faults.into_iter().map(|f| Fault { place: f.place, message: f.message });
        return Err(faults.collect());
    }
    let value = document.root().to_json();
    let mut violations = Vec::new();
    for error in schema.iter_errors(&value) {
        told(&document, &error, &mut violations);
    }
    if !violations.is_empty() {
        return Err(violations);
    }
    serde_json::from_value(value).map_err(|error| vec![Fault::of_file(error.to_string())])
}

/// Of alternatives, the one that came furthest is what was meant.
fn told(document: &Document, error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
    {
        let depth = |branch: &&Vec<ValidationError<'_>>| {
            let paths = branch.iter().map(|e| e.instance_path().as_str().matches('/').count());
            (paths.max().unwrap_or(0), std::cmp::Reverse(branch.len()))
        };
        if let Some(branch) = context.iter().max_by_key(depth) {
            branch.iter().for_each(|inner| told(document, inner, faults));
            return;
        }
    }
    let node = document.at_pointer(error.instance_path().as_str());
    faults.push(Fault { place: node.place(), message: shortened(&error.to_string()) });
}

/// Schema messages quote the value, which may be a whole finding.
fn shortened(message: &str) -> String {
    const MOST: usize = 240;
    if message.chars().count() <= MOST {
        return message.to_owned();
    }
    let tail: String =
        message.chars().rev().take(MOST / 2).collect::<Vec<_>>().into_iter().rev().collect();
    let head: String = message.chars().take(MOST / 2).collect();
    format!("{head} … {tail}")
}
