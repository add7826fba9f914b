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
    Ok(whole(archive, folder)?.into_iter().next())
}

/// The newest bundle and all that it follows from one to the next, newest first.
pub fn whole(archive: &dyn Archive, folder: &str) -> Result<Vec<Link>, StoreFault> {
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
    let mut by_name: BTreeMap<PreviousBundle, Link> =
        links.into_iter().map(|link| (link.as_previous(), link)).collect();
    let before = |name: &PreviousBundle| by_name.get(name)?.bundle.previous_bundle.clone();
    let followed: BTreeSet<PreviousBundle> =
        by_name.values().filter_map(|link| link.bundle.previous_bundle.clone()).collect();
    // Two heads arise when two branches reviewed from the same bundle, or when somebody puts a
    // bundle beside the chain: the longer chain counts, then the later review.
    let age = |name: &PreviousBundle| {
        let link = &by_name[name];
        let mut length = 0;
        let mut at = link.bundle.previous_bundle.clone();
        // A circle of bundles cannot be sealed; the bound is for files that only claim to be.
        while let Some(name) = at.filter(|name| by_name.contains_key(name)) {
            length += 1;
            at = before(&name).filter(|_| length < by_name.len());
        }
        (length, link.bundle.review_timestamp, link.file.clone())
    };
    let heads = by_name.keys().filter(|name| !followed.contains(*name));
    let mut next = heads.max_by_key(|name| age(name)).cloned();
    let mut chain = Vec::new();
    while let Some(link) = next.and_then(|name| by_name.remove(&name)) {
        next = link.bundle.previous_bundle.clone();
        chain.push(link);
    }
    Ok(chain)
}

impl Link {
    /// This bundle as the next one names it.
    pub fn as_previous(&self) -> PreviousBundle {
        PreviousBundle { file: self.file.clone(), seal: self.bundle.seal.digest.clone() }
    }
}
