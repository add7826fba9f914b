//! How sure an answer is: what its voices said, and never more; one step down for each thing that
//! speaks against it (COUNCILS.md §1.8).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::opening::Opening;
use super::point::Grounding;
use super::said::Voices;
use super::statement::StatedLevel;
use crate::model::{Choice, MemberId};

/// How sure an answer is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnswerConfidence {
    /// The lower median of what the voices on the answer's side said.
    pub stated: StatedLevel,
    /// What is told: at most that.
    pub disclosed: StatedLevel,
    /// What lowered it.
    #[serde(default)]
    pub lowered_by: Vec<LoweredBy>,
}

/// What lowers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LoweredBy {
    /// A round was skipped.
    ShortCircuit,
    /// A voice was lost.
    Degraded,
    /// Nobody reviewed.
    NoReviews,
    /// All voices are one provider's one model.
    OneModel,
    /// Fewer than half of the points are grounded, though there was something to quote.
    PoorlyGrounded,
    /// The answer goes against the majority.
    Contested,
    /// No synthesis words it: it was put together by code.
    Derived,
    /// The best single opinion stands in for a synthesis.
    Fallback,
    /// Every statement as given stands in for a synthesis.
    Raw,
}

impl LoweredBy {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            LoweredBy::ShortCircuit => "SHORT_CIRCUIT",
            LoweredBy::Degraded => "DEGRADED",
            LoweredBy::NoReviews => "NO_REVIEWS",
            LoweredBy::OneModel => "ONE_MODEL",
            LoweredBy::PoorlyGrounded => "POORLY_GROUNDED",
            LoweredBy::Contested => "CONTESTED",
            LoweredBy::Derived => "DERIVED",
            LoweredBy::Fallback => "FALLBACK",
            LoweredBy::Raw => "RAW",
        }
    }

    /// Whether nothing above LOW is told with it.
    const fn is_low(self) -> bool {
        matches!(self, LoweredBy::Derived | LoweredBy::Fallback | LoweredBy::Raw)
    }
}

/// The confidence of an answer that gives a choice, lowered by causes.
pub fn confidence(
    voices: &Voices,
    answer: Choice,
    causes: impl IntoIterator<Item = LoweredBy>,
) -> AnswerConfidence {
    let of_side = voices.values().filter(|voice| voice.choice == answer);
    let mut said: Vec<StatedLevel> = of_side.map(|voice| voice.confidence).collect();
    said.sort_unstable();
    let stated = said.get(said.len().saturating_sub(1) / 2).copied().unwrap_or(StatedLevel::Low);
    let causes: BTreeSet<LoweredBy> = causes.into_iter().collect();
    let lowered = causes.iter().fold(stated, |level, _| level.lower());
    let disclosed =
        if causes.iter().any(|cause| cause.is_low()) { StatedLevel::Low } else { lowered };
    AnswerConfidence { stated, disclosed, lowered_by: causes.into_iter().collect() }
}

/// What lowers the confidence of every kind of council: a voice that was lost, one model alone,
/// points without grounds where there was something to quote.
pub fn common_causes<P>(opening: &Opening<P>, voices: &Voices, has_looked: bool) -> Vec<LoweredBy> {
    let mut causes = Vec::new();
    if opening.voices().any(|voice| !voices.contains_key(&voice)) {
        causes.push(LoweredBy::Degraded);
    }
    if is_one_model(opening, voices.keys().copied()) {
        causes.push(LoweredBy::OneModel);
    }
    let points: Vec<Grounding> =
        voices.values().flat_map(|voice| &voice.points).map(|point| point.grounding).collect();
    let grounded = points.iter().filter(|grounding| **grounding == Grounding::Grounded).count();
    if (opening.has_materials || has_looked) && grounded * 2 < points.len() {
        causes.push(LoweredBy::PoorlyGrounded);
    }
    causes
}

/// Whether all are one provider's one model.
fn is_one_model<P>(opening: &Opening<P>, voices: impl Iterator<Item = MemberId>) -> bool {
    let identity = |member| &opening.sitter(member).identity;
    let models: BTreeSet<_> =
        voices.map(identity).map(|who| (who.provider.as_str(), who.model.as_str())).collect();
    models.len() == 1
}
