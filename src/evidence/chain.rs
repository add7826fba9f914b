//! The chain of an RFC's bundles: each names the one before by file and seal. The newest is the
//! chain's head, not the file with the latest name (THREATS.md C3).

use std::collections::BTreeSet;

use super::read;
use super::v1::bundle::{Bundle, PreviousBundle};
use crate::port::{Store, StoreFault};

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
pub fn head(store: &dyn Store, folder: &str) -> Result<Option<Link>, StoreFault> {
    let mut links = Vec::new();
    for file in store.list(folder)? {
        if !(file.starts_with("rfc_review_") && file.ends_with(".yaml")) {
            continue;
        }
        let Some(bytes) = store.read(&format!("{folder}/{file}"), read::LIMITS.bytes)? else {
            continue;
        };
        if let Ok(bundle) = read::bundle(&bytes) {
            links.push(Link { file, bundle });
        }
    }
    let followed: BTreeSet<PreviousBundle> =
        links.iter().filter_map(|link| link.bundle.previous_bundle.clone()).collect();
    let is_followed = |link: &Link| {
        let seal = link.bundle.seal.digest.clone();
        followed.contains(&PreviousBundle { file: link.file.clone(), seal })
    };
    // Two heads arise when two branches reviewed from the same bundle; the later review counts.
    Ok(links.into_iter().filter(|link| !is_followed(link)).max_by(|a, b| {
        let key = |link: &Link| (link.bundle.review_timestamp, link.file.clone());
        key(a).cmp(&key(b))
    }))
}

impl Link {
    /// This bundle as the next one names it.
    pub fn as_previous(&self) -> PreviousBundle {
        PreviousBundle { file: self.file.clone(), seal: self.bundle.seal.digest.clone() }
    }
}
