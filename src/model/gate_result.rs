//! A gate's answer with what it found and what it looked at.

use super::finding::Finding;
use super::gate::{GateId, GateStatus};
use super::taxonomy::Severity;

/// What one deterministic gate found, and what it looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct GateResult {
    /// Which gate.
    pub gate: GateId,
    /// FAILED if any finding is a BLOCKER; NOT_APPLICABLE if there was nothing to look at.
    pub status: GateStatus,
    /// In reporting order: file, line, column, rule.
    pub findings: Vec<Finding>,
    /// What it looked at, as JSON without floats (GATES.md "Evidence of a gate").
    pub evidence: serde_json::Value,
}

impl GateResult {
    /// A gate's result; the status follows from the findings and from whether the gate applied.
    pub fn new(
        gate: GateId,
        applicable: bool,
        mut findings: Vec<Finding>,
        evidence: serde_json::Value,
    ) -> Self {
        findings.sort_by(Finding::reporting_order);
        let status = if findings.iter().any(|f| f.severity == Severity::Blocker) {
            GateStatus::Failed
        } else if applicable {
            GateStatus::Passed
        } else {
            GateStatus::NotApplicable
        };
        Self { gate, status, findings, evidence }
    }

    /// Adds a finding that the gate could not make alone.
    pub fn add(&mut self, finding: Finding) {
        if finding.severity == Severity::Blocker {
            self.status = GateStatus::Failed;
        }
        self.findings.push(finding);
        self.findings.sort_by(Finding::reporting_order);
    }
}
