//! How a rule has its findings fixed: what it knows, and what it wants to be written, in words of
//! tickets and not of bytes.

use super::graph::Graph;
use crate::model::{Finding, Location, Place};
use crate::source::{Dossier, Library, Ticket};

/// How the findings of a rule are fixed.
#[derive(Debug, Clone, Copy)]
pub struct RuleFix {
    /// What a fix does, and when there is one.
    pub does: &'static str,
    /// What is to be written so that a finding is gone; nothing where that is not certain.
    pub(super) intend: fn(&FixScene<'_>, &Finding) -> Vec<Intent>,
}

/// What a rule knows when it is asked for a fix.
pub(super) struct FixScene<'s> {
    /// Everything that was read.
    pub(super) library: &'s Library,
    /// Who waits for whom.
    pub(super) graph: &'s Graph,
    /// The RFC of the review; none for findings of the repository.
    pub(super) dossier: Option<&'s Dossier>,
}

impl<'s> FixScene<'s> {
    /// The ticket whose file a finding is in.
    pub(super) fn ticket(&self, finding: &Finding) -> Option<&'s Ticket> {
        let tickets = &self.library.tickets;
        let file = finding.location.file.as_str();
        let at = tickets.binary_search_by(|ticket| ticket.file.as_str().cmp(file));
        at.ok().map(|at| &tickets[at])
    }

    /// Whether a finding is at a place of its file.
    pub(super) fn is_at(&self, finding: &Finding, place: &Place) -> bool {
        let Location { line, column, .. } = finding.location;
        (line, column) == (place.line, place.column)
    }

    /// That the scalar which a finding points at says something else.
    pub(super) fn say(&self, finding: &Finding, to: &str) -> Intent {
        let Location { file, line, column, .. } = &finding.location;
        Intent::Say { file: file.clone(), at: (*line, *column), to: to.to_owned() }
    }
}

/// One thing to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Intent {
    /// The key that begins at a line and column gets this name.
    Rename { file: String, at: (u32, u32), to: String },
    /// The value that begins there says this.
    Say { file: String, at: (u32, u32), to: String },
    /// The entry at a path names this requirement.
    Refer { file: String, path: String, to: String },
    /// The word at a path becomes a list of one.
    Enlist { file: String, path: String },
    /// A ticket waits for these, too.
    Depend { file: String, on: Vec<String> },
}

impl Intent {
    /// The file that it is about.
    pub(super) fn file(&self) -> &str {
        match self {
            Intent::Rename { file, .. }
            | Intent::Say { file, .. }
            | Intent::Refer { file, .. }
            | Intent::Enlist { file, .. }
            | Intent::Depend { file, .. } => file,
        }
    }

    /// What several of them do, for people; `None` without any.
    pub(super) fn told(intents: &[Self]) -> Option<String> {
        let told = |intent: &Self| match intent {
            Intent::Rename { to, .. } => format!("rename the key to `{to}`"),
            Intent::Say { to, .. } | Intent::Refer { to, .. } => format!("write `{to}`"),
            Intent::Enlist { .. } => "make it a list of one entry".to_owned(),
            Intent::Depend { file, on } => {
                let name = file.rsplit('/').next().unwrap_or(file);
                format!("add {} to the dependencies in {name}", on.join(" and "))
            }
        };
        (!intents.is_empty()).then(|| intents.iter().map(told).collect::<Vec<_>>().join("; "))
    }
}
