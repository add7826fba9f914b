//! `new rfc`, `new ticket` and `new waiver`: files in the form that reviews read, in the folders that count, under
//! ids that nothing has. What is there is never overwritten, and no prose is made up: what only the
//! author knows stays empty, so that the gates ask for it.

mod waiver;

use std::collections::BTreeSet;

use super::editor::{self, SchemaFile};
use super::{AppFault, Workspace};
use crate::model::hidden::is_hidden;
use crate::model::{RfcId, TicketId};
use crate::port::{Store, beneath};
use crate::source::rfc::{Requirement, Rfc};
use crate::source::{Dossier, Library};

pub use waiver::{WaiverWish, waiver};

const META: &str = include_str!("template/00_meta.yaml");
const PROBLEM: &str = include_str!("template/01_problem_and_imports.yaml");
const TICKET: &str = include_str!("template/ticket.yaml");

/// What a `new` command made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made<Id> {
    /// The id.
    pub id: Id,
    /// The files that were written, from the repository's root.
    pub wrote: Vec<String>,
    /// The files of the same kind that were there, and are as they were.
    pub kept: Vec<String>,
    /// The existing plan (file 06) that does not name it yet.
    pub plan: Option<String>,
}

/// Writes the first two files of an RFC: under the next free id, or under `id` what it lacks of them.
pub fn rfc(
    workspace: &Workspace,
    store: &dyn Store,
    title: &str,
    id: Option<RfcId>,
) -> Result<Made<RfcId>, AppFault> {
    let library = &workspace.library;
    if let Some(id) = id {
        return complete(library, store, title, id);
    }
    for number in free(&rfc_numbers(workspace), 9_999) {
        let id: RfcId = format!("RFC-{number:04}").parse().expect("four digits");
        let folder = format!("{}/{id}", library.rfcs_folder);
        let files = files_of(&folder, &id, title);
        let made = write(store, &files)?;
        // Somebody else took the id in between.
        if !made.0.is_empty() {
            return Ok(Made { id, wrote: made.0, kept: made.1, plan: None });
        }
    }
    Err(AppFault::BadInput("every RFC id is taken; remove an RFC that is not needed".to_owned()))
}

/// Writes what an RFC lacks of its first two files.
fn complete(
    library: &Library,
    store: &dyn Store,
    title: &str,
    id: RfcId,
) -> Result<Made<RfcId>, AppFault> {
    let folder = format!("{}/{id}", library.rfcs_folder);
    let standing: Vec<&str> = beneath(&library.entries, &folder).map(|(name, _)| name).collect();
    let there = |number: &str| {
        let named = |name: &&&str| name.starts_with(number) && !name.contains('/');
        standing.iter().find(named).map(|name| format!("{folder}/{name}"))
    };
    let (mut lacking, mut kept) = (Vec::new(), Vec::new());
    for (file, number) in files_of(&folder, &id, title).into_iter().zip(["00_", "01_"]) {
        match there(number) {
            Some(path) => kept.push(path),
            None => lacking.push(file),
        }
    }
    let (wrote, were_there) = write(store, &lacking)?;
    kept.extend(were_there);
    if wrote.is_empty() {
        let has = if kept.is_empty() { folder } else { kept.join(" and ") };
        let line = format!("{id} has {has}: nothing was written; leave out --id for a new RFC");
        return Err(AppFault::BadInput(line));
    }
    Ok(Made { id, wrote, kept, plan: None })
}

/// Path and content of the first two files of an RFC.
fn files_of(folder: &str, id: &RfcId, title: &str) -> [(String, String); 2] {
    let filled = |template: &str| {
        let text = template.replace("@ID@", id.as_str());
        text.replace("@TITLE@", &quoted(title))
    };
    [
        (format!("{folder}/00_meta.yaml"), filled(META)),
        (format!("{folder}/01_problem_and_imports.yaml"), filled(PROBLEM)),
    ]
}

/// Writes all files or none: what was written, and what was there already.
fn write(
    store: &dyn Store,
    files: &[(String, String)],
) -> Result<(Vec<String>, Vec<String>), AppFault> {
    let (mut wrote, mut kept) = (Vec::new(), Vec::new());
    for (path, text) in files {
        let text = editor::with_schema(store, SchemaFile::Rfc, path, text);
        match store.create(path, text.as_bytes()) {
            Ok(true) => wrote.push(path.clone()),
            // The first file holds the id.
            Ok(false) if wrote.is_empty() && files.len() > 1 => return Ok((wrote, kept)),
            Ok(false) => kept.push(path.clone()),
            Err(fault) => {
                for path in &wrote {
                    let _ = store.remove(path);
                }
                return Err(AppFault::writing(fault));
            }
        }
    }
    Ok((wrote, kept))
}

/// Writes a ticket of an RFC that serves these requirements: under the next free id, or under `id`.
pub fn ticket(
    workspace: &Workspace,
    store: &dyn Store,
    rfc: &RfcId,
    serves: &[String],
    title: Option<&str>,
    id: Option<TicketId>,
) -> Result<Made<TicketId>, AppFault> {
    let library = &workspace.library;
    let dossier = workspace.dossier(&rfc.clone().into())?;
    let Some(its) = dossier.rfc() else {
        let line = format!(
            "tickets bind {rfc}, and it has no folder; write it: council-review new rfc \"Title\" --id {rfc}"
        );
        return Err(AppFault::BadInput(line));
    };
    let served = served(its, serves)?;
    let title = title.map_or_else(|| title_of(served[0]), str::to_owned);
    let folder = tickets_folder(library);
    let text = |id: &TicketId, path: &str| {
        let list: Vec<String> =
            served.iter().map(|r| format!("    - requirement_id: {}", id_in_yaml(&r.id))).collect();
        let text = TICKET.replace("@ID@", id.as_str()).replace("@RFC@", rfc.as_str());
        let text = text.replace("@REQUIREMENTS@", &list.join("\n"));
        let text = text.replace("@TITLE@", &quoted(&title));
        editor::with_schema(store, SchemaFile::Ticket, path, &text)
    };
    let made = |id: TicketId, path: String| {
        let is_planned = its.decomposition.iter().any(|entry| entry.ticket_id == id.as_str());
        let plan = its.decomposition_file.clone().filter(|_| !is_planned);
        Made { id, wrote: vec![path], kept: Vec::new(), plan }
    };
    let taken = ticket_numbers(library);
    if let Some(id) = id {
        let path = format!("{folder}/{id}.yaml");
        let has_file = library.layout.tickets.iter().any(|root| {
            ["yaml", "yml"].iter().any(|end| library.has_file(&format!("{root}/{id}.{end}")))
        });
        if has_file
            || !store.create(&path, text(&id, &path).as_bytes()).map_err(AppFault::writing)?
        {
            let line = format!("{id} is there: nothing was written; leave out --id for a free one");
            return Err(AppFault::BadInput(line));
        }
        return Ok(made(id, path));
    }
    for number in free(&taken, 99_999) {
        let id: TicketId = format!("TCK-{number:05}").parse().expect("five digits");
        let path = format!("{folder}/{id}.yaml");
        if store.create(&path, text(&id, &path).as_bytes()).map_err(AppFault::writing)? {
            return Ok(made(id, path));
        }
    }
    Err(AppFault::BadInput("every ticket id is taken".to_owned()))
}

/// The requirements that these words name, each once.
fn served<'r>(rfc: &'r Rfc, words: &[String]) -> Result<Vec<&'r Requirement>, AppFault> {
    let mut served: Vec<&Requirement> = Vec::new();
    for word in words {
        let is_meant = |r: &&Requirement| r.id == *word || r.aliases.contains(word);
        let Some(requirement) = rfc.requirements.iter().find(is_meant) else {
            const MOST: usize = 10;
            let ids: Vec<&str> = rfc.requirements.iter().map(|r| r.id.as_str()).collect();
            let has = match ids.len() {
                0 => format!(
                    "none; add one to {}/01_problem_and_imports.yaml (its form: council-review schema rfc)",
                    rfc.folder
                ),
                all if all > MOST => {
                    format!("{} and {} more", ids[..MOST].join(", "), all - MOST)
                }
                _ => ids.join(", "),
            };
            let line = format!("{} has no requirement {word:?}; it has {has}", rfc.id);
            return Err(AppFault::BadInput(line));
        };
        if !served.iter().any(|known| known.id == requirement.id) {
            served.push(requirement);
        }
    }
    Ok(served)
}

/// What a ticket for a requirement is called.
fn title_of(requirement: &Requirement) -> String {
    const LONGEST: usize = 80;
    let said = [&requirement.title, &requirement.statement].into_iter().flatten();
    let line = said.map(|text| {
        let shown: String = text.chars().filter(|&c| !is_hidden(c) || c.is_whitespace()).collect();
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    let title = line.into_iter().find(|text| text.chars().count() >= 3);
    let title = title.unwrap_or_else(|| requirement.id.clone());
    match title.char_indices().nth(LONGEST) {
        None => title,
        Some((cut, _)) => {
            let whole = title[..cut].rfind(' ').unwrap_or(cut);
            title[..whole].to_owned()
        }
    }
}

/// A text as a double-quoted scalar; JSON's escapes are among YAML's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// An id as it is usually written; quoted where YAML could read another value.
fn id_in_yaml(id: &str) -> String {
    let is_plain = id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if is_plain { id.to_owned() } else { quoted(id) }
}

/// Where a new ticket goes: the folder that is read. When that holds nothing, its counterpart of the
/// RFCs' folder in the layout's lists, so that one repository has one style.
pub(super) fn tickets_folder(library: &Library) -> &str {
    let read = library.tickets_folder.as_str();
    if beneath(&library.entries, read).next().is_some() {
        return read;
    }
    let layout = &library.layout;
    let at = layout.rfcs.iter().position(|folder| *folder == library.rfcs_folder);
    let same_style = at.and_then(|at| layout.tickets.get(at));
    same_style.filter(|_| layout.rfcs.len() == layout.tickets.len()).map_or(read, String::as_str)
}

/// The numbers of RFCs that something in the repository names: a folder, a ticket, evidence.
fn rfc_numbers(workspace: &Workspace) -> BTreeSet<u32> {
    let library = &workspace.library;
    let known = Dossier::known_rfcs(library);
    let mut numbers: BTreeSet<u32> = known.iter().filter_map(|id| number(id.as_str())).collect();
    for folder in library.layout.rfcs.iter().chain([&library.layout.evidence]) {
        numbers.extend(names_in(library, folder).filter_map(|name| number(&name)));
    }
    numbers
}

/// The numbers of tickets that something in the repository names: a file, a plan, a dependency.
fn ticket_numbers(library: &Library) -> BTreeSet<u32> {
    let files = library.layout.tickets.iter().flat_map(|folder| names_in(library, folder));
    let mut numbers: BTreeSet<u32> = files.filter_map(|name| number(&name)).collect();
    for rfc in library.rfcs.values() {
        for entry in &rfc.decomposition {
            let planned = entry.dependencies.iter().chain([&entry.ticket_id]);
            numbers.extend(planned.filter_map(|id| number(id)));
        }
    }
    for ticket in &library.tickets {
        numbers.extend(ticket.id.iter().filter_map(|id| number(&id.value)));
        numbers.extend(ticket.dependencies.iter().filter_map(|entry| number(&entry.target)));
    }
    numbers
}

/// The names directly in a folder, in any order, some of them more than once.
fn names_in<'l>(library: &'l Library, folder: &str) -> impl Iterator<Item = String> + use<'l> {
    let names = beneath(&library.entries, folder);
    names.map(|(name, _)| name.split('/').next().unwrap_or_default().to_owned())
}

/// The number in `TCK-00012.yaml`, `tck-12`, `RFC-0003` and `WVR-0001.yaml`.
fn number(name: &str) -> Option<u32> {
    let kinds = ["TCK-", "RFC-", "WVR-"];
    let prefix = name.get(..4).filter(|p| kinds.iter().any(|k| p.eq_ignore_ascii_case(k)));
    let digits = name.get(prefix?.len()..)?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// The free numbers, first those after the highest that is taken, then the gaps.
fn free(taken: &BTreeSet<u32>, last: u32) -> impl Iterator<Item = u32> + use<'_> {
    let next = taken.range(..=last).next_back().map_or(1, |highest| highest + 1);
    (next..=last).chain(1..next).filter(|number| !taken.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_number_follows_the_highest_and_gaps_come_last() {
        let taken = BTreeSet::from([1, 4, 12_345]);
        assert_eq!(free(&taken, 9).collect::<Vec<_>>(), [5, 6, 7, 8, 9, 2, 3]);
        assert_eq!(free(&BTreeSet::new(), 2).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(free(&BTreeSet::from([2]), 2).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn a_number_is_read_from_every_name_that_takes_it() {
        let read = |name| number(name);
        assert_eq!(read("TCK-00012.yaml"), Some(12));
        assert_eq!(read("tck-7.YML"), Some(7));
        assert_eq!(read("RFC-0003"), Some(3));
        assert_eq!((read("README.md"), read("TCK-"), read("TCKé1")), (None, None, None));
    }
}
