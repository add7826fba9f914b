//! What seats are shown of the ledger: anonymous, shuffled per reader, without a tally
//! (THREATS.md I18).

use std::collections::BTreeSet;

use super::ask::{BlockerView, CopyView, FindingView, PairView, ProposalView};
use super::ledger::{FindingOrigin, LedgerEntry, Pair, Weighed};
use super::state::SessionState;
use super::tally;
use crate::core::draw::SplitMix;
use crate::model::{FindingId, MemberId, Severity};

/// A sequence of its own for each reader and purpose, from the session's recorded seed.
fn random(charter: &SessionState, reader: MemberId, purpose: &str) -> SplitMix {
    let name = charter.roster.name(reader);
    let tag = format!("{name} {} {purpose}", charter.phase.as_str());
    SplitMix(charter.seed ^ crate::model::Digest::of(tag.as_bytes()).seed())
}

fn view(weighed: &Weighed<'_>, rule: Option<String>) -> FindingView {
    let entry = weighed.entry;
    let copy = |entry: &&LedgerEntry| CopyView {
        finding_id: entry.id.clone(),
        location: entry.location.clone(),
        quote: entry.quote.clone(),
        cites: entry.cites.clone(),
        description: entry.description.clone(),
    };
    FindingView {
        finding_id: entry.id.clone(),
        digest: weighed.digest(),
        rule,
        gate_id: entry.gate,
        category: entry.subcategory.category(),
        subcategory: entry.subcategory,
        severity: tally::severity(weighed),
        location: entry.location.clone(),
        ticket_id: entry.ticket.clone(),
        quote: entry.quote.clone(),
        cites: entry.cites.clone(),
        description: entry.description.clone(),
        your_stance: None,
        copies: weighed.copies.iter().map(copy).collect(),
    }
}

/// The deterministic findings, in order; the gate speaks for itself.
pub(super) fn of_gates(charter: &SessionState) -> Vec<FindingView> {
    let entries = charter.ledger.entries().iter().filter(|entry| !entry.is_votable());
    entries
        .map(|entry| {
            let rule = match &entry.origin {
                FindingOrigin::Gate(rule) => rule.as_str(),
                FindingOrigin::Seats => unreachable!("votable findings were left out"),
            };
            let because: Vec<&str> = entry.because.iter().map(|id| id.as_str()).collect();
            let because = match because.as_slice() {
                [] => String::new(),
                ids => format!(", because of {}", ids.join(" and ")),
            };
            view(&Weighed::alone(entry), Some(format!("{} {rule}{because}", entry.gate)))
        })
        .collect()
}

/// Those of them that reject, those of the gates that seats assess, and those that a pair names: what
/// a reader is told of by its id, it can look up.
pub(super) fn of_gates_in_question(charter: &SessionState) -> Vec<FindingView> {
    let pairs = of_pairs(charter, 2);
    let mut views = of_gates(charter);
    views.retain(|view| {
        view.severity == Severity::Blocker || view.gate_id.is_assessed() || is_named(view, &pairs)
    });
    views
}

fn is_named(view: &FindingView, pairs: &[PairView]) -> bool {
    let id = &view.finding_id;
    pairs.iter().any(|pair| pair.finding_id == *id || pair.other_id == *id)
}

/// The votable findings of which `keep` says so, as `reader` sees them.
pub(super) fn of_seats(
    charter: &SessionState,
    reader: MemberId,
    keep: impl Fn(&Weighed<'_>) -> bool,
) -> Vec<FindingView> {
    let weighed = charter.ledger.weighed();
    let mut views: Vec<FindingView> = weighed
        .iter()
        .filter(|w| w.entry.is_votable() && w.entry.is_grounded() && keep(w))
        .map(|weighed| view(weighed, None))
        .collect();
    random(charter, reader, "order").shuffle(&mut views);
    side_by_side(views, charter.ledger.pairs())
}

/// What may be one stands together, each group where its first one stood.
fn side_by_side(views: Vec<FindingView>, pairs: &[Pair]) -> Vec<FindingView> {
    let mut rest = views;
    let mut ordered: Vec<FindingView> = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let begun = ordered.len();
        ordered.push(rest.remove(0));
        let mut at = begun;
        while let Some(id) = ordered.get(at).map(|view| view.finding_id.clone()) {
            let other = |pair: &Pair| match (pair.later == id, pair.earlier == id) {
                (true, _) => Some(pair.earlier.clone()),
                (_, true) => Some(pair.later.clone()),
                _ => None,
            };
            let twins: BTreeSet<FindingId> = pairs.iter().filter_map(other).collect();
            ordered.extend(rest.extract_if(.., |view| twins.contains(&view.finding_id)));
            at += 1;
        }
    }
    ordered
}

/// What is voted on, each with the side that the reader itself is on.
pub(super) fn of_vote(charter: &SessionState, reader: MemberId) -> Vec<FindingView> {
    let mut views = of_seats(charter, reader, tally::is_contested);
    let weighed = charter.ledger.weighed();
    for view in &mut views {
        let of_it = weighed.iter().find(|weighed| weighed.entry.id == view.finding_id);
        view.your_stance = of_it.and_then(|weighed| tally::side(weighed, reader));
    }
    views
}

/// What is not voted on: what two seats or more agree on, and what a gate found that a pair names.
pub(super) fn of_agreed(charter: &SessionState, reader: MemberId) -> Vec<FindingView> {
    let pairs = of_pairs(charter, 3);
    let gates = of_gates(charter).into_iter().filter(|view| is_named(view, &pairs));
    gates.chain(of_seats(charter, reader, |weighed| !tally::is_contested(weighed))).collect()
}

/// The pairs that seats are asked about in a cycle.
pub(super) fn of_pairs(charter: &SessionState, cycle: u8) -> Vec<PairView> {
    let pairs = charter.ledger.pairs().iter().filter(|pair| pair.cycle == cycle);
    let view =
        |pair: &Pair| PairView { finding_id: pair.later.clone(), other_id: pair.earlier.clone() };
    pairs.map(view).collect()
}

/// The votable blockers of which `keep` says so, with their ways out.
pub(super) fn of_blockers(
    charter: &SessionState,
    reader: MemberId,
    keep: impl Fn(&Weighed<'_>) -> bool,
) -> Vec<BlockerView> {
    let is_open =
        |weighed: &Weighed<'_>| tally::severity(weighed) == Severity::Blocker && keep(weighed);
    let views = of_seats(charter, reader, is_open);
    views
        .into_iter()
        .map(|finding| {
            let entry = charter.ledger.get(&finding.finding_id).expect("the view is of the ledger");
            let proposals = entry
                .ways
                .iter()
                .map(|way| ProposalView { proposal_id: way.id.clone(), text: way.text.clone() })
                .collect();
            BlockerView { finding, proposals }
        })
        .collect()
}

/// A votable blocker that stands as far as the vote goes and has no agreed way out yet.
pub(super) fn lacks_way(weighed: &Weighed<'_>) -> bool {
    let (_, resolution) = tally::outcome(weighed, true);
    let dismissed = resolution == tally::FindingResolution::Dismissed;
    let no_quorum = tally::is_contested(weighed)
        && tally::tally(weighed.entry.ballots.values()) != tally::AgreementLevel::QuorumSupport;
    weighed.entry.is_votable()
        && weighed.entry.is_grounded()
        && tally::severity(weighed) == Severity::Blocker
        && !dismissed
        && !no_quorum
        && tally::agreed_way(weighed).is_none()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::model::{Digest, GateId, Place, Subcategory};

    fn id(number: usize) -> FindingId {
        FindingId::numbered(&"RFC-0001".parse().expect("an id"), number)
    }

    fn finding(number: usize) -> FindingView {
        FindingView {
            finding_id: id(number),
            digest: Digest::of(&number.to_be_bytes()),
            rule: None,
            gate_id: GateId::Implementability,
            category: Subcategory::IncompletePlan.category(),
            subcategory: Subcategory::IncompletePlan,
            severity: Severity::Minor,
            location: Place::line(1).in_file(String::new()),
            ticket_id: None,
            quote: String::new(),
            cites: Vec::new(),
            description: String::new(),
            your_stance: None,
            copies: Vec::new(),
        }
    }

    #[test]
    fn findings_of_a_pair_are_read_one_after_the_other() {
        let pair = |earlier, later| Pair {
            earlier: id(earlier),
            later: id(later),
            cycle: 2,
            said: BTreeMap::new(),
        };
        let views = [4, 1, 3, 5, 2].map(finding).to_vec();
        let ordered = side_by_side(views, &[pair(2, 4), pair(2, 5), pair(1, 9)]);
        let ordered: Vec<FindingId> = ordered.into_iter().map(|view| view.finding_id).collect();
        assert_eq!(ordered, [4, 2, 5, 1, 3].map(id));
    }
}
