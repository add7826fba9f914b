//! A place in a file and what cannot be right there, in every document that names faults.

use serde::Serialize;

use crate::evidence::read;

/// Something in a file that cannot be right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Fault"))]
pub struct FaultDocument {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl From<&read::EvidenceReadFault> for FaultDocument {
    fn from(fault: &read::EvidenceReadFault) -> Self {
        let place = &fault.place;
        Self { line: place.line, column: place.column, message: fault.message.clone() }
    }
}

/// Each of them.
pub(super) fn all(faults: &[read::EvidenceReadFault]) -> Vec<FaultDocument> {
    faults.iter().map(FaultDocument::from).collect()
}
