//! `prune`: old reviews go, and the chain still verifies. The record is safe on disk before the first
//! file goes, and a run that was killed is finished by the next one.

use super::claim::claim;
use super::{AppFault, Workspace};
use crate::evidence::prunable::{Prunable, Unsound};
use crate::evidence::pruned;
use crate::evidence::v2::SCHEMA_VERSION;
use crate::evidence::v2::previous_bundle::PreviousBundle;
use crate::evidence::v2::pruned::{Pruned, PrunedBundle};
use crate::model::SubjectId;
use crate::port::{Clock, Store};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PruneOptions {
    /// Reviews of each RFC that stay, the newest ones; at least one.
    pub keep: usize,
    /// Only say what would go.
    pub is_dry: bool,
}

/// What was done with one RFC, or would be.
#[derive(Debug)]
pub struct RfcPruning {
    /// The RFC.
    pub rfc: SubjectId,
    /// Its reviews folder.
    pub folder: String,
    /// What went, oldest first: what this run recorded, and before it what a run recorded that did
    /// not come to its end.
    pub gone: Vec<PrunedBundle>,
    /// How many of these an earlier run recorded.
    pub finished: usize,
    /// The record's file name, when one was written.
    pub record: Option<String>,
    /// Reviews that stay.
    pub kept: usize,
    /// Whether more stay than were asked for, since something that stays rests on them.
    pub is_held: bool,
}

impl RfcPruning {
    /// The files that went, from the repository's root.
    pub fn files(&self) -> impl Iterator<Item = String> + '_ {
        let names = self.gone.iter().flat_map(PrunedBundle::all);
        names.map(|file| format!("{}/{file}", self.folder))
    }
}

/// Takes away the oldest reviews of an RFC.
pub fn prune(
    workspace: &Workspace,
    store: &dyn Store,
    clock: &dyn Clock,
    rfc: &SubjectId,
    wish: PruneOptions,
) -> Result<RfcPruning, AppFault> {
    workspace.require(rfc)?;
    let folder = workspace.config.layout.reviews(rfc);
    let prunable = Prunable::read(store, &folder).map_err(AppFault::reading)?;
    let prunable = prunable.map_err(|Unsound(line)| AppFault::BadInput(line))?;
    let links = &prunable.links;
    let finished = links.iter().take_while(|link| link.is_recorded).count();
    let beyond = links.iter().skip(finished.min(prunable.oldest(1)));
    if let Some(link) = beyond.into_iter().find(|link| link.is_recorded) {
        return Err(AppFault::BadInput(format!(
            "a pruned_….yaml in {folder} names {}, on which something rests that stays; remove that record",
            link.bundle.file
        )));
    }
    let count = prunable.oldest(wish.keep).max(finished);
    let gone: Vec<PrunedBundle> =
        links.iter().take(count).map(|link| link.bundle.clone()).collect();
    let kept = links.len() - count;
    let mut done = RfcPruning {
        rfc: rfc.clone(),
        folder,
        gone,
        finished,
        record: None,
        kept,
        is_held: kept > wish.keep,
    };
    if wish.is_dry || done.gone.is_empty() {
        return Ok(done);
    }
    if count > finished {
        done.record = Some(recorded(store, clock, &done, links[finished].previous.clone())?);
    }
    for bundle in &done.gone {
        // The bundle is the last of its files: as long as it is there, the next run finds the others.
        for file in bundle.all() {
            store.remove(&format!("{}/{file}", done.folder)).map_err(AppFault::writing)?;
        }
    }
    Ok(done)
}

/// Writes the record of what goes now; gives its file's name.
fn recorded(
    store: &dyn Store,
    clock: &dyn Clock,
    done: &RfcPruning,
    previous_bundle: Option<PreviousBundle>,
) -> Result<String, AppFault> {
    let pruned_at = clock.now();
    let record = Pruned {
        schema_version: SCHEMA_VERSION.to_owned(),
        rfc_id: done.rfc.clone(),
        pruned_at,
        previous_bundle,
        bundles: done.gone[done.finished..].to_vec(),
    };
    let (names, _, _hold) = claim(store, &done.folder, &done.rfc, pruned_at)?;
    let file = names.record_file();
    let bytes = pruned::bytes(&record);
    if store.create(&names.path(&file), &bytes).map_err(AppFault::writing)? {
        return Ok(file);
    }
    Err(AppFault::BadInput(format!("{} is there already; run again", names.path(&file))))
}
