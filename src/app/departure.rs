//! Whether a change takes an RFC out of view, and by whose word: never on the change's own.

use super::{Workspace, archive, names};
use crate::evidence::read::LIMITS;
use crate::evidence::{chain, rulings};
use crate::model::SubjectId;
use crate::port::{Archive as _, Snapshot, beneath};
use crate::source::{Dossier, Library, RfcState};

/// How an RFC left view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departure {
    /// What is left of it to review; `None` when neither a folder nor a ticket knows of it.
    pub state: Option<RfcState>,
    /// Files that were its own before the change and are still in the tree.
    pub remains: Vec<String>,
    /// By whose word on the base it may go.
    pub allowed_by: Option<String>,
}

/// A state of the repository, and what was read of it.
pub(super) type RepositoryState<'s> = (&'s dyn Snapshot, &'s Library);

/// How an RFC left view between two states, if it did. `base` gives permission.
pub(super) fn departure(
    rfc: &SubjectId,
    (old, new): (Option<&Dossier>, Option<&Dossier>),
    before: RepositoryState<'_>,
    after: RepositoryState<'_>,
    allowed_by: impl FnOnce() -> Option<String>,
) -> Option<Departure> {
    let old = old?;
    let was_live = old.tickets().any(|ticket| ticket.is_live()) || !old.unreadable.is_empty();
    let state = match new {
        None => None,
        Some(new) if was_live && !new.state.is_reviewable() && old.state.is_reviewable() => {
            Some(new.state)
        }
        Some(_) => return None,
    };
    let library = before.1;
    let folder = library.folder_of(rfc);
    let mut own: Vec<String> =
        beneath(before.0.entries(), &folder).map(|(path, _)| format!("{folder}/{path}")).collect();
    own.extend(old.tickets().map(|ticket| ticket.file.clone()));
    own.extend(old.unreadable.iter().map(|&at| library.unreadable_tickets[at].file.clone()));
    own.retain(|path| after.1.has_file(path));
    own.sort();
    Some(Departure { state, remains: own, allowed_by: allowed_by() })
}

/// By whose word an RFC may be taken away: the policy's, or that of a person who ruled so on its
/// newest review.
pub(super) fn permission(
    base: &dyn Snapshot,
    workspace: &Workspace,
    rfc: &SubjectId,
) -> Option<String> {
    if workspace.config.policy.removal {
        return Some("`policy.removal`".to_owned());
    }
    let kept = archive::SnapshotArchive(base);
    let folder = workspace.config.layout.reviews(rfc);
    let files = kept.list(&folder).ok()?;
    let mut rulings = files.iter().filter(|file| names::is_removal(file)).peekable();
    rulings.peek()?;
    let newest = chain::head(&kept, &folder).ok()??.as_previous();
    rulings.find_map(|file| {
        let bytes = kept.read(&format!("{folder}/{file}"), LIMITS.bytes).ok()??;
        let ruling = rulings::read_removal(&bytes).ok()?;
        let counts = ruling.rfc_id == *rfc && ruling.bundle == newest && ruling.file() == *file;
        counts.then(|| format!("the ruling of {} ({})", ruling.by, ruling.reason))
    })
}
