//! Reviews over time and over all RFCs: what became of findings, which kinds come again, where each RFC
//! stands. Read from the evidence alone.

use super::{AppFault, Workspace};
use crate::evidence::chain::{self, ReadBundle};
use crate::evidence::history::{Recurrence, TrackedFinding, followed, recurrences};
use crate::model::SubjectId;
use crate::port::Archive;

/// What became of the findings of an RFC since the review before; empty after a first one.
pub fn since_last(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &SubjectId,
) -> Result<Vec<TrackedFinding>, AppFault> {
    Ok(followed(&chain_of(workspace, archive, rfc)?))
}

/// Which kinds of findings come again and again over all evidence.
pub fn trends(workspace: &Workspace, archive: &dyn Archive) -> Result<Vec<Recurrence>, AppFault> {
    let chains = workspace.subjects().into_iter().map(|rfc| chain_of(workspace, archive, &rfc));
    let chains = chains.collect::<Result<Vec<_>, _>>()?;
    let bundles = chains.iter().flatten().map(|link| &link.bundle);
    Ok(recurrences(bundles, &workspace.config.layout))
}

/// Where an RFC stands.
#[derive(Debug)]
pub struct SubjectStatus {
    /// The RFC.
    pub rfc: SubjectId,
    /// Its newest review, with the path; `None` before the first.
    pub newest: Option<(String, ReadBundle)>,
}

/// The newest review of each RFC.
pub fn summary(
    workspace: &Workspace,
    archive: &dyn Archive,
) -> Result<Vec<SubjectStatus>, AppFault> {
    let heads = workspace.subjects().into_iter().map(|rfc| {
        let folder = workspace.config.layout.reviews(&rfc);
        let head = chain::head(archive, &folder).map_err(AppFault::reading)?;
        let newest = head.map(|link| (format!("{folder}/{}", link.file), link));
        Ok(SubjectStatus { rfc, newest })
    });
    heads.collect()
}

fn chain_of(
    workspace: &Workspace,
    archive: &dyn Archive,
    rfc: &SubjectId,
) -> Result<Vec<ReadBundle>, AppFault> {
    chain::whole(archive, &workspace.config.layout.reviews(rfc)).map_err(AppFault::reading)
}
