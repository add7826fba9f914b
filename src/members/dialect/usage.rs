//! Tokens as a reply reports them. What is missing or absurd is unknown, never zero.

use serde_json::Value;

use crate::model::Usage;

/// A figure that must be there.
pub(super) fn figure(of: &Value, name: &str) -> Option<u64> {
    of.get(name)?.as_u64()
}

/// A figure that a server leaves out when it is nought: `None` when it is there and absurd.
pub(super) fn optional(of: &Value, name: &str) -> Option<u64> {
    match of.get(name) {
        None | Some(Value::Null) => Some(0),
        Some(figure) => figure.as_u64(),
    }
}

/// More tokens than any one call can have.
const MOST: u64 = 1 << 40;

/// The usage of one call, unless it cannot be.
pub(in crate::members) fn usage(said: Usage) -> Option<Usage> {
    let Usage { input_tokens, cached_tokens, cache_write_tokens, output_tokens } = said;
    let is_absurd = cached_tokens.saturating_add(cache_write_tokens) > input_tokens
        || input_tokens > MOST
        || output_tokens > MOST;
    (!is_absurd).then_some(said)
}
