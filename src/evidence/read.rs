//! Bytes of an evidence file to its typed content, with the place of whatever does not fit.

use std::fmt;
use std::sync::OnceLock;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::v2::SCHEMA_VERSION;
use super::v2::bundle::Bundle;
use super::v2::pruned::Pruned;
use super::v2::removal::Removal;
use super::v2::ruling::Ruling;
use super::v2::session::Session;
use crate::model::policy::MAX_EVIDENCE;
use crate::model::{Place, SubjectId};
use crate::yaml::{Document, Limits, read};

/// Evidence may be larger than a ticket: a session holds every reply. All of one review has at most
/// as many bytes as one file here.
pub const LIMITS: Limits =
    Limits { bytes: MAX_EVIDENCE, depth: 64, nodes: 2_000_000, faults: Limits::TICKET.faults };

/// The most faults that are told of one file.
pub const MOST_FAULTS: usize = 20;

/// As many nodes of a file are searched for what does not fit its schema.
const SEARCHED: usize = 300_000;

/// Something in an evidence file that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceReadFault {
    /// Where in the file.
    pub place: Place,
    /// What is wrong, in lower case and without a full stop.
    pub message: String,
}

impl EvidenceReadFault {
    /// A fault of the whole file.
    pub fn of_file(message: impl Into<String>) -> Self {
        Self { place: Place::whole_file(), message: message.into() }
    }
}

impl fmt::Display for EvidenceReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.place.line, self.place.column, self.message)
    }
}

/// The schema of one kind of file, as `schemas/` holds it; compiled when the first such file is read.
#[derive(Debug)]
pub struct FileSchema {
    text: &'static str,
    compiled: OnceLock<Validator>,
}

impl FileSchema {
    /// That of a text.
    pub const fn of(text: &'static str) -> Self {
        Self { text, compiled: OnceLock::new() }
    }

    /// The schema itself.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Reads a file of this kind: YAML, schema, types. Says every schema violation, not only the first.
    ///
    /// # Errors
    /// What does not fit, each with its place.
    pub fn read<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, Vec<EvidenceReadFault>> {
        typed(bytes, self.compiled.get_or_init(|| compiled(self.text)))
    }
}

macro_rules! file_schema {
    ($name:literal) => {
        FileSchema::of(include_str!(concat!("../../schemas/", $name, ".schema.json")))
    };
}

static BUNDLE: FileSchema = file_schema!("rfc_review");
static SESSION: FileSchema = file_schema!("council_session");
static RULING: FileSchema = file_schema!("ruling");
static REMOVAL: FileSchema = file_schema!("removal");
static PRUNED: FileSchema = file_schema!("pruned");
/// The schema of an outcome of a council about a question.
pub static OUTCOME: FileSchema = file_schema!("council_outcome");
/// The schema of a session of such a council.
pub static RECORD: FileSchema = file_schema!("council_record");

/// The schemas of the files that are read and written: name and text.
pub fn schemas() -> [(&'static str, &'static str); 7] {
    [
        ("rfc_review", BUNDLE.text),
        ("council_session", SESSION.text),
        ("ruling", RULING.text),
        ("removal", REMOVAL.text),
        ("pruned", PRUNED.text),
        ("council_outcome", OUTCOME.text),
        ("council_record", RECORD.text),
    ]
}

/// Reads a bundle.
pub fn bundle(bytes: &[u8]) -> Result<Bundle, Vec<EvidenceReadFault>> {
    BUNDLE.read(bytes)
}

/// Reads a session file.
pub fn session(bytes: &[u8]) -> Result<Session, Vec<EvidenceReadFault>> {
    SESSION.read(bytes)
}

/// Reads a ruling.
pub fn ruling(bytes: &[u8]) -> Result<Ruling, Vec<EvidenceReadFault>> {
    RULING.read(bytes)
}

/// Reads a removal ruling.
pub fn removal(bytes: &[u8]) -> Result<Removal, Vec<EvidenceReadFault>> {
    REMOVAL.read(bytes)
}

/// Reads a record of what was pruned.
pub fn pruned(bytes: &[u8]) -> Result<Pruned, Vec<EvidenceReadFault>> {
    PRUNED.read(bytes)
}

/// What a file lacks that every bundle of this tool has, in a few words; `None` when it may be one.
pub fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let (document, _) = read(bytes, LIMITS).ok()?;
    let root = document.root();
    let has_seal = root.get("seal").is_some_and(|seal| seal.is_mapping());
    let schema = root.get("schema_version").and_then(|version| version.as_scalar());
    match (has_seal, schema == Some(SCHEMA_VERSION)) {
        (true, _) => None,
        (false, true) => Some("no seal"),
        (false, false) => Some("no seal, another schema"),
    }
}

/// The first place where the bytes are not those that this tool writes for their content.
pub(super) fn written_otherwise(bytes: &[u8], canonical: &[u8]) -> Option<EvidenceReadFault> {
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
    Some(EvidenceReadFault { place, message: message.to_owned() })
}

fn compiled(text: &str) -> Validator {
    let schema: Value = serde_json::from_str(text).expect("a test reads the schema");
    // The linear engine: no file must be able to choose how long we take.
    jsonschema::options()
        .with_pattern_options(PatternOptions::regex())
        .build(&schema)
        .expect("a test compiles the schema")
}

fn typed<T: DeserializeOwned>(
    bytes: &[u8],
    schema: &Validator,
) -> Result<T, Vec<EvidenceReadFault>> {
    let (document, faults) = read(bytes, LIMITS)
        .map_err(|fault| vec![EvidenceReadFault { place: fault.place, message: fault.message }])?;
    if !faults.is_empty() {
        let faults =
            faults.into_iter().map(|f| EvidenceReadFault { place: f.place, message: f.message });
        return Err(faults.collect());
    }
    if let Some(fault) = other_form(&document) {
        return Err(vec![fault]);
    }
    let value = document.root().to_json();
    if !schema.is_valid(&value) {
        return Err(violations(&document, schema, value));
    }
    drop(document);
    serde_json::from_value(value)
        .map_err(|error| vec![EvidenceReadFault::of_file(error.to_string())])
}

/// Another form than this version's is told as that, and by nothing else.
fn other_form(document: &Document) -> Option<EvidenceReadFault> {
    let node = document.root().get("schema_version")?;
    let version = node.as_scalar().filter(|version| *version != SCHEMA_VERSION)?;
    let rfc =
        document.root().get("rfc_id").and_then(|rfc| rfc.as_scalar()?.parse::<SubjectId>().ok());
    let again = rfc.map_or_else(String::new, |rfc| format!(": council-review {rfc}"));
    let version = shortened(version);
    let message = format!(
        "it has the form {version}, and this version reads {SCHEMA_VERSION} alone; review again{again}"
    );
    Some(EvidenceReadFault { place: node.place(), message })
}

/// What does not fit the schema, with its place. All faults are collected before the first is known,
/// so that only the beginning of a very large file is searched.
fn violations(document: &Document, schema: &Validator, value: Value) -> Vec<EvidenceReadFault> {
    let searched = clipped(value, &mut { SEARCHED });
    let mut faults = Vec::new();
    let mut errors = schema.iter_errors(&searched);
    for error in errors.by_ref().take(MOST_FAULTS) {
        told(document, &error, &mut faults);
    }
    faults.truncate(MOST_FAULTS);
    if faults.is_empty() {
        let message = format!("what does not fit the schema comes after {SEARCHED} nodes");
        faults.push(EvidenceReadFault::of_file(message));
    } else if errors.next().is_some() {
        faults.push(EvidenceReadFault::of_file("and more that does not fit the schema"));
    }
    faults
}

/// The beginning of a tree; `left` is how many nodes it may still have.
fn clipped(value: Value, left: &mut usize) -> Value {
    *left = left.saturating_sub(1);
    match value {
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if *left == 0 {
                    break;
                }
                kept.push(clipped(item, left));
            }
            Value::Array(kept)
        }
        // A key that is missing would be a fault of its own.
        Value::Object(map) => {
            let kept = map.into_iter().map(|(key, value)| (key, clipped(value, left)));
            Value::Object(kept.collect())
        }
        other => other,
    }
}

/// Of alternatives, the one that came furthest is what was meant.
fn told(document: &Document, error: &ValidationError<'_>, faults: &mut Vec<EvidenceReadFault>) {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
    {
        let depth = |branch: &&Vec<ValidationError<'_>>| {
            let paths = branch.iter().map(|e| e.instance_path().as_str().matches('/').count());
            (paths.max().unwrap_or(0), std::cmp::Reverse(branch.len()))
        };
        if let Some(branch) = context.iter().max_by_key(depth) {
            let left = MOST_FAULTS.saturating_sub(faults.len());
            branch.iter().take(left).for_each(|inner| told(document, inner, faults));
            return;
        }
    }
    let node = document.at_pointer(error.instance_path().as_str());
    faults.push(EvidenceReadFault { place: node.place(), message: message(error) });
}

/// What an error says; without the value where that is long.
fn message(error: &ValidationError<'_>) -> String {
    /// Takes so much, and no more.
    struct Short(String);
    impl fmt::Write for Short {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            if self.0.len() + text.len() > 4 * MOST {
                return Err(fmt::Error);
            }
            self.0.push_str(text);
            Ok(())
        }
    }
    const MOST: usize = 240;
    let mut whole = Short(String::new());
    match fmt::Write::write_fmt(&mut whole, format_args!("{error}")) {
        Ok(()) => shortened(&whole.0),
        Err(fmt::Error) => {
            let mut masked = Short(String::new());
            let told = fmt::Write::write_fmt(&mut masked, format_args!("{}", error.masked()));
            told.map_or_else(|_| "it does not fit the schema".to_owned(), |()| shortened(&masked.0))
        }
    }
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
