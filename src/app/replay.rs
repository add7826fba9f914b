//! `replay SESSION`: the whole course of a session from its records, and the bundle that they lead
//! to. No seat is asked, no clock is read, nothing is written.

use super::{AppFault, ReviewNames, progress, resuming, sessions};
use crate::config::Assignments;
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::recover::Recovered;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::{replay, seal};
use crate::model::progress::ProgressEvent;
use crate::model::{SessionId, Timestamp};
use crate::port::Store;

/// What `replay` says of one session.
#[derive(Debug)]
pub enum SessionReplay {
    /// Its records lead somewhere.
    Played {
        /// The session.
        session: SessionId,
        /// `INIT`, `CYCLE_1`, … or the terminal state.
        state: &'static str,
        /// Who held its seats.
        held_by: Assignments,
        /// How many records there are.
        records: usize,
        /// The line, from 1, after which the file was cut short.
        cut_after: Option<u32>,
        /// What became of the bundle.
        outcome: ReplayComparison,
    },
    /// It is damaged; every fault that can be told apart.
    Damaged(Vec<EvidenceReadFault>),
}

/// A replayed session's bundle and the file that should hold it.
#[derive(Debug)]
pub enum ReplayComparison {
    /// The file holds the same bytes.
    Same(Box<Bundle>),
    /// It holds others.
    Differs(Box<Bundle>),
    /// There is no such file.
    Missing(Box<Bundle>),
    /// The session has not ended, so there is no bundle.
    NotEnded,
}

/// Replays a session. `seen` gets each event, and when it was recorded.
pub fn replay(
    store: &dyn Store,
    names: &ReviewNames,
    seen: &mut dyn FnMut(Timestamp, &ProgressEvent),
) -> Result<SessionReplay, AppFault> {
    let bytes = sessions::bytes(store, names)?;
    let Recovered { played, cut_after } = match sessions::recovered(names, &bytes) {
        Ok(recovered) => recovered,
        Err(faults) => return Ok(SessionReplay::Damaged(faults)),
    };
    let folded = replay::fold(&played.session, &mut |at, event, charter| {
        seen(at, &progress::of(event, charter));
    });
    folded
        .map_err(|fault| AppFault::Internal(format!("it was read and does not fold: {fault}")))?;
    let outcome = match played.bundle(&names.session_file()) {
        None => ReplayComparison::NotEnded,
        Some(bundle) => {
            let path = names.path(&names.bundle_file());
            let stands = store.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
            let bundle = Box::new(bundle);
            match stands {
                None => ReplayComparison::Missing(bundle),
                Some(stands) if stands == seal::bytes(&bundle) => ReplayComparison::Same(bundle),
                Some(_) => ReplayComparison::Differs(bundle),
            }
        }
    };
    Ok(SessionReplay::Played {
        state: played.charter.state_name(),
        held_by: resuming::held_by(&played.charter),
        records: played.session.records.len(),
        session: played.session.session_id,
        cut_after,
        outcome,
    })
}
