//! What an editor asks about a plan that is being written: where an id is defined, what it is called,
//! and which ids may stand at a place.

use super::judged::Judged;
use crate::model::{Location, Place, RfcId, TicketId};
use crate::source::Rfc;
use crate::source::rfc::Requirement;

/// Something that has an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The id, as it is written at the place that was asked about.
    pub id: String,
    /// What it is called; empty when nothing says so.
    pub title: String,
    /// What kind of thing it is.
    pub kind: NamedKind,
    /// Where it is defined.
    pub location: Location,
}

/// The things that have ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedKind {
    /// A ticket.
    Ticket,
    /// A requirement of an RFC.
    Requirement,
    /// An RFC.
    Rfc,
    /// A file of the repository.
    File,
}

impl NamedKind {
    /// In lower case, for sentences.
    pub const fn as_str(self) -> &'static str {
        match self {
            NamedKind::Ticket => "ticket",
            NamedKind::Requirement => "requirement",
            NamedKind::Rfc => "RFC",
            NamedKind::File => "file",
        }
    }
}

/// The word at a column (from 1, in code points) of a line, as ids and paths are written; with its
/// first column and the one past its last.
pub fn word_at(line: &str, column: u32) -> (String, u32, u32) {
    let chars: Vec<char> = line.chars().collect();
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
    let at = (column.saturating_sub(1) as usize).min(chars.len());
    let before = chars[..at].iter().rev().take_while(|c| is_of_word(**c)).count();
    let behind = chars[at..].iter().take_while(|c| is_of_word(**c)).count();
    let word: String = chars[at - before..at + behind].iter().collect();
    let start = (at - before) as u32 + 1;
    // A list's dash and a sentence's full stop are no part of it.
    let bare = word.trim_start_matches('-').to_owned();
    let start = start + (word.chars().count() - bare.chars().count()) as u32;
    let bare = bare.trim_end_matches('.').to_owned();
    let end = start + bare.chars().count() as u32;
    (bare, start, end)
}

/// The RFC that a file is about: the one that a ticket binds, or whose folder it is in.
fn rfc_of<'j>(judged: &'j Judged, file: &str) -> Option<&'j Rfc> {
    let library = &judged.workspace.library;
    let bound = library.tickets.iter().find(|ticket| ticket.file == file);
    if let Some(rfc) = bound.and_then(|ticket| ticket.rfc.as_ref()) {
        return library.rfcs.get(rfc);
    }
    library.rfcs.values().find(|rfc| {
        let rest = file.strip_prefix(&rfc.folder);
        rest.is_some_and(|rest| rest.starts_with('/'))
    })
}

/// What a word in a file names.
pub fn named(judged: &Judged, file: &str, word: &str) -> Option<Named> {
    let library = &judged.workspace.library;
    if let Ok(id) = word.parse::<TicketId>() {
        return ticket(judged, &id);
    }
    if let Ok(id) = word.parse::<RfcId>() {
        return library.rfcs.get(&id).map(rfc_named);
    }
    let (owner, id) = match word.split_once('/').map(|(owner, id)| (owner.parse::<RfcId>(), id)) {
        Some((Ok(owner), id)) => (library.rfcs.get(&owner), id),
        _ => (rfc_of(judged, file), word),
    };
    let its = owner.and_then(|rfc| rfc.named(id).next());
    if let Some(requirement) = its {
        return Some(requirement_named(requirement, word));
    }
    let is_file = word.contains(['/', '.']) && library.has_file(word);
    is_file.then(|| Named {
        id: word.to_owned(),
        title: String::new(),
        kind: NamedKind::File,
        location: Place::whole_file().in_file(word),
    })
}

fn ticket(judged: &Judged, id: &TicketId) -> Option<Named> {
    let library = &judged.workspace.library;
    let of = |file: &str, title: &str, place: &Place| Named {
        id: id.to_string(),
        title: title.to_owned(),
        kind: NamedKind::Ticket,
        location: place.in_file(file),
    };
    if let Some(ticket) = library.tickets.iter().find(|ticket| ticket.stem == *id) {
        let title = ticket.title.as_ref().map_or("", |title| title.value.trim());
        let place = ticket.id.as_ref().map_or(&ticket.header, |id| &id.place);
        return Some(of(&ticket.file, title, place));
    }
    let unreadable = library.unreadable_tickets.iter().find(|file| file.stem == *id)?;
    Some(of(&unreadable.file, "", &Place::whole_file()))
}

fn rfc_named(rfc: &Rfc) -> Named {
    let title = rfc.title.clone().unwrap_or_default();
    let location = match rfc.meta.as_ref() {
        Some(meta) => match &meta.id {
            Some(id) => id.place.in_file(&meta.file),
            None => Place::whole_file().in_file(&meta.file),
        },
        None => Place::whole_file().in_file(&rfc.folder),
    };
    Named { id: rfc.id.to_string(), title, kind: NamedKind::Rfc, location }
}

fn requirement_named(requirement: &Requirement, id: &str) -> Named {
    Named {
        id: id.to_owned(),
        title: requirement.title.clone().unwrap_or_default(),
        kind: NamedKind::Requirement,
        location: requirement.place.in_file(&requirement.file),
    }
}

/// The ids that may stand in a file: all tickets but itself, and the requirements of its RFC.
pub fn ids(judged: &Judged, file: &str) -> Vec<Named> {
    let library = &judged.workspace.library;
    let others = library.tickets.iter().filter(|ticket| ticket.file != file);
    let tickets = others.filter_map(|other| ticket(judged, &other.stem));
    let requirements = rfc_of(judged, file).into_iter().flat_map(|rfc| &rfc.requirements);
    let requirements = requirements.map(|one| requirement_named(one, &one.id));
    tickets.chain(requirements).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_an_id_or_a_path_without_what_stands_around_it() {
        let at = |line: &str, column| word_at(line, column);
        let id = ("TCK-00001".to_owned(), 6, 15);
        assert_eq!(at("  - [TCK-00001, x]", 6), id);
        assert_eq!(at("  - [TCK-00001, x]", 15), id);
        assert_eq!(at("-TCK-1.", 4), ("TCK-1".to_owned(), 2, 7));
        assert_eq!(at("é: src/a.rs", 5).0, "src/a.rs");
        assert_eq!(at("a, b", 3), (String::new(), 3, 3));
        assert_eq!(at("", 9), (String::new(), 1, 1));
    }
}
