//! `ruling_{ts}_{finding}.yaml`: what a person decided on one open finding of one bundle.

use serde::{Deserialize, Serialize};

use super::previous_bundle::PreviousBundle;
use crate::adjudicate::Decision;
use crate::model::{FindingId, Signature, SubjectId, Timestamp};

/// The ruling.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    /// `2.0.0`.
    pub schema_version: String,
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// The finding, by its id in the bundle.
    pub finding_id: FindingId,
    /// What matches the finding with the same one of another review.
    pub signature: Signature,
    /// What was decided.
    pub decision: Decision,
    /// Who decided it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub ruled_at: Timestamp,
    /// The bundle that left the finding open, by file and seal.
    pub bundle: PreviousBundle,
}

impl Ruling {
    /// Its file's name: `ruling_20260126T100000Z_FND-RFC-0042-001.yaml`.
    pub fn file(&self) -> String {
        format!("ruling_{}_{}.yaml", self.ruled_at.compact(), self.finding_id)
    }
}
