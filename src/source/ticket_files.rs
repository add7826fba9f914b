//! The files that are named as tickets, and what each turned out to be.

use super::library::UnreadableTicket;
use super::reading::Reading;
use super::roots::is_ticket_name;
use super::ticket::Ticket;
use crate::model::TicketId;
use crate::port::EntryKind;

/// A file that is named as a ticket.
pub(super) struct TicketFile {
    pub(super) path: String,
    pub(super) stem: TicketId,
}

/// What a ticket's file turned out to be.
pub(super) type TicketReading = Result<Ticket, UnreadableTicket>;

/// The files of the tickets' folder that are named as tickets; other names that look like one are
/// told.
pub(super) fn ticket_files(
    reading: &Reading<'_>,
    folder: &str,
    unusable_names: &mut Vec<(String, String)>,
) -> Vec<TicketFile> {
    let mut files = Vec::new();
    for (name, kind) in reading.names_in(folder) {
        if !is_ticket_name(name) {
            continue;
        }
        let file = format!("{folder}/{name}");
        let Some(stem) = stem_of(name).filter(|_| kind == EntryKind::File) else {
            unusable_names.push(unusable(&file, kind));
            continue;
        };
        files.push(TicketFile { path: file, stem });
    }
    files
}

/// The id that a ticket's file is named by.
pub(super) fn stem_of(name: &str) -> Option<TicketId> {
    let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml"))?;
    stem.parse().ok()
}

/// A name that cannot be used, with the reason.
pub(super) fn unusable(path: &str, kind: EntryKind) -> (String, String) {
    let reason = match kind {
        EntryKind::File => "the name is not TCK-, five digits and .yaml",
        EntryKind::Symlink => "a symbolic link, which is never followed",
        EntryKind::Special => "not a regular file",
    };
    (path.to_owned(), reason.to_owned())
}
