use std::path::PathBuf;

use crate::backend::Backend;
use crate::error::TransportError;
use crate::local::LocalBackend;

/// What stands behind `--repo`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    Folder(PathBuf),
}

/// A plain path, or `file:` and a path. Other schemes are refused.
pub fn parse_location(text: &str) -> Result<Location, TransportError> {
    match text.split_once(':') {
        None => Ok(Location::Folder(text.into())),
        Some(("file", rest)) => Ok(Location::Folder(rest.into())),
        Some((scheme, _)) => Err(TransportError::Refused {
            key: text.into(),
            reason: format!("unknown scheme {scheme}"),
        }),
    }
}

pub fn open_backend(location: &Location) -> Result<Box<dyn Backend>, TransportError> {
    match location {
        Location::Folder(path) => Ok(Box::new(LocalBackend::new(path.clone()))),
    }
}
