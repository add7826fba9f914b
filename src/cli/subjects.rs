//! The subjects that the words of a command line mean.

use clap::CommandFactory as _;

use super::args::{Cli, Global};
use super::fault::CliFault;
use super::output::Output;
use crate::app::workspace;
use crate::model::exit::ExitCode;
use crate::model::slip::did_you_mean;
use crate::model::{MalformedId, SubjectId};
use crate::source::formats::NameMeaning;
use crate::wiring::repository::{known_subjects, subject_names};

/// The subjects as they were named. What is archived is told; where nothing else was named, the
/// command ends with `archived`.
pub(super) fn subject_ids(
    global: &Global,
    words: &[String],
    archived: ExitCode,
    out: &mut Output,
) -> Result<Vec<SubjectId>, CliFault> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let names = subject_names(&global.place());
    let (mut found, mut gone) = (Vec::new(), Vec::new());
    for word in words {
        match names.meaning(word) {
            NameMeaning::Subject(id) => found.push(id),
            NameMeaning::Archived(line) => gone.push(line),
            NameMeaning::Unknown(line) => return Err(CliFault::new(ExitCode::BadInput, line)),
            NameMeaning::Ambiguous(line) => return Err(CliFault::new(ExitCode::Usage, line)),
            NameMeaning::Malformed(fault) => return Err(malformed(global, word, &fault)),
        }
    }
    if found.is_empty() {
        return Err(CliFault::new(archived, gone.join("\n")));
    }
    gone.iter().for_each(|line| out.note(line));
    Ok(found)
}

/// The one subject that a command is about.
pub(super) fn subject_id(
    global: &Global,
    word: &str,
    out: &mut Output,
) -> Result<SubjectId, CliFault> {
    Ok(subject_ids(global, &[word.to_owned()], ExitCode::Approved, out)?.remove(0))
}

/// A word that is nearly an RFC of the repository, or a command, is told so.
fn malformed(global: &Global, word: &str, fault: &MalformedId) -> CliFault {
    let commands = Cli::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let near = names
        .map(|name| (strsim::damerau_levenshtein(name, word), name))
        .filter(|(distance, _)| *distance <= 2)
        .min();
    let known = known_subjects(&global.place());
    let meant = did_you_mean(&workspace::meant(word, &known));
    if !meant.is_empty() {
        return CliFault::new(ExitCode::Usage, format!("{fault}{meant}"));
    }
    let hint = near.map(|(distance, name)| match distance {
        0 => format!("; put the command before all options: council-review {name}"),
        _ => format!("; did you mean the command `{name}`?"),
    });
    CliFault::new(ExitCode::Usage, format!("{fault}{}", hint.unwrap_or_default()))
}
