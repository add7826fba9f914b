//! `prune`.

use serde::Serialize;

use crate::app::prune::RfcPruning;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::pruned::PrunedBundle;
use crate::model::SubjectId;

/// Which old reviews went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PruneReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Whether this only says what would go.
    pub dry_run: bool,
    /// RFC by RFC.
    pub rfcs: Vec<PrunedRfc>,
}

/// What went of one RFC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PrunedRfc {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Where the record of it stands, when one was written.
    pub record_path: Option<String>,
    /// The reviews that went, oldest first.
    pub pruned: Vec<PrunedBundle>,
    /// The files that went.
    pub files: Vec<String>,
    /// How many reviews stay.
    pub kept: usize,
}

impl PruneReport {
    /// Of these RFCs.
    pub fn new(is_dry: bool, rfcs: Vec<PrunedRfc>) -> Self {
        Self { schema_version: DOCUMENT_VERSION, dry_run: is_dry, rfcs }
    }
}

impl From<&RfcPruning> for PrunedRfc {
    fn from(done: &RfcPruning) -> Self {
        Self {
            rfc_id: done.rfc.clone(),
            record_path: done.record.as_ref().map(|record| format!("{}/{record}", done.folder)),
            pruned: done.gone.clone(),
            files: done.files().collect(),
            kept: done.kept,
        }
    }
}
