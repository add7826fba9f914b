//! What is remembered of a holder from one session to the next: its answers, and how it counts
//! tokens. Losing it costs money, and nothing else.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::model::{Digest, Identity, Receipt, SessionName};
use crate::port::Answers;

/// What a prompt can count as, in thousandths of our estimate: never less, so that a provider that
/// reports too little does not shrink what is reserved (THREATS.md A7), and never more than twice.
const MEASURES: RangeInclusive<u64> = 1_000..=2_000;

/// What is remembered of one holder.
pub(super) struct Memory {
    holder: Identity,
    answers: Option<Arc<dyn Answers>>,
    /// Thousandths of our estimate that the holder's own tokenizer makes of it, as last reported.
    measure: AtomicU64,
}

/// An answer as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    /// The prompt that it answers.
    prompt: Digest,
    /// In which it was given.
    pub(super) session: SessionName,
    /// The model that gave it, as the provider named it.
    pub(super) model: Option<String>,
    /// What it said.
    pub(super) answer: String,
}

impl Memory {
    /// What `answers` hold of a holder; nothing when there are none.
    pub(super) fn of(holder: Identity, answers: Option<Arc<dyn Answers>>) -> Self {
        let memory = Self { holder, answers, measure: AtomicU64::new(*MEASURES.start()) };
        if let Some(measure) = memory.measured_before() {
            memory.measure.store(measure, Ordering::Relaxed);
        }
        memory
    }

    /// The name of an answer: all that was asked, and of whom.
    fn answer_key(&self, prompt: &Digest) -> Digest {
        let Identity { provider, model, parameters, .. } = &self.holder;
        let whom = serde_json::to_vec(&(provider, model, parameters)).expect("text keys only");
        Digest::of_parts([b"answer".as_slice(), whom.as_slice(), prompt.as_str().as_bytes()])
    }

    fn measure_key(&self) -> Digest {
        let Identity { provider, model, .. } = &self.holder;
        Digest::of_parts([b"measure".as_slice(), provider.as_bytes(), model.as_bytes()])
    }

    /// The kept answer to a prompt, if it still answers the question: `answers` says so.
    pub(super) fn answer(&self, prompt: &Digest, answers: impl Fn(&[u8]) -> bool) -> Option<Kept> {
        let bytes = self.answers.as_ref()?.get(&self.answer_key(prompt))?;
        let kept: Kept = serde_json::from_slice(&bytes).ok()?;
        (kept.prompt == *prompt && answers(kept.answer.as_bytes())).then_some(kept)
    }

    /// Keeps an answer that could be read.
    pub(super) fn keep(&self, session: &SessionName, receipt: &Receipt, bytes: &[u8]) {
        let (Some(answers), Some(prompt)) = (&self.answers, &receipt.prompt) else { return };
        let kept = Kept {
            prompt: prompt.clone(),
            session: session.clone(),
            model: receipt.model.clone(),
            answer: String::from_utf8_lossy(bytes).into_owned(),
        };
        let bytes = serde_json::to_vec(&kept).expect("text keys only");
        answers.put(&self.answer_key(prompt), &bytes);
    }

    fn measured_before(&self) -> Option<u64> {
        let bytes = self.answers.as_ref()?.get(&self.measure_key())?;
        let measure = std::str::from_utf8(&bytes).ok()?.parse().ok()?;
        MEASURES.contains(&measure).then_some(measure)
    }

    /// Takes what the provider counted as the measure of the next estimates.
    pub(super) fn measure(&self, estimate: u64, receipt: &Receipt) {
        let Some(usage) = receipt.usage.filter(|usage| usage.input_tokens > 0 && estimate > 0)
        else {
            return;
        };
        let measure = usage.input_tokens.saturating_mul(1_000) / estimate;
        let measure = measure.clamp(*MEASURES.start(), *MEASURES.end());
        if self.measure.swap(measure, Ordering::Relaxed) == measure {
            return;
        }
        if let Some(answers) = &self.answers {
            answers.put(&self.measure_key(), measure.to_string().as_bytes());
        }
    }

    /// An estimate in the holder's own tokens.
    pub(super) fn measured(&self, estimate: u64) -> u64 {
        estimate.saturating_mul(self.measure.load(Ordering::Relaxed)).div_ceil(1_000)
    }
}
