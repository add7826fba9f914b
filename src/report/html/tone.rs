//! The colour of a verdict and of a severity, as a class of the page's style.

use crate::model::{Severity, Verdict};

pub(super) fn verdict_tone(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Approved => "good",
        Verdict::ApprovedWithRemediation | Verdict::NeedsAdjudication => "warn",
        Verdict::Rejected | Verdict::Aborted => "bad",
        Verdict::NotApplicable => "quiet",
    }
}

pub(super) fn severity_tone(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "bad",
        Severity::Major => "warn",
        Severity::Minor => "note",
        Severity::Info => "quiet",
    }
}
