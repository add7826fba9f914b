//! From what was said to what follows: agreement, contested or not, quorum, resolution. Pure
//! functions of one ledger entry; `verify` computes them again from a bundle.

use std::collections::BTreeSet;

use super::ledger::{CastBallot, LedgerEntry, Way};
use crate::model::opinion::Vote;
use crate::model::policy::QUORUM;
use crate::model::{MemberId, Severity};

/// How far the seats agree on a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AgreementLevel {
    /// A deterministic finding: code decided, nobody votes.
    NotVotable,
    /// At most one seat stands behind it.
    Pending,
    /// Two seats stand behind it.
    Majority,
    /// All three stand behind it.
    Unanimous,
    /// A vote upheld it.
    QuorumSupport,
    /// A vote dismissed it.
    QuorumOppose,
    /// A vote reached no quorum.
    Deadlocked,
}

/// What becomes of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FindingResolution {
    /// It counts in the verdict.
    Stands,
    /// A quorum dismissed it; kept for the record.
    Dismissed,
    /// A person must decide: no quorum, or a blocker without an agreed way out.
    Deadlocked,
    /// Its quote was not found; kept, without weight.
    Ungrounded,
    /// The session ended before it was settled.
    Open,
    /// A waiver holds it back; kept, without weight.
    Waived,
    /// Another finding explains it; kept beside it, and not counted.
    Consequence,
}

/// The seats that stand behind a finding: they said SUPPORT, or raised it with a grounded quote
/// and have not said otherwise since.
pub fn backers(entry: &LedgerEntry) -> BTreeSet<MemberId> {
    let raised = entry.raises.iter().filter(|raise| raise.grounded);
    let mut backers: BTreeSet<MemberId> = raised.map(|raise| raise.member).collect();
    for (&seat, said) in &entry.said {
        match said.vote {
            Vote::Support => {
                backers.insert(seat);
            }
            Vote::Oppose => {
                backers.remove(&seat);
            }
            Vote::Abstain => {}
        }
    }
    backers
}

/// The side a seat is on before the vote, if it is on one.
pub fn side(entry: &LedgerEntry, seat: MemberId) -> Option<Vote> {
    match entry.said.get(&seat).map(|said| said.vote) {
        Some(vote @ (Vote::Support | Vote::Oppose)) => Some(vote),
        Some(Vote::Abstain) | None => backers(entry).contains(&seat).then_some(Vote::Support),
    }
}

/// A votable finding that only one seat stands behind, or on which severities differ, or that any
/// seat opposed. Ungrounded and deterministic findings never are.
pub fn is_contested(entry: &LedgerEntry) -> bool {
    if !entry.is_votable() || !entry.is_grounded() {
        return false;
    }
    let grounded = entry.raises.iter().filter(|raise| raise.grounded);
    let severities: BTreeSet<Severity> = grounded.map(|raise| raise.severity).collect();
    backers(entry).len() < QUORUM
        || severities.len() > 1
        || entry.said.values().any(|said| said.vote == Vote::Oppose)
}

/// Agreement before any vote.
pub fn agreement(entry: &LedgerEntry) -> AgreementLevel {
    if !entry.is_votable() {
        return AgreementLevel::NotVotable;
    }
    match backers(entry).len() {
        0 | 1 => AgreementLevel::Pending,
        2 => AgreementLevel::Majority,
        _ => AgreementLevel::Unanimous,
    }
}

/// Counts sealed ballots: two equal cast votes make quorum. Neither order nor repetition can
/// matter, because each seat has one ballot.
pub fn tally<'a>(ballots: impl IntoIterator<Item = &'a CastBallot>) -> AgreementLevel {
    let (mut support, mut oppose) = (0, 0);
    for ballot in ballots {
        match ballot {
            CastBallot::Cast { vote: Vote::Support, .. } => support += 1,
            CastBallot::Cast { vote: Vote::Oppose, .. } => oppose += 1,
            CastBallot::Cast { vote: Vote::Abstain, .. }
            | CastBallot::Spoilt { .. }
            | CastBallot::Missing => {}
        }
    }
    if support >= QUORUM {
        AgreementLevel::QuorumSupport
    } else if oppose >= QUORUM {
        AgreementLevel::QuorumOppose
    } else {
        AgreementLevel::Deadlocked
    }
}

/// The way out that two seats stand behind, if there is one: the one with most backers, then the
/// first proposed.
pub fn agreed_way(entry: &LedgerEntry) -> Option<&Way> {
    let agreed = entry.ways.iter().filter(|way| way.backers.len() >= QUORUM);
    agreed.reduce(|best, way| if way.backers.len() > best.backers.len() { way } else { best })
}

/// Agreement and resolution once a session is over; `settled` is whether cycle 3 was completed.
pub fn outcome(entry: &LedgerEntry, settled: bool) -> (AgreementLevel, FindingResolution) {
    if !entry.is_votable() {
        return (AgreementLevel::NotVotable, FindingResolution::Stands);
    }
    if !entry.is_grounded() {
        return (agreement(entry), FindingResolution::Ungrounded);
    }
    if !settled {
        return (agreement(entry), FindingResolution::Open);
    }
    let status = if is_contested(entry) { tally(entry.ballots.values()) } else { agreement(entry) };
    let resolution = match status {
        AgreementLevel::QuorumOppose => FindingResolution::Dismissed,
        AgreementLevel::Deadlocked | AgreementLevel::Pending => FindingResolution::Deadlocked,
        AgreementLevel::NotVotable
        | AgreementLevel::Majority
        | AgreementLevel::Unanimous
        | AgreementLevel::QuorumSupport => {
            if entry.severity == Severity::Blocker && agreed_way(entry).is_none() {
                FindingResolution::Deadlocked
            } else {
                FindingResolution::Stands
            }
        }
    };
    (status, resolution)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of five ballots for three seats, against the rule told in other words:
    /// what matters is only how many said SUPPORT and how many OPPOSE.
    #[test]
    fn two_equal_cast_votes_make_quorum_and_nothing_else_does() {
        let cast = |vote| CastBallot::Cast { vote, reason: String::new(), missed: None };
        let kinds = [
            ('S', cast(Vote::Support)),
            ('O', cast(Vote::Oppose)),
            ('A', cast(Vote::Abstain)),
            ('X', CastBallot::Spoilt { why: String::new() }),
            ('M', CastBallot::Missing),
        ];
        let mut seen = std::collections::BTreeMap::new();
        for (a, first) in &kinds {
            for (b, second) in &kinds {
                for (c, third) in &kinds {
                    let mut letters = [*a, *b, *c];
                    letters.sort_unstable();
                    let letters: String = letters.into_iter().collect();
                    let result = tally([first, second, third]);
                    assert_eq!(*seen.entry(letters).or_insert(result), result, "order matters");
                }
            }
        }
        let with = |status| -> Vec<&str> {
            seen.iter().filter(|(_, s)| **s == status).map(|(k, _)| k.as_str()).collect()
        };
        assert_eq!(with(AgreementLevel::QuorumSupport), ["ASS", "MSS", "OSS", "SSS", "SSX"]);
        assert_eq!(with(AgreementLevel::QuorumOppose), ["AOO", "MOO", "OOO", "OOS", "OOX"]);
        assert_eq!(seen.len() - 10, with(AgreementLevel::Deadlocked).len());
    }

    /// Two seats left, the third's ballot missing: both must say the same (THREATS.md A4, A5).
    #[test]
    fn of_two_live_seats_both_must_agree() {
        use AgreementLevel::{Deadlocked, QuorumOppose, QuorumSupport};
        let cast = |vote| CastBallot::Cast { vote, reason: String::new(), missed: None };
        let kinds = [
            cast(Vote::Support),
            cast(Vote::Oppose),
            cast(Vote::Abstain),
            CastBallot::Spoilt { why: String::new() },
            CastBallot::Missing,
        ];
        let golden = [
            [QuorumSupport, Deadlocked, Deadlocked, Deadlocked, Deadlocked],
            [Deadlocked, QuorumOppose, Deadlocked, Deadlocked, Deadlocked],
            [Deadlocked; 5],
            [Deadlocked; 5],
            [Deadlocked; 5],
        ];
        for (one, row) in kinds.iter().zip(golden) {
            for (other, expected) in kinds.iter().zip(row) {
                for lost in 0..3 {
                    let mut ballots = vec![one, other];
                    ballots.insert(lost, &CastBallot::Missing);
                    assert_eq!(tally(ballots), expected, "{one:?} {other:?}");
                }
            }
        }
    }
}
