//! `escalations`.

use serde::Serialize;

use crate::app::adjudicate::Waiting;
use crate::evidence::v2::DOCUMENT_VERSION;
use crate::evidence::v2::ruling::Ruling;
use crate::model::{FindingId, Location, Severity, Subcategory, SubjectId, Timestamp};

/// What waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EscalationsReport {
    /// `1.0.0`.
    pub schema_version: &'static str,
    /// Review by review.
    pub escalations: Vec<Escalation>,
}

/// A review that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Escalation {
    /// The RFC.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// Since when.
    pub since: Timestamp,
    /// For whom.
    pub target: Option<String>,
    /// Where its bundle stands.
    pub bundle_path: String,
    /// Where the page for whoever must decide stands.
    pub escalation_path: Option<String>,
    /// What is to be decided.
    pub points: Vec<Point>,
}

/// One point to be decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Point {
    /// The finding.
    pub finding_id: FindingId,
    /// How much it weighs.
    pub severity: Severity,
    /// Its kind.
    pub subcategory: Subcategory,
    /// Where it is.
    pub location: Location,
    /// What it says.
    pub description: String,
    /// What was decided; null while it is open.
    pub ruling: Option<Ruling>,
}

impl EscalationsReport {
    /// Of these reviews.
    pub fn new(waiting: &[Waiting]) -> Self {
        let escalations = waiting.iter().map(Escalation::from).collect();
        Self { schema_version: DOCUMENT_VERSION, escalations }
    }
}

impl From<&Waiting> for Escalation {
    fn from(waiting: &Waiting) -> Self {
        let bundle = &waiting.bundle;
        let points = bundle
            .findings
            .iter()
            .filter(|finding| bundle.deadlocked_findings.contains(&finding.finding_id))
            .map(|finding| Point {
                finding_id: finding.finding_id.clone(),
                severity: finding.severity,
                subcategory: finding.subcategory,
                location: finding.location.clone(),
                description: finding.description.clone(),
                ruling: waiting.rulings.get(&finding.finding_id).cloned(),
            });
        Self {
            rfc_id: bundle.rfc_id.clone(),
            since: bundle.review_timestamp,
            target: bundle.escalation_target.clone(),
            bundle_path: waiting.path.clone(),
            escalation_path: waiting.page.clone(),
            points: points.collect(),
        }
    }
}
