//! What `check` works with, and what it says of one RFC on the way.

use std::fmt;

use crate::app::change::Before;
use crate::app::session::RfcMembers;
use crate::app::{AppFault, Workspace};
use crate::evidence::v2::check::{Check, CheckStatus, Code};
use crate::model::{Day, SubjectId, Timestamp};
use crate::port::{Archive, Snapshot};

/// What `check` works with.
pub struct CheckContext<'a> {
    /// The repository, read for the gates; with a base, under its configuration and waivers.
    pub workspace: &'a Workspace,
    /// The tree that is checked.
    pub files: &'a dyn Snapshot,
    /// The evidence of the state that is checked.
    pub archive: &'a dyn Archive,
    /// The base, when there is one.
    pub base: Option<ChangeBase<'a>>,
    /// The configuration that was named instead of the repository's, as it was named.
    pub config: Option<&'a str>,
    /// The present second, which the author of a change cannot set back.
    pub now: Timestamp,
    /// The day on which waivers hold or are over.
    pub today: Day,
    /// Whether a commit is in the history; `None` when not all of it is there.
    pub in_history: &'a dyn Fn(&str) -> Option<bool>,
    /// The built-in rules on all seats, over the whole documents of an RFC.
    pub panel: &'a dyn Fn(&SubjectId) -> Result<RfcMembers, AppFault>,
}

/// The base of a change.
#[derive(Clone, Copy)]
pub struct ChangeBase<'a> {
    /// What the change does.
    pub before: &'a Before,
    /// The evidence that the base holds.
    pub tip: &'a dyn Archive,
    /// The evidence that it held when the change left it.
    pub fork: &'a dyn Archive,
}

impl fmt::Debug for CheckContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scene").field("now", &self.now).finish_non_exhaustive()
    }
}

impl CheckContext<'_> {
    /// The base, as it was named.
    pub(super) fn base_name(&self) -> Option<&str> {
        self.base.map(|base| base.before.name.as_str())
    }

    /// Whose policy counts where no base was given; `None` with one.
    pub(super) fn no_base(&self) -> Option<String> {
        if self.base.is_some() {
            return None;
        }
        Some(match self.config {
            Some(file) => format!("no base: the policy of {file}"),
            None => "no base: this tree's own policy".to_owned(),
        })
    }
}

/// Why an RFC does not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Objection {
    pub(super) code: Code,
    /// Place and reason, in one line.
    pub(super) line: String,
}

impl Objection {
    pub(super) fn new(code: Code, line: impl Into<String>) -> Self {
        Self { code, line: line.into() }
    }
}

/// An answer without a reason yet.
pub(super) fn blank(rfc: &SubjectId, status: CheckStatus) -> Check {
    Check {
        rfc_id: rfc.clone(),
        because: Vec::new(),
        status,
        codes: Vec::new(),
        reasons: Vec::new(),
        next: None,
        bundle: None,
        verdict: None,
        held_by: Vec::new(),
        changed_since: Vec::new(),
        findings: Vec::new(),
    }
}
