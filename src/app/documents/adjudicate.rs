//! `adjudicate`: a ruling on a finding, and one on the removal of an RFC.

use serde::Serialize;

use super::review::Reviewed;
use crate::app::adjudicate::Ruled;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::removal::Removal;
use crate::evidence::v2::ruling::Ruling;
use crate::model::FindingId;

/// What a ruling led to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AdjudicateReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Where the ruling stands.
    pub ruling_path: String,
    /// The ruling.
    pub ruling: Ruling,
    /// The findings that are still open.
    pub open: Vec<FindingId>,
    /// The review that follows from the last ruling.
    pub review: Option<Reviewed>,
}

impl From<Ruled> for AdjudicateReport {
    fn from(ruled: Ruled) -> Self {
        let Ruled { ruling, path, open, done } = ruled;
        Self {
            schema_version: DOCUMENT_VERSION,
            ruling_path: path,
            ruling,
            open,
            review: done.map(Reviewed::from),
        }
    }
}

/// The ruling that changes may remove an RFC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RemovalReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Where the ruling stands.
    pub ruling_path: String,
    /// The ruling.
    pub ruling: Removal,
}

impl RemovalReport {
    /// A ruling and its path.
    pub fn new(ruling: Removal, ruling_path: String) -> Self {
        Self { schema_version: DOCUMENT_VERSION, ruling_path, ruling }
    }
}
