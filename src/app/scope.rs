//! Which RFCs a command is about.

use super::Workspace;
use super::change::Before;
use crate::model::SubjectId;

/// Which RFCs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// These.
    Named(Vec<SubjectId>),
    /// Every RFC, and what belongs to none.
    All,
    /// Those that a change concerns and that are still there, and what it brought that belongs to
    /// none.
    Changed,
}

impl Scope {
    /// The RFCs, by id as far as nobody named them.
    pub fn subjects(&self, workspace: &Workspace, before: Option<&Before>) -> Vec<SubjectId> {
        match self {
            Scope::Named(rfcs) => {
                let gone = |rfc: &SubjectId| {
                    let mut all = before.into_iter().flat_map(|before| &before.concerned);
                    all.any(|one| one.rfc == *rfc && one.is_gone)
                };
                rfcs.iter().filter(|rfc| !gone(rfc)).cloned().collect()
            }
            Scope::All => workspace.subjects(),
            Scope::Changed => {
                let concerned = before.into_iter().flat_map(|before| &before.concerned);
                concerned.filter(|one| !one.is_gone).map(|one| one.rfc.clone()).collect()
            }
        }
    }

    /// Whether an RFC of which a change brings news is in question.
    pub(super) fn asks_for(&self, rfc: &SubjectId) -> bool {
        match self {
            Scope::Named(rfcs) => rfcs.contains(rfc),
            Scope::All | Scope::Changed => true,
        }
    }
}
