//! `show`: the newest bundle of an RFC.

use super::{AppFault, Workspace};
use crate::evidence::chain::{self, ReadBundle};
use crate::model::SubjectId;
use crate::port::Archive;

/// The head of the RFC's chain, and its path.
pub fn latest(
    workspace: &Workspace,
    rfc: &SubjectId,
    archive: &dyn Archive,
) -> Result<(ReadBundle, String), AppFault> {
    let folder = workspace.config.layout.reviews(rfc);
    match chain::head(archive, &folder).map_err(AppFault::reading)? {
        Some(link) => {
            let path = format!("{folder}/{}", link.file);
            Ok((link, path))
        }
        None => {
            workspace.require(rfc)?;
            let line = format!("{rfc} has no review in {folder}; run `council-review {rfc}`");
            Err(AppFault::BadInput(line))
        }
    }
}
