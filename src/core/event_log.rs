//! Hash-chained append-only event log. Each record carries the digest of the one before, so that
//! nothing can be taken out, put in or changed unseen. Knows no events: they are JSON to it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::{Digest, Timestamp};

/// One event, chained to the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogRecord {
    /// From 1.
    pub seq: u32,
    /// When it was written.
    pub at: Timestamp,
    /// Digest of the record before; for the first, of what the session began with.
    pub previous: Digest,
    /// What happened.
    pub event: Value,
    /// Digest over the four above.
    pub digest: Digest,
}

/// Why a list of records is no event log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record {seq}: {why}")]
pub struct BrokenChain {
    /// The first record that does not fit, from 1.
    pub seq: u32,
    /// What is wrong with it.
    pub why: &'static str,
}

fn digest_of(seq: u32, at: Timestamp, previous: &Digest, event: &Value) -> Digest {
    let event = event.to_string();
    let at = at.to_string();
    Digest::of_parts([
        seq.to_string().as_bytes(),
        at.as_bytes(),
        previous.as_str().as_bytes(),
        event.as_bytes(),
    ])
}

/// The record of an event after the last one of the session that began with what `root` digests.
pub fn next(last: Option<&LogRecord>, root: &Digest, at: Timestamp, event: Value) -> LogRecord {
    let (seq, previous) = match last {
        Some(last) => (last.seq + 1, last.digest.clone()),
        None => (1, root.clone()),
    };
    let digest = digest_of(seq, at, &previous, &event);
    LogRecord { seq, at, previous, event, digest }
}

/// Appends an event to the records of the session that began with what `root` digests.
pub fn append(records: &mut Vec<LogRecord>, root: &Digest, at: Timestamp, event: Value) {
    records.push(next(records.last(), root, at, event));
}

/// Whether the records are an unbroken log of the session that began with what `root` digests.
pub fn check(records: &[LogRecord], root: &Digest) -> Result<(), BrokenChain> {
    let mut previous = root.clone();
    for (index, record) in records.iter().enumerate() {
        let seq = index as u32 + 1;
        let broken = |why| Err(BrokenChain { seq, why });
        if record.seq != seq {
            return broken("its number is not the next one");
        }
        if record.previous != previous {
            return broken("it does not follow the record before it");
        }
        if record.digest != digest_of(seq, record.at, &previous, &record.event) {
            return broken("its content does not have its digest");
        }
        previous = record.digest.clone();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn root(of: &str) -> Digest {
        Digest::of(of.as_bytes())
    }

    fn journal() -> Vec<LogRecord> {
        let at = Timestamp::from_unix(1_769_421_600).expect("in range");
        let mut records = Vec::new();
        for n in 0..4 {
            append(&mut records, &root("X"), at, json!({"event": n}));
        }
        records
    }

    #[test]
    fn an_untouched_journal_is_whole() {
        assert_eq!(check(&journal(), &root("X")), Ok(()));
        assert_eq!(check(&journal()[..2], &root("X")), Ok(()));
    }

    #[test]
    fn what_is_changed_taken_out_or_moved_is_named() {
        let first_broken = |records: &[LogRecord]| check(records, &root("X")).map_err(|e| e.seq);
        let mut changed = journal();
        changed[1].event = json!({"event": 9});
        assert_eq!(first_broken(&changed), Err(2));
        let mut taken_out = journal();
        taken_out.remove(1);
        assert_eq!(first_broken(&taken_out), Err(2));
        let mut swapped = journal();
        swapped.swap(2, 3);
        assert_eq!(first_broken(&swapped), Err(3));
        assert_eq!(check(&journal(), &root("Y")).map_err(|e| e.seq), Err(1));
    }
}
