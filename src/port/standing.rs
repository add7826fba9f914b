//! What the world says of a set-up: where the repository stands, and what keeps evidence from being
//! written.

use std::io::ErrorKind;

use crate::model::Timestamp;

/// How the names of temporary files begin, which a run that was killed leaves behind.
pub const TEMPORARY: &str = ".council-review-";

/// Where a repository stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The folder of its work tree; for a bare one, its own.
    pub folder: String,
    /// Whether it has no work tree.
    pub is_bare: bool,
    /// Whether its history was fetched only in part.
    pub is_shallow: bool,
    /// The branch; `None` when HEAD names a commit itself.
    pub branch: Option<String>,
    /// The commit of HEAD, and when it was made; `None` before the first one.
    pub commit: Option<(String, Option<Timestamp>)>,
}

/// What stands in the way of writing to a folder. Paths are relative to the repository's root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteBlocker {
    /// A symbolic link, which could lead anywhere.
    #[error("{0} is a symbolic link, which is never followed")]
    Link(String),
    /// Something else than a folder.
    #[error("{0} is not a folder")]
    NotAFolder(String),
    /// The system said no.
    #[error("{path} cannot be written: {kind}")]
    Refused {
        /// The folder.
        path: String,
        /// What the system said.
        kind: ErrorKind,
    },
}
