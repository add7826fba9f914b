//! New files of a ticket, and what stands near them.

use crate::rules::desk::{Desk, TouchedPath, prose};
use crate::rules::text::words::{folder, is_source};
use crate::source::{PathKind, Text, Ticket};

/// Whether a note belongs to the entry of a file list whose path has this name.
pub(crate) fn is_of_entry(ticket: &Ticket, note: &Text, name: &str) -> bool {
    let parent = note.place.yaml_path().rsplit_once('.').map_or("", |(parent, _)| parent);
    let entry = ticket.source.yaml_at(parent).and_then(|node| node.get("path"));
    entry.and_then(|node| node.as_scalar()).is_some_and(|path| path.contains(name))
}

/// The files that a ticket is to create and that are not there yet. A file that is there already
/// was made by the ticket, or is the gate's matter.
pub(crate) fn new_files(desk: &Desk<'_>, ticket: &Ticket) -> Vec<TouchedPath> {
    let mut files = desk.facts(ticket).files.clone();
    files.retain(|file| {
        file.kind == PathKind::Create
            && is_source(&file.path)
            && !desk.exists(&file.path)
            && !ticket.justified_paths.contains(&file.path)
    });
    files
}

/// The existing source files that stand near a new one: in its folder, else in its component.
pub(crate) fn neighbours<'d>(desk: &Desk<'d>, ticket: &Ticket, file: &TouchedPath) -> Vec<&'d str> {
    // Where all of the repository is one component, its folders tell more.
    let component = desk.component(&file.path).filter(|root| !root.is_empty() && *root != ".");
    let root = component.unwrap_or_else(|| folder(&file.path));
    let ending = file.path.rsplit('.').next().unwrap_or_default();
    let own = &desk.facts(ticket).files;
    if root.is_empty() {
        return Vec::new();
    }
    desk.files_below(root)
        .into_iter()
        .filter(|path| is_source(path) && path.rsplit('.').next() == Some(ending))
        .filter(|path| !own.iter().any(|t| t.path == *path))
        .collect()
}

/// Whether the ticket shows that it knows the file.
pub(crate) fn is_mentioned(desk: &Desk<'_>, ticket: &Ticket, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    prose(ticket).any(|text| text.value.contains(name))
        || desk.facts(ticket).changes.iter().any(|text| text.value.contains(name))
}
