//! Floor 3: the deterministic gates. A gate is one file: metadata, check, tests. A gate does no
//! I/O and cannot fail: bad input is a finding.

use crate::model::{GateId, GateResult};
use crate::source::Dossier;

/// What a gate is, for `explain`, the README's table and machine-readable reports.
#[derive(Debug)]
pub struct Meta {
    /// Its id.
    pub id: GateId,
    /// The question it answers.
    pub asks: &'static str,
    /// Why that matters.
    pub why: &'static str,
}

/// A deterministic gate.
pub trait Gate: Sync {
    /// What it is.
    fn meta(&self) -> &'static Meta;

    /// What it says of a dossier.
    fn check(&self, dossier: &Dossier) -> GateResult;
}
