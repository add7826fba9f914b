//! What a session says that it reads.

use crate::evidence::v2::inputs::{FileNumber, FileUse, InputFile, Tool};
use crate::evidence::v2::outcome::{ExcludedRecord, OutcomeInputs, PackWord};
use crate::source::brief::{Brief, MaterialKind};
use crate::wiring::repository::OpenRepository;

/// A brief over the files of a repository.
pub(super) fn of(
    opened: &OpenRepository,
    brief: &Brief,
    subject: Option<String>,
    pack: Option<PackWord>,
) -> OutcomeInputs {
    let read = opened.files();
    let is_committed = |path: &str| {
        let bytes = read.read(path, u64::MAX - 1);
        bytes.is_ok_and(|bytes| read.is_committed(path, &bytes))
    };
    let inputs = of_brief(brief, pack);
    let of_files = brief.materials.iter().zip(&inputs.files);
    let uncommitted = of_files
        .filter(|(material, file)| material.kind == MaterialKind::File && !is_committed(&file.path))
        .map(|(_, file)| file.n.clone())
        .collect();
    let commit = opened.workspace.library.commit.clone();
    OutcomeInputs { commit, uncommitted, subject, ..inputs }
}

/// A brief, wherever it is from.
pub(super) fn of_brief(brief: &Brief, pack: Option<PackWord>) -> OutcomeInputs {
    let files = brief.materials.iter().enumerate().map(|(at, material)| InputFile {
        n: FileNumber::of(at),
        path: material.name.clone(),
        digest: material.digest.clone(),
        bytes: material.text.len() as u64,
        read_as: FileUse::Material,
    });
    let excluded = brief
        .excluded
        .iter()
        .map(|one| ExcludedRecord { path: one.path.clone(), why: one.why.as_str().to_owned() });
    OutcomeInputs {
        tool: Tool {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        commit: None,
        uncommitted: Vec::new(),
        files: files.collect(),
        excluded: excluded.collect(),
        digest: brief.digest.clone(),
        policy: None,
        policy_digest: None,
        subject: None,
        pack,
    }
}
