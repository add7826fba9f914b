//! Code that a ticket writes down: signatures, fields, types.

use crate::gates::text::files::is_test;
use crate::rules::desk::{changes, prose};
use crate::rules::text::{shapes, words};
use crate::source::Ticket;

/// What a ticket defines: each signature, and each line with fields.
pub(crate) fn defined(ticket: &Ticket) -> Vec<String> {
    let texts = prose(ticket).cloned().chain(changes(ticket)).chain(ticket.title.clone());
    let mut found = Vec::new();
    for text in texts {
        for line in text.value.lines() {
            found.extend(shapes::signatures(line).iter().map(|(name, _)| (*name).to_owned()));
            if shapes::signature(line).is_none() && shapes::is_field(line) {
                found.push(line.trim().to_owned());
            }
        }
    }
    found
}

/// The types that a ticket declares, each by the line that does.
pub(crate) fn declarations(ticket: &Ticket) -> Vec<String> {
    let texts = prose(ticket).cloned().chain(changes(ticket)).chain(ticket.title.clone());
    let mut found = Vec::new();
    for text in texts {
        let lines = text.value.lines().filter(|line| shapes::declared(line).is_some());
        found.extend(lines.map(|line| line.trim().to_owned()));
    }
    found
}

/// Whether a line writes down what it asks for.
pub(crate) fn is_spelt(line: &str) -> bool {
    shapes::signature(line).is_some() || shapes::declared(line).is_some()
}

/// Whether a path is code that is built into the product.
pub(crate) fn is_product(path: &str) -> bool {
    words::is_source(path) && !is_test(path) && !path.ends_with(".sql")
}
