//! The names of a new review.

use super::{AppFault, ReviewNames, sessions};
use crate::evidence::pruned;
use crate::model::{SessionId, SubjectId, Timestamp};
use crate::port::{NameClaim, Store};

/// Names that no review has, held against every other process for as long as the last value lives.
pub(super) fn claim(
    store: &dyn Store,
    folder: &str,
    rfc: &SubjectId,
    at: Timestamp,
) -> Result<(ReviewNames, SessionId, Box<dyn Send>), AppFault> {
    // The name of what was pruned is nobody else's.
    let gone = pruned::gone(store, folder).map_err(AppFault::reading)?;
    let taken = || -> Result<Vec<String>, AppFault> {
        let mut taken = store.list(folder).map_err(AppFault::reading)?;
        taken.extend(gone.keys().cloned());
        Ok(taken)
    };
    sessions::tidy(store, folder)?;
    let mut known = taken()?;
    for (names, session) in ReviewNames::free(folder, rfc, at) {
        let files = names.files();
        if files.iter().any(|file| known.contains(file)) {
            continue;
        }
        if let NameClaim::Ours(hold) =
            store.claim(folder, &names.stamp).map_err(AppFault::writing)?
        {
            // Whoever had them before may have written since.
            known = taken()?;
            if !files.iter().any(|file| known.contains(file)) {
                return Ok((names, session, hold));
            }
        }
    }
    Err(AppFault::BadInput(format!("{folder} holds 9999 reviews of one second; run again later")))
}
