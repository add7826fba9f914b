use std::fmt;

use strata_transport::TransportError;

#[derive(Debug)]
pub enum CatalogError {
    UnknownSnapshot(String),
    AmbiguousSnapshot(String),
    Malformed(String),
    Unreadable(String, std::io::Error),
    Transport(TransportError),
}

impl CatalogError {
    pub fn malformed(cause: serde_json::Error) -> Self {
        CatalogError::Malformed(cause.to_string())
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogError::UnknownSnapshot(id) => write!(f, "no snapshot {id}"),
            CatalogError::AmbiguousSnapshot(id) => write!(f, "several snapshots begin with {id}"),
            CatalogError::Malformed(what) => write!(f, "malformed snapshot: {what}"),
            CatalogError::Unreadable(path, cause) => write!(f, "{path}: {cause}"),
            CatalogError::Transport(cause) => write!(f, "{cause}"),
        }
    }
}

impl std::error::Error for CatalogError {}

impl From<TransportError> for CatalogError {
    fn from(cause: TransportError) -> Self {
        CatalogError::Transport(cause)
    }
}
