//! How a file of evidence names a bundle: by its file and its seal. So bundles make a chain.

use serde::{Deserialize, Serialize};

use crate::model::Digest;

/// The bundle before this one, by name and seal: the chain.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PreviousBundle {
    /// File name within the same folder.
    pub file: String,
    /// Its seal.
    pub seal: Digest,
}
