//! `show SESSION`: what a council said, read from its record; also when no bundle came of it.

use super::{AppFault, ReviewNames, sessions};
use crate::evidence::assemble::findings_of;
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::session::summary;
use crate::evidence::v2::bundle::Finding;
use crate::evidence::v2::session::SessionSummary;
use crate::evidence::{seal, verify};
use crate::port::Archive;

/// A session, to be shown.
#[derive(Debug)]
pub struct Shown {
    /// Where it stands.
    pub session: SessionSummary,
    /// Its path.
    pub path: String,
    /// What was found so far, and what was said of it.
    pub findings: Vec<Finding>,
    /// Where its bundle stands, or would.
    pub bundle_path: String,
    /// What came of its bundle.
    pub outcome: BundleState,
}

/// What came of a session's bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BundleState {
    /// It is written.
    Written,
    /// The session has ended and its bundle is not there.
    Missing,
    /// The session has ended and its bundle does not verify.
    Faulty(Vec<EvidenceReadFault>),
    /// The session can go on.
    NotEnded,
}

/// Reads a session.
///
/// # Errors
/// It is not there, or damaged.
pub fn show(archive: &dyn Archive, names: &ReviewNames) -> Result<Shown, AppFault> {
    let bytes = sessions::bytes(archive, names)?;
    let recovered = sessions::recovered(names, &bytes);
    let played =
        recovered.map_err(|faults| AppFault::BadInput(sessions::told(names, &faults)))?.played;
    let bundle_path = names.path(&names.bundle_file());
    let outcome = match played.bundle(&names.session_file()) {
        None => BundleState::NotEnded,
        Some(bundle) => match verify::verify(&seal::bytes(&bundle)) {
            Err(faults) => BundleState::Faulty(faults),
            Ok(_) => match archive.read(&bundle_path, LIMITS.bytes).map_err(AppFault::reading)? {
                Some(_) => BundleState::Written,
                None => BundleState::Missing,
            },
        },
    };
    Ok(Shown {
        findings: findings_of(&played.charter),
        session: summary(&played.charter),
        path: names.path(&names.session_file()),
        bundle_path,
        outcome,
    })
}
