//! Token accounting: reserve before a call, settle after it. Spent plus reserved never exceeds the
//! limit (THREATS.md A7).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::protocol::CallId;
use crate::model::Usage;

/// The most tokens that a record counts: every reader of YAML or JSON takes a number up to here
/// exactly. Whatever says more means "absurdly many".
pub const COUNTABLE: u64 = (1 << 53) - 1;

/// What a session may use, has used and has promised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Budget {
    limit: u64,
    spent: u64,
    reserved: BTreeMap<CallId, u64>,
}

impl Budget {
    /// A fresh budget of `limit` tokens.
    pub fn new(limit: u64) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Tokens of settled calls.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Tokens promised to calls that are under way.
    pub fn reserved(&self) -> u64 {
        self.reserved.values().fold(0, |sum, &tokens| sum.saturating_add(tokens))
    }

    /// Tokens promised to one call.
    pub fn reserved_for(&self, call: CallId) -> u64 {
        self.reserved.get(&call).copied().unwrap_or(0)
    }

    /// Tokens that the session may use in all.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Promises tokens to a call; `false`, and nothing happens, when they are not there.
    pub fn reserve(&mut self, call: CallId, tokens: u64) -> bool {
        let committed = self.spent.saturating_add(self.reserved());
        if tokens > self.limit.saturating_sub(committed) {
            return false;
        }
        self.reserved.insert(call, tokens);
        true
    }

    /// Gives back what was reserved for a call that nothing was sent for; nothing is charged.
    pub fn release(&mut self, call: CallId) {
        self.reserved.remove(&call);
    }

    /// Settles a call. Usage that is missing, zero or more than was reserved cannot be right and
    /// counts as the reservation.
    pub fn settle(&mut self, call: CallId, usage: Option<Usage>) -> u64 {
        let reserved = self.reserved.remove(&call).unwrap_or(0);
        let charged = match usage.map(Usage::total) {
            Some(tokens) if tokens > 0 && tokens <= reserved => tokens,
            _ => reserved,
        };
        self.spent += charged;
        charged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_usage_counts_as_the_reservation() {
        for (usage, charged) in
            [(None, 100), (Some(0), 100), (Some(u64::MAX), 100), (Some(101), 100), (Some(40), 40)]
        {
            let mut budget = Budget::new(1_000);
            assert!(budget.reserve(CallId(1), 100));
            let usage_of = crate::model::Receipt::of_tokens(usage).usage;
            assert_eq!(budget.settle(CallId(1), usage_of), charged, "{usage:?}");
            assert_eq!((budget.spent(), budget.reserved()), (charged, 0));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_reserved() {
        let mut budget = Budget::new(100);
        assert!(budget.reserve(CallId(1), 60));
        assert!(!budget.reserve(CallId(2), 41));
        assert!(budget.reserve(CallId(3), 40));
        assert!(!budget.reserve(CallId(4), u64::MAX));
        assert_eq!(budget.spent() + budget.reserved(), 100);
    }
}
