//! Derives a bundle again from what it holds: bytes, schema, digests here; tallies, verdict and all
//! else that follows in `follows`, `spoken`, `sitting` and `calls`. Accepts exactly the bytes that
//! the tool would write for that content.

mod calls;
mod council;
mod derivation;
mod inputs;
mod looks;
mod rulings;
mod votes;

use std::collections::{BTreeMap, BTreeSet};

pub use calls::unanswered;

use serde::de::DeserializeOwned;

use super::read::{self, EvidenceReadFault, FileSchema, MOST_FAULTS};
use super::seal::{self, Sealed};
use super::v2::bundle::{Bundle, Finding};
use super::v2::envelope::CouncilBundle;
use crate::model::{Digest, Place};

/// Verifies the bytes of one bundle. All faults that can be told apart are told.
pub fn verify(bytes: &[u8]) -> Result<Bundle, Vec<EvidenceReadFault>> {
    let bundle = sealed(bytes, read::bundle(bytes)?)?;
    if let Some(fault) = too_many(&bundle) {
        return Err(vec![fault]);
    }
    let faults = derivation::faults(&bundle);
    if faults.is_empty() { Ok(bundle) } else { Err(first(faults)) }
}

/// Verifies the bytes of the bundle of any council as far as all have one form: version, protocol,
/// canonical bytes, seal; `schema` is that of all of them. What follows from what, its protocol derives.
pub fn envelope<H, B, M, I>(
    bytes: &[u8],
    protocol: &str,
    schema: &FileSchema,
) -> Result<CouncilBundle<H, B, M, I>, Vec<EvidenceReadFault>>
where
    CouncilBundle<H, B, M, I>: Sealed + DeserializeOwned,
{
    let bundle: CouncilBundle<H, B, M, I> = sealed(bytes, schema.read(bytes)?)?;
    if bundle.protocol != protocol {
        let message = format!("it is a bundle of {}, not of {protocol}", bundle.protocol);
        return Err(vec![EvidenceReadFault::of_file(message)]);
    }
    Ok(bundle)
}

/// What was read, when the bytes are those that this tool writes for it and the seal is its own.
fn sealed<S: Sealed>(bytes: &[u8], bundle: S) -> Result<S, Vec<EvidenceReadFault>> {
    if let Some(fault) = read::written_otherwise(bytes, &seal::bytes(&bundle)) {
        return Err(vec![fault]);
    }
    let faults = changed_parts(&bundle);
    if faults.is_empty() { Ok(bundle) } else { Err(first(faults)) }
}

/// As many faults as are told.
fn first(mut faults: Vec<EvidenceReadFault>) -> Vec<EvidenceReadFault> {
    let more = faults.len().saturating_sub(MOST_FAULTS);
    faults.truncate(MOST_FAULTS);
    if more > 0 {
        faults.push(EvidenceReadFault::of_file(format!("and {more} more")));
    }
    faults
}

/// A list that no review makes so long. What follows compares its items with each other.
fn too_many(bundle: &Bundle) -> Option<EvidenceReadFault> {
    let council = bundle.council_metadata.as_ref();
    let in_findings = |of: fn(&Finding) -> usize| bundle.findings.iter().map(of).max().unwrap_or(0);
    let lists = [
        ("gates", bundle.gates.len(), 100),
        ("seats", council.map_or(0, |council| council.subagents.len()), 100),
        ("calls", bundle.calls.len(), 2_000),
        ("looks of a call", bundle.calls.iter().map(|c| c.looks.len()).max().unwrap_or(0), 20_000),
        ("rulings", bundle.rulings.len(), 1_000),
        ("waivers", bundle.inputs.waivers.len(), 200),
        ("raises of a finding", in_findings(|finding| finding.raised_by.len()), 1_000),
        ("remediations of a finding", in_findings(|finding| finding.remediations.len()), 1_000),
    ];
    let (what, count, most) = lists.into_iter().find(|(_, count, most)| count > most)?;
    Some(EvidenceReadFault::of_file(format!(
        "it has {count} {what}, and no review has more than {most}"
    )))
}

/// The parts whose content does not have the digest that the seal gives for them.
fn changed_parts(bundle: &impl Sealed) -> Vec<EvidenceReadFault> {
    let (expected, stated) = (seal::seal_of(bundle), bundle.seal());
    if expected == *stated {
        return Vec::new();
    }
    let lines = seal::part_lines(bundle);
    let sealed: BTreeMap<&str, &Digest> =
        stated.parts.iter().map(|part| (part.part.as_str(), &part.digest)).collect();
    let mut faults: Vec<EvidenceReadFault> = expected
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
            EvidenceReadFault { place: Place::line(*first), message }
        })
        .collect();
    let present: BTreeSet<&str> = expected.parts.iter().map(|part| part.part.as_str()).collect();
    let seal_line = lines.last().map_or(1, |(_, _, last)| last + 1);
    faults.extend(sealed.keys().filter(|part| !present.contains(*part)).map(|part| {
        EvidenceReadFault {
            place: Place::line(seal_line),
            message: format!("the seal speaks of {part}, which is not there"),
        }
    }));
    if faults.is_empty() {
        let message = "the seal's digest is not that of the content above it".to_owned();
        faults.push(EvidenceReadFault { place: Place::line(seal_line), message });
    }
    faults
}
