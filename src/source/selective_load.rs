//! Which ticket files the gates of some RFCs need, told from their bytes: those that may belong to
//! the RFCs or refer to them, those they wait for, and those that claim one of their ids or make one
//! of their paths. Nothing else that a file can say is asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use aho_corasick::AhoCorasick;

use super::reading::Reading;
use super::rfc::Rfc;
use super::ticket::Ticket;
use super::ticket_files::{TicketFile, TicketReading};
use crate::model::{RfcId, TicketId};
use crate::port::ReadFault;

/// Bytes of files that are kept for a second look; more are read again.
const KEPT: usize = 48 << 20;

/// Ways to write a word without its letters, or a path in another spelling: a file with any of them
/// is parsed. The slashes of `https://` are none.
const DISGUISES: [&str; 8] = ["\\x", "\\u", "\\U", "\\/", "\\\n", "\\\r", "/./", "//"];

/// A look at ticket files that parses what it must.
pub(super) struct Focus<'f, 'r, 's, P> {
    reading: &'f mut Reading<'s>,
    files: &'f [TicketFile],
    named: &'r [RfcId],
    parse: P,
    seen: Vec<Seen>,
}

/// What became of a file so far.
enum Seen {
    Parsed(Box<TicketReading>),
    /// Its bytes, as long as there was room for them.
    Left(Option<Vec<u8>>),
}

/// Which of the files that are left are to be parsed.
enum Ask<'a> {
    Named(&'a BTreeSet<TicketId>),
    With(&'a AhoCorasick),
    All,
}

impl<'f, 'r, 's, P> Focus<'f, 'r, 's, P>
where
    P: Fn(&mut Reading<'s>, &TicketFile, Result<Vec<u8>, ReadFault>) -> TicketReading + Sync,
{
    /// On these files for these RFCs; `parse` makes a ticket of bytes.
    pub(super) fn new(
        reading: &'f mut Reading<'s>,
        files: &'f [TicketFile],
        named: &'r [RfcId],
        parse: P,
    ) -> Self {
        Self { reading, files, named, parse, seen: Vec::new() }
    }

    /// The tickets that are needed, in the order of the files. `rfcs` are the folders of the RFCs,
    /// as far as they have one.
    pub(super) fn read(mut self, rfcs: &BTreeMap<RfcId, Rfc>) -> Vec<TicketReading> {
        self.look(rfcs);
        self.follow();
        match self.words(rfcs).and_then(|words| AhoCorasick::new(words).ok()) {
            Some(words) => self.take(&Ask::With(&words)),
            None => self.take(&Ask::All),
        }
        let outcomes = self.seen.into_iter().filter_map(|seen| match seen {
            Seen::Parsed(outcome) => Some(*outcome),
            Seen::Left(_) => None,
        });
        outcomes.collect()
    }

    /// Parses the files that name one of the RFCs, and those that their plans name.
    fn look(&mut self, rfcs: &BTreeMap<RfcId, Rfc>) {
        let entries = rfcs.values().flat_map(|rfc| &rfc.decomposition);
        let planned: BTreeSet<TicketId> = entries
            .flat_map(|entry| entry.dependencies.iter().chain([&entry.ticket_id]))
            .filter_map(|written| target(written))
            .collect();
        let words = self.named.iter().map(RfcId::as_str).chain(DISGUISES);
        let near = AhoCorasick::new(words).ok();
        let is_near = |file: &TicketFile, bytes: &[u8]| {
            planned.contains(&file.stem) || near.as_ref().is_none_or(|near| is_in(near, bytes))
        };
        let (kept, parse) = (AtomicUsize::new(0), &self.parse);
        self.seen = self.reading.par_map(self.files, |part, file| match part.raw(&file.path) {
            Ok(bytes) if !is_near(file, &bytes) => {
                let is_kept = kept.fetch_add(bytes.len(), Ordering::Relaxed) < KEPT;
                Seen::Left(is_kept.then_some(bytes))
            }
            bytes => Seen::Parsed(Box::new(parse(part, file, bytes))),
        });
    }

    /// Parses what the RFCs' tickets wait for, directly or through others, and the files that are
    /// named after an id that one of them claims.
    fn follow(&mut self) {
        let claimed = |ticket: &Ticket| target(&ticket.id.as_ref()?.value);
        let mut open: BTreeSet<TicketId> = self.members().flat_map(targets).collect();
        open.extend(self.members().filter_map(claimed));
        let mut asked = BTreeSet::new();
        while !open.is_empty() {
            self.take(&Ask::Named(&open));
            asked.append(&mut open.clone());
            let reached = self.tickets().filter(|ticket| open.contains(&ticket.stem));
            open = reached.flat_map(targets).filter(|id| !asked.contains(id)).collect();
        }
    }

    /// Words of which a file has one when it claims an id of the RFCs' tickets, or makes a path of
    /// theirs; `None` when no words tell.
    fn words(&self, rfcs: &BTreeMap<RfcId, Rfc>) -> Option<BTreeSet<String>> {
        let has_ticket = |rfc| self.members().any(|ticket| ticket.rfc.as_ref() == Some(rfc));
        if self.named.iter().any(|rfc| !rfcs.contains_key(rfc) && !has_ticket(rfc)) {
            // Whoever asked for it is told which RFCs there are.
            return None;
        }
        let mut words = BTreeSet::new();
        for ticket in self.members() {
            words.insert(ticket.stem.to_string());
            words.extend(ticket.id.iter().map(|id| id.value.trim().to_owned()));
            for entry in &ticket.paths {
                if !entry.raw.is_ascii() {
                    // One letter may have two spellings.
                    return None;
                }
                let parts = entry.raw.trim().split('/');
                let parts: Vec<&str> = parts.filter(|part| !matches!(*part, "" | ".")).collect();
                words.insert(parts[parts.len().saturating_sub(2)..].join("/"));
            }
        }
        words.remove("");
        Some(words)
    }

    /// Parses those of the files that are left.
    fn take(&mut self, ask: &Ask<'_>) {
        let is_asked = |file: &TicketFile| match ask {
            Ask::Named(stems) => stems.contains(&file.stem),
            Ask::With(_) | Ask::All => true,
        };
        let left: Vec<(usize, Option<Vec<u8>>)> = self
            .seen
            .iter_mut()
            .enumerate()
            .filter_map(|(at, seen)| match seen {
                Seen::Left(bytes) if is_asked(&self.files[at]) => Some((at, bytes.take())),
                Seen::Left(_) | Seen::Parsed(_) => None,
            })
            .collect();
        let (files, parse) = (self.files, &self.parse);
        let parsed = self.reading.par_map(&left, |part, (at, bytes)| {
            let file = &files[*at];
            let read = |part: &Reading<'_>| match bytes {
                Some(bytes) => Ok(bytes.clone()),
                None => part.raw(&file.path),
            };
            let is_wanted = match (ask, bytes) {
                (Ask::Named(_) | Ask::All, _) => true,
                (Ask::With(words), Some(bytes)) => is_in(words, bytes),
                (Ask::With(words), None) => read(part).is_ok_and(|bytes| is_in(words, &bytes)),
            };
            is_wanted.then(|| {
                let bytes = read(part);
                parse(part, file, bytes)
            })
        });
        for ((at, _), outcome) in left.into_iter().zip(parsed) {
            if let Some(outcome) = outcome {
                self.seen[at] = Seen::Parsed(Box::new(outcome));
            }
        }
    }

    fn tickets(&self) -> impl Iterator<Item = &Ticket> {
        self.seen.iter().filter_map(|seen| match seen {
            Seen::Parsed(outcome) => outcome.as_ref().as_ref().ok(),
            Seen::Left(_) => None,
        })
    }

    /// The tickets that may belong to one of the RFCs.
    fn members(&self) -> impl Iterator<Item = &Ticket> {
        let may = |ticket: &&Ticket| ticket.rfc.as_ref().is_none_or(|rfc| self.named.contains(rfc));
        self.tickets().filter(may)
    }
}

/// The ticket that a dependency means, however its letters are written.
fn target(written: &str) -> Option<TicketId> {
    let id = written.rsplit(':').next().unwrap_or(written);
    id.trim().to_ascii_uppercase().parse().ok()
}

fn targets(ticket: &Ticket) -> impl Iterator<Item = TicketId> {
    ticket.dependencies.iter().filter_map(|entry| target(&entry.target))
}

/// Whether one of the words stands in the bytes; the slashes of `https://` do not count.
fn is_in(words: &AhoCorasick, bytes: &[u8]) -> bool {
    words.find_iter(bytes).any(|found| {
        let is_of_address =
            found.start() > 0 && bytes[found.start() - 1] == b':' && &bytes[found.range()] == b"//";
        !is_of_address
    })
}
