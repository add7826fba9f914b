//! Records of what was pruned: written, read, and how far one is believed by itself. Whether the base
//! had what it names is for `check` to see.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::canonical;
use super::files::{is_bundle, is_evidence, is_record};
use super::read::{self, EvidenceReadFault, LIMITS};
use super::seal;
use super::v2::SCHEMA_VERSION;
use super::v2::pruned::{Pruned, PrunedBundle};
use crate::model::SubjectId;
use crate::port::{Archive, StoreFault};

/// The canonical bytes of a record.
pub fn bytes(pruned: &Pruned) -> Vec<u8> {
    canonical::document(&seal::to_json(pruned)).into_bytes()
}

/// Why a file is no record of its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// It is not what this tool writes; the first fault.
    Unsound(EvidenceReadFault),
    /// It is about another RFC.
    Foreign(SubjectId),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Unsound(fault) => fault.fmt(f),
            Unfit::Foreign(rfc) => write!(f, "1:1: it is about {rfc}"),
        }
    }
}

/// Reads the record that a reviews folder has under a name: it must be the bytes that this tool
/// writes, about this RFC, and name nothing but evidence files.
pub fn read(folder: &str, file: &str, bytes_given: &[u8]) -> Result<Pruned, Unfit> {
    let first = |faults: Vec<EvidenceReadFault>| {
        let unread = || EvidenceReadFault::of_file("it cannot be read");
        Unfit::Unsound(faults.into_iter().next().unwrap_or_else(unread))
    };
    let pruned = read::pruned(bytes_given).map_err(first)?;
    if let Some(fault) = read::written_otherwise(bytes_given, &bytes(&pruned)) {
        return Err(Unfit::Unsound(fault));
    }
    if folder.rsplit('/').nth(1) != Some(pruned.rfc_id.name().as_str()) {
        return Err(Unfit::Foreign(pruned.rfc_id));
    }
    match unlike(&pruned, file) {
        Some(line) => Err(Unfit::Unsound(EvidenceReadFault::of_file(line))),
        None => Ok(pruned),
    }
}

/// The names of the files that a folder's records took away, each with the record's.
pub fn gone(archive: &dyn Archive, folder: &str) -> Result<BTreeMap<String, String>, StoreFault> {
    let mut gone = BTreeMap::new();
    for record in archive.list(folder)?.into_iter().filter(|file| is_record(file)) {
        let bytes = match archive.read(&format!("{folder}/{record}"), LIMITS.bytes) {
            Err(fault) if fault.is_too_large() => continue,
            read => read?.unwrap_or_default(),
        };
        let Ok(pruned) = read(folder, &record, &bytes) else { continue };
        let files = pruned.bundles.iter().flat_map(PrunedBundle::all);
        gone.extend(files.map(|file| (file.clone(), record.clone())));
    }
    Ok(gone)
}

/// What this tool would not have written under this name, in a few words.
fn unlike(pruned: &Pruned, file: &str) -> Option<String> {
    let Pruned { schema_version, bundles, .. } = pruned;
    if schema_version != SCHEMA_VERSION {
        return Some(format!("schema version {schema_version} is not {SCHEMA_VERSION}"));
    }
    let stamp = file.strip_prefix("pruned_").and_then(|rest| rest.strip_suffix(".yaml"));
    let suffix = stamp.and_then(|stamp| stamp.strip_prefix(&pruned.pruned_at.compact()));
    if !suffix.is_some_and(|suffix| suffix.is_empty() || suffix.starts_with('-')) {
        return Some(format!("{file} is not the name of a record of {}", pruned.pruned_at));
    }
    if bundles.is_empty() {
        return Some("it names no review".to_owned());
    }
    let mut seen = BTreeSet::new();
    for bundle in bundles {
        if !(is_bundle(&bundle.file) && is_evidence(&bundle.file)) {
            return Some(format!("{:?} is not the name of a review", bundle.file));
        }
        let goes_along = |file: &String| is_evidence(file) && !is_bundle(file) && !is_record(file);
        if let Some(file) = bundle.files.iter().find(|file| !goes_along(file)) {
            return Some(format!("{file:?} is no file that goes with a review"));
        }
        if !bundle.files.is_sorted() {
            return Some(format!("the files of {} are not sorted", bundle.file));
        }
        if let Some(twice) = bundle.all().find(|file| !seen.insert(file.as_str())) {
            return Some(format!("{twice} is named twice"));
        }
    }
    None
}
