//! Derives a bundle again from what it holds: bytes, schema, digests here; tallies, verdict and all
//! else that follows in `follows`, `spoken`, `sitting` and `calls`. Accepts exactly the bytes that
//! the tool would write for that content.

mod calls;
mod follows;
mod rulings;
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
    if let Some(fault) = read::written_otherwise(bytes, &seal::bytes(&bundle)) {
        return Err(vec![fault]);
    }
    let faults = changed_parts(&bundle);
    if !faults.is_empty() {
        return Err(faults);
    }
    let faults = follows::faults(&bundle);
    if faults.is_empty() { Ok(bundle) } else { Err(faults) }
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
            Fault { place: Place::line(*first), message }
        })
        .collect();
    let present: BTreeSet<&str> = expected.parts.iter().map(|part| part.part.as_str()).collect();
    let seal_line = lines.last().map_or(1, |(_, _, last)| last + 1);
    faults.extend(sealed.keys().filter(|part| !present.contains(*part)).map(|part| Fault {
        place: Place::line(seal_line),
        message: format!("the seal speaks of {part}, which is not there"),
    }));
    if faults.is_empty() {
        let message = "the seal's digest is not that of the content above it".to_owned();
        faults.push(Fault { place: Place::line(seal_line), message });
    }
    faults
}
