//! One call: its messages, what became of it, and what it took.

use std::sync::Arc;

use crate::core::call::CallError;
use crate::core::look::{Exchange, ShownPage};
use crate::core::protocol::{CallId, OutOfTurn};
use crate::model::{Digest, MemberId, Receipt, Usage};

/// Tokens that fences and words around what is shown take: of eight requests, some 800.
const FRAME: u64 = 1_200;
/// Tokens that a LOOK has at the most where its member is not told the task again: eight requests have
/// some 400. So what it leaves for the next message is known before.
const LOOK: u64 = 4_000;
/// Tokens of text below which an exchange is not worth its message.
const LEAST_SHOWN: u64 = 800;

/// One call, from reservation to outcome.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallRecord<T> {
    /// Its number.
    pub id: CallId,
    /// Who was asked.
    pub member: MemberId,
    /// What was asked; shared by the copies of a state.
    pub task: Arc<T>,
    /// What became of it.
    pub outcome: CallOutcome,
    /// What the member looked at before.
    pub looks: CallLooks,
}

/// The looks of one task, as far as a call of it has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct CallLooks {
    /// All of the task, those of an earlier attempt included.
    pub exchanges: Vec<Arc<Exchange>>,
    /// How many of them an earlier call has paid.
    pub inherited: usize,
    /// Tokens that the task may still commit, the message under way included; not known before
    /// everything that is asked at once is estimated.
    pub(super) left: Option<u64>,
    /// Whether the last exchange was not sent yet.
    pub(super) is_fresh: bool,
    /// What the last message was estimated at.
    pub(super) message: u64,
    /// What the next one takes before anything is shown in it, where it does not repeat the last.
    pub(super) again: Option<u64>,
    /// Whether what is left covers no further exchange.
    pub(super) is_over: bool,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// The estimate of its next message is awaited.
    Estimating,
    /// It is under way.
    Dispatched,
    /// What the member asked to see is awaited.
    Looking,
    /// It was answered and the answer taken.
    Answered {
        /// What it took.
        receipt: Receipt,
        /// Tokens charged.
        charged: u64,
        /// Digest of the reply.
        reply: Digest,
    },
    /// It failed, or its answer was refused.
    Failed {
        /// Why.
        fault: CallError,
        /// What it took all the same.
        receipt: Receipt,
        /// Tokens charged.
        charged: u64,
    },
    /// It was under way when the session went down: nobody knows what became of it, so it counts
    /// as its reservation, and a new call asks the same.
    Lost {
        /// Tokens charged.
        charged: u64,
    },
}

impl CallOutcome {
    /// Whether its answer is awaited.
    pub const fn is_dispatched(&self) -> bool {
        matches!(self, CallOutcome::Dispatched)
    }

    /// Whether anything of it is still awaited.
    pub const fn is_under_way(&self) -> bool {
        matches!(self, CallOutcome::Estimating | CallOutcome::Dispatched | CallOutcome::Looking)
    }
}

impl<T> CallRecord<T> {
    /// What it looked at itself.
    pub fn own_looks(&self) -> &[Arc<Exchange>] {
        &self.looks.exchanges[self.looks.inherited..]
    }

    /// Whether it looked at something.
    pub fn is_looking(&self) -> bool {
        !self.own_looks().is_empty()
    }

    /// Whether anything of it was sent.
    pub fn is_sent(&self) -> bool {
        self.outcome != CallOutcome::Estimating || self.is_looking()
    }

    /// Tokens charged for all its messages.
    pub fn charged(&self) -> u64 {
        let last = match &self.outcome {
            CallOutcome::Estimating | CallOutcome::Dispatched | CallOutcome::Looking => 0,
            CallOutcome::Answered { charged, .. }
            | CallOutcome::Failed { charged, .. }
            | CallOutcome::Lost { charged } => *charged,
        };
        self.own_looks().iter().fold(last, |sum, look| sum.saturating_add(look.charged))
    }

    /// Its outcome in one word, as in the evidence.
    pub fn outcome_name(&self) -> &'static str {
        match &self.outcome {
            CallOutcome::Answered { .. } => "ANSWERED",
            CallOutcome::Failed { .. } => "FAILED",
            CallOutcome::Lost { .. } => "LOST",
            CallOutcome::Looking => "LOOKING",
            CallOutcome::Estimating | CallOutcome::Dispatched if self.is_looking() => "LOOKING",
            CallOutcome::Estimating => "ESTIMATING",
            CallOutcome::Dispatched => "DISPATCHED",
        }
    }

    /// What all its messages took. Usage that one of them does not say is unknown for all.
    pub fn receipt(&self) -> Option<Receipt> {
        let last = match &self.outcome {
            CallOutcome::Answered { receipt, .. } | CallOutcome::Failed { receipt, .. } => {
                Some(receipt.clone())
            }
            CallOutcome::Estimating
            | CallOutcome::Dispatched
            | CallOutcome::Looking
            | CallOutcome::Lost { .. } => None,
        };
        let looks = self.own_looks().iter().map(|look| look.receipt.clone());
        let all = looks.chain(last).reduce(together)?;
        let usage = all.usage.filter(|_| !matches!(self.outcome, CallOutcome::Lost { .. }));
        Some(Receipt { usage, ..all })
    }
}

/// What two messages of one call took.
fn together(first: Receipt, then: Receipt) -> Receipt {
    let sum = |a: Usage, b: Usage| Usage {
        input_tokens: a.input_tokens.saturating_add(b.input_tokens),
        cached_tokens: a.cached_tokens.saturating_add(b.cached_tokens),
        cache_write_tokens: a.cache_write_tokens.saturating_add(b.cache_write_tokens),
        output_tokens: a.output_tokens.saturating_add(b.output_tokens),
    };
    let told = |usage: Option<Usage>| usage.filter(|usage| usage.total() > 0);
    Receipt {
        usage: told(first.usage).zip(told(then.usage)).map(|(a, b)| sum(a, b)),
        requests: match (first.requests, then.requests) {
            (Some(a), Some(b)) => Some(a.saturating_add(b)),
            (a, b) => a.or(b),
        },
        without_schema: first.without_schema || then.without_schema,
        by_fallback: first.by_fallback || then.by_fallback,
        cost_usd: first.cost_usd.zip(then.cost_usd).map(|(a, b)| a.plus(b)),
        model: then.model.or(first.model),
        prompt: then.prompt.or(first.prompt),
        kept_from: None,
    }
}

impl CallLooks {
    /// As a further call of the same task begins with them.
    pub(super) fn passed_on(&self) -> Self {
        Self { inherited: self.exchanges.len(), is_fresh: false, ..self.clone() }
    }

    /// Notes what a message takes at most, and whether a further exchange can follow it.
    pub(super) fn sends(&mut self, tokens: u64) {
        self.message = tokens;
        let asks = if self.again.is_some() { LOOK } else { tokens };
        let both = tokens.saturating_add(asks).saturating_add(LEAST_SHOWN + FRAME);
        self.is_over |= self.left.is_some_and(|left| left < both);
    }

    /// Whether a LOOK that was charged so much takes what the next message needs.
    pub(super) fn is_too_long(&self, charged: u64) -> bool {
        self.again.is_some()
            && charged > self.message.saturating_sub(self.next()).saturating_add(LOOK)
    }

    /// What the next message takes before anything is shown in it: it repeats the last one, unless its
    /// member keeps what it was told.
    fn next(&self) -> u64 {
        self.again.unwrap_or(self.message).min(self.message)
    }

    /// The most characters that the next message can show within what is left. Texts of code have
    /// about three characters a token; with two and a half, all fits.
    pub(super) fn room(&self) -> usize {
        let Some(left) = self.left else { return usize::MAX };
        let tokens = left.saturating_sub(self.next()).saturating_sub(FRAME);
        usize::try_from(tokens.saturating_mul(5) / 2).unwrap_or(usize::MAX)
    }

    /// Takes away what was not sent yet; `false` when that was done before.
    pub(super) fn withhold(&mut self) -> bool {
        let Some(last) = self.exchanges.last_mut().filter(|last| !last.is_withheld) else {
            return false;
        };
        Arc::make_mut(last).is_withheld = true;
        self.is_over = true;
        true
    }
}

/// Takes what was looked up: each request has its pages, and no other has.
pub(super) fn shown<T>(record: &mut CallRecord<T>, pages: Vec<ShownPage>) -> Result<(), OutOfTurn> {
    let last = record.looks.exchanges.last_mut().expect("it asked to see");
    let asked = 1..=last.requests.len() as u32;
    let is_whole = pages.iter().all(|page| asked.contains(&page.request))
        && asked.clone().all(|n| pages.iter().any(|page| page.request == n));
    if !is_whole {
        return Err(OutOfTurn("what is shown is not what was asked for".to_owned()));
    }
    Arc::make_mut(last).pages = pages;
    record.looks.is_fresh = true;
    record.outcome = CallOutcome::Estimating;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_offered_while_a_message_with_something_in_it_can_be_paid() {
        let after = |left, tokens| {
            let mut looks = CallLooks { left: Some(left), ..CallLooks::default() };
            looks.sends(tokens);
            looks
        };
        assert!(after(21_999, 10_000).is_over);
        let mut looks = after(22_000, 10_000);
        assert!(!looks.is_over);
        // The message was paid in full.
        looks.left = Some(12_000);
        assert_eq!(looks.room(), 2_000);
        looks.left = Some(10_000);
        assert_eq!(looks.room(), 0);
        assert_eq!(CallLooks::default().room(), usize::MAX);
        // Who keeps the task is told only what is new.
        let mut looks =
            CallLooks { left: Some(16_000), again: Some(3_000), ..CallLooks::default() };
        looks.sends(10_000);
        assert!(!looks.is_over && !looks.is_too_long(11_000) && looks.is_too_long(11_001));
        looks.left = Some(5_000);
        assert_eq!(looks.room(), 2_000);
    }
}
