//! What comes of a review.

use crate::evidence::v2::bundle::Bundle;

/// A review that ended and whose evidence is written.
#[derive(Debug)]
pub struct CompletedReview {
    /// The bundle.
    pub bundle: Bundle,
    /// Its path from the repository's root.
    pub bundle_path: String,
    /// The escalation page's path, when somebody must decide.
    pub escalation_path: Option<String>,
}

impl CompletedReview {
    /// Every file that the review wrote, from the repository's root.
    pub fn files(&self) -> Vec<String> {
        let folder = self.bundle_path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let session = self.bundle.council_metadata.as_ref();
        let session = session.map(|council| format!("{folder}/{}", council.session_file));
        let mut files = vec![self.bundle_path.clone()];
        files.extend(session);
        files.extend(self.escalation_path.clone());
        files
    }
}
