//! The part of the configuration that says what passes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::policy::{MergePolicy, ReviewDepth};
use crate::model::{SeatId, Verdict};

/// The words of `verdicts`.
pub(super) const VERDICTS: [&str; 6] = [
    "APPROVED",
    "APPROVED_WITH_REMEDIATION",
    "NOT_APPLICABLE",
    "NEEDS_ADJUDICATION",
    "REJECTED",
    "ABORTED",
];

/// What `check` lets pass. With `--base` it counts as it stands there.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPolicy {
    /// Verdicts that pass. Default: APPROVED, APPROVED_WITH_REMEDIATION, NOT_APPLICABLE.
    pub verdicts: Option<Vec<Verdict>>,
    /// The least depth of a review: council (the default) or standard.
    pub depth: Option<RawDepth>,
    /// Whether a review without any model suffices. Default: true.
    pub offline: Option<bool>,
    /// Whether MAJOR findings may stay open. Default: true.
    pub open_majors: Option<bool>,
    /// Seats that a model must have held to the end. Default: none.
    pub seats: Option<Vec<SeatId>>,
}

/// A depth as it is written on the command line.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RawDepth {
    /// Gates and council.
    Council,
    /// The deterministic gates alone.
    Standard,
}

pub(super) fn policy(raw: RawPolicy) -> MergePolicy {
    let defaults = MergePolicy::default();
    MergePolicy {
        verdicts: raw.verdicts.unwrap_or(defaults.verdicts),
        depth: raw.depth.map_or(defaults.depth, |depth| match depth {
            RawDepth::Council => ReviewDepth::Council,
            RawDepth::Standard => ReviewDepth::Standard,
        }),
        offline: raw.offline.unwrap_or(defaults.offline),
        open_majors: raw.open_majors.unwrap_or(defaults.open_majors),
        seats: raw.seats.unwrap_or(defaults.seats),
    }
}
