//! The calls of a session, and what they cost together.

use serde::{Deserialize, Serialize};

use super::inputs::FileNumber;
use crate::core::look::{LookStatus, Refusal};
use crate::model::{Digest, MemberName, Receipt};

/// One call in a few lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Its number, from 1.
    pub call: u32,
    /// Who was asked.
    pub agent_id: MemberName,
    /// What was asked.
    pub question: String,
    /// 1, and one more each time that the question was asked again.
    pub attempt: u8,
    /// Digest of the task.
    pub task: Digest,
    /// `ESTIMATING`, `DISPATCHED`, `ANSWERED`, `FAILED`, or `LOST` when the session went down.
    pub outcome: String,
    /// Digest of the reply.
    pub reply: Option<Digest>,
    /// Why it failed.
    pub fault: Option<String>,
    /// What it took.
    #[serde(default)]
    pub receipt: Receipt,
    /// Tokens charged.
    pub charged: u64,
    /// From its dispatch to its end, by the session's clock.
    pub seconds: Option<u64>,
    /// US dollars; `unknown` without a price or without usage; none from a seat that sends nothing.
    pub cost_usd: Option<String>,
    /// What the member asked to see before it answered, and was shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<Look>,
}

/// What a member asked to see, or one of several places that it was shown for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The round of the task, from 1.
    pub turn: u32,
    /// `file`, `search`, `symbol`, `callers` or `list`.
    pub kind: String,
    /// What of that kind.
    pub request: String,
    /// What became of it; none when the session ended before.
    pub status: Option<LookStatus>,
    /// Why it was not shown.
    pub why: Option<Refusal>,
    /// The file, when lines of one were shown.
    pub file: Option<FileNumber>,
    /// Its lines, as `10-80`.
    pub lines: Option<String>,
}

/// What calls cost together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename = "Cost")]
pub struct CallCosts {
    /// US dollars of the calls whose cost is known.
    pub known_usd: String,
    /// Calls whose cost is unknown. It is not zero.
    pub unknown_calls: u32,
}
