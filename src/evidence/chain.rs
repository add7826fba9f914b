//! The chain of an RFC's bundles: each names the one before by file and seal. The newest is the
//! chain's head, not the file with the latest name (THREATS.md C3).

use std::collections::{BTreeMap, BTreeSet};

use super::read;
use super::v1::bundle::{Bundle, PreviousBundle};
use crate::port::{Archive, StoreFault};

/// A bundle of the folder.
#[derive(Debug)]
pub struct Link {
    /// Its file name.
    pub file: String,
    /// Its content; not verified.
    pub bundle: Bundle,
}

/// The newest bundle of a reviews folder: the one that no other names as the one before it. Files
/// that are no bundles of ours (the folder may hold anything) are passed over.
pub fn head(archive: &dyn Archive, folder: &str) -> Result<Option<Link>, StoreFault> {
    let mut links = Vec::new();
    for file in archive.list(folder)? {
        if !(file.starts_with("rfc_review_") && file.ends_with(".yaml")) {
            continue;
        }
        let Some(bytes) = archive.read(&format!("{folder}/{file}"), read::LIMITS.bytes)? else {
            continue;
        };
        if let Ok(bundle) = read::bundle(&bytes) {
            links.push(Link { file, bundle });
        }
    }
    let by_name: BTreeMap<PreviousBundle, Option<PreviousBundle>> = links
        .iter()
        .map(|link| (link.as_previous(), link.bundle.previous_bundle.clone()))
        .collect();
    let followed: BTreeSet<&PreviousBundle> = by_name.values().flatten().collect();
    // Two heads arise when two branches reviewed from the same bundle, or when somebody puts a
    // bundle beside the chain: the longer chain counts, then the later review.
    let age = |link: &Link| {
        let mut length = 0;
        let mut at = link.bundle.previous_bundle.as_ref();
        // A circle of bundles cannot be sealed; the bound is for files that only claim to be.
        while let Some(previous) = at.and_then(|name| by_name.get(name)) {
            length += 1;
            at = previous.as_ref().filter(|_| length < by_name.len());
        }
        (length, link.bundle.review_timestamp, link.file.clone())
    };
    Ok(links.into_iter().filter(|link| !followed.contains(&link.as_previous())).max_by_key(age))
}

impl Link {
    /// This bundle as the next one names it.
    pub fn as_previous(&self) -> PreviousBundle {
        PreviousBundle { file: self.file.clone(), seal: self.bundle.seal.digest.clone() }
    }
}
