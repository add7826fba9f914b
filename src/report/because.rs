//! What follows from what (GATES.md R57), told alike in every report: below a finding stands what it
//! explains, and beside that, because of what it is there.

use std::collections::HashMap;

use crate::evidence::v2::bundle::Finding;
use crate::evidence::v2::council::Resolution;
use crate::evidence::v2::gates::GateFinding;
use crate::model::{FindingId, Location, Severity};

/// What is told of a finding that another explains.
struct Explained<'f> {
    id: &'f FindingId,
    because: &'f [FindingId],
    severity: Severity,
    rule: &'f str,
    description: &'f str,
    location: &'f Location,
    is_consequence: bool,
}

/// One finding as it is told below another that explains it.
#[derive(Debug)]
pub(super) struct CauseLine<'f> {
    /// Its id.
    pub(super) id: &'f FindingId,
    /// What it says, and where.
    pub(super) text: String,
    /// Whether it is told at length nowhere else, and here for the first time.
    pub(super) is_home: bool,
}

/// By finding, the lines on what it explains.
#[derive(Debug, Default)]
pub(super) struct Explains<'f>(HashMap<&'f FindingId, Vec<CauseLine<'f>>>);

impl<'f> Explains<'f> {
    /// Those of a bundle.
    pub(super) fn in_bundle(findings: &'f [Finding]) -> Self {
        Self::of(findings.iter().map(|finding| Explained {
            id: &finding.finding_id,
            because: &finding.because,
            severity: finding.severity,
            rule: finding.rule.as_deref().unwrap_or_default(),
            description: &finding.description,
            location: &finding.location,
            is_consequence: finding.resolution == Resolution::Consequence,
        }))
    }

    /// Those of the gates alone, of one review or of several.
    pub(super) fn in_review(findings: impl IntoIterator<Item = &'f GateFinding>) -> Self {
        Self::of(findings.into_iter().filter_map(|finding| {
            Some(Explained {
                id: finding.finding_id.as_ref()?,
                because: &finding.because,
                severity: finding.severity,
                rule: &finding.rule,
                description: &finding.description,
                location: &finding.location,
                is_consequence: true,
            })
        }))
    }

    fn of(findings: impl Iterator<Item = Explained<'f>>) -> Self {
        let mut explains: HashMap<&FindingId, Vec<CauseLine<'_>>> = HashMap::new();
        for finding in findings {
            let Explained { id, severity, rule, description, location, .. } = finding;
            for (at, cause) in finding.because.iter().enumerate() {
                let text = format!("{severity}[{rule}] {description} ({location}), {id}");
                let is_home = at == 0 && finding.is_consequence;
                explains.entry(cause).or_default().push(CauseLine { id, text, is_home });
            }
        }
        Self(explains)
    }

    /// The lines on what a finding explains, in order.
    pub(super) fn by(&self, id: &FindingId) -> &[CauseLine<'f>] {
        self.0.get(id).map_or(&[], Vec::as_slice)
    }

    /// The lines as notes below the finding.
    pub(super) fn notes(&self, id: &FindingId) -> impl Iterator<Item = (&'static str, String)> {
        self.by(id).iter().map(|line| ("explains", line.text.clone()))
    }
}

/// `FND-RFC-0042-001 and FND-RFC-0042-002`, because of which a finding is there.
pub(super) fn because(causes: &[FindingId]) -> Option<String> {
    let causes: Vec<&str> = causes.iter().map(FindingId::as_str).collect();
    (!causes.is_empty()).then(|| causes.join(" and "))
}
