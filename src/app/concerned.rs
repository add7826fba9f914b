//! What a change concerns, and the states that it leads from and to.

use std::sync::Arc;

use super::departure::Departure;
use crate::model::SubjectId;
use crate::port::Snapshot;
use crate::source::Library;

/// A subject that a change concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concerned {
    /// The subject.
    pub rfc: SubjectId,
    /// Why, a few words each.
    pub because: Vec<String>,
    /// Whether nothing of it is left.
    pub is_gone: bool,
    /// How the change took it out of view, if it did.
    pub departure: Option<Departure>,
}

/// A state of the repository, and what was read of it.
pub(super) type TreeState<'s> = (&'s dyn Snapshot, &'s Arc<Library>);
