//! What tokens cost, by holder.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Provider;
use crate::model::Dialect;
use crate::model::price::{Price, Prices};

/// US dollars for a million tokens.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RawPrices {
    /// Tokens read.
    pub input: RawPrice,
    /// Tokens read from the provider's cache. Default: as input.
    pub cached: Option<RawPrice>,
    /// Tokens read that the provider's cache took in. Default: input and a quarter where Anthropic or
    /// OpenAI itself is asked, else as input.
    pub cache_write: Option<RawPrice>,
    /// Tokens written.
    pub output: RawPrice,
}

/// A decimal, quoted or not.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RawPrice {
    /// `3`, `0.30`
    Number(f64),
    /// `"0.30"`
    Text(String),
}

/// Prices by holder.
pub(super) fn prices(
    raw: BTreeMap<String, RawPrices>,
    providers: &BTreeMap<String, Provider>,
) -> BTreeMap<String, Prices> {
    let asks_more = |holder: &str| {
        let provider = providers.get(holder.split_once(':')?.0)?;
        Some(provider.dialect != Dialect::Gemini && provider.is_vendor())
    };
    let valid = |(holder, raw): (String, RawPrices)| {
        let input = price(&raw.input)?;
        let cached = raw.cached.as_ref().map_or(Some(input), price)?;
        let cache_write = match &raw.cache_write {
            Some(raw) => Some(price(raw)?),
            None => (asks_more(&holder) == Some(true)).then(|| input.and_a_quarter()),
        };
        Some((holder, Prices { input, cached, cache_write, output: price(&raw.output)? }))
    };
    raw.into_iter().filter_map(valid).collect()
}

fn price(raw: &RawPrice) -> Option<Price> {
    match raw {
        RawPrice::Number(number) => number.to_string().parse().ok(),
        RawPrice::Text(text) => text.parse().ok(),
    }
}
