//! The end of a review: the bundle, and the page for people when somebody must decide.

use super::outcome::CompletedReview;
use super::{AppFault, ReviewNames};
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::{seal, verify};
use crate::model::policy::MAX_EVIDENCE;
use crate::model::{SubjectId, TerminalState};
use crate::port::Store;
use crate::report::escalation;

/// Writes a bundle that verifies, and the escalation page when somebody must decide. What stands
/// there already and says the same is left.
pub(super) fn publish(
    bundle: Bundle,
    store: &dyn Store,
    names: &ReviewNames,
) -> Result<CompletedReview, AppFault> {
    let bytes = seal::bytes(&bundle);
    if let Err(faults) = verify::verify(&bytes) {
        return Err(AppFault::Internal(refused(&bundle, &faults)));
    }
    let bundle_file = names.bundle_file();
    let bundle_path = names.path(&bundle_file);
    let page = (bundle.terminal_state == TerminalState::Deadlocked)
        .then(|| escalation(&bundle, &bundle_file).into_bytes());
    let total = (bytes.len() + page.as_ref().map_or(0, Vec::len)) as u64;
    if total > MAX_EVIDENCE {
        return Err(too_much(&bundle.rfc_id));
    }
    if !store.create(&bundle_path, &bytes).map_err(AppFault::writing)?
        && store.read(&bundle_path, LIMITS.bytes).map_err(AppFault::reading)? != Some(bytes)
    {
        let line = format!(
            "{bundle_path} exists already and differs from {}; see which is true: council-review verify {bundle_path}",
            names.session_file()
        );
        return Err(AppFault::BadInput(line));
    }
    let mut escalation_path = None;
    if let Some(page) = page {
        let path = names.path(&names.page_file());
        store.replace(&path, &page).map_err(AppFault::writing)?;
        escalation_path = Some(path);
    }
    Ok(CompletedReview { bundle, bundle_path, escalation_path })
}

/// A bundle that does not verify is never written. What led to it is kept.
fn refused(bundle: &Bundle, faults: &[EvidenceReadFault]) -> String {
    let first = faults.first().map_or_else(String::new, ToString::to_string);
    let more = match faults.len().saturating_sub(1) {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    let kept = bundle.council_metadata.as_ref().map(|council| {
        let id = &council.session_id;
        format!(
            ".\nThe session is kept. Read what was said: council-review show {id}\n\
             After an update, make its bundle: council-review resume {id}\n\
             This is a fault of council-review"
        )
    });
    format!("the bundle does not verify: {first}{more}{}", kept.unwrap_or_default())
}

/// Evidence that nobody would read again.
pub(super) fn too_much(rfc: &SubjectId) -> AppFault {
    let most = MAX_EVIDENCE >> 20;
    AppFault::BadInput(format!(
        "the evidence of {rfc} would take more than {most} MiB, so nothing was written; fix what the gates find first: council-review gates {rfc}"
    ))
}
