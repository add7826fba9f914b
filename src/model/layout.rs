//! Where things stand in a repository (DESIGN.md §5). All paths are relative to its root, with `/`
//! and without a trailing one.

use super::ids::{PrdId, RfcId};

/// The roots that a base resolved. A change reads from these, whatever it adds beside them
/// (GATES.md R54); a base of which none is in use leaves the choice to the change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FixedRoots {
    /// The root of the RFCs.
    pub rfcs: Option<String>,
    /// The root of the tickets.
    pub tickets: Option<String>,
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
    /// Folder that holds `{rfc_id}/reviews/`.
    pub evidence: String,
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

    /// `evidence/rfc/RFC-0042/reviews`: the one folder that a review of `rfc` writes to.
    pub fn reviews(&self, rfc: &RfcId) -> String {
        format!("{}/{rfc}/reviews", self.evidence)
    }
}
