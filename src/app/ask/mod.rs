//! `ask`: from what a person asks for to what a council is opened with (COUNCILS.md §1.3 to §1.5). Calls
//! nobody and writes nothing.

mod escalation;
pub mod holding;
mod kinds;
mod materials;
mod members;
mod opening;
mod panel;
mod question;
mod wish;

pub use escalation::each;
pub use kinds::{QuestionCouncil, RuleVoice};
pub use members::{CouncilMembers, LanguageOf, Voice};
pub use opening::{AskOpening, opening};
pub use question::{Detect, MAX_QUESTION, RULINGS};
pub use wish::AskWish;

use super::{AppFault, Workspace};
use crate::config::NamedPanel;
use crate::model::RfcId;
use crate::port::{Archive, Snapshot};
use crate::source::brief::Brief;

/// A unified diff of a path from one text to another.
pub type Patch<'p> = &'p dyn Fn(&str, Option<&str>, Option<&str>) -> Result<String, String>;

/// What a wish is looked up in.
pub struct AskInputs<'a> {
    /// The repository, read; its configuration says who sits.
    pub workspace: &'a Workspace,
    /// Its files.
    pub files: &'a dyn Snapshot,
    /// What `--diff` names.
    pub base: Option<&'a dyn Snapshot>,
    /// How changes are written.
    pub patch: Patch<'a>,
    /// Its evidence.
    pub archive: &'a dyn Archive,
    /// Which language a text is in.
    pub detect: Detect<'a>,
}

/// All that is known before anybody is asked.
#[derive(Debug)]
pub struct Asked {
    /// Who sits.
    pub panel: NamedPanel,
    /// Question and materials.
    pub brief: Brief,
    /// The RFC that built-in rules judge, when the question is about one.
    pub rfc: Option<RfcId>,
}

/// Question, materials and panel of a wish. Of a wish with `--escalation` [`each`] makes one for each
/// finding first.
///
/// # Errors
/// One line with the next act: what was asked for makes no sense, or is not there.
pub fn prepare(wish: &AskWish, from: &AskInputs<'_>) -> Result<Asked, AppFault> {
    let config = &from.workspace.config;
    let question = question::question(wish, &config.language, from.detect)?;
    let panel = panel::panel(wish, config)?;
    let rfc = materials::rfc_of(wish, from);
    panel::judge_rules(&panel, question.kind, rfc.is_some())?;
    let brief = Brief::new(question, materials::materials(wish, from)?);
    Ok(Asked { panel, brief, rfc })
}

#[cfg(test)]
mod tests;
