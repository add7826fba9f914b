//! From a bundle's findings back to the ledger's entries, of which everything is derived.

use super::v2::bundle::{BallotRecord, BallotStatus, Bundle, Finding};
use crate::council::rfc::ledger::{
    self, CastBallot, FindingOrigin, Ledger, LedgerEntry, Pair, RecordedStance, Way,
};
use crate::council::rfc::roster::member;
use crate::council::rfc::sameness::MOST_PAIRS;
use crate::model::MemberName;
use crate::model::opinion::Sameness;

/// The ledger that a bundle tells.
pub(super) fn ledger_of(bundle: &Bundle) -> Ledger {
    let entries = bundle.findings.iter().map(entry_of).collect();
    let pairs = bundle.pairs.iter().take(2 * MOST_PAIRS).map(|pair| {
        let say = |members: &[MemberName], says: Sameness| {
            members.iter().map(|name| (member(name), says)).collect::<Vec<_>>()
        };
        let said = [
            say(&pair.same_as, Sameness::SameAs),
            say(&pair.part_of, Sameness::PartOf),
            say(&pair.contains, Sameness::Contains),
            say(&pair.different, Sameness::Different),
        ];
        Pair {
            earlier: pair.other_id.clone(),
            later: pair.finding_id.clone(),
            cycle: pair.cycle,
            said: said.into_iter().flatten().collect(),
        }
    });
    Ledger::restored(&bundle.rfc_id, entries, pairs.collect())
}

/// A finding of a bundle as the ledger entry it came from.
fn entry_of(finding: &Finding) -> LedgerEntry {
    LedgerEntry {
        id: finding.finding_id.clone(),
        origin: match &finding.rule {
            Some(rule) => FindingOrigin::Gate(rule.clone()),
            None => FindingOrigin::Seats,
        },
        gate: finding.gate_id,
        subcategory: finding.subcategory,
        severity: finding
            .raised_by
            .iter()
            .filter(|_| finding.rule.is_none())
            .map(|raise| raise.severity)
            .max()
            .unwrap_or(finding.severity),
        location: finding.location.clone(),
        source_line: finding.source_line.clone(),
        ticket: finding.ticket_id.clone(),
        quote: finding.quote.clone(),
        cites: finding.cites.iter().map(Into::into).collect(),
        related: finding.related.clone(),
        description: finding.description.clone(),
        remediation: finding.remediation.clone(),
        signature: finding.signature.clone(),
        raises: finding.raised_by.iter().map(ledger::RaisedFinding::from).collect(),
        said: finding
            .stances
            .iter()
            .map(|s| {
                (
                    member(&s.agent_id),
                    RecordedStance { vote: s.vote, severity: s.severity, reason: s.reason.clone() },
                )
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
    match (ballot.status, ballot.vote.zip(ballot.severity)) {
        (BallotStatus::Cast, Some((vote, severity))) => CastBallot::Cast {
            vote,
            severity,
            reason: ballot.reason.clone(),
            missed: ballot.missed.clone(),
        },
        (BallotStatus::Cast, None) | (BallotStatus::Spoilt, _) => {
            CastBallot::Spoilt { why: ballot.reason.clone() }
        }
        (BallotStatus::Missing, _) => CastBallot::Missing,
    }
}
