//! What is known of a call beside its answer: what was sent, who served it, what it used.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Digest, SessionId};

/// Tokens of one call, as the provider reports them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens read, those from the provider's cache included.
    pub input_tokens: u64,
    /// Those of them that the provider's cache held.
    pub cached_tokens: u64,
    /// Tokens written, those thought before the answer included.
    pub output_tokens: u64,
}

impl Usage {
    /// All of them: what a budget counts.
    pub fn total(self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }

    /// With no figure above `most`.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self {
            input_tokens: self.input_tokens.min(most),
            cached_tokens: self.cached_tokens.min(most),
            output_tokens: self.output_tokens.min(most),
        }
    }
}

/// What is known of a call beside its answer. The default is that of a seat that sends nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// Tokens, when the provider reports them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// The earlier session whose answer to the same prompt was kept; nobody was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_from: Option<SessionId>,
}

impl Receipt {
    /// A receipt that reports `tokens` read, and nothing else.
    pub fn of_tokens(tokens: impl Into<Option<u64>>) -> Self {
        let usage = |input_tokens| Usage { input_tokens, ..Usage::default() };
        Self { usage: tokens.into().map(usage), ..Self::default() }
    }
}
