//! `summary`.

use serde::Serialize;

use crate::app::history::SubjectStatus;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::model::policy::ReviewDepth;
use crate::model::{SubjectId, TerminalState, Timestamp, Verdict};

/// Where each RFC stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SummaryReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// RFC by RFC.
    pub rfcs: Vec<RfcStanding>,
}

/// Where an RFC stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RfcStanding {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Where its newest bundle stands; null before its first review.
    pub bundle_path: Option<String>,
    /// When that review ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_timestamp: Option<Timestamp>,
    /// Whether a council was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_depth: Option<ReviewDepth>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminal_state: Option<TerminalState>,
    /// The answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict_reason: Option<String>,
}

impl SummaryReport {
    /// Of these RFCs.
    pub fn new(reviews: &[SubjectStatus]) -> Self {
        let rfcs = reviews.iter().map(RfcStanding::from).collect();
        Self { schema_version: DOCUMENT_VERSION, rfcs }
    }
}

impl From<&SubjectStatus> for RfcStanding {
    fn from(SubjectStatus { rfc, newest }: &SubjectStatus) -> Self {
        let bundle = newest.as_ref().map(|(_, link)| &link.bundle);
        Self {
            rfc_id: rfc.clone(),
            bundle_path: newest.as_ref().map(|(path, _)| path.clone()),
            review_timestamp: bundle.map(|bundle| bundle.review_timestamp),
            review_depth: bundle.map(|bundle| bundle.review_depth),
            terminal_state: bundle.map(|bundle| bundle.terminal_state),
            verdict: bundle.map(|bundle| bundle.verdict),
            verdict_reason: bundle.map(|bundle| bundle.verdict_reason.clone()),
        }
    }
}
