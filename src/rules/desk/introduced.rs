//! What a ticket brings into the code by name.

use std::collections::BTreeSet;

use super::{Desk, TicketFacts, prose, work};
use crate::gates::text::runs::has_name;
use crate::model::Place;
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::declared::declared;
use crate::rules::text::words;
use crate::source::{PathKind, Text, Ticket};
use crate::symbols::SymbolClass;

/// A name of code that a ticket introduces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Introduced {
    pub(crate) name: String,
    pub(crate) class: Option<SymbolClass>,
    /// What it takes and gives, when the ticket writes it down.
    pub(crate) shape: Option<FunctionShape>,
    /// Where.
    pub(crate) place: Place,
    /// What is said of it: its sentence, and what follows up to the next name.
    pub(crate) told: String,
    /// The endings of the source files that the ticket works on.
    pub(crate) endings: BTreeSet<String>,
}

/// The names that a ticket introduces, in the order of the text, each once. What a file that it
/// works on defines already is changed, and not introduced.
pub(super) fn introduced(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Introduced> {
    let TicketFacts { files, changes: noted } = desk.facts(ticket);
    let stands_here: BTreeSet<&str> = files
        .iter()
        .filter(|file| file.kind != PathKind::Delete)
        .flat_map(|file| desk.index.in_file(&file.path))
        .map(|symbol| symbol.name.as_str())
        .collect();
    let sources = files.iter().filter(|file| words::is_code(&file.path));
    let endings: BTreeSet<String> =
        sources.filter_map(|file| Some(file.path.rsplit_once('.')?.1.to_owned())).collect();
    // A declaration may be wrapped as the line it stands on; an example is code, line by line.
    let plan: Vec<Text> = work(ticket).chain(noted).map(unwrapped).collect();
    let texts: Vec<&Text> = plan.iter().chain(&ticket.code_examples).collect();
    let mut found: Vec<Introduced> = Vec::new();
    for text in texts {
        let all = declared(&text.value);
        for (i, new) in all.iter().enumerate() {
            let is_foreign = new.is_only_used && desk.is_known_name(ticket, new.name);
            if stands_here.contains(new.name) || is_foreign {
                continue;
            }
            let next = all.get(i + 1).map_or(text.value.len(), |next| next.at);
            let said = new.signature.map(|signature| declaration(&text.value, new.at, signature));
            let shape = said.and_then(|said| shape(said, new.name));
            match found.iter_mut().find(|old| old.name == new.name) {
                Some(old) => {
                    old.shape = old.shape.take().or(shape);
                    old.class = old.class.or(new.class);
                }
                None => found.push(Introduced {
                    name: new.name.to_owned(),
                    class: new.class,
                    shape,
                    place: text.place.clone(),
                    told: window(&text.value, new.at, next).to_owned(),
                    endings: endings.clone(),
                }),
            }
        }
    }
    found
}

/// A text in which no line ends inside of what is quoted.
pub(crate) fn unwrapped(text: &Text) -> Text {
    let mut value = String::with_capacity(text.value.len());
    let mut is_code = false;
    for c in text.value.chars() {
        is_code ^= c == '`';
        let is_break = c == '\n' && is_code;
        if is_break && value.ends_with(' ') {
            continue;
        }
        value.push(if is_break { ' ' } else { c });
    }
    // An odd mark is somebody's apostrophe.
    if is_code { text.clone() } else { Text { value, place: text.place.clone() } }
}

/// The declaration that begins with the name at `at`, with what stands before it on the line and what
/// follows its parameters.
pub(crate) fn declaration<'t>(text: &'t str, at: usize, signature: &str) -> &'t str {
    let from = text[..at].rfind(['`', '\n', '"', '.', ';', ':']).map_or(0, |at| at + 1);
    let end = at + signature.len();
    let more = text[end..].find(['`', '\n', '"', ';']).map_or(text.len(), |at| end + at);
    &text[from..more]
}

/// The sentence in which a name stands, and what follows up to the next name; at most some 80 words.
fn window(text: &str, at: usize, next: usize) -> &str {
    const BEFORE: usize = 100;
    const BEHIND: usize = 360;
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    let sentence = [". ", "; ", "\n\n"].iter().filter_map(|end| text[..at].rfind(end)).max();
    let from = sentence.unwrap_or(0).max(at.saturating_sub(BEFORE));
    let (from, to) = (floor(from), floor(next.min(at + BEHIND).max(at)));
    &text[from.unwrap_or(0)..to.unwrap_or(text.len())]
}

/// Whether a ticket's text has this name of code or of a file, as a whole word.
pub(crate) fn mentions(desk: &Desk<'_>, ticket: &Ticket, name: &str) -> bool {
    let has = |text: &str| has_name(text, name);
    let noted = &desk.facts(ticket).changes;
    let paths = ticket.paths.iter().any(|path| has(&path.raw));
    paths
        || prose(ticket)
            .chain(noted)
            .chain(&ticket.out_of_scope)
            .chain(&ticket.title)
            .any(|text| has(&text.value))
}
