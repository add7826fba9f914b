//! What whoever words a synthesis is told of its parts.

use std::collections::BTreeMap;

use serde::Serialize;

use super::templates::rendered;
use crate::council::shared::conflict::ConflictView;
use crate::council::shared::limits;
use crate::model::Choice;

/// A synthesis, as its task gives it.
pub struct Of<'o> {
    /// The choices that it may conclude.
    pub choices: &'o [Choice],
    /// Whether it chooses among them; else code has derived the one.
    pub is_free: bool,
    /// Whether it is about whether something is sound.
    pub is_review: bool,
    /// Whether members said something of what others said.
    pub has_remarks: bool,
    /// The conflicts that it explains.
    pub conflicts: &'o [ConflictView],
}

#[derive(Serialize)]
struct Parts {
    limits: BTreeMap<&'static str, usize>,
    admissible: String,
    is_free: bool,
    is_review: bool,
    names_others: bool,
    conflicts: bool,
    ids: &'static str,
}

/// A conflict in words of ours.
#[derive(Debug, Serialize)]
pub struct Told {
    id: String,
    what: String,
}

/// The parts of a synthesis, and what code checks of them.
pub fn parts(of: &Of<'_>) -> String {
    let choices: Vec<String> = of.choices.iter().map(|choice| format!("`{choice}`")).collect();
    let ids = match of.has_remarks {
        true => "`PT-` and `CR-`, as shown",
        false => "`PT-`, as shown",
    };
    let parts = Parts {
        limits: limits::of_lists(),
        admissible: match of.is_free {
            true => format!("one that a member gives now: {}", choices.join(", ")),
            false => format!("{}, and no other", choices.join(", ")),
        },
        is_free: of.is_free,
        is_review: of.is_review,
        names_others: of.choices != [Choice::NeedInfo],
        conflicts: !of.conflicts.is_empty(),
        ids,
    };
    rendered("synthesis", parts)
}

/// The conflicts, told.
pub fn told(conflicts: &[ConflictView]) -> Vec<Told> {
    let told =
        |conflict: &ConflictView| Told { id: conflict.id.clone(), what: conflict.what.clone() };
    conflicts.iter().map(told).collect()
}
