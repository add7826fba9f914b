//! Ways out: what the rules propose for what they found, and which of several they get behind.

use crate::council::rfc::answer::{Endorsement, Proposal};
use crate::council::rfc::ask::{BlockerView, FindingView};
use crate::model::Severity;
use crate::rules::lints::Found;

/// A way out for each BLOCKER and MAJOR finding that the rules came to themselves.
pub(crate) fn proposals(views: &[FindingView], found: &Found) -> Vec<Proposal> {
    let way_out = |view: &FindingView| {
        let hit = found.at(view)?;
        Some(Proposal {
            finding_id: view.finding_id.clone(),
            text: format!("in {}: {}", hit.ticket, hit.remediation()),
        })
    };
    views.iter().filter(|view| view.severity >= Severity::Major).filter_map(way_out).collect()
}

/// The first way out for each blocker that names its ticket, as the rules' own do; none, when none does.
pub(crate) fn endorsements(blockers: &[BlockerView]) -> Vec<Endorsement> {
    let behind = |blocker: &BlockerView| {
        let BlockerView { finding, proposals } = blocker;
        let id = finding.ticket_id.as_ref()?;
        let proposal = proposals.iter().find(|proposal| proposal.text.contains(id.as_str()))?;
        Some(Endorsement {
            finding_id: finding.finding_id.clone(),
            proposal_id: proposal.proposal_id.clone(),
        })
    };
    blockers.iter().filter_map(behind).collect()
}
