//! From a bundle's findings back to the ledger's entries, of which everything is derived.

use super::v1::bundle::{BallotRecord, BallotStatus, Finding};
use crate::council::rfc::ledger::{
    self, CastBallot, FindingOrigin, LedgerEntry, RecordedStance, Way,
};
use crate::council::rfc::roster::member;

/// A finding of a bundle as the ledger entry it came from.
pub(super) fn entry_of(finding: &Finding) -> LedgerEntry {
    LedgerEntry {
        id: finding.finding_id.clone(),
        origin: match &finding.rule {
            Some(rule) => FindingOrigin::Gate(rule.clone()),
            None => FindingOrigin::Seats,
        },
        gate: finding.gate_id,
        subcategory: finding.subcategory,
        severity: finding.severity,
        location: finding.location.clone(),
        source_line: finding.source_line.clone(),
        ticket: finding.ticket_id.clone(),
        quote: finding.quote.clone(),
        description: finding.description.clone(),
        remediation: finding.remediation.clone(),
        signature: finding.signature.clone(),
        raises: finding.raised_by.iter().map(ledger::RaisedFinding::from).collect(),
        said: finding
            .stances
            .iter()
            .map(|s| {
                (member(&s.agent_id), RecordedStance { vote: s.vote, reason: s.reason.clone() })
            })
            .collect(),
        ballots: finding.ballots.iter().map(|b| (member(&b.agent_id), cast_of(b))).collect(),
        ways: finding
            .remediations
            .iter()
            .map(|way| Way {
                id: way.proposal_id.clone(),
                text: way.text.clone(),
                backers: way.backed_by.iter().map(member).collect(),
            })
            .collect(),
        because: finding.because.clone(),
    }
}

fn cast_of(ballot: &BallotRecord) -> CastBallot {
    match (ballot.status, ballot.vote) {
        (BallotStatus::Cast, Some(vote)) => {
            CastBallot::Cast { vote, reason: ballot.reason.clone(), missed: ballot.missed.clone() }
        }
        (BallotStatus::Cast, None) | (BallotStatus::Spoilt, _) => {
            CastBallot::Spoilt { why: ballot.reason.clone() }
        }
        (BallotStatus::Missing, _) => CastBallot::Missing,
    }
}
