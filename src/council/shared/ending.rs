//! How a council about a question ended, and what is told with its answer.

use serde::{Deserialize, Serialize};

use crate::model::{AbortReason, CouncilResult};

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CouncilEnding {
    /// What came of it.
    pub result: CouncilResult,
    /// Why it did not come to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abort: Option<AbortReason>,
    /// Why, in one line; an abort's line begins with its reason.
    pub reason: String,
}

impl CouncilEnding {
    /// It came to its end.
    pub fn with(result: CouncilResult, reason: impl Into<String>) -> Self {
        Self { result, abort: None, reason: reason.into() }
    }

    /// It did not.
    pub fn aborted(abort: AbortReason, why: &str) -> Self {
        let reason = format!("{abort}: {why}");
        Self { result: CouncilResult::Aborted, abort: Some(abort), reason }
    }
}

/// A fixed text that is told with an answer (COUNCILS.md §1.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Disclaimer {
    /// The chair gave no synthesis.
    ChairFailed,
    /// Nobody gave a synthesis.
    SynthesisFailed,
    /// Who words the synthesis is a voice, too.
    DualRole,
    /// A voice was lost.
    Degraded,
    /// All agree.
    AllAgree,
    /// A round was skipped.
    ShortCircuit,
    /// A replacement answered for a member.
    FallbackHolder,
    /// The built-in rules answered.
    Offline,
    /// It is a recorded example.
    Demonstration,
}

impl Disclaimer {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Disclaimer::ChairFailed => "CHAIR_FAILED",
            Disclaimer::SynthesisFailed => "SYNTHESIS_FAILED",
            Disclaimer::DualRole => "DUAL_ROLE",
            Disclaimer::Degraded => "DEGRADED",
            Disclaimer::AllAgree => "ALL_AGREE",
            Disclaimer::ShortCircuit => "SHORT_CIRCUIT",
            Disclaimer::FallbackHolder => "FALLBACK_HOLDER",
            Disclaimer::Offline => "OFFLINE",
            Disclaimer::Demonstration => "DEMONSTRATION",
        }
    }
}
