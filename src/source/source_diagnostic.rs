//! Something broken in an input file, found while reading it.

use crate::model::{FaultKind, FileFault, Place};

/// One thing that is wrong with a file, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDiagnostic {
    /// The file.
    pub file: String,
    /// Which kind.
    pub kind: FaultKind,
    /// Where.
    pub place: Place,
    /// What, in lower case and without a full stop.
    pub message: String,
    /// The source line there; empty when the file could not be read as text, or the line is too
    /// long to be quoted.
    pub source_line: String,
}

impl SourceDiagnostic {
    /// A fault that a reader found, in its file.
    pub fn new(file: &str, fault: FileFault, source_line: &str) -> Self {
        Self {
            file: file.to_owned(),
            kind: fault.kind,
            place: fault.place,
            message: fault.message,
            source_line: source_line.to_owned(),
        }
    }
}
