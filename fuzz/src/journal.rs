//! The chain of records: whatever the events are, an untouched journal is whole, it is whole after
//! it was written and read, and no damage to it stays unseen.

use council_review::core::event_log::{LogRecord, append, check};
use council_review::model::{Digest, Timestamp};
use serde_json::Value;

/// The first two bytes choose the damage; every line after them is an event.
pub fn journal(bytes: &[u8]) {
    let Some(([damage, at], events)) = bytes.split_first_chunk::<2>() else { return };
    let root = Digest::of(b"root");
    let mut records = Vec::new();
    for (index, line) in events.split(|&b| b == b'\n').take(64).enumerate() {
        let at = Timestamp::from_unix(1_769_421_600 + index as i64).expect("in range");
        let event = serde_json::from_slice(line)
            .unwrap_or_else(|_| Value::String(String::from_utf8_lossy(line).into_owned()));
        append(&mut records, &root, at, event);
    }
    assert_eq!(check(&records, &root), Ok(()));
    assert_eq!(check(&records[..records.len() / 2], &root), Ok(()), "a beginning is a journal");
    if !records.iter().any(|record| super::sinks::has_float(&record.event)) {
        let written = serde_json::to_vec(&records).expect("JSON");
        let read: Vec<LogRecord> = serde_json::from_slice(&written).expect("what was written");
        assert_eq!(read, records);
        assert_eq!(check(&read, &root), Ok(()));
    }
    let at = usize::from(*at) % records.len();
    let mut damaged = records.clone();
    match damage % 7 {
        0 => damaged[at].event = Value::from("another"),
        1 => damaged[at].seq = damaged[at].seq.wrapping_add(1),
        2 => damaged[at].at = Timestamp::from_unix(0).expect("in range"),
        3 => damaged[at].digest = Digest::of(b"another"),
        4 => damaged[at].previous = Digest::of(b"another"),
        5 => {
            damaged.remove(at);
        }
        _ => {
            let twin = damaged[at].clone();
            damaged.insert(at, twin);
        }
    }
    let is_cut_at_end = damage % 7 == 5 && at == records.len() - 1;
    if damaged != records && !is_cut_at_end {
        let broken = check(&damaged, &root).expect_err("damage");
        assert!(broken.seq as usize >= 1 && broken.seq as usize <= damaged.len());
        assert!(broken.seq as usize > at, "what stands before is whole: {broken}");
    }
    assert!(check(&records, &Digest::of(b"another")).is_err(), "of another session");
}
