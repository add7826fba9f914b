//! The names of one review's files in its reviews folder (DESIGN.md §9).

use crate::evidence::v2::removal::REMOVAL;
use crate::model::{SessionId, SubjectId, Timestamp};

/// The folder and the stamp that a review's files share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewNames {
    /// `evidence/rfc/RFC-0042/reviews`.
    pub folder: String,
    /// `20260126T100000Z`, with `-2` and so on when that second was taken.
    pub stamp: String,
}

impl ReviewNames {
    /// The names of reviews that begin at a second, the plain one first, each with its session.
    pub(super) fn free<'n>(
        folder: &'n str,
        rfc: &'n SubjectId,
        at: Timestamp,
    ) -> impl Iterator<Item = (Self, SessionId)> + 'n {
        let numbers = std::iter::once(None).chain((2..=9_999).map(Some));
        numbers.map(move |number| {
            let session = SessionId::at(rfc, &at.dashed().to_string(), number);
            (Self { folder: folder.to_owned(), stamp: session.stamp() }, session)
        })
    }

    /// `council_session_20260126T100000Z.yaml`.
    pub fn session_file(&self) -> String {
        format!("council_session_{}.yaml", self.stamp)
    }

    /// `rfc_review_20260126T100000Z.yaml`.
    pub fn bundle_file(&self) -> String {
        format!("rfc_review_{}.yaml", self.stamp)
    }

    /// `escalation_20260126T100000Z.md`.
    pub fn page_file(&self) -> String {
        format!("escalation_{}.md", self.stamp)
    }

    /// `pruned_20260126T100000Z.yaml`.
    pub fn record_file(&self) -> String {
        format!("pruned_{}.yaml", self.stamp)
    }

    /// All files that bear the stamp.
    pub(super) fn files(&self) -> [String; 4] {
        [self.session_file(), self.bundle_file(), self.page_file(), self.record_file()]
    }

    /// A file of the folder, from the repository's root.
    pub fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.folder)
    }
}

/// Whether a name is that of a file with a ruling on a finding.
pub(super) fn is_ruling(file: &str) -> bool {
    file.starts_with("ruling_") && file.ends_with(".yaml") && !is_removal(file)
}

/// Whether a name is that of a file with a removal ruling.
pub(super) fn is_removal(file: &str) -> bool {
    let stamp = file.strip_prefix("ruling_").and_then(|rest| rest.strip_suffix(".yaml"));
    stamp.is_some_and(|rest| rest.ends_with(&format!("_{REMOVAL}")))
}
