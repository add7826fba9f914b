//! What seats are shown of the ledger: anonymous, shuffled per reader, without a tally
//! (THREATS.md I18).

use super::ask::{BlockerView, CopyView, FindingView, PairView, ProposalView};
use super::ledger::{FindingOrigin, LedgerEntry, Pair, Weighed};
use super::state::SessionState;
use super::tally;
use crate::core::draw::SplitMix;
use crate::model::{GateId, MemberId, Severity};

/// Each reader sees its colleagues under letters of its own.
fn letters(charter: &SessionState, reader: MemberId) -> Vec<(MemberId, String)> {
    let mut members: Vec<MemberId> = charter.roster.ids().collect();
    random(charter, reader, "letters").shuffle(&mut members);
    let letter = |letter: char| format!("Reviewer {letter}");
    members.into_iter().zip(('A'..='Z').map(letter)).collect()
}

/// A sequence of its own for each reader and purpose, from the session's recorded seed.
fn random(charter: &SessionState, reader: MemberId, purpose: &str) -> SplitMix {
    let name = charter.roster.name(reader);
    let tag = format!("{name} {} {purpose}", charter.phase.as_str());
    SplitMix(charter.seed ^ crate::model::Digest::of(tag.as_bytes()).seed())
}

fn view(weighed: &Weighed<'_>, stated_by: String) -> FindingView {
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
        stated_by,
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
            view(&Weighed::alone(entry), format!("{} {rule}{because}", entry.gate))
        })
        .collect()
}

/// Those of them that reject, those of the gates that seats assess, and those that a pair names: what
/// a reader is told of by its id, it can look up.
pub(super) fn of_gates_in_question(charter: &SessionState) -> Vec<FindingView> {
    let pairs = of_pairs(charter, 2);
    let mut views = of_gates(charter);
    views.retain(|view| {
        view.severity == Severity::Blocker
            || GateId::ASSESSED.contains(&view.gate_id)
            || is_named(view, &pairs)
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
    let letters = letters(charter, reader);
    let weighed = charter.ledger.weighed();
    let mut views: Vec<FindingView> = weighed
        .iter()
        .filter(|w| w.entry.is_votable() && w.entry.is_grounded() && keep(w))
        .map(|weighed| {
            let first = weighed.entry.raises.iter().find(|raise| raise.grounded);
            let author = first.map(|raise| raise.member);
            let letter = letters.iter().find(|(seat, _)| Some(*seat) == author);
            view(weighed, letter.map_or("Reviewer", |(_, letter)| letter.as_str()).to_owned())
        })
        .collect();
    random(charter, reader, "order").shuffle(&mut views);
    views
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
