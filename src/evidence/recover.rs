//! A session file as a crash may have left it: whole, or torn within its last line. A torn line was
//! never acknowledged; it is dropped, and nothing else: damage anywhere else is a fault with its place.

use super::read::EvidenceReadFault;
use super::replay::{self, Played};

/// A session that can go on.
#[derive(Debug)]
pub struct Recovered {
    /// The session up to its last whole record.
    pub played: Played,
    /// The line, from 1, after which nothing could be kept; `None` when the file is whole.
    pub cut_after: Option<u32>,
}

/// Reads a session file; one whose last line is torn keeps the records above it. After its end no
/// line was ever begun.
pub fn recover(bytes: &[u8]) -> Result<Recovered, Vec<EvidenceReadFault>> {
    let faults = match replay::read(bytes) {
        Ok(played) => return Ok(Recovered { played, cut_after: None }),
        Err(faults) => faults,
    };
    if is_beginning(bytes) {
        return Err(vec![begun()]);
    }
    let kept = &bytes[..whole(bytes)];
    if kept.len() == bytes.len() {
        return Err(faults);
    }
    let lines = kept.iter().filter(|&&b| b == b'\n').count() as u32;
    match replay::read(kept) {
        Ok(played) if played.charter.ending.is_some() => Err(faults),
        Ok(played) => Ok(Recovered { played, cut_after: Some(lines) }),
        Err(faults) => Err(faults),
    }
}

/// How many of the bytes are not of a torn line: one without its end, or with zeros where a part of
/// it never reached the disk.
pub(super) fn whole(bytes: &[u8]) -> usize {
    let lines = |bytes: &[u8]| bytes.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
    let ended = lines(bytes);
    if ended < bytes.len() {
        return ended;
    }
    let last = lines(&bytes[..ended.saturating_sub(1)]);
    if bytes[last..].contains(&0) { last } else { ended }
}

pub(super) fn begun() -> EvidenceReadFault {
    let message = "it was cut before its first record was whole, so there is nothing to go on \
                   from; remove it and review again";
    EvidenceReadFault::of_file(message)
}

/// Whether the bytes are what a session file begins with, and hold no whole record.
pub(super) fn is_beginning(bytes: &[u8]) -> bool {
    const HEAD: &[u8] = b"schema_version: ";
    const RECORD: &[u8] = b"\n  - {seq: 1, ";
    let first = bytes.windows(RECORD.len()).position(|window| window == RECORD);
    let is_whole = first.is_some_and(|at| bytes[at + 1..].contains(&b'\n'));
    bytes.starts_with(&HEAD[..HEAD.len().min(bytes.len())]) && !is_whole
}
