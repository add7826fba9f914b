//! The component atlas: which paths belong to which component, and where to extend it.

use std::collections::BTreeSet;

use super::scalar::Text;
use crate::model::PrdId;

/// One component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// `COMP-CORE`, or the folder when the atlas is derived.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its folder, without a trailing slash.
    pub path: String,
    /// What it is, when the atlas says so.
    pub description: String,
    /// Its extension points.
    pub extension_points: Vec<ExtensionPoint>,
}

/// A place made for additions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtensionPoint {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The file it is in.
    pub path: String,
    /// What is added there.
    pub description: String,
    /// The atlas file that says so.
    pub stated_in: String,
    /// Where in it, with the words.
    pub stated: Option<Text>,
}

/// Where an atlas came from; every report says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AtlasSource {
    /// `evidence/prd/{prd}/ccp/component_atlas.yaml` of the first PRD that has one.
    Prd(PrdId),
    /// Derived from manifests of this kind: `Cargo workspace`, `package.json workspaces`, …
    Derived(&'static str),
    /// An atlas file exists and cannot be read (R43): nothing is mapped.
    Unreadable {
        /// The `ccp` folder.
        folder: String,
        /// Why.
        why: String,
    },
}

/// What was read of one PRD's `ccp` folder.
#[derive(Debug, Clone, Default)]
pub struct PrdAtlas {
    /// The `ccp` folder.
    pub folder: String,
    /// The files in it that were read.
    pub files: Vec<String>,
    /// As listed.
    pub components: Vec<Component>,
    /// Files that the atlas or its inventory names.
    pub inventory: BTreeSet<String>,
    /// Why it cannot be read, when it cannot.
    pub unreadable: Option<String>,
}

/// The atlas of one RFC: its PRDs' atlases joined, or derived.
#[derive(Debug, Clone)]
pub struct Atlas {
    /// Where it came from.
    pub source: AtlasSource,
    /// The atlas files that were read.
    pub files: Vec<String>,
    /// By path.
    pub components: Vec<Component>,
    /// Files that the atlas or its inventory names (R44).
    pub inventory: BTreeSet<String>,
}

impl Atlas {
    /// The component that holds `path`: the one with the longest folder, by path component. The
    /// root's folder is empty and holds everything.
    pub fn component_of(&self, path: &str) -> Option<&Component> {
        let mut folders = std::iter::successors(Some(path), |path| match path.rsplit_once('/') {
            Some((folder, _)) => Some(folder),
            None => (!path.is_empty()).then_some(""),
        });
        folders.find_map(|folder| {
            let at = self.components.binary_search_by(|c| c.path.as_str().cmp(folder));
            at.ok().map(|at| &self.components[at])
        })
    }
}
