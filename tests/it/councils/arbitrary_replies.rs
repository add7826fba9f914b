//! Whatever all three seats answer, the verdict is never laxer than that of the gates alone, and
//! what the gates found stays as it is (THREATS.md A1, D2, I3, I11, I12).

use std::collections::{BTreeMap, BTreeSet};

use crate::support::arbitrary::{FILES, Seats, opening, openings, rfc};
use crate::support::council::{admitted, claim, play};
use crate::support::seat_id::SeatId;
use crate::support::{self, scale};
use council_review::adjudicate::Word;
use council_review::council::rfc::answer::{
    Convergence, Endorsements, FeasibilityReview, Reply, StructuralReview,
};
use council_review::council::rfc::ask::Ask;
use council_review::council::rfc::ledger::{Ledger, LedgerEntry, PlacedClaim};
use council_review::council::rfc::tally::{AgreementLevel, FindingResolution};
use council_review::council::rfc::{CallOutcome, RfcCallRecord, SessionState};
use council_review::evidence::derive::derive;
use council_review::model::policy::ModePolicy;
use council_review::model::{Finding, GateId, Severity, Subcategory, Verdict};

/// How strict a verdict is. What needs a person and what was not finished does not pass either.
fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved | Verdict::NotApplicable => 0,
        Verdict::ApprovedWithRemediation => 1,
        Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => 2,
    }
}

/// Plays one session and says its verdict.
fn run(seed: u64, openings: &[Vec<Finding>; 5]) -> (Verdict, SessionState) {
    let findings = &openings[seed as usize % openings.len()];
    let (mut seats, modes) = Seats::new(seed, findings);
    let (charter, _) = play(opening(findings.clone(), modes), |task| seats.answer(task));

    let ending = charter.ending.as_ref().expect("it ended");
    let entries = charter.ledger.entries();
    let derived = derive(&rfc(), &charter.ledger, ending.state, "OK", Word::default());
    let counted = findings.iter().filter(|finding| finding.because.is_empty());
    let by_gates = Verdict::of(counted.map(|finding| finding.severity));
    assert!(
        strictness(derived.verdict) >= strictness(by_gates),
        "seed {seed}: {by_gates} by the gates and {} with the seats",
        derived.verdict
    );
    let before = Ledger::opened(&rfc(), findings);
    let after: Vec<LedgerEntry> = entries[..findings.len()]
        .iter()
        .map(|entry| LedgerEntry { raises: Vec::new(), ..entry.clone() })
        .collect();
    assert_eq!(after, before.entries(), "seed {seed}");
    let outcomes = &derived.outcomes[..findings.len()];
    for (finding, outcome) in findings.iter().zip(outcomes) {
        let resolution = match finding.because.is_empty() {
            true => FindingResolution::Stands,
            false => FindingResolution::Consequence,
        };
        let told = (outcome.agreement, outcome.resolution);
        assert_eq!(told, (AgreementLevel::NotVotable, resolution), "seed {seed}");
    }
    let raises: usize = entries.iter().map(|entry| entry.raises.len()).sum();
    assert_eq!(charter.ledger.raised() as usize, findings.len() + raises, "seed {seed}");
    (derived.verdict, charter)
}

#[test]
fn no_replies_make_a_verdict_laxer_than_the_gates_alone() {
    let runs = scale().of(4_000_u64, 100_000, 1_000_000);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let openings = openings();
    let part = &|first: u64| {
        let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
        for seed in (first..runs).step_by(threads as usize) {
            let (verdict, _) = run(seed, &openings);
            *verdicts.entry(verdict.as_str()).or_default() += 1;
        }
        verdicts
    };
    let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        for counted in parts {
            let some = counted.join().expect("no session panics");
            some.into_iter().for_each(|(verdict, n)| *verdicts.entry(verdict).or_default() += n);
        }
    });
    support::figure(&format!(
        "{runs} sessions of arbitrary replies, none laxer than the gates: {verdicts:?}"
    ));
    assert_eq!(verdicts.len(), 5, "each of them occurs: {verdicts:?}");
    for verdict in verdicts.keys() {
        assert!(verdicts[verdict] >= runs / 500, "{verdicts:?}");
    }
}

/// What is never drawn is never tried.
#[test]
fn the_replies_are_of_everything_that_a_seat_may_say() {
    let openings = openings();
    let (mut words, mut files, mut sizes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 0..1_500 {
        let findings = &openings[seed as usize % openings.len()];
        let (mut seats, modes) = Seats::new(seed, findings);
        play(opening(findings.clone(), modes), |task| {
            let answer = seats.answer(task);
            for admitted in answer.iter() {
                let placed = &admitted.placed;
                sizes.insert(match placed.len() {
                    0..=3 => "few findings",
                    100 => "as many as may be",
                    101.. => "more than may be",
                    _ => "some",
                });
                if placed.iter().enumerate().any(|(at, claim)| placed[..at].contains(claim)) {
                    sizes.insert("a finding twice");
                }
                for claim in placed {
                    words.insert(claim.claim.gate_id.as_str());
                    words.insert(claim.claim.subcategory.as_str());
                    words.insert(claim.claim.severity.as_str());
                    words.insert(if claim.grounded { "grounded" } else { "not grounded" });
                    files.insert((claim.location.file.clone(), claim.ticket.is_some()));
                    sizes.insert(match claim.claim.description.chars().count() {
                        0..=1 => "a character",
                        2..100 => "a line",
                        100..2_000 => "a page",
                        2_000 => "as long as may be",
                        _ => "longer than may be",
                    });
                }
            }
            answer
        });
    }
    let mut all: BTreeSet<&str> = ["grounded", "not grounded"].into();
    all.extend(GateId::ALL.map(GateId::as_str));
    all.extend(Subcategory::ALL.iter().map(|kind| kind.as_str()));
    all.extend(Severity::WORST_FIRST.map(Severity::as_str));
    assert_eq!(words, all);
    let every = FILES.map(|file| (file.to_owned(), file.contains("TCK-")));
    assert_eq!(files, BTreeSet::from(every), "each file, with the ticket whose it is");
    let every = [
        "a character",
        "a finding twice",
        "a line",
        "a page",
        "as long as may be",
        "as many as may be",
        "few findings",
        "longer than may be",
        "more than may be",
        "some",
    ];
    assert_eq!(sizes, BTreeSet::from(every));
}

/// Three seats that raise so many findings each in cycle 1, and so many in cycle 2 when they are
/// asked for the first time.
fn raising(first: u32, second: u32) -> SessionState {
    let (charter, _) = play(opening(Vec::new(), ModePolicy::Fixed), |task| {
        let count = match (&task.question, task.attempt) {
            (Ask::Structural { .. }, 1) => first,
            (Ask::Feasibility { .. }, 1) => second,
            _ => 0,
        };
        let step = |n| 1_000 * u32::from(task.question.name() == "FEASIBILITY") + n;
        let placed: Vec<PlacedClaim> = (0..count)
            .map(|n| claim(SeatId::of(&task.seat), step(n), Severity::Info, ""))
            .collect();
        let findings = placed.iter().map(|placed| placed.claim.clone()).collect();
        match &task.question {
            Ask::Structural { .. } => {
                admitted(Reply::Structural(StructuralReview { findings }), placed)
            }
            Ask::Feasibility { .. } => {
                let review = FeasibilityReview { findings, ..FeasibilityReview::default() };
                admitted(Reply::Feasibility(review), placed)
            }
            Ask::Converge { .. } => admitted(Reply::Converge(Convergence::default()), Vec::new()),
            _ => admitted(Reply::Remediation(Endorsements::default()), Vec::new()),
        }
    });
    charter
}

#[test]
fn f12_a_reply_raises_100_findings_and_a_session_300() {
    let faults = |charter: &SessionState| -> Vec<String> {
        let fault = |call: &RfcCallRecord| match &call.outcome {
            CallOutcome::Failed { fault, .. } => Some(format!("{} {fault}", call.task.seat)),
            _ => None,
        };
        charter.calls.iter().filter_map(fault).collect()
    };
    let many = raising(101, 0);
    let told = |seat| format!("{seat} malformed reply: 101 findings, and a reply has at most 100");
    assert_eq!(faults(&many), ["SA-1", "SA-2", "SA-3"].map(told));
    assert_eq!((many.ledger.raised(), many.live().len()), (0, 3), "asked again, they raise none");

    let most = raising(100, 1);
    let told = |seat| {
        format!("{seat} malformed reply: 1 findings after 300, and a session has at most 300")
    };
    assert_eq!(faults(&most), ["SA-1", "SA-2", "SA-3"].map(told));
    assert_eq!((most.ledger.raised(), most.live().len()), (300, 3));

    // The order of arrival counts, also among replies that wait for each other.
    let last = raising(90, 20);
    assert_eq!(faults(&last).len(), 2, "{:?}", faults(&last));
    assert_eq!(last.ledger.raised(), 290);
}
