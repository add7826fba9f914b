//! The end of a review: the bundle, and the page for people when somebody must decide.

use super::review::Done;
use super::{AppFault, Names};
use crate::evidence::read::LIMITS;
use crate::evidence::v1::bundle::Bundle;
use crate::evidence::{seal, verify};
use crate::model::TerminalState;
use crate::port::Store;
use crate::report::escalation;

/// Writes a bundle that verifies, and the escalation page when somebody must decide. What stands
/// there already and says the same is left.
pub(super) fn publish(bundle: Bundle, store: &dyn Store, names: &Names) -> Result<Done, AppFault> {
    let bytes = seal::bytes(&bundle);
    if let Err(faults) = verify::verify(&bytes) {
        let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        return Err(AppFault::Internal(format!(
            "the bundle does not verify: {}",
            faults.join("; ")
        )));
    }
    let bundle_file = names.bundle_file();
    let bundle_path = names.path(&bundle_file);
    if !store.create(&bundle_path, &bytes).map_err(AppFault::writing)?
        && store.read(&bundle_path, LIMITS.bytes).map_err(AppFault::reading)? != Some(bytes)
    {
        let line = format!(
            "{bundle_path} stands there already and says otherwise than {}; see which is true: council-review verify {bundle_path}",
            names.session_file()
        );
        return Err(AppFault::BadInput(line));
    }
    let mut escalation_path = None;
    if bundle.terminal_state == TerminalState::Deadlocked {
        let path = names.path(&names.page_file());
        let page = escalation(&bundle, &bundle_file);
        store.replace(&path, page.as_bytes()).map_err(AppFault::writing)?;
        escalation_path = Some(path);
    }
    Ok(Done { bundle, bundle_path, escalation_path })
}
