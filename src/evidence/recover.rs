//! A session file as a crash may have left it: whole, or cut short. What a cut left incomplete is
//! dropped, and nothing else: damage anywhere else is a fault with its place.

use super::read::{self, EvidenceReadFault};
use super::replay::{self, Played};
use super::session::{self, Setting};
use super::v1::session::Session;

/// A session that can go on.
#[derive(Debug)]
pub struct Recovered {
    /// The session up to its last whole record.
    pub played: Played,
    /// The line, from 1, after which nothing could be kept; `None` when the file is whole.
    pub cut_after: Option<u32>,
}

/// Reads a session file; one that is shorter than it says keeps its whole records.
pub fn recover(bytes: &[u8]) -> Result<Recovered, Vec<EvidenceReadFault>> {
    match replay::read(bytes) {
        Ok(played) => Ok(Recovered { played, cut_after: None }),
        Err(faults) => match kept_of(bytes) {
            Kept::NotCut => Err(faults),
            Kept::Nothing => {
                let message = "it was cut before its first record was whole, so there is nothing \
                               to go on from; remove it and review again";
                Err(vec![EvidenceReadFault::of_file(message)])
            }
            Kept::Records(session, lines) => {
                let charter =
                    replay::fold(&session, &mut |_, _, _| {}).map_err(|fault| vec![fault])?;
                let setting = Setting::of(&session);
                let session = session::session(&charter, &setting, &session.records);
                let played = Played { session, charter };
                Ok(Recovered { played, cut_after: Some(lines) })
            }
        },
    }
}

enum Kept {
    /// The file is as long as it says, or its head is damaged.
    NotCut,
    /// It ends before the end of its first record.
    Nothing,
    /// Its whole records, and the lines that they end after.
    Records(Box<Session>, u32),
}

fn kept_of(bytes: &[u8]) -> Kept {
    let canonical = |kept: &[u8]| {
        let session = read::session(kept).ok()?;
        read::written_otherwise(kept, &session::bytes(&session)).is_none().then_some(session)
    };
    let Some(begin) = records_of(bytes) else {
        return if is_beginning(bytes) { Kept::Nothing } else { Kept::NotCut };
    };
    let head = [&bytes[..begin], b"records: []\n"].concat();
    let is_cut = |head: Session| ((bytes.len() - begin) as u64) < head.records_bytes;
    if !canonical(&head).is_some_and(is_cut) {
        return Kept::NotCut;
    }
    // Cut between two records, in the first line of one, or later in one.
    let line = bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let last = last_item(bytes, begin);
    for kept in [bytes, &bytes[..line], &bytes[..last]] {
        if kept.len() == first_item(begin) {
            return Kept::Nothing;
        }
        if let Some(session) = canonical(kept) {
            let lines = kept.iter().filter(|&&b| b == b'\n').count() as u32;
            return Kept::Records(Box::new(session), lines);
        }
    }
    Kept::NotCut
}

/// Where the key of the records begins.
fn records_of(bytes: &[u8]) -> Option<usize> {
    const KEY: &[u8] = b"\nrecords:\n";
    bytes.windows(KEY.len()).position(|window| window == KEY).map(|at| at + 1)
}

/// Where the first record begins.
fn first_item(begin: usize) -> usize {
    begin + "records:\n".len()
}

/// Where the last record begins; no line of a record's content stands so far to the left.
fn last_item(bytes: &[u8], begin: usize) -> usize {
    const ITEM: &[u8] = b"\n  - seq: ";
    let items = bytes[begin..].windows(ITEM.len()).rposition(|window| window == ITEM);
    items.map_or(first_item(begin), |at| begin + at + 1)
}

/// Whether the bytes are what a session file begins with, and hold no record.
fn is_beginning(bytes: &[u8]) -> bool {
    const HEAD: &[u8] = b"schema_version: ";
    let mut lines = bytes.split(|&b| b == b'\n');
    bytes.starts_with(&HEAD[..HEAD.len().min(bytes.len())])
        && !lines.any(|line| line.starts_with(b"  - seq: "))
}
