//! The councils about questions that a repository holds: listed, read, played again.

use super::AppFault;
use super::ask::holding::{CouncilNames, session_bytes};
use crate::core::protocol::EventOf;
use crate::council::for_council;
use crate::evidence::outcome::{self, OutcomeCouncil};
use crate::evidence::read::{EvidenceReadFault, LIMITS};
use crate::evidence::seal;
use crate::evidence::v2::inputs::FileUse;
use crate::evidence::v2::outcome::Outcome;
use crate::model::layout::COUNCILS;
use crate::model::panel::CouncilKind;
use crate::model::{CouncilId, Digest, SubjectId};
use crate::port::{Archive, Snapshot};

/// Which councils are wanted.
#[derive(Debug, Default)]
pub struct Wanted<'w> {
    /// Of this panel alone.
    pub panel: Option<&'w str>,
    /// About this RFC alone.
    pub rfc: Option<&'w SubjectId>,
}

/// A council in one line.
#[derive(Debug)]
pub struct CouncilRow {
    /// Its outcome.
    pub outcome: Outcome,
    /// Materials that have changed since, by path.
    pub changed: Vec<String>,
}

/// What there is.
#[derive(Debug, Default)]
pub struct Councils {
    /// The newest first.
    pub rows: Vec<CouncilRow>,
    /// Outcomes that cannot be read, a line each.
    pub unreadable: Vec<String>,
}

/// The councils of a repository.
///
/// # Errors
/// Its evidence cannot be read.
pub fn councils(
    files: &dyn Snapshot,
    archive: &dyn Archive,
    wanted: &Wanted<'_>,
) -> Result<Councils, AppFault> {
    let mut found = Councils::default();
    let folders = archive.folders(COUNCILS).map_err(AppFault::reading)?;
    let ids = folders.iter().filter_map(|name| name.parse().ok());
    for id in ids.collect::<Vec<CouncilId>>() {
        let held = archive.list(&format!("{COUNCILS}/{id}")).map_err(AppFault::reading)?;
        // One that still sits has no outcome, and is none of these.
        if !held.iter().any(|name| name == "outcome.yaml") {
            continue;
        }
        match outcome(archive, &id) {
            Ok((outcome, _)) => {
                if is_wanted(&outcome, wanted) {
                    let changed = changed(&outcome, files);
                    found.rows.push(CouncilRow { outcome, changed });
                }
            }
            Err(AppFault::BadInput(line)) => found.unreadable.push(line),
            Err(fault) => return Err(fault),
        }
    }
    let ended = |row: &CouncilRow| {
        let meta = row.outcome.council_metadata.as_ref();
        (meta.map(|meta| meta.ended_at), row.outcome.head.council_id.clone())
    };
    found.rows.sort_by_key(|row| std::cmp::Reverse(ended(row)));
    Ok(found)
}

fn is_wanted(outcome: &Outcome, wanted: &Wanted<'_>) -> bool {
    let panel = outcome.council_metadata.as_ref().map(|meta| meta.panel.as_str());
    let subject = outcome.inputs.subject.as_deref();
    wanted.panel.is_none_or(|wanted| panel == Some(wanted))
        && wanted.rfc.is_none_or(|rfc| subject == Some(rfc.to_string().as_str()))
}

/// Materials that are files and hold something else now, by path.
pub fn changed(outcome: &Outcome, files: &dyn Snapshot) -> Vec<String> {
    let materials = outcome.inputs.files.iter().filter(|file| file.read_as == FileUse::Material);
    let is_file = |path: &str| !path.contains(':');
    let differs = |path: &str, digest: &Digest| {
        files.read(path, LIMITS.bytes).map_or(true, |bytes| Digest::of(&bytes) != *digest)
    };
    materials
        .filter(|file| is_file(&file.path) && differs(&file.path, &file.digest))
        .map(|file| file.path.clone())
        .collect()
}

/// The outcome of a council, verified, and where it stands.
///
/// # Errors
/// There is none, or it does not verify.
pub fn outcome(archive: &dyn Archive, id: &CouncilId) -> Result<(Outcome, String), AppFault> {
    let names = CouncilNames::of(id);
    let path = names.outcome();
    let bytes = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
    let Some(bytes) = bytes else {
        let next = match archive.read(&names.session(), LIMITS.bytes).map_err(AppFault::reading)? {
            Some(_) => format!("its session has not ended: council-review resume {id}"),
            None => "what there is: council-review councils".to_owned(),
        };
        return Err(AppFault::BadInput(format!("there is no outcome {path}; {next}")));
    };
    match outcome::verify(&bytes) {
        Ok(outcome) => Ok((outcome, path)),
        Err(faults) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            Err(AppFault::BadInput(format!(
                "{path}:{first}; an outcome that does not verify is not shown: council-review verify {path}"
            )))
        }
    }
}

/// What `verify` says of a file of a council, its session beside it; `None` where it is no such file.
#[must_use]
pub fn verify(
    bytes: &[u8],
    session: Option<&[u8]>,
) -> Option<Result<Outcome, Vec<EvidenceReadFault>>> {
    let kind = CouncilKind::of_protocol(outcome::protocol_of(bytes)?)?;
    Some(outcome::verify(bytes).and_then(|outcome| {
        let faults = session.map_or_else(
            Vec::new,
            |session| for_council!(kind, C => outcome::disagreements::<C>(session, &outcome)),
        );
        if faults.is_empty() { Ok(outcome) } else { Err(faults) }
    }))
}

/// Plays a session again and compares its outcome: what came of it in one line, and whether it is the
/// same.
///
/// # Errors
/// There is no session.
pub fn replay(archive: &dyn Archive, id: &CouncilId) -> Result<(String, bool), AppFault> {
    for_council!(id.kind(), C => replayed::<C>(archive, id))
}

fn replayed<C>(archive: &dyn Archive, id: &CouncilId) -> Result<(String, bool), AppFault>
where
    C: OutcomeCouncil,
    EventOf<C>: serde::de::DeserializeOwned,
{
    let names = CouncilNames::of(id);
    let bytes = session_bytes(archive, &names)?;
    let played = match outcome::read::<C>(&bytes) {
        Ok(played) => played,
        Err(faults) => {
            let path = names.session();
            let lines: Vec<String> =
                faults.iter().map(|fault| format!("REFUSED {path}:{fault}")).collect();
            return Ok((lines.join("\n"), false));
        }
    };
    let records = played.session.records.len();
    let Some(again) = played.outcome() else {
        let line =
            format!("NOT ENDED {id}, {records} records; go on with it: council-review resume {id}");
        return Ok((line, false));
    };
    let path = names.outcome();
    let stands = archive.read(&path, LIMITS.bytes).map_err(AppFault::reading)?;
    Ok(match stands {
        None => {
            (format!("NO OUTCOME {path} is not there; write it: council-review resume {id}"), false)
        }
        Some(stands) if stands == seal::bytes(&again) => (
            format!(
                "REPLAYED {id} {}, {records} records; the same bytes as {path}",
                again.head.result
            ),
            true,
        ),
        Some(_) => (
            format!(
                "DIFFERS {path} holds other bytes; what is wrong with it: council-review verify {path}"
            ),
            false,
        ),
    })
}
