//! Tokens of a call.

use serde::{Deserialize, Serialize};

/// Tokens of one call, as the provider reports them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Tokens read, those from the provider's cache included.
    pub input_tokens: u64,
    /// Those of them that the provider's cache held.
    pub cached_tokens: u64,
    /// Those of them that it took in, at a price of their own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cache_write_tokens: u64,
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
            cache_write_tokens: self.cache_write_tokens.min(most),
            output_tokens: self.output_tokens.min(most),
        }
    }
}

fn is_zero(tokens: &u64) -> bool {
    *tokens == 0
}
