//! What a review may spend and how its council chooses its modes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SeatId, Verdict};

/// How a seat comes by its five modes (DESIGN.md §7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModePolicy {
    /// The seat selects.
    Agent,
    /// The seat's key modes.
    Fixed,
    /// Two anchors and three drawn with a recorded seed.
    Anchored,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReviewDepth {
    /// Gates and council.
    Council,
    /// The deterministic gates alone, sealed.
    Standard,
}

impl ReviewDepth {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            ReviewDepth::Council => "COUNCIL",
            ReviewDepth::Standard => "STANDARD",
        }
    }
}

/// The limits of one session.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CouncilPolicy {
    /// How seats come by their modes.
    pub modes: ModePolicy,
    /// Seconds from INIT to the end; the session is ABORTED(TIMEOUT) after that.
    pub timeout_seconds: u64,
    /// Tokens that all calls together may use.
    pub token_budget: u64,
}

impl Default for CouncilPolicy {
    fn default() -> Self {
        Self { modes: ModePolicy::Fixed, timeout_seconds: 3_600, token_budget: 150_000 }
    }
}

/// What a change needs in order to pass `check` (DESIGN.md §4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MergePolicy {
    /// Verdicts that pass.
    pub verdicts: Vec<Verdict>,
    /// The least depth of a review.
    pub depth: ReviewDepth,
    /// Whether a review without any model suffices.
    pub offline: bool,
    /// Whether MAJOR findings may stay open.
    pub open_majors: bool,
    /// Seats that a model must have held to the end.
    pub seats: Vec<SeatId>,
}

impl Default for MergePolicy {
    fn default() -> Self {
        Self {
            verdicts: vec![
                Verdict::Approved,
                Verdict::ApprovedWithRemediation,
                Verdict::NotApplicable,
            ],
            depth: ReviewDepth::Council,
            offline: true,
            open_majors: true,
            seats: Vec::new(),
        }
    }
}

/// Two equal cast votes make quorum; fewer live seats than this end the session (DESIGN.md §7).
pub const QUORUM: usize = 2;

/// The most characters that one text of a reply may have (THREATS.md D10).
pub const MAX_TEXT: usize = 2_000;
