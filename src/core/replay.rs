//! A session's records folded again: the same state, without asking anybody or reading a clock.

use serde::de::DeserializeOwned;

use super::event_log::{self, LogRecord};
use super::protocol::{EventOf, Protocol};
use crate::model::{Digest, Timestamp};

/// The first record that does not lead on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record {seq}: {why}")]
pub struct BrokenRecord {
    /// Its number, from 1.
    pub seq: u32,
    /// Why not.
    pub why: String,
}

/// The state that the records of a session lead to, of the session that began with what `root`
/// digests. `seen` gets each event, when it was recorded, and the state after it.
pub fn fold<P: Protocol>(
    records: &[LogRecord],
    root: &Digest,
    mut seen: impl FnMut(Timestamp, &EventOf<P>, &P::State),
) -> Result<P::State, BrokenRecord>
where
    EventOf<P>: DeserializeOwned,
{
    event_log::check(records, root)
        .map_err(|broken| BrokenRecord { seq: broken.seq, why: broken.why.to_owned() })?;
    let mut state = P::initial();
    for record in records {
        let wrong = |why: String| BrokenRecord { seq: record.seq, why };
        let event: EventOf<P> = serde_json::from_value(record.event.clone())
            .map_err(|fault| wrong(fault.to_string()))?;
        (state, _) = P::step(state, event.clone()).map_err(|fault| wrong(fault.to_string()))?;
        seen(record.at, &event, &state);
    }
    Ok(state)
}
