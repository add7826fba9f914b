//! Findings of a format's rules as the results of gates 1 to 4.

use super::evidence;
use crate::gates::listed::listed;
use crate::model::{Finding, GateId, GateResult};
use crate::source::subject::Subject;

/// Which gates had something to look at.
pub(in crate::gates) struct Applicable {
    /// The order of the work.
    pub(in crate::gates) order: bool,
    /// Whether requirements and work match.
    pub(in crate::gates) coverage: bool,
    /// The paths.
    pub(in crate::gates) paths: bool,
}

/// The results of the four deterministic gates, in their fixed order. Of a seed or a retired subject
/// there is nothing to judge.
pub(in crate::gates) fn results(
    subject: &Subject,
    findings: Vec<Finding>,
    looked: &Applicable,
) -> Vec<GateResult> {
    let is_reviewable = subject.state.is_reviewable();
    let of = |gate: GateId| findings.iter().filter(move |finding| finding.gate == gate);
    let result = |gate: GateId| {
        let (applies, evidence) = match gate {
            GateId::DependencyAcyclicity => (looked.order, evidence::order(subject)),
            GateId::ScopeCoverage => (looked.coverage, evidence::coverage(subject)),
            GateId::CcpMapping => (looked.paths, evidence::paths(subject)),
            _ => (true, evidence::files(subject)),
        };
        if !is_reviewable {
            return GateResult::new(gate, false, Vec::new(), serde_json::json!({}));
        }
        let mut found: Vec<Finding> = of(gate).cloned().collect();
        found.sort_by(Finding::reporting_order);
        let is_looked = applies || !found.is_empty();
        GateResult::new(gate, is_looked, listed(found), evidence)
    };
    GateId::ALL[..4].iter().map(|gate| result(*gate)).collect()
}
