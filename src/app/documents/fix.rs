//! `fix`: what was written, what was not, and what is left.

use serde::Serialize;

use crate::app::fix::FixPlan;
use crate::evidence::v2::gates::{GateFinding, weighing};
use crate::model::{SubjectId, Verdict};

/// What `fix` did.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FixReport {
    /// Whether the files were written; with `--dry-run` they are not.
    pub written: bool,
    /// The files that change, by path.
    pub files: Vec<ChangedFile>,
    /// What is fixed, each with its fix.
    pub fixed: Vec<GateFinding>,
    /// What has a fix that was not made.
    pub refused: Vec<UnmadeFix>,
    /// What the gates say after it, RFC by RFC.
    pub left: Vec<LeftFindings>,
}

/// A file that changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ChangedFile {
    /// From the repository's root.
    pub path: String,
    /// The change as a unified diff.
    pub diff: String,
}

/// A fix that was not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnmadeFix {
    /// The finding.
    pub finding: GateFinding,
    /// Why.
    pub why: String,
}

/// What is left of an RFC's findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LeftFindings {
    /// The subject.
    #[serde(flatten)]
    pub rfc_id: SubjectId,
    /// The verdict of the gates.
    pub verdict: Verdict,
    /// How many findings count.
    pub findings: usize,
}

impl FixReport {
    /// Of a plan, which was written or not. `diffs` are those of its files, in order.
    pub fn new(plan: &FixPlan, diffs: Vec<String>, written: bool) -> Self {
        let files = plan.files.iter().zip(diffs);
        let files = files.map(|(file, diff)| ChangedFile { path: file.path.clone(), diff });
        let refused = plan.refused.iter().map(|refused| UnmadeFix {
            finding: refused.finding.clone(),
            why: refused.why.clone(),
        });
        let left = plan.left.iter().map(|review| LeftFindings {
            rfc_id: review.rfc_id.clone(),
            verdict: review.verdict,
            findings: weighing(&review.findings).count(),
        });
        Self {
            written,
            files: files.collect(),
            fixed: plan.fixed.iter().map(|fixed| fixed.finding.clone()).collect(),
            refused: refused.collect(),
            left: left.collect(),
        }
    }
}
