//! Disagreements, found by code before any synthesis (COUNCILS.md §1.6).

use serde::{Deserialize, Serialize};

use super::agreement::Group;
use super::point::PointId;
use super::sheet::Letters;
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

/// The disagreements of a council, in order: each group against the largest, then each critique of
/// HIGH severity as (its number, whose, against whom).
pub fn conflicts(
    groups: &[Group],
    critiques: impl IntoIterator<Item = (PointId, MemberId, MemberId)>,
) -> Vec<Conflict> {
    let most = groups.first().map(|group| group.choice);
    let choices = groups.iter().skip(1).filter_map(|group| {
        let (choice, members) = (group.choice, group.members.clone());
        Some(ConflictMatter::Choice { most: most?, choice, members })
    });
    let critiques = critiques.into_iter().map(|(critique, by, against)| ConflictMatter::Critique {
        critique,
        by,
        against,
    });
    let matters = choices.chain(critiques);
    (1..)
        .zip(matters)
        .map(|(number, matter)| Conflict {
            number,
            matter,
            is_asked: number as usize <= MAX_CONFLICTS,
        })
        .collect()
}

/// The conflicts that a synthesis must explain, as its author sees them.
pub fn views(conflicts: &[Conflict], letters: &Letters) -> Vec<ConflictView> {
    let of = |member: MemberId| letters.letter(member).map_or_else(|| "?".to_owned(), String::from);
    let asked = conflicts.iter().filter(|conflict| conflict.is_asked);
    asked
        .map(|conflict| {
            let (on, what) = match &conflict.matter {
                ConflictMatter::Choice { most, choice, members } => {
                    let who: Vec<String> = members.iter().map(|&member| of(member)).collect();
                    ("CHOICE", format!("{} choose {choice}, the most {most}", who.join(", ")))
                }
                ConflictMatter::Critique { critique, by, against } => {
                    ("CRITIQUE", format!("{critique} of {} against {}", of(*by), of(*against)))
                }
            };
            ConflictView { id: conflict.id(), on: on.to_owned(), what }
        })
        .collect()
}
