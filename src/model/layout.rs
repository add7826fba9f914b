//! Where things stand in a repository (DESIGN.md §5). All paths are relative to its root, with `/`
//! and without a trailing one.

use super::ids::{Adapter, PrdId, SubjectId};

/// The roots that a base resolved. A change reads from these, whatever it adds beside them
/// (GATES.md R54); a base of which none is in use leaves the choice to the change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FixedRoots {
    /// The root of the RFCs.
    pub rfcs: Option<String>,
    /// The root of the tickets.
    pub tickets: Option<String>,
    /// The formats that it has, which a change reads whatever it takes away.
    pub formats: Vec<Adapter>,
}

/// Where plans of other formats than YAML stand, and which formats are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormatLayout {
    /// The format that is read; all that are found when none is named.
    pub adapter: Option<Adapter>,
    /// The files and folders that were named, each with its key.
    pub roots: Vec<(&'static str, String)>,
}

impl FormatLayout {
    /// Whether plans of a format may be read.
    pub fn allows(&self, adapter: Adapter) -> bool {
        self.adapter.is_none_or(|only| only == adapter)
    }

    /// What a key names.
    pub fn root(&self, key: &str) -> Option<&str> {
        self.named().find(|(named, _)| *named == key).map(|(_, path)| path)
    }

    /// Whether a format is named, or the root of it that a key is for.
    pub fn is_named(&self, adapter: Adapter, key: &str) -> bool {
        self.adapter == Some(adapter) || self.root(key).is_some()
    }

    /// The roots that were named, with the key of each.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.roots.iter().map(|(key, path)| (*key, path.as_str()))
    }
}

/// The places of the inputs and of the evidence. Where a list has several entries, the first one in
/// use counts, unless a base fixed another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Folders that hold one folder per RFC.
    pub rfcs: Vec<String>,
    /// Folders that hold the ticket files.
    pub tickets: Vec<String>,
    /// Folder that holds one folder per PRD.
    pub prds: String,
    /// Folder that holds `{prd_id}/ccp/component_atlas.yaml`.
    pub atlases: String,
    /// Folder that holds the waivers.
    pub waivers: String,
    /// Folder that holds `{rfc_id}/reviews/`; other formats have a folder of their own beside it.
    pub evidence: String,
    /// Which formats are read, and from where.
    pub formats: FormatLayout,
    /// The roots that count whatever the lists say.
    pub fixed: FixedRoots,
}

impl Default for Layout {
    fn default() -> Self {
        let owned = |paths: &[&str]| paths.iter().map(|p| (*p).to_owned()).collect();
        Self {
            rfcs: owned(&["documents/rfcs", "docs/rfcs", "rfcs"]),
            tickets: owned(&["documents/work/tickets", "docs/work/tickets", "tickets"]),
            prds: "documents/prds".to_owned(),
            atlases: "evidence/prd".to_owned(),
            waivers: "documents/work/waivers".to_owned(),
            evidence: "evidence/rfc".to_owned(),
            formats: FormatLayout::default(),
            fixed: FixedRoots::default(),
        }
    }
}

/// Where the evidence of councils about a question goes.
pub const COUNCILS: &str = "evidence/council";

impl Layout {
    /// `documents/prds/PRD-0005`.
    pub fn prd(&self, prd: &PrdId) -> String {
        format!("{}/{prd}", self.prds)
    }

    /// `evidence/prd/PRD-0005/ccp`.
    pub fn atlas(&self, prd: &PrdId) -> String {
        format!("{}/{prd}/ccp", self.atlases)
    }

    /// `evidence/rfc/RFC-0042/reviews`: the one folder that a review of a subject writes to.
    pub fn reviews(&self, subject: &SubjectId) -> String {
        format!("{}/{}/reviews", self.evidence_of(subject.adapter()), subject.name())
    }

    /// `evidence/spec-kit`: the folder that holds a folder for each subject of a format.
    pub fn evidence_of(&self, adapter: Adapter) -> String {
        match adapter.is_native() {
            true => self.evidence.clone(),
            false => format!("evidence/{adapter}"),
        }
    }
}
