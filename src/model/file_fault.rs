//! What can be wrong with a file before anybody looks at what it says.

use super::place::Place;

/// What is wrong with a file's bytes, or with what they are written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    /// Which kind.
    pub kind: FaultKind,
    /// Where.
    pub place: Place,
    /// What, in lower case and without a full stop.
    pub message: String,
}

/// The kinds of faults, in the order of GATES.md R4 to R9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// R4: more nesting, nodes or bytes than the limits, or an alias inside what it names.
    Limit,
    /// R5: not UTF-8, or a NUL byte.
    NotText,
    /// R5: a byte order mark; dropped.
    ByteOrderMark,
    /// R5: carriage returns; read as line breaks.
    CarriageReturn,
    /// R6: not one YAML document with a mapping at its root.
    Unparsable,
    /// R7: a tab character.
    Tab,
    /// R8: a tag outside the core schema, or a key that is not a scalar.
    Exotic,
    /// R9: a key that stands twice; the first value counts.
    DuplicateKey,
}

impl FaultKind {
    /// Whether the file has no document because of it.
    pub fn is_fatal(self) -> bool {
        match self {
            FaultKind::Limit | FaultKind::NotText | FaultKind::Unparsable => true,
            FaultKind::ByteOrderMark
            | FaultKind::CarriageReturn
            | FaultKind::Tab
            | FaultKind::Exotic
            | FaultKind::DuplicateKey => false,
        }
    }
}

impl FileFault {
    /// A fault of the file as a whole.
    pub fn of_whole_file(kind: FaultKind, message: String) -> Self {
        Self { kind, place: Place::whole_file(), message }
    }
}
