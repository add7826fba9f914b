//! What code can fix of what the gates find: where there is one answer, which edits of which files
//! give it. Which rules have a fix stands beside their checks, in [`RuleInfo`](super::RuleInfo).
//!
//! `intent` is what a rule wants to be written and `lower` the bytes for it; nothing is written here.

mod intent;
mod lower;

use std::collections::BTreeMap;

use super::{Overview, rule};
use crate::model::{Digest, Finding, Fix, FixEdit, Location, Place};
use crate::source::{Dossier, Ticket};

pub(super) use intent::Intent;
pub use lower::FixRefusal;

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
    /// All tickets.
    pub(super) all: &'s Overview,
    /// The RFC of the review; none for findings of the repository.
    pub(super) dossier: Option<&'s Dossier>,
}

impl<'s> FixScene<'s> {
    /// The ticket whose file a finding is in.
    pub(super) fn ticket(&self, finding: &Finding) -> Option<&'s Ticket> {
        let tickets = &self.all.library().tickets;
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

/// A fix, and what it wants to be written.
#[derive(Debug, Clone)]
pub struct CertainFix {
    /// The bytes.
    pub fix: Fix,
    intents: Vec<Intent>,
}

impl CertainFix {
    /// The edits of several fixes, made together in each file.
    ///
    /// # Errors
    /// They cannot all be made.
    pub fn together<'f>(
        fixes: impl IntoIterator<Item = &'f Self>,
        read: &dyn Fn(&str) -> Option<Vec<u8>>,
    ) -> Result<Vec<FixEdit>, FixRefusal> {
        edits(fixes.into_iter().flat_map(|fix| &fix.intents), read)
    }
}

/// What fixes a finding; `None` where no rule is certain of one, else the fix or why it is not made.
/// `read` gives the bytes of a file as the gates have read them.
pub fn fix(
    all: &Overview,
    dossier: Option<&Dossier>,
    finding: &Finding,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Option<Result<CertainFix, FixRefusal>> {
    let intend = rule(finding.rule.as_str())?.fix?.intend;
    // What another finding explains goes with it.
    if !finding.because.is_empty() {
        return None;
    }
    let intents = intend(&FixScene { all, dossier }, finding);
    let does = Intent::told(&intents)?;
    let files = &all.library().files;
    let unchanged = |file: &str| {
        let bytes = read(file)?;
        let known = files.get(file)?;
        (Digest::of(&bytes) == known.digest).then_some(bytes)
    };
    match edits(&intents, &unchanged) {
        // What cannot be a list of one entry was no single word.
        Err(FixRefusal::Uncertain) => None,
        edits => Some(edits.map(|edits| CertainFix { fix: Fix { does, edits }, intents })),
    }
}

fn edits<'i>(
    intents: impl IntoIterator<Item = &'i Intent>,
    read: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Vec<FixEdit>, FixRefusal> {
    let mut by_file: BTreeMap<&str, Vec<&Intent>> = BTreeMap::new();
    for intent in intents {
        let its = by_file.entry(intent.file()).or_default();
        // Two findings may want the same: a key that is missing, and the one that is nearly it.
        if !its.contains(&intent) {
            its.push(intent);
        }
    }
    let mut edits = Vec::new();
    for (file, intents) in by_file {
        let bytes = read(file).ok_or_else(|| FixRefusal::Changed(file.to_owned()))?;
        edits.extend(lower::lower(file, &bytes, &intents)?);
    }
    Ok(edits)
}
