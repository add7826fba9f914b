//! From what was said to what follows: agreement, contested or not, quorum, severity, resolution. Pure
//! functions of a finding with its duplicates; `verify` computes them again from a bundle.

use std::collections::{BTreeMap, BTreeSet};

use super::ledger::{CastBallot, Ledger, LedgerEntry, RaisedFinding, Way, Weighed};
use crate::model::opinion::Vote;
use crate::model::policy::QUORUM;
use crate::model::{FindingId, MemberId, Severity};

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
    /// Seats called it the same as another finding; kept with it, without weight of its own.
    Duplicate,
}

/// The side a seat is on before the vote, if it is on one. Of a finding that was told twice whoever
/// stands behind one telling stands behind it, and whoever opposed another telling opposed words.
pub fn side(weighed: &Weighed<'_>, seat: MemberId) -> Option<Vote> {
    let sides = weighed.all().filter_map(|entry| side_of_one(entry, seat));
    sides.reduce(|one, other| if Vote::Support == other { other } else { one })
}

fn side_of_one(entry: &LedgerEntry, seat: MemberId) -> Option<Vote> {
    match entry.said.get(&seat).map(|said| said.vote) {
        Some(vote @ (Vote::Support | Vote::Oppose)) => Some(vote),
        Some(Vote::Abstain) | None => {
            let raised = |raise: &RaisedFinding| raise.grounded && raise.member == seat;
            entry.raises.iter().any(raised).then_some(Vote::Support)
        }
    }
}

/// Everybody who said anything of a finding.
fn heard(weighed: &Weighed<'_>) -> BTreeSet<MemberId> {
    let raised = weighed.all().flat_map(|entry| entry.raises.iter().map(|raise| raise.member));
    let said = weighed.all().flat_map(|entry| entry.said.keys().copied());
    raised.chain(said).collect()
}

/// The seats that stand behind a finding: they said SUPPORT, or raised it with a grounded quote
/// and have not said otherwise since.
pub fn backers(weighed: &Weighed<'_>) -> BTreeSet<MemberId> {
    let mut backers = heard(weighed);
    backers.retain(|&seat| side(weighed, seat) == Some(Vote::Support));
    backers
}

/// What a finding weighs to a seat that stands behind it: what it said last, of several tellings the
/// most.
fn weight(weighed: &Weighed<'_>, seat: MemberId) -> Option<Severity> {
    let of_one = |entry: &LedgerEntry| match entry.said.get(&seat) {
        Some(said) if said.vote == Vote::Support => Some(said.severity),
        Some(said) if said.vote == Vote::Oppose => None,
        _ => {
            let own = entry.raises.iter().filter(|raise| raise.grounded && raise.member == seat);
            own.map(|raise| raise.severity).max()
        }
    };
    weighed.all().filter_map(of_one).max()
}

/// What a finding weighs to each seat that stands behind it.
fn weights(weighed: &Weighed<'_>) -> Vec<Severity> {
    backers(weighed).into_iter().filter_map(|seat| weight(weighed, seat)).collect()
}

/// The most that two seats agree a finding weighs at least; of one seat alone, what it says.
fn at_least(mut severities: Vec<Severity>) -> Option<Severity> {
    severities.sort_unstable();
    let second = severities.len().checked_sub(QUORUM);
    second.or_else(|| severities.len().checked_sub(1)).map(|at| severities[at])
}

/// What a finding weighs: a gate's own severity; of a finding of seats, the most that two of those
/// who stand behind it agree it weighs at least, by their ballots where there was a vote.
pub fn severity(weighed: &Weighed<'_>) -> Severity {
    if !weighed.entry.is_votable() {
        return weighed.entry.severity;
    }
    let said = weighed.entry.ballots.values().filter_map(|ballot| match ballot {
        CastBallot::Cast { vote: Vote::Support, severity, .. } => Some(*severity),
        _ => None,
    });
    at_least(said.collect())
        .or_else(|| at_least(weights(weighed)))
        .unwrap_or(weighed.entry.severity)
}

/// A votable finding that only one seat stands behind, or that any seat opposed, or of which no two
/// who stand behind it say the same severity. Ungrounded and deterministic findings never are, nor
/// what is INFO to all who stand behind it: it asks for nothing.
pub fn is_contested(weighed: &Weighed<'_>) -> bool {
    if !weighed.entry.is_votable() || !weighed.entry.is_grounded() {
        return false;
    }
    let mut said = weights(weighed);
    said.sort_unstable();
    if said.last() == Some(&Severity::Info) {
        return false;
    }
    said.len() < QUORUM
        || !said.windows(QUORUM).any(|two| two[0] == two[1])
        || heard(weighed).into_iter().any(|seat| side(weighed, seat) == Some(Vote::Oppose))
}

/// Agreement before any vote.
pub fn agreement(weighed: &Weighed<'_>) -> AgreementLevel {
    if !weighed.entry.is_votable() {
        return AgreementLevel::NotVotable;
    }
    match backers(weighed).len() {
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
pub fn agreed_way<'l>(weighed: &Weighed<'l>) -> Option<&'l Way> {
    let agreed = weighed.entry.ways.iter().filter(|way| way.backers.len() >= QUORUM);
    agreed.reduce(|best, way| if way.backers.len() > best.backers.len() { way } else { best })
}

/// What became of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// How far the seats agree.
    pub agreement: AgreementLevel,
    /// What follows.
    pub resolution: FindingResolution,
    /// What it weighs.
    pub severity: Severity,
    /// The finding that it is one with, or a part of, as the seats said.
    pub duplicate_of: Option<FindingId>,
}

/// What became of every finding, in the order of the ledger, once a session is over; `settled` is
/// whether cycle 3 was completed. Findings that were called the same only after the vote are one from
/// there on, as far as the same became of them: the gravest speaks for them, so that no likeness takes
/// away what stands or what a person must settle.
pub fn settle(ledger: &Ledger, settled: bool) -> Vec<Settled> {
    let groups = ledger.groups();
    let outcomes: Vec<Settled> = groups
        .iter()
        .map(|(_, weighed)| {
            let (agreement, resolution) = outcome(weighed, settled);
            let severity = severity(weighed);
            Settled { agreement, resolution, severity, duplicate_of: None }
        })
        .collect();
    let joined = ledger.joined_after_the_vote(&groups);
    // What stands is one with what stands, and what a person must settle with its like; what has no
    // weight goes with either.
    let kind = |at: usize| match outcomes[at].resolution {
        FindingResolution::Stands => 0,
        FindingResolution::Deadlocked => 1,
        _ => 2,
    };
    let mut kinds: BTreeMap<usize, u8> = BTreeMap::new();
    for (at, &class) in joined.iter().enumerate() {
        let first = kinds.entry(class).or_insert(2);
        *first = kind(at).min(*first);
    }
    let class = |at: usize| match kind(at) {
        2 => (joined[at], kinds[&joined[at]]),
        own => (joined[at], own),
    };
    let rank = |at: usize| {
        let is_of_code = !groups[at].1.entry.is_votable();
        std::cmp::Reverse((is_of_code, 2 - kind(at), outcomes[at].severity))
    };
    let mut speakers: BTreeMap<(usize, u8), usize> = BTreeMap::new();
    for at in 0..groups.len() {
        let speaker = speakers.entry(class(at)).or_insert(at);
        if rank(at) < rank(*speaker) {
            *speaker = at;
        }
    }
    let speaks: Vec<usize> = (0..groups.len()).map(|at| speakers[&class(at)]).collect();
    let speaks = with_parts(ledger, &groups, &outcomes, speaks);
    let mut all: Vec<Option<Settled>> = vec![None; ledger.entries().len()];
    for (at, (places, _)) in groups.iter().enumerate() {
        let speaker = &groups[speaks[at]];
        for &place in places {
            let mut settled = outcomes[at].clone();
            if place != speaker.0[0] {
                settled.resolution = FindingResolution::Duplicate;
                settled.duplicate_of = Some(speaker.1.entry.id.clone());
            }
            all[place] = Some(settled);
        }
    }
    all.into_iter().map(|settled| settled.expect("each finding is in a group")).collect()
}

/// Lets what a finding is a part of speak for it, too, where both stand: votes stay each finding's own.
/// A part that weighs more than the whole stays apart, since no likeness takes weight away, and so does
/// what a gate found.
fn with_parts(
    ledger: &Ledger,
    groups: &[(Vec<usize>, Weighed<'_>)],
    outcomes: &[Settled],
    mut speaks: Vec<usize>,
) -> Vec<usize> {
    let told_apart = ledger.told_apart(groups);
    let stands = |at: usize| outcomes[at].resolution == FindingResolution::Stands;
    for (part, whole) in ledger.parts(groups) {
        let (part, whole) = (speaks[part], speaks[whole]);
        let between = [(part, whole), (whole, part)];
        let is_apart = told_apart.iter().any(|&(a, b)| between.contains(&(speaks[a], speaks[b])));
        let weighs_no_more = outcomes[part].severity <= outcomes[whole].severity;
        if part == whole
            || is_apart
            || !(stands(part) && stands(whole) && weighs_no_more)
            || !groups[part].1.entry.is_votable()
        {
            continue;
        }
        for speaker in speaks.iter_mut().filter(|speaker| **speaker == part) {
            *speaker = whole;
        }
    }
    speaks
}

/// Agreement and resolution once a session is over; `settled` is whether cycle 3 was completed.
pub fn outcome(weighed: &Weighed<'_>, settled: bool) -> (AgreementLevel, FindingResolution) {
    if !weighed.entry.is_votable() {
        return (AgreementLevel::NotVotable, FindingResolution::Stands);
    }
    if !weighed.entry.is_grounded() {
        return (agreement(weighed), FindingResolution::Ungrounded);
    }
    if !settled {
        return (agreement(weighed), FindingResolution::Open);
    }
    let status = if is_contested(weighed) {
        tally(weighed.entry.ballots.values())
    } else {
        agreement(weighed)
    };
    let resolution = match status {
        AgreementLevel::QuorumOppose => FindingResolution::Dismissed,
        AgreementLevel::Deadlocked => FindingResolution::Deadlocked,
        // Of what one seat says alone, only what is INFO is not voted on.
        AgreementLevel::Pending
        | AgreementLevel::NotVotable
        | AgreementLevel::Majority
        | AgreementLevel::Unanimous
        | AgreementLevel::QuorumSupport => {
            if severity(weighed) == Severity::Blocker && agreed_way(weighed).is_none() {
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
        let cast = |vote| CastBallot::Cast {
            vote,
            severity: Severity::Major,
            reason: String::new(),
            missed: None,
        };
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
        let cast = |vote| CastBallot::Cast {
            vote,
            severity: Severity::Major,
            reason: String::new(),
            missed: None,
        };
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
