//! The calls of a session, and what they cost together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{Digest, MemberName, Receipt};

/// One call in a few lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub receipt: Receipt,
    /// Tokens charged.
    pub charged: u64,
    /// From its dispatch to its end, by the session's clock.
    pub seconds: Option<u64>,
    /// US dollars; `unknown` without a price or without usage; none from a seat that sends nothing.
    pub cost_usd: Option<String>,
}

/// What calls cost together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename = "Cost")]
pub struct CallCosts {
    /// US dollars of the calls whose cost is known.
    pub known_usd: String,
    /// Calls whose cost is unknown. It is not zero.
    pub unknown_calls: u32,
}
