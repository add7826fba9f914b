//! The paths that a ticket creates: those of its lists, and those that its sentences speak of.

use std::collections::BTreeSet;

use super::super::path;
use super::prose;
use crate::source::{PathKind, Ticket, Tier};
use crate::yaml::NodeRef;

/// Whether a ticket was not given up: what it creates is there, or will be.
pub(super) fn counts(ticket: &Ticket) -> bool {
    ticket.known_status.is_none_or(|status| !status.is_dead())
}

/// The paths that a ticket's sentences say will be created.
pub(in crate::gates) fn claims(ticket: &Ticket) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if counts(ticket) {
        let texts = ticket.source.yaml_scalars().filter_map(NodeRef::as_str);
        texts.for_each(|text| prose::created(text, &mut found));
    }
    found
}

/// The paths that a ticket creates, in their one spelling.
pub(in crate::gates) fn creations(ticket: &Ticket) -> Vec<String> {
    let entries = ticket.paths.iter().filter(|entry| {
        counts(ticket) && entry.kind == PathKind::Create && entry.tier != Tier::Context
    });
    entries.filter_map(|entry| path::plain(&entry.raw).ok()).collect()
}
