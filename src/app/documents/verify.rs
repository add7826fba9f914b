//! `verify BUNDLE…`.

use serde::Serialize;

use super::fault::{self, FaultDocument};
use crate::app::verify::{Freshness, Verified};
use crate::evidence::read::EvidenceReadFault;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::outcome::Outcome;
use crate::model::{CouncilId, CouncilResult, SubjectId, Verdict};

/// What verifying came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerifyReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Bundle by bundle.
    pub bundles: Vec<VerifiedBundle>,
}

impl VerifyReport {
    /// Of these bundles.
    pub fn new(bundles: Vec<VerifiedBundle>) -> Self {
        Self { schema_version: DOCUMENT_VERSION, bundles }
    }
}

/// One bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum VerifiedBundle {
    /// It contradicts itself or what stands beside it.
    Refused {
        /// The file, as it was named.
        file: String,
        /// `REFUSED`.
        status: Refused,
        /// Every fault that can be told apart.
        faults: Vec<FaultDocument>,
    },
    /// All of it follows.
    Sound {
        /// The file, as it was named.
        file: String,
        /// Whether it is about the files as they are.
        status: SoundStatus,
        /// Its RFC.
        #[serde(flatten)]
        rfc_id: SubjectId,
        /// Its verdict.
        verdict: Verdict,
        /// What changed since, a line each.
        changes: Vec<String>,
    },
    /// All of an outcome follows.
    SoundOutcome {
        /// The file, as it was named.
        file: String,
        /// `VERIFIED`.
        status: SoundStatus,
        /// Its council.
        council_id: CouncilId,
        /// What came of it.
        result: CouncilResult,
    },
}

/// The word for a file that is not what it says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Refused {
    /// It contradicts itself or what stands beside it.
    Refused,
}

/// Whether a sound bundle is about the files as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SoundStatus {
    /// It is.
    Verified,
    /// There is no repository to compare with.
    VerifiedAlone,
    /// A later review superseded it.
    Superseded,
    /// The files changed.
    Stale,
}

impl VerifiedBundle {
    /// The outcome of a file.
    pub fn of_council(file: &str, verified: &Result<Outcome, Vec<EvidenceReadFault>>) -> Self {
        let file = file.to_owned();
        match verified {
            Err(faults) => {
                Self::Refused { file, status: Refused::Refused, faults: fault::all(faults) }
            }
            Ok(outcome) => {
                let (council_id, result) = (outcome.head.council_id.clone(), outcome.head.result);
                Self::SoundOutcome { file, status: SoundStatus::Verified, council_id, result }
            }
        }
    }

    /// The bundle of a file.
    pub fn new(file: &str, verified: &Verified) -> Self {
        let file = file.to_owned();
        match verified {
            Verified::Unsound(faults) => {
                Self::Refused { file, status: Refused::Refused, faults: fault::all(faults) }
            }
            Verified::Sound { bundle, freshness } => {
                let (status, changes) = match freshness {
                    Freshness::Fresh => (SoundStatus::Verified, &[][..]),
                    Freshness::Unknown => (SoundStatus::VerifiedAlone, &[][..]),
                    Freshness::Superseded => (SoundStatus::Superseded, &[][..]),
                    Freshness::Stale(changes) => (SoundStatus::Stale, changes.as_slice()),
                };
                let (rfc_id, verdict) = (bundle.rfc_id.clone(), bundle.verdict);
                Self::Sound { file, status, rfc_id, verdict, changes: changes.to_vec() }
            }
        }
    }
}
