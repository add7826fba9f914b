//! `ask`: from what a person asks for to what a council is opened with (COUNCILS.md §1.3 to §1.5). Calls
//! nobody and writes nothing.

mod detect;
mod escalation;
pub mod holding;
mod kinds;
mod lenses;
mod materials;
mod members;
mod opening;
mod panel;
mod question;
mod rounds;
mod wish;

pub use detect::detect;
pub use escalation::each;
pub use kinds::{QuestionCouncil, RuleVoice};
pub use members::{CouncilMembers, LanguageOf, SeatedVoice};
pub use opening::opening;
pub use question::{Detect, MAX_QUESTION, RULINGS};
pub use wish::AskWish;

use std::sync::Arc;

use super::{AppFault, Workspace};
use crate::config::NamedPanel;
use crate::model::{Question, SubjectId};
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
pub struct AskedCouncil {
    /// Who sits.
    pub panel: NamedPanel,
    /// Question and materials.
    pub brief: Arc<Brief>,
    /// The RFC that built-in rules judge, when the question is about one.
    pub rfc: Option<SubjectId>,
}

/// Question, materials and panel of a wish. Of a wish with `--escalation` [`each`] makes one for each
/// finding first.
///
/// # Errors
/// One line with the next act: what was asked for makes no sense, or is not there.
pub fn prepare(wish: &AskWish, from: &AskInputs<'_>) -> Result<AskedCouncil, AppFault> {
    let config = &from.workspace.config;
    let question = question::question(wish, &config.language, from.detect)?;
    let panel = panel::panel(wish, config)?;
    let rfc = materials::rfc_of(wish, from);
    panel::judge_rules(&panel, question.kind, rfc.is_some())?;
    let brief = Arc::new(Brief::new(question, materials::materials(wish, from)?));
    Ok(AskedCouncil { panel, brief, rfc })
}

/// The brief of a session that is gone on with: the same question over the materials of these names as
/// they are now; `None` where one of them is not there. What stdin, a diff or an escalation gave once is
/// not there again.
pub fn again(
    question: &Question,
    names: &[&str],
    rfc: Option<&SubjectId>,
    from: &AskInputs<'_>,
) -> Option<Brief> {
    let is_of_rfc = names.iter().any(|name| name.starts_with("findings:"));
    let mut wish = AskWish { rfc: rfc.filter(|_| is_of_rfc).cloned(), ..AskWish::default() };
    let of_rfc = match &wish.rfc {
        Some(_) => materials::materials(&wish, from).ok()?.done().0,
        None => Vec::new(),
    };
    let is_own = |name: &&&str| !of_rfc.iter().any(|material| material.name == ***name);
    let own: Vec<String> = names.iter().filter(is_own).map(|name| (*name).to_owned()).collect();
    if own.iter().any(|name| name.contains(':')) {
        return None;
    }
    wish.files = own;
    Some(Brief::new(question.clone(), materials::materials(&wish, from).ok()?))
}

#[cfg(test)]
mod tests;
