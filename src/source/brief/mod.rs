//! Question and materials of one council, immutable, with a digest: to a council about a question what
//! the dossier is to the RFC council (COUNCILS.md §1.5).

mod diff;
mod ground;
mod materials;
mod pack;

pub use diff::{MaterialChange, changes};
pub use ground::BriefGround;
pub use materials::{MOST_FILES, MOST_TOTAL, Materials, RefusedMaterial};
pub use pack::{Pack, PackedAs, PackedMaterial, Passage};

use serde::{Deserialize, Serialize};

use super::exclusion::Exclusion;
use crate::model::{Digest, LinedText, NodePath, Place, Question};

/// What a council is about.
#[derive(Debug)]
pub struct Brief {
    /// What is asked.
    pub question: Question,
    /// What is shown, in the order in which it is shown.
    pub materials: Vec<Material>,
    /// What would be shown, and is not.
    pub excluded: Vec<Excluded>,
    /// Digest over question and materials.
    pub digest: Digest,
}

/// One text that members are shown.
#[derive(Debug)]
pub struct Material {
    /// By which it is cited: a file's path; of a text that code or a person made, its kind and what
    /// it is of, as in `findings:RFC-0042`.
    pub name: String,
    /// What it is.
    pub kind: MaterialKind,
    /// The text.
    pub text: LinedText,
    /// Digest of the file's bytes, or of the text.
    pub digest: Digest,
    /// Its headings or definitions, a line each.
    pub outline: Vec<String>,
}

/// What a material is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MaterialKind {
    /// A file of the repository.
    File,
    /// What the deterministic gates found.
    Findings,
    /// What changed in one file.
    Diff,
    /// A finding that waits for a person, with both sides.
    Escalation,
    /// What a person wrote with the question.
    Note,
}

/// A file that is not shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Its path.
    pub path: String,
    /// Why.
    pub why: Exclusion,
}

impl Brief {
    /// Of a question over its materials.
    pub fn new(question: Question, materials: Materials) -> Self {
        let (materials, excluded) = materials.done();
        let shown = materials.iter().map(|one| (one.name.as_str(), &one.digest));
        let digest = Self::digest_of(&question, shown);
        Self { question, materials, excluded, digest }
    }

    /// The digest of a question over materials of these names and digests.
    pub fn digest_of<'m>(
        question: &Question,
        materials: impl Iterator<Item = (&'m str, &'m Digest)>,
    ) -> Digest {
        let asked = serde_json::to_vec(question).expect("a question has only text keys");
        let parts = materials.flat_map(|(name, digest)| [name, digest.as_str()]);
        Digest::of_parts([asked.as_slice()].into_iter().chain(parts.map(str::as_bytes)))
    }

    /// The material of this name.
    pub fn material(&self, name: &str) -> Option<&Material> {
        self.materials.iter().find(|material| material.name == name)
    }

    /// Where a quote stands in a material. Names are compared as text; nothing is opened.
    pub fn find(&self, name: &str, quote: &str) -> Option<Place> {
        let text = &self.material(name)?.text;
        Some(text.place(text.find_quote(1, u32::MAX, quote)?, NodePath::default()))
    }
}

#[cfg(test)]
mod tests;
