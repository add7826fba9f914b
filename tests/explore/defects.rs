//! Which findings are one, what they weigh and what becomes of them: the rules of DESIGN.md §6 and §7
//! told in other words than `sameness` and `tally` tell them.

use std::collections::BTreeSet;

use crate::members::ALL;
use council_review::council::rfc::ledger::{
    CastBallot, FindingOrigin, Ledger, LedgerEntry, Pair, Weighed,
};
use council_review::council::rfc::tally::FindingResolution::{self, *};
use council_review::model::opinion::{Sameness, Vote};
use council_review::model::{FindingId, MemberId, Severity};

/// One defect: its tellings, the first of which has its place, its ballots and its ways out.
#[derive(Debug, Clone)]
pub(crate) struct Defect<'l>(pub(crate) Vec<&'l LedgerEntry>);

/// What becomes of one.
#[derive(Debug)]
pub(crate) struct Fate<'l> {
    /// The one that speaks for all that were called the same.
    pub(crate) speaks: Defect<'l>,
    /// Those for which it speaks, itself among them.
    pub(crate) all: Vec<Defect<'l>>,
    pub(crate) is_settled: bool,
    pub(crate) resolution: FindingResolution,
    pub(crate) severity: Severity,
}

/// Two or more spoke of it, and with one voice.
fn is_one(pair: &Pair) -> bool {
    pair.said.len() > 1 && pair.said.values().all(|says| *says == Sameness::SameAs)
}

fn is_told_apart(pair: &Pair) -> bool {
    pair.said.values().filter(|says| **says == Sameness::Different).count() > 1
}

/// The findings called the same in these cycles, together; those told apart by two are not brought
/// together by others.
fn together<'l>(
    ledger: &'l Ledger,
    mut all: Vec<Vec<&'l FindingId>>,
    cycle: u8,
) -> Vec<Vec<&'l FindingId>> {
    if ledger.pairs().iter().all(|pair| pair.said.is_empty()) {
        return all;
    }
    let pairs = || ledger.pairs().iter().filter(|pair| pair.cycle <= cycle);
    for pair in pairs().filter(|pair| pair.cycle == cycle && is_one(pair)) {
        let of = |id: &FindingId| all.iter().position(|group| group.contains(&id));
        let (Some(one), Some(other)) = (of(&pair.earlier), of(&pair.later)) else { continue };
        let (first, second) = (one.min(other), one.max(other));
        let parts = |apart: &Pair| {
            let sides = [&apart.earlier, &apart.later].map(&of);
            sides == [Some(first), Some(second)] || sides == [Some(second), Some(first)]
        };
        if first != second && !pairs().any(|pair| is_told_apart(pair) && parts(pair)) {
            let moved = all.remove(second);
            all[first].extend(moved);
            all[first].sort_unstable();
        }
    }
    all
}

/// The defects that are voted on, in the order of their first tellings.
pub(crate) fn defects(ledger: &Ledger) -> Vec<Defect<'_>> {
    let alone = ledger.entries().iter().map(|entry| vec![&entry.id]).collect();
    let telling = |id| ledger.get(id).expect("a finding of the ledger");
    let groups = together(ledger, alone, 2).into_iter();
    groups.map(|group| Defect(group.into_iter().map(telling).collect())).collect()
}

/// What becomes of each defect when the session ends here, with what was said beside the vote.
pub(crate) fn fates(ledger: &Ledger, is_settled: bool) -> Vec<Fate<'_>> {
    let defects = defects(ledger);
    let ids = defects.iter().map(|one| one.0.iter().map(|telling| &telling.id).collect());
    let groups = together(ledger, ids.collect(), 3);
    let of = |group: Vec<&FindingId>| -> Vec<Fate<'_>> {
        let all: Vec<Defect> =
            defects.iter().filter(|one| group.contains(&&one.0[0].id)).cloned().collect();
        // What stands is one with what stands, what a person must settle with its like; what has no
        // weight goes with the first of these that there is. A gate speaks for itself, else the
        // gravest, and of several the first.
        let weighs = |one: &Defect| matches!(one.resolution(is_settled), Stands | Deadlocked);
        let like = |kind: FindingResolution| -> Vec<Defect<'_>> {
            all.iter().filter(|one| one.resolution(is_settled) == kind).cloned().collect()
        };
        let mut parts = [like(Stands), like(Deadlocked)];
        let rest: Vec<Defect> = all.iter().filter(|one| !weighs(one)).cloned().collect();
        let heirs = parts.iter().position(|part| !part.is_empty());
        let mut parts: Vec<Vec<Defect>> = match heirs {
            Some(at) => {
                parts[at].extend(rest);
                parts.into_iter().filter(|part| !part.is_empty()).collect()
            }
            None => vec![rest],
        };
        parts
            .drain(..)
            .map(|all| {
                let claim = |one: &Defect| (!one.is_of_seats(), weighs(one), one.severity());
                let most = all.iter().map(claim).max().expect("a group is of one at least");
                let speaks =
                    all.iter().find(|one| claim(one) == most).expect("it is one of them").clone();
                let (resolution, severity) = (speaks.resolution(is_settled), speaks.severity());
                Fate { speaks, all, is_settled, resolution, severity }
            })
            .collect()
    };
    let mut fates: Vec<Fate<'_>> = groups.into_iter().flat_map(of).collect();
    put_parts_under_what_holds_them(ledger, &mut fates);
    fates
}

/// Of which finding of a pair the other is a part, as two or more said without a word against it.
pub(crate) fn part_and_whole(pair: &Pair) -> Option<(&FindingId, &FindingId)> {
    let is_any = |says: Sameness| pair.said.values().any(|said| *said == says);
    let is_agreed = pair.said.len() > 1 && !is_any(Sameness::Different);
    match (is_agreed, is_any(Sameness::PartOf), is_any(Sameness::Contains)) {
        (true, true, false) => Some((&pair.later, &pair.earlier)),
        (true, false, true) => Some((&pair.earlier, &pair.later)),
        _ => None,
    }
}

impl Fate<'_> {
    fn tells(&self, id: &FindingId) -> bool {
        self.all.iter().flat_map(|one| &one.0).any(|telling| telling.id == *id)
    }
}

/// Where both stand, the whole speaks for a part of seats that weighs no more.
fn put_parts_under_what_holds_them(ledger: &Ledger, fates: &mut Vec<Fate<'_>>) {
    let of_cycle = |cycle| ledger.pairs().iter().filter(move |pair| pair.cycle == cycle);
    for pair in of_cycle(2).chain(of_cycle(3)) {
        let Some((part, whole)) = part_and_whole(pair) else { continue };
        let at = |fates: &[Fate<'_>], id| fates.iter().position(|fate| fate.tells(id));
        let (Some(small), Some(large)) = (at(fates, part), at(fates, whole)) else { continue };
        let (own, other) = (&fates[small], &fates[large]);
        let parts = |apart: &Pair| {
            let (a, b) = (&apart.earlier, &apart.later);
            own.tells(a) && other.tells(b) || own.tells(b) && other.tells(a)
        };
        let is_apart = ledger.pairs().iter().any(|pair| is_told_apart(pair) && parts(pair));
        let both_stand = (own.resolution, other.resolution) == (Stands, Stands);
        let goes_under = small != large
            && both_stand
            && own.speaks.is_of_seats()
            && own.severity <= other.severity
            && !is_apart;
        if goes_under {
            let moved = std::mem::take(&mut fates[small].all);
            fates[large].all.extend(moved);
            fates.remove(small);
        }
    }
}

/// The most of which two say that it weighs at least that; what one says when it is alone.
fn agreed(says: &[Severity]) -> Option<Severity> {
    let enough = says.len().min(2);
    let by_two = |least: &Severity| says.iter().filter(|own| *own >= least).count() >= enough;
    says.iter().copied().filter(by_two).max()
}

/// Where a seat stands on one telling: its word, else its own raise with a quote that was found.
fn on(telling: &LedgerEntry, seat: MemberId) -> Option<Vote> {
    let raised = || telling.raises.iter().any(|raise| raise.grounded && raise.member == seat);
    match telling.said.get(&seat).map(|said| said.vote) {
        Some(Vote::Abstain) | None => raised().then_some(Vote::Support),
        word => word,
    }
}

/// What a telling weighs to a seat that stands behind it.
fn weight(telling: &LedgerEntry, seat: MemberId) -> Option<Severity> {
    let own = telling.raises.iter().filter(|raise| raise.grounded && raise.member == seat);
    let own = own.map(|raise| raise.severity).max();
    let said = telling.said.get(&seat).filter(|said| said.vote == Vote::Support);
    said.map(|said| said.severity).or(own)
}

impl<'l> Defect<'l> {
    pub(crate) fn first(&self) -> &'l LedgerEntry {
        self.0[0]
    }

    pub(crate) fn weighed(&self) -> Weighed<'l> {
        Weighed { entry: self.0[0], copies: self.0[1..].to_vec() }
    }

    pub(crate) fn is_of_seats(&self) -> bool {
        self.first().origin == FindingOrigin::Seats
    }

    pub(crate) fn is_grounded(&self) -> bool {
        !self.is_of_seats() || self.first().raises.iter().any(|raise| raise.grounded)
    }

    /// Behind one telling is behind the defect; who opposes words alone opposes it when it is behind
    /// none.
    pub(crate) fn side(&self, seat: MemberId) -> Option<Vote> {
        let on: Vec<Vote> = self.0.iter().filter_map(|telling| on(telling, seat)).collect();
        let is_any = |vote: Vote| on.contains(&vote).then_some(vote);
        is_any(Vote::Support).or(is_any(Vote::Oppose))
    }

    /// What each that stands behind it says it weighs.
    fn weights(&self) -> Vec<Severity> {
        let behind = ALL.into_iter().filter(|&seat| self.side(seat) == Some(Vote::Support));
        let most = |seat| {
            let backed = self.0.iter().filter(|telling| on(telling, seat) == Some(Vote::Support));
            backed.filter_map(|telling| weight(telling, seat)).max()
        };
        behind.filter_map(most).collect()
    }

    /// Whether the seats differ on it.
    pub(crate) fn is_contested(&self) -> bool {
        let weights = self.weights();
        let distinct: BTreeSet<&Severity> = weights.iter().collect();
        let is_opposed = ALL.iter().any(|&seat| self.side(seat) == Some(Vote::Oppose));
        self.is_of_seats()
            && self.is_grounded()
            && (weights.len() < 2 || distinct.len() == weights.len() || is_opposed)
    }

    /// Cast votes for and against.
    pub(crate) fn counts(&self) -> (usize, usize) {
        counts(self.first())
    }

    pub(crate) fn severity(&self) -> Severity {
        let first = self.first();
        let of = |ballot: &CastBallot| match ballot {
            CastBallot::Cast { vote: Vote::Support, severity, .. } => Some(*severity),
            _ => None,
        };
        let voted: Vec<Severity> = first.ballots.values().filter_map(of).collect();
        let said = || agreed(&voted).or_else(|| agreed(&self.weights()));
        if self.is_of_seats() { said().unwrap_or(first.severity) } else { first.severity }
    }

    /// What becomes of it by itself.
    pub(crate) fn resolution(&self, is_settled: bool) -> FindingResolution {
        let (support, oppose) = self.counts();
        let is_contested = self.is_contested();
        let has_way = self.first().ways.iter().any(|way| way.backers.len() > 1);
        if !self.is_of_seats() {
            Stands
        } else if !self.is_grounded() {
            Ungrounded
        } else if !is_settled {
            Open
        } else if is_contested && support < 2 && oppose > 1 {
            Dismissed
        } else if (is_contested && support < 2)
            || (self.severity() == Severity::Blocker && !has_way)
        {
            Deadlocked
        } else {
            Stands
        }
    }
}

/// Cast votes for and against.
pub(crate) fn counts(entry: &LedgerEntry) -> (usize, usize) {
    let of = |wanted: Vote| {
        let cast = |b: &&CastBallot| matches!(b, CastBallot::Cast { vote, .. } if *vote == wanted);
        entry.ballots.values().filter(cast).count()
    };
    (of(Vote::Support), of(Vote::Oppose))
}
