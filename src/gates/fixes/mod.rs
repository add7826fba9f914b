//! What code can fix of what the gates find: where there is one answer, which edits of which files
//! give it. Which rules have a fix stands beside their checks, in [`RuleInfo`](super::RuleInfo).
//!
//! `lower` makes bytes of what a rule wants to be written; nothing is written here.

mod lower;

use std::collections::BTreeMap;

use super::rule_fix::{FixScene, Intent};
use super::{Overview, rule};
use crate::model::{Finding, Fix, FixEdit};
use crate::source::Dossier;

pub use lower::FixRefusal;

/// A fix, and what it wants to be written.
#[derive(Debug, Clone)]
pub struct CertainFix {
    /// The bytes.
    pub fix: Fix,
    intents: Vec<Intent>,
}

impl CertainFix {
    /// Whether it adds what is missing, in place of writing what is there otherwise.
    pub fn is_addition(&self) -> bool {
        self.intents.iter().any(|intent| matches!(intent, Intent::Depend { .. }))
    }

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
/// `read` gives the bytes of a file, as long as they are those that the gates have read.
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
    let scene = FixScene { library: all.library(), graph: all.graph(), dossier };
    let intents = intend(&scene, finding);
    let does = Intent::told(&intents)?;
    match edits(&intents, read) {
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
