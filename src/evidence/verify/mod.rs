//! Derives a bundle again from what it holds: bytes, schema, digests here; tallies, verdict and all
//! else that follows in `follows`, `spoken` and `sitting`. Accepts exactly the bytes that the tool would write for that
//! content.

mod follows;
mod sitting;
mod spoken;

use std::collections::{BTreeMap, BTreeSet};

use super::read::{self, Fault};
use super::seal;
use super::v1::bundle::Bundle;
use crate::model::{Digest, Place};

/// Verifies the bytes of one bundle. All faults that can be told apart are told.
pub fn verify(bytes: &[u8]) -> Result<Bundle, Vec<Fault>> {
    let bundle = read::bundle(bytes)?;
    if let Some(fault) = written_otherwise(bytes, &seal::bytes(&bundle)) {
        return Err(vec![fault]);
    }
    let faults = changed_parts(&bundle);
    if !faults.is_empty() {
        return Err(faults);
    }
    let faults = follows::faults(&bundle);
    if faults.is_empty() { Ok(bundle) } else { Err(faults) }
}

/// The first place where the bytes are not those that this tool writes for this content.
fn written_otherwise(bytes: &[u8], canonical: &[u8]) -> Option<Fault> {
    if bytes == canonical {
        return None;
    }
    let same = bytes.iter().zip(canonical).take_while(|(a, b)| a == b).count();
    let before = &canonical[..same];
    let line = before.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() as u32 + 1;
    let place =
        Place { yaml_path: String::new(), line, column, end_line: line, end_column: column };
    let message =
        "the bytes from here on are not those that council-review writes for this content";
    Some(Fault { place, message: message.to_owned() })
}

/// The parts whose content does not have the digest that the seal gives for them.
fn changed_parts(bundle: &Bundle) -> Vec<Fault> {
    let expected = seal::seal_of(bundle);
    if expected == bundle.seal {
        return Vec::new();
    }
    let lines = seal::part_lines(bundle);
    let sealed: BTreeMap<&str, &Digest> =
        bundle.seal.parts.iter().map(|part| (part.part.as_str(), &part.digest)).collect();
    let mut faults: Vec<Fault> = expected
        .parts
        .iter()
        .zip(&lines)
        .filter(|(part, _)| sealed.get(part.part.as_str()) != Some(&&part.digest))
        .map(|(part, (_, first, last))| {
            let said = if sealed.contains_key(part.part.as_str()) {
                "was changed after it was sealed"
            } else {
                "is not in the seal"
            };
            let message = format!("{} (lines {first} to {last}) {said}", part.part);
            Fault { place: line_of(*first), message }
        })
        .collect();
    let present: BTreeSet<&str> = expected.parts.iter().map(|part| part.part.as_str()).collect();
    let seal_line = lines.last().map_or(1, |(_, _, last)| last + 1);
    faults.extend(sealed.keys().filter(|part| !present.contains(*part)).map(|part| Fault {
        place: line_of(seal_line),
        message: format!("the seal speaks of {part}, which is not there"),
    }));
    if faults.is_empty() {
        let message = "the seal's digest is not that of the content above it".to_owned();
        faults.push(Fault { place: line_of(seal_line), message });
    }
    faults
}

pub(super) fn line_of(line: u32) -> Place {
    Place { yaml_path: String::new(), line, column: 1, end_line: line, end_column: 1 }
}
