use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::job::{JobId, JobSpec};
use crate::lease::Lease;

/// Length and checksum before each payload, both u32, little endian.
pub const FRAME_LEN: usize = 8;

/// One change of state.
///
/// Records hold absolute values and never increments: after a crash between a snapshot and the reset of the journal,
/// records are applied a second time, and must lead to the same state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Record {
    Enqueued {
        id: JobId,
        spec: JobSpec,
        at: Millis,
    },
    Leased {
        id: JobId,
        attempt: u32,
        lease: Lease,
    },
    Renewed {
        id: JobId,
        token: u64,
        expires_at: Millis,
    },
    Completed {
        id: JobId,
        at: Millis,
    },
    Retried {
        id: JobId,
        until: Millis,
        error: String,
    },
    Buried {
        id: JobId,
        at: Millis,
        reason: String,
    },
}

pub enum Decoded {
    /// A record, and the bytes it took with its frame.
    Whole(Record, usize),
    /// The bytes end before the record does.
    Short,
    /// The checksum does not fit the payload of this many bytes.
    BadChecksum(usize),
    /// The checksum fits, and the payload is still not a record.
    Unreadable(String),
}

pub fn encode(record: &Record) -> Vec<u8> {
    let payload = serde_json::to_vec(record).expect("records hold nothing that JSON cannot");
    let mut out = Vec::with_capacity(FRAME_LEN + payload.len());
    out.extend_from_slice(&(payload.len() as u32).to_le_bytes());
    out.extend_from_slice(&crc32fast::hash(&payload).to_le_bytes());
    out.extend_from_slice(&payload);
    out
}

pub fn decode(bytes: &[u8]) -> Decoded {
    if bytes.len() < FRAME_LEN {
        return Decoded::Short;
    }
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let len = word(0) as usize;
    let Some(payload) = bytes.get(FRAME_LEN..FRAME_LEN + len) else {
        return Decoded::Short;
    };
    if crc32fast::hash(payload) != word(4) {
        return Decoded::BadChecksum(len);
    }
    match serde_json::from_slice(payload) {
        Ok(record) => Decoded::Whole(record, FRAME_LEN + len),
        Err(e) => Decoded::Unreadable(e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record::Completed { id: JobId(3), at: 99 }
    }

    #[test]
    fn reads_what_it_wrote() {
        let bytes = encode(&record());
        match decode(&bytes) {
            Decoded::Whole(r, n) => {
                assert_eq!(r, record());
                assert_eq!(n, bytes.len());
            }
            _ => panic!("not whole"),
        }
    }

    #[test]
    fn every_prefix_is_short() {
        let bytes = encode(&record());
        for n in 0..bytes.len() {
            assert!(matches!(decode(&bytes[..n]), Decoded::Short), "{n}");
        }
    }

    #[test]
    fn a_flipped_bit_is_seen() {
        let mut bytes = encode(&record());
        *bytes.last_mut().unwrap() ^= 1;
        assert!(matches!(decode(&bytes), Decoded::BadChecksum(_)));
    }
}
