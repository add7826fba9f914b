//! A ticket as a reader goes through it: its paths, and its lines by what they are for.

use crate::gates::text::words;
use crate::model::Place;
use crate::source::{PathKind, Text, Ticket, Tier};

/// A path that a ticket works on.
#[derive(Debug, Clone)]
pub(crate) struct TouchedPath {
    pub(crate) path: String,
    pub(crate) kind: PathKind,
    pub(crate) place: Place,
}

/// The paths a ticket creates, changes or deletes: its lists first, then its notes, each path once.
pub(crate) fn touched(ticket: &Ticket) -> Vec<TouchedPath> {
    let mut found: Vec<TouchedPath> = Vec::new();
    for entry in &ticket.paths {
        let path = entry.raw.trim().trim_start_matches("./").to_owned();
        let is_work = entry.kind != PathKind::Reference && entry.tier != Tier::Context;
        let is_path = !path.is_empty() && !path.contains(char::is_whitespace);
        if is_work && is_path && !found.iter().any(|t| t.path == path) {
            found.push(TouchedPath { path, kind: entry.kind, place: entry.place.clone() });
        }
    }
    found
}

/// [`touched`], and the paths that scope lines and steps name.
pub(crate) fn touched_or_told(ticket: &Ticket) -> Vec<TouchedPath> {
    let mut found = touched(ticket);
    for text in work(ticket) {
        for path in words::paths(&text.value) {
            if !found.iter().any(|t| t.path == path) {
                let lower = text.value.to_lowercase();
                let before = lower.find(&path.to_lowercase()).map_or("", |at| &lower[..at]);
                let creates =
                    ["create ", "new ", "add file "].iter().any(|verb| before.contains(verb));
                found.push(TouchedPath {
                    path,
                    kind: if creates { PathKind::Create } else { PathKind::Modify },
                    place: text.place.clone(),
                });
            }
        }
    }
    found
}

/// What is to be done: scope and steps, in source order of their kinds.
pub(crate) fn work(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    ticket.in_scope.iter().chain(&ticket.steps)
}

/// Everything that is demanded: scope, steps, criteria.
pub(crate) fn demands(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    work(ticket).chain(&ticket.criteria)
}

/// Everything a reader can learn from: demands, verification, examples, notes.
pub(crate) fn prose(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    demands(ticket).chain(&ticket.verifications).chain(&ticket.code_examples).chain(&ticket.notes)
}

/// What an entry of a path list says is to change there, or what the file is for.
pub(crate) fn changes(ticket: &Ticket) -> Vec<Text> {
    let told = |path: &str| path.ends_with(".changes") || path.ends_with(".purpose");
    ticket
        .source
        .yaml_scalars()
        .filter(|node| told(&node.path()))
        .filter_map(|node| {
            let value = node.as_scalar()?.to_owned();
            let place = node.place();
            Some(Text { value, place })
        })
        .collect()
}

/// The place of the title: where a finding about the whole ticket points.
pub(crate) fn whole(ticket: &Ticket) -> &Place {
    let named = ticket.title.as_ref().or(ticket.id.as_ref());
    named.map_or(&ticket.header, |text| &text.place)
}
