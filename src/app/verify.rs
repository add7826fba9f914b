//! `verify`: a bundle by itself, and against the repository it stands in.

use super::change::differences;
use super::{AppFault, Workspace, derived};
use crate::evidence::read::{self, EvidenceReadFault};
use crate::evidence::v2::bundle::{Bundle, Inputs};
use crate::evidence::v2::check::Code;
use crate::evidence::verify::verify as verify_bytes;
use crate::evidence::{chain::Chain, replay, rulings};
use crate::model::policy::ReviewDepth;
use crate::port::{Archive, StoreFault};
use crate::source::Dossier;

/// What `verify` says of one bundle.
#[derive(Debug)]
pub enum Verified {
    /// The bundle is what the tool writes for its content, and all of it follows.
    Sound {
        /// The bundle.
        bundle: Box<Bundle>,
        /// Whether it is still about the repository's files.
        freshness: Freshness,
    },
    /// It is not; every fault that can be told apart.
    Unsound(Vec<EvidenceReadFault>),
}

/// Whether a bundle is about the files as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Freshness {
    /// The same inputs, the same findings.
    Fresh,
    /// A later bundle of the chain took its place; it is history.
    Superseded,
    /// The inputs changed, or the gates now find something else.
    Stale(Vec<String>),
    /// There is no repository around it to compare with.
    Unknown,
}

/// Verifies bytes by themselves.
pub fn alone(bytes: &[u8]) -> Verified {
    match verify_bytes(bytes) {
        Ok(bundle) => Verified::Sound { bundle: Box::new(bundle), freshness: Freshness::Unknown },
        Err(faults) => Verified::Unsound(faults),
    }
}

/// Verifies the file at `path` of a repository, its session beside it, and its freshness.
pub fn in_repository(
    workspace: &Workspace,
    archive: &dyn Archive,
    path: &str,
    bytes: &[u8],
) -> Result<Verified, AppFault> {
    verified(workspace, archive, path, bytes, |folder, file| {
        let chain = Chain::read(archive, folder).map_err(AppFault::reading)?;
        Ok(chain.head().is_none_or(|head| head.name.file == file))
    })
}

/// The same of a file that is known as the newest of its chain.
pub fn newest(
    workspace: &Workspace,
    archive: &dyn Archive,
    path: &str,
    bytes: &[u8],
) -> Result<Verified, AppFault> {
    verified(workspace, archive, path, bytes, |_, _| Ok(true))
}

fn verified(
    workspace: &Workspace,
    archive: &dyn Archive,
    path: &str,
    bytes: &[u8],
    is_newest: impl FnOnce(&str, &str) -> Result<bool, AppFault>,
) -> Result<Verified, AppFault> {
    let bundle = match verify_bytes(bytes) {
        Ok(bundle) => bundle,
        Err(faults) => return Ok(Verified::Unsound(faults)),
    };
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    if folder != workspace.config.layout.reviews(&bundle.rfc_id) {
        // A copy somewhere else is judged by itself.
        return Ok(Verified::Sound { bundle: Box::new(bundle), freshness: Freshness::Unknown });
    }
    let mut faults = session_faults(archive, folder, &bundle).map_err(AppFault::reading)?;
    faults.extend(ruling_faults(archive, folder, &bundle).map_err(AppFault::reading)?);
    if !faults.is_empty() {
        return Ok(Verified::Unsound(faults));
    }
    let freshness = match is_newest(folder, file)? {
        true => freshness(workspace, &bundle),
        false => Freshness::Superseded,
    };
    Ok(Verified::Sound { bundle: Box::new(bundle), freshness })
}

/// What the session file beside a bundle says otherwise.
fn session_faults(
    archive: &dyn Archive,
    folder: &str,
    bundle: &Bundle,
) -> Result<Vec<EvidenceReadFault>, StoreFault> {
    let Some(council) = &bundle.council_metadata else {
        return Ok(Vec::new());
    };
    let file = &council.session_file;
    let Some(bytes) = archive.read(&format!("{folder}/{file}"), read::LIMITS.bytes)? else {
        return Ok(vec![EvidenceReadFault::of_file(format!("its session {file} is not there"))]);
    };
    let faults = replay::disagreements(&bytes, bundle, file);
    Ok(faults.iter().map(|fault| EvidenceReadFault::of_file(format!("{file}:{fault}"))).collect())
}

/// Rulings of a bundle whose files say otherwise. A bundle without them stands by itself.
fn ruling_faults(
    archive: &dyn Archive,
    folder: &str,
    bundle: &Bundle,
) -> Result<Vec<EvidenceReadFault>, StoreFault> {
    let mut faults = Vec::new();
    for ruling in &bundle.rulings {
        let file = ruling.file();
        let bytes = archive.read(&format!("{folder}/{file}"), read::LIMITS.bytes)?;
        if bytes.is_some_and(|bytes| bytes != rulings::bytes(ruling)) {
            faults.push(EvidenceReadFault::of_file(format!(
                "{file}: the ruling in the bundle is another one"
            )));
        }
    }
    Ok(faults)
}

/// What changed since a bundle was written.
pub fn freshness(workspace: &Workspace, bundle: &Bundle) -> Freshness {
    let Ok(dossier) = workspace.dossier(&bundle.rfc_id) else {
        return Freshness::Stale(vec![format!("{} is gone", bundle.rfc_id)]);
    };
    let changes = changes(workspace, &dossier, bundle);
    let mut changes: Vec<String> = changes.into_iter().map(|(_, line)| line).collect();
    if changes.is_empty() {
        let results = derived::gates(workspace, &dossier, bundle);
        changes = derived::otherwise(bundle, &dossier, &results);
    }
    if changes.is_empty() { Freshness::Fresh } else { Freshness::Stale(changes) }
}

/// Files, policy and waivers that are others now, a line each.
pub(super) fn changes(
    workspace: &Workspace,
    dossier: &Dossier,
    bundle: &Bundle,
) -> Vec<(Code, String)> {
    let files = changed_files(&bundle.inputs, dossier).into_iter();
    let mut changes: Vec<_> = files.map(|line| (Code::Inputs, line)).collect();
    if bundle.review_depth == ReviewDepth::Council
        && bundle.inputs.policy != workspace.config.council
    {
        changes.push((Code::PolicyChanged, "the council's policy changed".to_owned()));
    }
    let held = &workspace.waivers.valid;
    let gone = bundle.inputs.waivers.iter().filter(|waiver| !held.contains(waiver));
    changes.extend(gone.map(|waiver| {
        let line = format!("{}, on which it rests, is no more, or another one", waiver.waiver_id);
        (Code::Waiver, line)
    }));
    changes
}

/// Which of the files that a review rests on are others now, in a few words each.
pub(super) fn changed_files(inputs: &Inputs, dossier: &Dossier) -> Vec<String> {
    differences(
        inputs.dossier().map(|file| (file.path.as_str(), &file.digest)),
        dossier.files.iter().map(|file| (file.path.as_str(), &file.digest)),
        |path| dossier.library.has_file(path).then(|| dossier.subject.clone()),
    )
}
