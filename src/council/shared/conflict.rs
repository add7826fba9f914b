//! Disagreements, found by code before any synthesis (COUNCILS.md §1.6).

use serde::{Deserialize, Serialize};

use super::point::PointId;
use crate::model::{Choice, MemberId};

/// The most conflicts that a synthesis must explain.
pub const MAX_CONFLICTS: usize = 12;

/// `CF-1`: one disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// Its number, from 1.
    pub number: u32,
    /// What it is.
    #[serde(flatten)]
    pub matter: ConflictMatter,
    /// Whether a synthesis must explain it: the first [`MAX_CONFLICTS`].
    pub is_asked: bool,
}

impl Conflict {
    /// `CF-1`.
    pub fn id(&self) -> String {
        format!("CF-{}", self.number)
    }
}

/// What two sides disagree on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum ConflictMatter {
    /// The choice: a group of voices against the largest one.
    Choice {
        /// The choice of the largest group.
        most: Choice,
        /// That of this group.
        choice: Choice,
        /// Who is of it.
        members: Vec<MemberId>,
    },
    /// A critique of HIGH severity that challenges a point or a statement.
    Critique {
        /// The critique.
        critique: PointId,
        /// Whose it is.
        by: MemberId,
        /// Whom it is about.
        against: MemberId,
    },
}

/// A conflict as the one who words the synthesis sees it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConflictView {
    /// `CF-1`.
    pub id: String,
    /// `CHOICE` or `CRITIQUE`.
    pub on: String,
    /// What it is about, in code's words: letters, choices, ids.
    pub what: String,
}
