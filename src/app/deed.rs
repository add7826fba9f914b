//! What becomes of a file that is written where there is none.

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// It was written.
    Wrote,
    /// It was there, and got this line.
    Added(String),
    /// It was there, and is as it was.
    Left,
    /// It should have got this line, and was not touched.
    Unfit {
        /// Why.
        why: &'static str,
        /// The line.
        line: String,
    },
}

impl Deed {
    /// Whether anything was written.
    pub const fn is_written(&self) -> bool {
        matches!(self, Deed::Wrote | Deed::Added(_))
    }
}
