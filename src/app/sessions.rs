//! The sessions of a repository, by id or by file.

use super::resuming::{self, Setup};
use super::{AppFault, ReviewNames, Workspace};
use crate::config::Assignments;
use crate::evidence::pruned;
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::recover::{Recovered, recover};
use crate::model::{Adapter, RfcId, SessionId, SubjectId};
use crate::port::{Archive, NameClaim, Store, StoreFault};

/// Where the session is that a person named by its id or by its file.
pub fn named(workspace: &Workspace, word: &str) -> Result<ReviewNames, AppFault> {
    let names =
        |rfc: &SubjectId, stamp: &str| in_folder(&workspace.config.layout.reviews(rfc), stamp);
    if let Ok(id) = word.parse::<SessionId>() {
        return Ok(names(&id.subject(), &id.stamp()));
    }
    let mut parts = word.rsplit(['/', '\\']);
    let file = parts.next().unwrap_or_default();
    let folders: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    match (of_folders(&folders), stamp_of(file)) {
        (Some(subject), Some(stamp)) => Ok(names(&subject, stamp)),
        _ => Err(AppFault::BadInput(format!(
            "{word:?} names no session: give its id, like COUNCIL-RFC-0042-20260126-100000, or its file, like evidence/rfc/RFC-0042/reviews/council_session_20260126T100000Z.yaml"
        ))),
    }
}

/// Whether a word is that of a session: its id, or the name of its file.
pub fn is_named(word: &str) -> bool {
    let file = word.rsplit(['/', '\\']).next().unwrap_or_default();
    word.parse::<SessionId>().is_ok() || file.starts_with("council_session_")
}

/// The bytes of a session's file.
pub(super) fn bytes(archive: &dyn Archive, names: &ReviewNames) -> Result<Vec<u8>, AppFault> {
    let path = names.path(&names.session_file());
    let bytes = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
    if let Some(bytes) = bytes {
        return Ok(bytes);
    }
    let gone = pruned::gone(archive, &names.folder).map_err(AppFault::reading)?;
    Err(AppFault::BadInput(match gone.get(&names.session_file()) {
        Some(record) => {
            format!("{path} was pruned ({record}); git has it, if it was ever committed")
        }
        None => format!("there is no session {path}; those that can go on: council-review doctor"),
    }))
}

/// What a session's file holds; under another session's name it is damaged.
pub(super) fn recovered(
    names: &ReviewNames,
    bytes: &[u8],
) -> Result<Recovered, Vec<EvidenceReadFault>> {
    let recovered = recover(bytes)?;
    let id = &recovered.played.session.session_id;
    let own = ReviewNames { folder: names.folder.clone(), stamp: id.stamp() };
    let folders: Vec<&str> = names.folder.rsplit('/').collect();
    let is_here = of_folders(&folders) == Some(id.subject());
    if own == *names && is_here {
        return Ok(recovered);
    }
    let file = own.session_file();
    Err(vec![EvidenceReadFault::of_file(format!(
        "it is {id}, whose file is {file} of {}",
        id.subject()
    ))])
}

/// The subject of a reviews folder, from the names of it and of those above, innermost first:
/// `reviews`, `001-photo-albums`, `spec-kit`. An RFC's folder may be anywhere.
fn of_folders(folders: &[&str]) -> Option<SubjectId> {
    let folders = folders.strip_prefix(&["reviews"]).unwrap_or(folders);
    let foreign = || {
        let [name, adapter, ..] = folders else { return None };
        SubjectId::new(Adapter::parse(adapter)?, name.parse().ok()?).ok()
    };
    let rfc = || folders.iter().find_map(|name| name.parse::<RfcId>().ok());
    foreign().or_else(|| rfc().map(SubjectId::from))
}

/// A session without a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// Its id.
    pub session: SessionId,
    /// `INIT`, `CYCLE_1`, … or the terminal state.
    pub state: &'static str,
    /// Whether it has ended, so that only its bundle is missing.
    pub has_ended: bool,
    /// Who held its seats.
    pub held_by: Assignments,
}

impl Unfinished {
    /// The command that goes on with it. For the bundle alone nobody has to sit.
    pub fn resume(&self, setup: Setup<'_>) -> String {
        match self.has_ended {
            true => Setup { seats: &self.held_by, ..setup }.resume(&self.session, &self.held_by),
            false => setup.resume(&self.session, &self.held_by),
        }
    }
}

/// The sessions of a reviews folder that have no bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenSessions {
    /// Those that can go on.
    pub unfinished: Vec<Unfinished>,
    /// Those that cannot: path and first fault.
    pub damaged: Vec<(String, String)>,
}

/// Looks for sessions without a bundle.
pub fn left(archive: &dyn Archive, folder: &str) -> Result<OpenSessions, StoreFault> {
    let files = archive.list(folder)?;
    let mut left = OpenSessions::default();
    for file in &files {
        let Some(names) = stamp_of(file).map(|stamp| in_folder(folder, stamp)) else { continue };
        if files.contains(&names.bundle_file()) {
            continue;
        }
        let path = names.path(file);
        let Some(bytes) = archive.read(&path, LIMITS.bytes)? else { continue };
        match recovered(&names, &bytes) {
            Ok(Recovered { played, .. }) => left.unfinished.push(Unfinished {
                state: played.charter.state_name(),
                has_ended: played.charter.ending.is_some(),
                held_by: resuming::held_by(&played.charter),
                session: played.session.session_id,
            }),
            Err(faults) => {
                let first = faults.first().map_or_else(String::new, ToString::to_string);
                left.damaged.push((path, first));
            }
        }
    }
    Ok(left)
}

/// The sessions of a reviews folder that can go on and that nobody is driving.
pub fn idle(store: &dyn Store, folder: &str) -> Result<Vec<Unfinished>, AppFault> {
    let mut idle = Vec::new();
    for left in left(store, folder).map_err(AppFault::reading)?.unfinished {
        let claim = store.claim(folder, &left.session.stamp()).map_err(AppFault::writing)?;
        // Whoever had it may have come to its end since.
        let bundle = in_folder(folder, &left.session.stamp()).bundle_file();
        if matches!(claim, NameClaim::Ours(_))
            && !store.list(folder).map_err(AppFault::reading)?.contains(&bundle)
        {
            idle.push(left);
        }
    }
    Ok(idle)
}

fn in_folder(folder: &str, stamp: &str) -> ReviewNames {
    ReviewNames { folder: folder.to_owned(), stamp: stamp.to_owned() }
}

/// The stamp in the name of a session's file.
fn stamp_of(file: &str) -> Option<&str> {
    file.strip_prefix("council_session_")?.strip_suffix(".yaml")
}

/// Takes away what killed reviews left beside their evidence: their locks, and what they had
/// half-written.
pub(super) fn tidy(store: &dyn Store, folder: &str) -> Result<(), AppFault> {
    for file in store.list(folder).map_err(AppFault::reading)? {
        let stamp = file.strip_prefix("council_session_").and_then(|f| f.strip_suffix(".lock"));
        if let Some(stamp) = stamp {
            // Giving a claim back is what clears up; what somebody holds is no remnant.
            drop(store.claim(folder, stamp).map_err(AppFault::writing)?);
        }
    }
    Ok(())
}

/// The faults of a session's file, each at its place.
pub(super) fn told(names: &ReviewNames, faults: &[EvidenceReadFault]) -> String {
    let path = names.path(&names.session_file());
    let lines: Vec<String> = faults.iter().map(|fault| format!("{path}:{fault}")).collect();
    lines.join("\n")
}
