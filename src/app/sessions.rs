//! The sessions of a repository, by id or by file.

use super::{AppFault, Names, Workspace};
use crate::evidence::read::{Fault, LIMITS};
use crate::evidence::recover::{Recovered, recover};
use crate::model::{RfcId, SessionId};
use crate::port::{Claim, Store};

/// Where the session is that a person named by its id or by its file.
pub fn named(workspace: &Workspace, word: &str) -> Result<Names, AppFault> {
    let names = |rfc: &RfcId, stamp| Names { folder: workspace.config.layout.reviews(rfc), stamp };
    if let Ok(id) = word.parse::<SessionId>() {
        return Ok(names(&id.rfc(), id.stamp()));
    }
    let mut parts = word.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or_default();
    let stamp = file.strip_prefix("council_session_").and_then(|rest| rest.strip_suffix(".yaml"));
    let rfc = parts.find_map(|part| part.parse::<RfcId>().ok());
    match (rfc, stamp) {
        (Some(rfc), Some(stamp)) => Ok(names(&rfc, stamp.to_owned())),
        _ => Err(AppFault::BadInput(format!(
            "{word:?} names no session: give its id, like COUNCIL-RFC-0042-20260126-100000, or its file, like evidence/rfc/RFC-0042/reviews/council_session_20260126T100000Z.yaml"
        ))),
    }
}

/// The bytes of a session's file.
pub(super) fn bytes(store: &dyn Store, names: &Names) -> Result<Vec<u8>, AppFault> {
    let path = names.path(&names.session_file());
    let bytes = store.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
    bytes.ok_or_else(|| AppFault::BadInput(format!("there is no session {path}")))
}

/// A session that did not come to its end, and that nobody is driving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// Its id.
    pub session: SessionId,
    /// Where it stands: `INIT`, `CYCLE_1`, …; a terminal state when only its bundle is missing.
    pub state: &'static str,
}

/// The sessions of a reviews folder that have no bundle and that nobody holds. What cannot be read
/// is passed over: there is nothing to go on from.
pub fn unfinished(store: &dyn Store, folder: &str) -> Result<Vec<Unfinished>, AppFault> {
    let files = store.list(folder).map_err(AppFault::reading)?;
    let mut found = Vec::new();
    for file in &files {
        let stamp = file.strip_prefix("council_session_").and_then(|f| f.strip_suffix(".yaml"));
        let Some(stamp) = stamp else { continue };
        let names = Names { folder: folder.to_owned(), stamp: stamp.to_owned() };
        if files.contains(&names.bundle_file()) {
            continue;
        }
        let claim = store.claim(folder, stamp).map_err(AppFault::writing)?;
        // Whoever had it may have come to its end since.
        let is_left = matches!(claim, Claim::Ours(_))
            && !store.list(folder).map_err(AppFault::reading)?.contains(&names.bundle_file());
        if !is_left {
            continue;
        }
        if let Ok(Recovered { played, .. }) = recover(&bytes(store, &names)?) {
            let state = played.charter.state_name();
            found.push(Unfinished { session: played.session.session_id, state });
        }
    }
    Ok(found)
}

/// Takes away what killed reviews left beside their evidence: their locks, and what they had
/// half-written.
pub(super) fn tidy(store: &dyn Store, folder: &str) -> Result<(), AppFault> {
    for file in store.list(folder).map_err(AppFault::reading)? {
        let stamp = file.strip_prefix("council_session_").and_then(|f| f.strip_suffix(".lock"));
        if let Some(stamp) = stamp {
            // Giving a claim back is what clears up; what somebody holds is no remnant.
            drop(store.claim(folder, stamp).map_err(AppFault::writing)?);
        }
    }
    Ok(())
}

/// The faults of a session's file, each at its place.
pub(super) fn told(names: &Names, faults: &[Fault]) -> String {
    let path = names.path(&names.session_file());
    let lines: Vec<String> = faults.iter().map(|fault| format!("{path}:{fault}")).collect();
    lines.join("\n")
}
