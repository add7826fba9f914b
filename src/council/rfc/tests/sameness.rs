//! Findings that are told twice, and what they weigh.

use super::*;
use crate::council::rfc::answer::PairAnswer;
use crate::council::rfc::ask::PairView;
use crate::council::rfc::ledger::{Ledger, Pair};
use crate::model::opinion::Sameness::{self, Contains, Different, PartOf, SameAs};

/// A claim about the first line in words of its own.
fn told(seat: MemberId, severity: Severity) -> PlacedClaim {
    let mut claim = claim(seat, 1, severity, true);
    claim.claim.description.push_str(&format!(", member {} says", seat.0));
    claim.claim.remediation = format!("split it, member {} says", seat.0);
    claim
}

fn compared(pairs: &[PairView], says: Sameness) -> Vec<PairAnswer> {
    let said = |pair: &PairView| PairAnswer {
        finding_id: pair.finding_id.clone(),
        other_id: pair.other_id.clone(),
        says,
    };
    pairs.iter().map(said).collect()
}

/// A session in which SA-1 and SA-2 tell one defect; what each member says of the pair, what it votes
/// on its own telling and on the other's.
fn told_twice(says: [Sameness; 3], own: Vote, others: Vote) -> SessionState {
    play(opening(), false, |task| {
        let seat = asked(task);
        let is_own = |view: &FindingView| {
            let copies = view.copies.iter().map(|copy| &copy.description);
            let mut texts = std::iter::once(&view.description).chain(copies);
            texts.any(|text| text.contains(&format!("member {}", seat.0)))
        };
        match &task.question {
            Ask::Structural { .. } if seat == SA3 => structural(Vec::new()),
            Ask::Structural { .. } => structural(vec![told(seat, Major)]),
            Ask::Feasibility { findings, pairs, .. } => {
                let mut review = stances(findings, |view| if is_own(view) { own } else { others });
                review.pairs = compared(pairs, says[usize::from(seat.0)]);
                admitted(Reply::Feasibility(review))
            }
            Ask::Converge { contested, .. } => {
                let vote = |view: &FindingView| if is_own(view) { own } else { others };
                let ballots: Vec<Ballot> = contested
                    .iter()
                    .flat_map(|view| ballots(std::slice::from_ref(view), vote(view)))
                    .collect();
                let answer = Convergence { ballots, ..Convergence::default() };
                admitted(Reply::Converge(answer))
            }
            _ => Script::new(&[]).answer(task),
        }
    })
}

#[test]
fn what_all_call_the_same_is_one_and_its_copy_does_not_weigh() {
    let charter = told_twice([SameAs; 3], Support, Support);
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Unanimous, FindingResolution::Stands));
    assert_eq!(outcome(&charter, 3).1, FindingResolution::Duplicate);
    let entries = charter.ledger.entries();
    let settled = tally::settle(&charter.ledger, true);
    assert_eq!(settled[2].duplicate_of.as_ref(), Some(&entries[1].id));
    assert_eq!(charter.ledger.raised(), 3);
    assert!(entries[2].description.contains("member 1"), "its text is kept");
    let ways: Vec<&str> = entries[1].ways.iter().map(|way| way.text.as_str()).collect();
    assert_eq!(ways, ["split it, member 0 says", "split it, member 1 says"]);
}

#[test]
fn one_who_tells_them_apart_keeps_them_apart() {
    for says in [[Different, SameAs, SameAs], [SameAs, SameAs, Different], [Different; 3]] {
        let charter = told_twice(says, Support, Support);
        assert_eq!(outcome(&charter, 2).1, FindingResolution::Stands);
        assert_eq!(outcome(&charter, 3).1, FindingResolution::Stands);
    }
}

/// The later telling is a part of the earlier one, or holds it: each is voted on by itself, and what
/// stands goes under what holds it.
#[test]
fn what_two_call_a_part_goes_under_the_whole() {
    use FindingResolution::{Duplicate, Stands};
    for (says, becomes) in [
        ([PartOf, PartOf, PartOf], [Stands, Duplicate]),
        ([PartOf, SameAs, SameAs], [Stands, Duplicate]),
        ([Contains, Contains, SameAs], [Duplicate, Stands]),
        ([PartOf, Contains, SameAs], [Stands, Stands]),
        ([PartOf, PartOf, Different], [Stands, Stands]),
    ] {
        let charter = told_twice(says, Support, Support);
        let settled = tally::settle(&charter.ledger, true);
        assert_eq!([settled[1].resolution, settled[2].resolution], becomes, "{says:?}");
        let heads: Vec<_> = charter.ledger.weighed().iter().map(|w| w.copies.len()).collect();
        assert_eq!(heads, [0; 3], "each is voted on by itself");
    }
}

/// No word of a seat takes away what a gate found, nor weight.
#[test]
fn a_part_that_weighs_more_and_a_part_that_a_gate_found_stay() {
    let mut charter = told_twice([PartOf; 3], Support, Support);
    let [whole, part] = [1, 2].map(|at| charter.ledger.entries()[at].id.clone());
    for said in charter.ledger.get_mut(&whole).expect("it is there").said.values_mut() {
        said.severity = Minor;
    }
    assert!(tally::settle(&charter.ledger, true).iter().all(|one| one.duplicate_of.is_none()));

    let gate = charter.ledger.entries()[0].id.clone();
    let mut entries = charter.ledger.entries().to_vec();
    entries.retain(|entry| entry.id != part);
    let said = [(SA1, Contains), (SA2, Contains)].into_iter().collect();
    let pair = Pair { earlier: gate, later: whole, cycle: 2, said };
    let ledger = Ledger::restored(&charter.rfc, entries, vec![pair]);
    assert!(tally::settle(&ledger, true).iter().all(|one| one.duplicate_of.is_none()));
}

/// Each of the two opposes the other's telling and calls it the same: both stand behind the defect.
#[test]
fn who_opposes_another_telling_opposes_words() {
    let charter = told_twice([SameAs; 3], Support, Oppose);
    // SA-3 told none and opposes both: the defect goes to the vote, told once with both texts.
    assert_eq!(outcome(&charter, 2).1, FindingResolution::Stands);
    assert_eq!(outcome(&charter, 3).1, FindingResolution::Duplicate);
    let apart = told_twice([Different; 3], Support, Oppose);
    assert_eq!(outcome(&apart, 2).1, FindingResolution::Dismissed);
    assert_eq!(outcome(&apart, 3).1, FindingResolution::Dismissed);
}

/// Called the same beside the vote: what stands goes on standing, whatever became of the other.
#[test]
fn a_likeness_found_beside_the_vote_takes_away_nothing_that_stands() {
    let vote = |view: &FindingView| {
        if view.description.contains("member 0") { Oppose } else { Support }
    };
    let charter = play(opening(), false, |task| {
        let seat = asked(task);
        match &task.question {
            Ask::Structural { .. } if seat == SA1 => structural(vec![told(SA1, Major)]),
            Ask::Feasibility { findings, .. } => {
                let placed = if seat == SA2 { vec![told(SA2, Blocker)] } else { Vec::new() };
                let mut review = stances(findings, |_| Abstain);
                review.findings = placed.iter().map(|placed| placed.claim.clone()).collect();
                let reply = Reply::Feasibility(review);
                Ok(Admitted { reply, placed, cited: Vec::new() })
            }
            Ask::Converge { contested, pairs, blockers, .. } => {
                assert_eq!(pairs.len(), 1);
                let ballots: Vec<Ballot> = contested
                    .iter()
                    .flat_map(|view| ballots(std::slice::from_ref(view), vote(view)))
                    .collect();
                let endorse = |blocker: &crate::council::rfc::ask::BlockerView| Endorsement {
                    finding_id: blocker.finding.finding_id.clone(),
                    proposal_id: "P1".to_owned(),
                };
                let endorsements = blockers.iter().map(endorse).collect();
                let pairs = compared(pairs, SameAs);
                let answer = Convergence { ballots, endorsements, pairs, ..Convergence::default() };
                admitted(Reply::Converge(answer))
            }
            _ => Script::new(&[]).answer(task),
        }
    });
    assert_eq!(outcome(&charter, 3).1, FindingResolution::Stands);
    assert_eq!(weight(&charter, 3), Blocker);
    assert_eq!(outcome(&charter, 2).1, FindingResolution::Duplicate);
}

fn weight(charter: &SessionState, number: usize) -> Severity {
    let settled = tally::settle(&charter.ledger, charter.is_settled());
    settled[number - 1].severity
}

#[test]
fn a_severity_that_no_two_share_is_contested_and_what_two_share_is_settled() {
    let raised = [(SA1, 1, Blocker, true), (SA2, 1, Major, true)];
    let script = Script::new(&raised).vote([Support, Support, Abstain]);
    let charter = play(opening(), false, |task| script.answer(task));
    assert_eq!(charter.ledger.entries()[1].severity, Blocker, "the highest claimed");
    assert_eq!(outcome(&charter, 2), (AgreementLevel::QuorumSupport, FindingResolution::Stands));
    assert_eq!(weight(&charter, 2), Major, "both say at least that");

    let raised = [(SA1, 1, Blocker, true), (SA2, 1, Major, true), (SA3, 1, Major, true)];
    let script = Script::new(&raised);
    let charter = play(opening(), false, |task| script.answer(task));
    assert_eq!(charter.calls.len(), 6, "nobody is asked to vote on it");
    assert_eq!(outcome(&charter, 2), (AgreementLevel::Unanimous, FindingResolution::Stands));
    assert_eq!(weight(&charter, 2), Major);
}
