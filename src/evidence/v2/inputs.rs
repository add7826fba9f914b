//! What a council read: each file once, under a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::policy::CouncilPolicy;
use crate::model::{Digest, Waiver};

/// What was reviewed, by which rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    /// The tool that wrote this.
    pub tool: Tool,
    /// What there was of the RFC (`OK`, `NOT_DECOMPOSED`, …).
    pub rfc_state: String,
    /// The commit that was read, or that the work tree stood on.
    pub commit: Option<String>,
    /// Files that the commit holds otherwise, or not at all.
    #[serde(default)]
    pub uncommitted: Vec<FileNumber>,
    /// Every file that the review rests on, by path; then those that members asked to see.
    #[serde(default)]
    pub files: Vec<InputFile>,
    /// Digest over those that the review rests on.
    pub dossier_digest: Digest,
    /// Where the component atlas came from.
    pub atlas_source: String,
    /// The titles of the RFC and its tickets, by id.
    #[serde(default)]
    pub titles: BTreeMap<String, String>,
    /// The waivers that held when the review began and reached some of its findings, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waiver>,
    /// The limits and the mode policy.
    pub policy: CouncilPolicy,
    /// Digest over `policy`.
    pub policy_digest: Digest,
}

impl Inputs {
    /// The files that the review rests on.
    pub fn dossier(&self) -> impl Iterator<Item = &InputFile> {
        self.files.iter().filter(|file| file.read_as == FileUse::Dossier)
    }

    /// The files that members asked to see besides.
    pub fn looked(&self) -> impl Iterator<Item = &InputFile> {
        self.files.iter().filter(|file| file.read_as == FileUse::Looked)
    }
}

/// Name and version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Tool {
    /// `council-review`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A file that was read, under the number by which all else names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InputFile {
    /// Its number: the first is `F1`.
    pub n: FileNumber,
    /// Path from the repository's root.
    pub path: String,
    /// Digest of its bytes.
    pub digest: Digest,
    /// How many there are.
    pub bytes: u64,
    /// What it was read for.
    #[serde(rename = "as")]
    pub read_as: FileUse,
}

/// `F12`: the number of a file in `files`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct FileNumber(
    #[cfg_attr(test, schemars(regex(pattern = "^F[1-9][0-9]{0,6}$")))] pub String,
);

impl FileNumber {
    /// The number of the file at an index of the list.
    pub fn of(index: usize) -> Self {
        Self(format!("F{}", index + 1))
    }
}

/// What a file was read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FileUse {
    /// The review is about it, or rests on it.
    Dossier,
    /// Members of a council about a question are shown it.
    Material,
    /// A member asked to see it. That it changed makes no review stale.
    Looked,
}
