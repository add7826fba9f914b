//! What is known of a call beside its answer: what was sent, who served it, what it used.

use serde::{Deserialize, Serialize};

use super::price::Cost;
use super::{Digest, SessionName, Usage};

/// What is known of a call beside its answer. The default is that of a seat that sends nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Receipt {
    /// Digest of all that was sent; none from a seat that reads the task itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Digest>,
    /// The model that answered, as the provider names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Requests that it took: more than one when some ended in a fault that passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u32>,
    /// Whether it was sent without the schema of its answer, because the provider took none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub without_schema: bool,
    /// Tokens, when the provider reports them; of a mailbox by our own estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// US dollars, where whoever answered says them itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<Cost>,
    /// Whether another holder answered, because the first could not be reached.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_fallback: bool,
    /// The earlier session whose answer to the same prompt was kept; nobody was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_from: Option<SessionName>,
}

impl Receipt {
    /// A receipt that reports `tokens` read, and nothing else.
    pub fn of_tokens(tokens: impl Into<Option<u64>>) -> Self {
        let usage = |input_tokens| Usage { input_tokens, ..Usage::default() };
        Self { usage: tokens.into().map(usage), ..Self::default() }
    }
}
