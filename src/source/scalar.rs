//! A scalar of a file, as it is written.

use crate::model::Place;

/// A scalar of a file, as written, at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The value.
    pub value: String,
    /// Where it stands.
    pub place: Place,
}
