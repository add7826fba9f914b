//! `ruling_{ts}_REMOVAL.yaml`: a person's word that an RFC may be taken away.

use serde::{Deserialize, Serialize};

use super::previous_bundle::PreviousBundle;
use crate::model::{SubjectId, Timestamp};

/// What stands in the place of a finding's id, on the command line and in the file.
pub const REMOVAL: &str = "REMOVAL";

/// The one thing that such a ruling is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RemovalPoint {
    /// That the RFC goes.
    #[serde(rename = "REMOVAL")]
    Removal,
}

/// The one thing that can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RemovalDecision {
    /// The RFC may be taken away.
    #[serde(rename = "UPHOLD")]
    Uphold,
}

/// The ruling. It counts while the bundle that it names is the newest of the RFC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Removal {
    /// `2.0.0`.
    pub schema_version: String,
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// `REMOVAL`.
    pub finding_id: RemovalPoint,
    /// `UPHOLD`.
    pub decision: RemovalDecision,
    /// Who decided it.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When.
    pub ruled_at: Timestamp,
    /// The newest bundle of the RFC, by file and seal.
    pub bundle: PreviousBundle,
}

impl Removal {
    /// Its file's name: `ruling_20260126T100000Z_REMOVAL.yaml`.
    pub fn file(&self) -> String {
        format!("ruling_{}_{REMOVAL}.yaml", self.ruled_at.compact())
    }
}
