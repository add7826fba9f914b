//! A reply as whoever can see the inputs admitted it: with what became of each quote, and with how it
//! differs from what was asked for.

use serde::{Deserialize, Serialize};

/// A reply that is kept, whole.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdmittedReply<R> {
    /// As the member gave it.
    pub reply: R,
    /// Whether each quote of it stands where it is said to, in the order of [`Cites::cites`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands: Vec<bool>,
    /// How it differs from what was asked for; it is kept all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviations: Vec<Deviation>,
}

/// A difference that is shown, and changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// What kind of difference.
    pub kind: DeviationKind,
    /// What, in a few words.
    pub detail: String,
}

/// What kind of difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DeviationKind {
    /// It has more words than were asked for.
    OverLength,
    /// It is in another language.
    OtherLanguage,
    /// It gives another choice than before without a reason that was shown.
    UnreasonedChange,
}

/// A reply that quotes.
pub trait Cites {
    /// Every quote of it, in order.
    fn cites(&self) -> Vec<&super::statement::SourceQuote>;
}
