//! What seats are shown of the ledger: anonymous, shuffled per reader, without a tally
//! (THREATS.md I18).

use super::ask::{BlockerView, FindingView, ProposalView};
use super::ledger::{FindingOrigin, LedgerEntry};
use super::state::SessionState;
use super::tally;
use crate::core::draw::SplitMix;
use crate::model::{MemberId, Severity};

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

fn view(entry: &LedgerEntry, stated_by: String) -> FindingView {
    FindingView {
        finding_id: entry.id.clone(),
        digest: entry.digest(),
        stated_by,
        gate_id: entry.gate,
        category: entry.subcategory.category(),
        subcategory: entry.subcategory,
        severity: entry.severity,
        location: entry.location.clone(),
        ticket_id: entry.ticket.clone(),
        quote: entry.quote.clone(),
        description: entry.description.clone(),
        your_stance: None,
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
            view(entry, format!("{} {rule}{because}", entry.gate))
        })
        .collect()
}

/// Those of them that reject: what a note names, its reader can look up.
pub(super) fn blockers_of_gates(charter: &SessionState) -> Vec<FindingView> {
    let mut views = of_gates(charter);
    views.retain(|view| view.severity == Severity::Blocker);
    views
}

/// The votable findings of which `keep` says so, as `reader` sees them.
pub(super) fn of_seats(
    charter: &SessionState,
    reader: MemberId,
    keep: impl Fn(&LedgerEntry) -> bool,
) -> Vec<FindingView> {
    let letters = letters(charter, reader);
    let entries = charter.ledger.entries().iter();
    let mut views: Vec<FindingView> = entries
        .filter(|entry| entry.is_votable() && entry.is_grounded() && keep(entry))
        .map(|entry| {
            let first = entry.raises.iter().find(|raise| raise.grounded);
            let author = first.map(|raise| raise.member);
            let letter = letters.iter().find(|(seat, _)| Some(*seat) == author);
            view(entry, letter.map_or("Reviewer", |(_, letter)| letter.as_str()).to_owned())
        })
        .collect();
    random(charter, reader, "order").shuffle(&mut views);
    views
}

/// What is voted on, each with the side that the reader itself is on.
pub(super) fn of_vote(charter: &SessionState, reader: MemberId) -> Vec<FindingView> {
    let mut views = of_seats(charter, reader, tally::is_contested);
    for view in &mut views {
        let entry = charter.ledger.get(&view.finding_id).expect("the view is of the ledger");
        view.your_stance = tally::side(entry, reader);
    }
    views
}

/// The votable blockers of which `keep` says so, with their ways out.
pub(super) fn of_blockers(
    charter: &SessionState,
    reader: MemberId,
    keep: impl Fn(&LedgerEntry) -> bool,
) -> Vec<BlockerView> {
    let is_open = |entry: &LedgerEntry| entry.severity == Severity::Blocker && keep(entry);
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
pub(super) fn lacks_way(entry: &LedgerEntry) -> bool {
    let (_, resolution) = tally::outcome(entry, true);
    let dismissed = resolution == tally::FindingResolution::Dismissed;
    let no_quorum = tally::is_contested(entry)
        && tally::tally(entry.ballots.values()) != tally::AgreementLevel::QuorumSupport;
    entry.is_votable()
        && entry.is_grounded()
        && entry.severity == Severity::Blocker
        && !dismissed
        && !no_quorum
        && tally::agreed_way(entry).is_none()
}
