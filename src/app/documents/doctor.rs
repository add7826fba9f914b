//! `doctor`.

use serde::Serialize;

use crate::evidence::v2::DOCUMENT_VERSION;
use crate::model::{HealthCheck, HealthStatus};

/// The set-up, check by check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DoctorReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// What was looked at.
    pub checks: Vec<HealthCheck>,
    /// Whether none of it is at fault.
    pub ready: bool,
}

impl DoctorReport {
    /// Of these checks.
    pub fn new(checks: Vec<HealthCheck>) -> Self {
        let ready = checks.iter().all(|check| check.status != HealthStatus::Fault);
        Self { schema_version: DOCUMENT_VERSION, checks, ready }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_is_enough_not_to_be_ready() {
        let note = HealthCheck::note("clock", "it stands", "run `unset X`");
        let fault = HealthCheck::fault("evidence", "in the way", "remove it");
        assert!(DoctorReport::new(vec![HealthCheck::ok("seats", "three"), note.clone()]).ready);
        assert!(!DoctorReport::new(vec![note, fault]).ready);
    }
}
