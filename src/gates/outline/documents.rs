//! The documents that the sentences of a ticket name (L5).

use super::at;
use super::paths::is_listed;
use crate::gates::diagnostic::Spot;
use crate::gates::text::documents::{KINDS, files, makes, reads, writes};
use crate::gates::text::lexicon::Match;
use crate::gates::text::sentences::{Sentence, sentences};
use crate::gates::text::ticket::{changes, prose};
use crate::gates::text::words;
use crate::source::{Text, Ticket};

/// What a sentence sends its reader to.
#[derive(Debug)]
pub(in crate::gates) struct Cited {
    pub(in crate::gates) name: String,
    pub(in crate::gates) kind: Kind,
    pub(in crate::gates) is_note: bool,
    pub(in crate::gates) spot: Spot,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::gates) enum Kind {
    /// A path, and whether the sentence says that it is to be read.
    File { is_read: bool },
    /// A document by what it is, with the words that tell it from others.
    Called(Vec<String>),
    /// An RFC by its number.
    Rfc,
}

fn texts(ticket: &Ticket) -> impl Iterator<Item = Text> {
    prose(ticket).cloned().chain(changes(ticket))
}

/// The documents that the sentences of a ticket make.
pub(super) fn made(ticket: &Ticket) -> impl Iterator<Item = String> {
    texts(ticket).filter(|text| text.value.contains('.')).flat_map(|text| {
        let cut = sentences(&text.value).into_iter();
        cut.flat_map(|sentence| {
            let named = files(&sentence.said).into_iter();
            named.filter(|path| makes(&sentence, path)).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
    })
}

/// What the ticket sends its reader to and does not write itself.
pub(super) fn cited(ticket: &Ticket) -> Vec<Cited> {
    let mut found: Vec<Cited> = Vec::new();
    let mut own: Option<Vec<String>> = None;
    for text in texts(ticket).filter(|text| !text.place.yaml_path().contains("affected_file")) {
        let is_note = ticket.notes.iter().any(|note| note.place == text.place);
        for sentence in sentences(&text.value) {
            let named = of_files(&sentence).into_iter();
            let named = named.filter(|(path, _)| !is_listed(ticket, path));
            for (name, kind) in named.chain(called(&sentence)).chain(of_rfcs(&sentence)) {
                let is_known = found.iter().any(|cited| cited.name == name)
                    || own.get_or_insert_with(|| made(ticket).collect()).contains(&name);
                if !is_known {
                    let spot = at(ticket, &text, &name);
                    found.push(Cited { name, kind, is_note, spot });
                }
            }
        }
    }
    found
}

/// The files of documents that the sentence names and does not write.
fn of_files(sentence: &Sentence) -> Vec<(String, Kind)> {
    let is_read = reads(&sentence.said);
    let named = files(&sentence.said).into_iter().filter(|path| {
        let at = sentence.said.find(path.as_str()).unwrap_or_default();
        !makes(sentence, path) && (is_read || !writes(sentence, at))
    });
    named.map(|path| (path, Kind::File { is_read })).collect()
}

/// A document that the sentence calls by what it is.
fn called(sentence: &Sentence) -> Option<(String, Kind)> {
    let all = KINDS.all(&sentence.open).into_iter();
    let Match { phrase, start, end } = all.max_by_key(|kind| kind.phrase.len())?;
    let before = sentence.open[..start].to_lowercase();
    let is_sent = reads(&before) || before.trim_end().ends_with("attached");
    if !is_sent || !files(&sentence.said).is_empty() || sentence.said.contains("://") {
        return None;
    }
    // The words that tell the document: those before its kind.
    const PLAIN: [&str; 9] =
        ["the", "see", "from", "page", "document", "described", "our", "and", "shown"];
    let before: Vec<String> = words::words(&before).into_iter().rev().take(3).collect();
    let mut telling: Vec<String> = words::words(phrase).into_iter().chain(before).collect();
    telling.retain(|word| word.len() > 2 && !PLAIN.contains(&word.as_str()));
    Some((sentence.said.get(start..end)?.to_owned(), Kind::Called(telling)))
}

/// RFCs by their numbers. Those of other houses do not begin with 0.
fn of_rfcs(sentence: &Sentence) -> Vec<(String, Kind)> {
    let named = sentence.said.match_indices("RFC-0").filter_map(|(at, _)| {
        let name = sentence.said.get(at..at + 8)?;
        let behind = sentence.said[at + 8..].chars().next();
        let is_whole = name[4..].bytes().all(|b| b.is_ascii_digit())
            && behind.is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '/');
        is_whole.then(|| (name.to_owned(), Kind::Rfc))
    });
    named.collect()
}
