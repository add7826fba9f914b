//! The files that the sentences of a ticket name (L4).

use std::cell::LazyCell;

use super::{at, ends_in};
use crate::gates::diagnostic::Spot;
use crate::gates::text::files::{is_added_to, is_leant_on, is_made, is_test, short_names};
use crate::gates::text::sentences::sentences;
use crate::gates::text::ticket::{changes, prose, touched_or_told, work};
use crate::gates::text::words;
use crate::source::{Text, Ticket};

/// A file that a sentence sends its reader to.
#[derive(Debug)]
pub(in crate::gates) struct Lead {
    pub(in crate::gates) path: String,
    /// Other files of which the sentence leaves the choice.
    pub(in crate::gates) or: Vec<String>,
    /// It is work on the file: code, or what the sentence begins with.
    pub(in crate::gates) is_work: bool,
    pub(in crate::gates) is_note: bool,
    pub(in crate::gates) spot: Spot,
}

/// The name of a file without its folders.
#[derive(Debug)]
pub(in crate::gates) struct ShortName {
    pub(in crate::gates) name: String,
    /// The text around it and the paths of the ticket's other texts, which may tell the folder.
    pub(in crate::gates) text: String,
    pub(in crate::gates) spot: Spot,
}

/// Every text that sends somebody to a file, and whether it is a note.
fn texts(ticket: &Ticket) -> impl Iterator<Item = (Text, bool)> {
    let tells = |note: &&Text| {
        let path = note.place.yaml_path().to_lowercase();
        path.contains("implementation") || path.contains("approach") || path.contains("plan")
    };
    let notes = ticket.notes.iter().filter(tells).cloned();
    let own = work(ticket).cloned().chain(changes(ticket));
    own.map(|text| (text, false)).chain(notes.map(|text| (text, true)))
}

/// The files that the sentences of a ticket make.
pub(super) fn made(ticket: &Ticket) -> impl Iterator<Item = String> {
    let all = texts(ticket).map(|(text, _)| text).chain(ticket.notes.iter().cloned());
    all.filter(|text| text.value.contains('/')).flat_map(|text| {
        let cut = sentences(&text.value).into_iter();
        cut.flat_map(|sentence| {
            let paths = words::paths(&sentence.said).into_iter();
            paths.filter(|path| is_made(&sentence, path)).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
    })
}

/// Whether a list of the ticket has the file, which gate 4 looks at.
pub(super) fn is_listed(ticket: &Ticket, path: &str) -> bool {
    ticket.paths.iter().any(|entry| {
        let raw = entry.raw.trim().trim_start_matches("./");
        ends_in(raw, path)
    })
}

/// The files that the sentences of a ticket send somebody to, and that it does not make.
pub(super) fn leads(ticket: &Ticket) -> Vec<Lead> {
    let mut found: Vec<Lead> = Vec::new();
    let mut own: Option<Vec<String>> = None;
    for (text, is_note) in texts(ticket).filter(|(text, _)| text.value.contains('/')) {
        for sentence in sentences(&text.value) {
            for path in words::paths(&sentence.said) {
                let said = sentence.said.as_str();
                let is_known = is_listed(ticket, &path)
                    || found.iter().any(|lead| lead.path == path)
                    || (is_test(&path) && !is_leant_on(said, &path))
                    || own.get_or_insert_with(|| made(ticket).collect()).contains(&path);
                if is_known {
                    continue;
                }
                let has_choice = words::words(&sentence.open).iter().any(|word| word == "or");
                let mut or = if has_choice { short_names(said) } else { Vec::new() };
                or.retain(|other| *other != path);
                let is_work = words::is_code(&path)
                    || said.trim_start_matches([' ', '`']).starts_with(&path)
                    || is_added_to(said, &path);
                let spot = at(ticket, &text, &path);
                found.push(Lead { path, or, is_work, is_note, spot });
            }
        }
    }
    found
}

/// The names of files in a ticket that its lists and its other lines leave without a folder.
pub(super) fn short(ticket: &Ticket) -> Vec<ShortName> {
    let mut found: Vec<ShortName> = Vec::new();
    let mut whole: Option<Vec<String>> = None;
    let around = LazyCell::new(|| {
        let told = prose(ticket).flat_map(|line| words::paths(&line.value));
        told.collect::<Vec<String>>().join(" ")
    });
    for (text, _) in texts(ticket) {
        for name in short_names(&text.value) {
            let whole = whole.get_or_insert_with(|| {
                let told = touched_or_told(ticket).into_iter().map(|file| file.path);
                told.chain(ticket.paths.iter().map(|entry| entry.raw.trim().to_owned())).collect()
            });
            let is_told = whole.iter().any(|path| ends_in(path, &name));
            if !is_told && !found.iter().any(|other| other.name == name) {
                let spot = at(ticket, &text, &name);
                found.push(ShortName { name, text: format!("{} {}", text.value, *around), spot });
            }
        }
    }
    found
}
