//! Findings that may be one defect told twice, or one a part of the other. Code proposes pairs, by
//! place, quote and words; the seats decide, and only what all who answer agree on is linked.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ledger::{Ledger, LedgerEntry, Pair, Weighed};
use crate::model::opinion::Sameness;
use crate::model::policy::QUORUM;
use crate::model::{FindingId, MemberId};

/// Pairs that one cycle asks about at the most: the likeliest. A seat answers each with one word.
pub const MOST_PAIRS: usize = 200;

/// Likeness of words, in hundredths, from which on two findings are asked about wherever they
/// stand; and from which on when they stand at one place. Measured on labelled pairs
/// (`tests/it/councils/sameness`). One kind or signature alone says little: with it in front, 100
/// questions to three models over 58 findings left out 12 that they would have called the same;
/// without, 59 questions have 25 of these 26.
const ALIKE: u64 = 20;
const ALIKE_AT_ONE_PLACE: u64 = 8;

impl Ledger {
    /// Asks in a cycle about the findings from `first` on, each with what stands before it.
    pub fn pair_up(&mut self, first: usize, cycle: u8) {
        for (earlier, later) in proposed(self.entries(), first) {
            self.ask_about(earlier, later, cycle);
        }
    }

    /// Every finding that weighs, with those that seats called the same before the vote.
    pub fn weighed(&self) -> Vec<Weighed<'_>> {
        self.groups().into_iter().map(|(_, weighed)| weighed).collect()
    }

    /// The same, each with the places of its findings in the ledger.
    pub(super) fn groups(&self) -> Vec<(Vec<usize>, Weighed<'_>)> {
        let entries = self.entries();
        let at: HashMap<&FindingId, usize> =
            entries.iter().enumerate().map(|(at, entry)| (&entry.id, at)).collect();
        let heads = heads(entries.len(), &self.asked(2, &at), |at| !entries[at].is_votable());
        let mut groups: BTreeMap<usize, (Vec<usize>, Weighed<'_>)> = BTreeMap::new();
        for (at, head) in heads.into_iter().enumerate() {
            let entry = &entries[at];
            match groups.entry(head) {
                Entry::Vacant(vacant) => {
                    vacant.insert((vec![at], Weighed::alone(entry)));
                }
                Entry::Occupied(mut held) => {
                    let (places, weighed) = held.get_mut();
                    places.push(at);
                    weighed.copies.push(entry);
                }
            }
        }
        groups.into_values().collect()
    }

    /// For each group the first of those that it is one with, when what was said beside the vote
    /// counts, too.
    pub(super) fn joined_after_the_vote(&self, groups: &[(Vec<usize>, Weighed<'_>)]) -> Vec<usize> {
        let mut at: HashMap<&FindingId, usize> = HashMap::new();
        for (place, (_, weighed)) in groups.iter().enumerate() {
            at.extend(weighed.all().map(|entry| (&entry.id, place)));
        }
        let (before, beside) = (self.asked(2, &at), self.asked(3, &at));
        // What was said before the vote joins nothing anew: it only keeps apart.
        let apart = |(_, _, pair): &(usize, usize, &Pair)| is_apart(pair);
        let pairs: Vec<_> = before.into_iter().filter(apart).chain(beside).collect();
        heads(groups.len(), &pairs, |at| !groups[at].1.entry.is_votable())
    }

    /// The findings that are a part of another, each with that: two seats or more spoke of the pair,
    /// none told it apart, and nobody who told which is the part said the reverse. By the places of
    /// their groups.
    pub(super) fn parts(&self, groups: &[(Vec<usize>, Weighed<'_>)]) -> Vec<(usize, usize)> {
        let of = |pair: &Pair, says| pair.said.values().filter(|said| **said == says).count();
        self.between(groups)
            .filter(|(_, _, pair)| pair.said.len() >= QUORUM && of(pair, Sameness::Different) == 0)
            .filter_map(|(earlier, later, pair)| {
                match (of(pair, Sameness::PartOf), of(pair, Sameness::Contains)) {
                    (1.., 0) => Some((later, earlier)),
                    (0, 1..) => Some((earlier, later)),
                    _ => None,
                }
            })
            .collect()
    }

    /// The groups that two seats or more told apart.
    pub(super) fn told_apart(
        &self,
        groups: &[(Vec<usize>, Weighed<'_>)],
    ) -> BTreeSet<(usize, usize)> {
        let apart = self.between(groups).filter(|(_, _, pair)| is_apart(pair));
        apart.map(|(one, other, _)| (one.min(other), one.max(other))).collect()
    }

    /// The pairs of both cycles, each finding by the place of its group.
    fn between<'l>(
        &'l self,
        groups: &[(Vec<usize>, Weighed<'_>)],
    ) -> impl Iterator<Item = (usize, usize, &'l Pair)> {
        let mut at: HashMap<&FindingId, usize> = HashMap::new();
        for (place, (_, weighed)) in groups.iter().enumerate() {
            at.extend(weighed.all().map(|entry| (&entry.id, place)));
        }
        let pairs: Vec<_> = [2, 3].into_iter().flat_map(|cycle| self.asked(cycle, &at)).collect();
        pairs.into_iter()
    }

    /// The pairs of a cycle, each finding by where it is.
    fn asked<'l>(
        &'l self,
        cycle: u8,
        at: &HashMap<&FindingId, usize>,
    ) -> Vec<(usize, usize, &'l Pair)> {
        let pairs = self.pairs().iter().filter(|pair| pair.cycle == cycle);
        let pairs = pairs.take(MOST_PAIRS);
        pairs
            .filter_map(|pair| Some((*at.get(&pair.earlier)?, *at.get(&pair.later)?, pair)))
            .collect()
    }

    /// Gives each finding that weighs the ways out of its duplicates, too: they are ways out of it.
    pub fn share_ways(&mut self) {
        let shared: Vec<(FindingId, MemberId, String)> = self
            .weighed()
            .iter()
            .flat_map(|weighed| {
                let ways = weighed.copies.iter().flat_map(|copy| &copy.ways);
                ways.flat_map(|way| {
                    let of = |&seat| (weighed.entry.id.clone(), seat, way.text.clone());
                    way.backers.iter().map(of)
                })
            })
            .collect();
        for (id, seat, text) in shared {
            if let Some(entry) = self.get_mut(&id).filter(|entry| entry.is_votable()) {
                entry.propose(seat, &text);
            }
        }
    }
}

/// The pairs of the findings from `first` on with what stands before each: `(earlier, later)` by
/// index, the likeliest first to be kept, told in the order of the ledger.
fn proposed(entries: &[LedgerEntry], first: usize) -> Vec<(usize, usize)> {
    let told: Vec<BTreeSet<String>> = entries.iter().map(words).collect();
    let mut holders: BTreeMap<&str, u64> = BTreeMap::new();
    for word in told.iter().flatten() {
        *holders.entry(word).or_default() += 1;
    }
    let mut pairs = Vec::new();
    for at in (first..entries.len()).filter(|&at| is_comparable(&entries[at])) {
        let earlier = entries[..at].iter().enumerate();
        for (before, other) in earlier.filter(|(_, other)| other.is_grounded()) {
            let likeness = likeness(&told[before], &told[at], &holders);
            if let Some(weight) = weight(other, &entries[at], likeness) {
                pairs.push((std::cmp::Reverse(weight), before, at));
            }
        }
    }
    pairs.sort_unstable();
    pairs.truncate(MOST_PAIRS);
    let mut pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(_, a, b)| (a, b)).collect();
    pairs.sort_unstable();
    pairs
}

/// For each of `count` things the first of those that it is one with; itself when it is alone. A
/// pair is one when two seats or more spoke of it and all of them called it the same: of 173 different
/// pairs that reviewers labelled, a majority of three readers joined 17 or 1, as they were asked, and
/// all three together 2 or none. What two seats told apart is not joined through a third finding, and nothing joins two findings of code.
fn heads(
    count: usize,
    pairs: &[(usize, usize, &Pair)],
    is_of_code: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut heads: Vec<usize> = (0..count).collect();
    let apart: BTreeSet<(usize, usize)> = pairs
        .iter()
        .filter(|(_, _, pair)| is_apart(pair))
        .map(|&(a, b, _)| (a.min(b), a.max(b)))
        .collect();
    let is_one = |pair: &Pair| {
        pair.said.len() >= QUORUM && pair.said.values().all(|said| *said == Sameness::SameAs)
    };
    for &(one, other, _) in pairs.iter().filter(|(_, _, pair)| is_one(pair)) {
        let (head, copy) = (heads[one].min(heads[other]), heads[one].max(heads[other]));
        let of = |head: usize| (0..count).filter(|&at| heads[at] == head).collect::<Vec<_>>();
        let (ours, theirs) = (of(head), of(copy));
        let parts = |a: usize| theirs.iter().any(|&b| apart.contains(&(a.min(b), a.max(b))));
        let of_code = ours.iter().chain(&theirs).filter(|&&at| is_of_code(at)).count();
        if head != copy && of_code < 2 && !ours.iter().any(|&a| parts(a)) {
            for at in theirs {
                heads[at] = head;
            }
        }
    }
    heads
}

/// Whether two seats or more say that two findings are two defects.
fn is_apart(pair: &Pair) -> bool {
    pair.said.values().filter(|said| **said == Sameness::Different).count() >= QUORUM
}

fn is_comparable(entry: &LedgerEntry) -> bool {
    entry.is_votable() && entry.is_grounded()
}

/// How likely two findings are one; none when they are not worth the question.
fn weight(one: &LedgerEntry, other: &LedgerEntry, likeness: u64) -> Option<u64> {
    if !one.is_votable() {
        // What a gate found is told again only at its own place and under its own kind, and whoever
        // says that it weighs more says something else.
        let is_told = one.signature == other.signature && other.severity <= one.severity;
        return is_told.then_some(200 + likeness);
    }
    let at_one_place = one.location.file == other.location.file
        && (within(one.location.yaml_path(), other.location.yaml_path())
            || quotes(&one.quote, &other.quote)
            || (one.location.line <= other.location.end_line
                && other.location.line <= one.location.end_line));
    let least = if at_one_place { ALIKE_AT_ONE_PLACE } else { ALIKE };
    let bonus = if at_one_place { 10 } else { 0 };
    (likeness >= least).then_some(likeness + bonus)
}

/// Whether one path is the other, or leads to it.
fn within(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let rest = long.strip_prefix(short);
    !short.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Whether one quote holds the other.
fn quotes(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    !one.is_empty() && !other.is_empty() && (one.contains(other) || other.contains(one))
}

/// The words that a finding is told in: of its texts, its file and its kind.
fn words(entry: &LedgerEntry) -> BTreeSet<String> {
    let texts = [&entry.description, &entry.quote, &entry.remediation, &entry.location.file];
    let words = texts.into_iter().flat_map(|text| {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2)
    });
    words.map(|word| trimmed(&word.to_lowercase()).to_owned()).collect()
}

/// A word without the endings that make no other word of it.
fn trimmed(word: &str) -> &str {
    let ends = ["ings", "ing", "ies", "ed", "es", "s", "e", "y"];
    let stem = ends.iter().find_map(|end| word.strip_suffix(end));
    stem.filter(|stem| stem.chars().count() > 2).unwrap_or(word)
}

/// What two sets of words share, in hundredths of what they hold; a word that many findings have
/// weighs less. Whole numbers, so that every machine proposes the same pairs.
fn likeness(
    one: &BTreeSet<String>,
    other: &BTreeSet<String>,
    holders: &BTreeMap<&str, u64>,
) -> u64 {
    let weight = |word: &String| 10_000 / holders.get(word.as_str()).copied().unwrap_or(1).max(2);
    let sum = |set: &BTreeSet<String>| set.iter().map(weight).sum::<u64>();
    let shared: u64 = one.intersection(other).map(weight).sum();
    200 * shared / (sum(one) + sum(other)).max(1)
}
