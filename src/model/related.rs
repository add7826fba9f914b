//! A place beside a finding's own: what it was compared with, or what its fix concerns too.

use serde::{Deserialize, Serialize};

use super::place::Location;

/// What stands at a related place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RelatedKind {
    /// A ticket, by its id.
    Ticket,
    /// A definition of the code, by its name.
    Symbol,
    /// A file, by its path.
    File,
    /// A requirement, by its id.
    Requirement,
    /// A sentence of a ticket or of the RFC, as it reads.
    Sentence,
}

impl RelatedKind {
    /// In a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::Symbol => "symbol",
            Self::File => "file",
            Self::Requirement => "requirement",
            Self::Sentence => "sentence",
        }
    }
}

/// A typed place that a finding names. Whoever needs the ticket, the symbol or the line that a finding
/// is about reads it here: its text is for people alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Related {
    /// What stands there.
    pub kind: RelatedKind,
    /// Its name; of a sentence, its beginning.
    pub name: String,
    /// Where.
    pub location: Location,
}
