//! `council-review RFC…` and `resume`.

use serde::Serialize;

use crate::app::review::CompletedReview;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::{Base, GateFinding, GatesReview, RepositoryFindings};

/// The reviews that were held.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Review by review.
    pub reviews: Vec<Reviewed>,
    /// What the change was held against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Base>,
    /// What was found that belongs to no RFC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<RepositoryFindings>,
}

impl ReviewReport {
    /// Reviews that are held against nothing.
    pub fn new(reviews: Vec<Reviewed>) -> Self {
        Self { schema_version: DOCUMENT_VERSION, reviews, base: None, repository: None }
    }
}

/// A review that ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reviewed {
    /// Where its bundle stands.
    pub bundle_path: String,
    /// Where the page for whoever must decide stands.
    pub escalation_path: Option<String>,
    /// Its bundle.
    pub bundle: Bundle,
    /// What is new in it since the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<ReviewedChange>,
}

impl From<CompletedReview> for Reviewed {
    fn from(done: CompletedReview) -> Self {
        let CompletedReview { bundle, bundle_path, escalation_path } = done;
        Self { bundle_path, escalation_path, bundle, change: None }
    }
}

/// What a change does to a review.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewedChange {
    /// Why the change concerns the RFC.
    pub because: Vec<String>,
    /// What the gates find, each finding new or there before.
    pub findings: Vec<GateFinding>,
    /// What they found on the base, and find no more.
    pub fixed: Option<Vec<GateFinding>>,
}

impl From<GatesReview> for ReviewedChange {
    fn from(review: GatesReview) -> Self {
        let GatesReview { because, findings, fixed, .. } = review;
        Self { because, findings, fixed }
    }
}
