//! What tokens cost: exact, in millionths of a dollar. A price that nobody named is unknown, never
//! zero.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Usage;

/// US dollars for a million tokens, as a decimal: `3`, `0.30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(with = "String"))]
pub struct Price {
    /// Millionths of a dollar for a million tokens.
    micros: u64,
}

/// A text that is no price.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no price: write dollars for a million tokens, as in 3 or 0.30")]
pub struct MalformedPrice(String);

/// No million tokens costs more.
const MOST_DOLLARS: u64 = 1_000_000;

impl FromStr for Price {
    type Err = MalformedPrice;
    fn from_str(text: &str) -> Result<Self, MalformedPrice> {
        let fault = || MalformedPrice(text.to_owned());
        let (dollars, rest) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| {
            !digits.is_empty() && digits.len() <= 7 && digits.bytes().all(|b| b.is_ascii_digit())
        };
        if !is_number(dollars) || !is_number(rest) || rest.len() > 6 {
            return Err(fault());
        }
        let dollars: u64 = dollars.parse().map_err(|_| fault())?;
        let rest: u64 = format!("{rest:0<6}").parse().map_err(|_| fault())?;
        if dollars > MOST_DOLLARS {
            return Err(fault());
        }
        Ok(Self { micros: dollars * 1_000_000 + rest })
    }
}

impl Price {
    /// A quarter more, as vendors ask for what their cache takes in.
    #[must_use]
    pub fn and_a_quarter(self) -> Self {
        Self { micros: self.micros + self.micros.div_ceil(4) }
    }
}

impl TryFrom<String> for Price {
    type Error = MalformedPrice;
    fn try_from(text: String) -> Result<Self, MalformedPrice> {
        text.parse()
    }
}

impl From<Price> for String {
    fn from(price: Price) -> Self {
        price.to_string()
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal(f, self.micros, 2)
    }
}

/// Millionths as a decimal of at least `least` places.
fn decimal(f: &mut fmt::Formatter<'_>, micros: u64, least: usize) -> fmt::Result {
    let places = format!("{:06}", micros % 1_000_000);
    let kept = places.trim_end_matches('0').len().max(least);
    write!(f, "{}.{}", micros / 1_000_000, &places[..kept])
}

/// What a model's tokens cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Tokens read.
    pub input: Price,
    /// Tokens read from the provider's cache.
    pub cached: Price,
    /// Tokens read that the cache took in; without it, as input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<Price>,
    /// Tokens written.
    pub output: Price,
}

impl Prices {
    /// What a call costs at most, whatever a cache does.
    pub fn at_most(&self, input_tokens: u64, output_tokens: u64) -> Cost {
        let read = Usage { input_tokens, output_tokens, ..Usage::default() };
        self.cost(read).max(self.cost(Usage { cache_write_tokens: input_tokens, ..read }))
    }

    /// What a call's tokens cost, rounded up.
    pub fn cost(&self, usage: Usage) -> Cost {
        let cached = usage.cached_tokens.min(usage.input_tokens);
        let written = usage.cache_write_tokens.min(usage.input_tokens - cached);
        let parts = [
            (usage.input_tokens - cached - written, self.input),
            (written, self.cache_write.unwrap_or(self.input)),
            (cached, self.cached),
            (usage.output_tokens, self.output),
        ];
        let whole: u128 =
            parts.iter().map(|&(n, price)| u128::from(n) * u128::from(price.micros)).sum();
        Cost { micros: u64::try_from(whole.div_ceil(1_000_000)).unwrap_or(u64::MAX) }
    }
}

/// US dollars, exact to a millionth.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(with = "String"))]
pub struct Cost {
    micros: u64,
}

impl TryFrom<String> for Cost {
    type Error = MalformedPrice;
    fn try_from(text: String) -> Result<Self, MalformedPrice> {
        let Price { micros } = text.parse()?;
        let cost = Self { micros };
        if cost.to_string() == text { Ok(cost) } else { Err(MalformedPrice(text)) }
    }
}

impl From<Cost> for String {
    fn from(cost: Cost) -> Self {
        cost.to_string()
    }
}

impl Cost {
    /// A sum as somebody else reckoned it, rounded up; `None` when no call can cost that.
    pub fn of_dollars(dollars: f64) -> Option<Self> {
        let most = MOST_DOLLARS as f64;
        let micros = (0.0..=most).contains(&dollars).then(|| (dollars * 1e6).ceil())?;
        format!("{micros:.0}").parse().ok().map(|micros| Self { micros })
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { micros: self.micros.saturating_add(other.micros) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal(f, self.micros, 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_a_decimal_and_stays_what_was_written() {
        for (text, shown) in
            [("3", "3.00"), ("0.30", "0.30"), ("0.075", "0.075"), ("15.000001", "15.000001")]
        {
            assert_eq!(text.parse::<Price>().expect("a price").to_string(), shown);
        }
        for text in ["", ".", "3.", ".5", "-1", "1e3", "NaN", "0.0000001", "3,00", " 3", "2000000"]
        {
            assert!(text.parse::<Price>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_cost_is_exact_and_rounded_up() {
        let price = |text: &str| text.parse().expect("a price");
        let prices = Prices {
            input: price("3"),
            cached: price("0.30"),
            cache_write: None,
            output: price("15"),
        };
        let cost = |input_tokens, cached_tokens, output_tokens| {
            let usage = Usage { input_tokens, cached_tokens, output_tokens, ..Usage::default() };
            prices.cost(usage).to_string()
        };
        assert_eq!(cost(1_000_000, 0, 0), "3.0000");
        assert_eq!(cost(12_345, 10_000, 678), "0.020205");
        assert_eq!(cost(0, 0, 0), "0.0000");
        assert_eq!(cost(1, 1, 0), "0.000001", "a part of a millionth is one");
        assert_eq!(cost(5, 9, 0), "0.000002", "no more comes from the cache than was read");
        let dearer = Prices { cache_write: Some(prices.input.and_a_quarter()), ..prices };
        let usage = Usage {
            input_tokens: 100,
            cached_tokens: 20,
            cache_write_tokens: 40,
            output_tokens: 1,
        };
        assert_eq!(prices.cost(usage).to_string(), "0.000261");
        assert_eq!(dearer.cost(usage).to_string(), "0.000291", "0.75 dollars more for 40");
        assert_eq!(dearer.at_most(100, 0).to_string(), "0.000375");
        assert_eq!(prices.at_most(100, 0).to_string(), "0.0003");
        let most = prices.cost(Usage { input_tokens: u64::MAX, ..Usage::default() });
        assert_eq!(most.plus(most).to_string(), most.to_string(), "it does not wrap around");
    }
}
