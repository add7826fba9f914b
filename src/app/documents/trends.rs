//! `trends`.

use serde::Serialize;

use crate::evidence::history::Recurrence;
use crate::evidence::v2::DOCUMENT_VERSION;

/// Which kinds of findings come again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TrendsReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Kind by kind, the most frequent first.
    pub classes: Vec<Recurrence>,
}

impl TrendsReport {
    /// Of these kinds.
    pub fn new(classes: Vec<Recurrence>) -> Self {
        Self { schema_version: DOCUMENT_VERSION, classes }
    }
}
