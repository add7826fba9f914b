//! `pruned_{ts}.yaml`: which old reviews were taken away, so that the chain still verifies.

use serde::{Deserialize, Serialize};

use super::previous_bundle::PreviousBundle;
use crate::model::{Digest, SubjectId, Timestamp};

/// The record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Pruned {
    /// `2.0.0`.
    pub schema_version: String,
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// When.
    pub pruned_at: Timestamp,
    /// The bundle that the first one follows, by file and seal: an earlier record names it.
    pub previous_bundle: Option<PreviousBundle>,
    /// The bundles, in the order of the chain: each follows the one above it.
    #[serde(default)]
    pub bundles: Vec<PrunedBundle>,
}

/// A bundle that was taken away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PrunedBundle {
    /// Its file's name.
    pub file: String,
    /// The digest of its seal.
    pub seal: Digest,
    /// The names of the files that went with it, sorted: session, page, rulings, signatures.
    #[serde(default)]
    pub files: Vec<String>,
}

impl PrunedBundle {
    /// The bundle as the next one names it.
    pub fn name(&self) -> PreviousBundle {
        PreviousBundle { file: self.file.clone(), seal: self.seal.clone() }
    }

    /// All names that go, its own last.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.files.iter().chain([&self.file])
    }
}

impl Pruned {
    /// Each bundle and the one that it follows.
    pub fn links(&self) -> impl Iterator<Item = (PreviousBundle, Option<PreviousBundle>)> + '_ {
        let names = self.bundles.iter().map(PrunedBundle::name);
        let before = std::iter::once(self.previous_bundle.clone()).chain(names.clone().map(Some));
        names.zip(before)
    }
}
