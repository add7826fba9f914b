//! `show RFC FINDING`.

use serde::Serialize;

use crate::evidence::v2::bundle::Finding;

/// One finding of a bundle, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FindingReport {
    /// Where the bundle stands.
    pub bundle_path: String,
    /// The finding.
    pub finding: Finding,
}
