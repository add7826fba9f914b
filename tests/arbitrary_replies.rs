//! Whatever all three seats answer, the verdict is never laxer than that of the gates alone, and
//! what the gates found stays as it is (THREATS.md A1, D2, I3, I11, I12).
//!
//! `RUNS=1000000 cargo test --release --test arbitrary_replies` plays a million sessions.

mod common;

use std::collections::BTreeMap;

use common::arbitrary::{Seats, opening, openings, rfc};
use common::council::play;
use council_review::adjudicate::Word;
use council_review::council::ledger::{Entry, Ledger};
use council_review::council::rfc::Charter;
use council_review::council::tally::{AgreementStatus, Resolution};
use council_review::evidence::derive::derive;
use council_review::model::{Finding, Verdict};

/// How strict a verdict is. What needs a person and what was not finished does not pass either.
fn strictness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Approved | Verdict::NotApplicable => 0,
        Verdict::ApprovedWithRemediation => 1,
        Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => 2,
    }
}

/// Plays one session and says its verdict.
fn run(seed: u64, openings: &[Vec<Finding>; 4]) -> (Verdict, Charter) {
    let findings = &openings[seed as usize % openings.len()];
    let (mut seats, modes) = Seats::new(seed, findings);
    let (charter, _) = play(opening(findings.clone(), modes), |task| seats.answer(task));

    let ending = charter.ending.as_ref().expect("it ended");
    let entries = charter.ledger.entries();
    let derived = derive(&rfc(), entries, ending.state, "OK", Word::default());
    let by_gates = Verdict::of(findings.iter().map(|finding| finding.severity));
    assert!(
        strictness(derived.verdict) >= strictness(by_gates),
        "seed {seed}: {by_gates} by the gates and {} with the seats",
        derived.verdict
    );
    let before = Ledger::opened(&rfc(), findings);
    let after: Vec<Entry> = entries[..findings.len()]
        .iter()
        .map(|entry| Entry { raises: Vec::new(), ..entry.clone() })
        .collect();
    assert_eq!(after, before.entries(), "seed {seed}");
    let outcomes = &derived.outcomes[..findings.len()];
    let untouched = (AgreementStatus::NotVotable, Resolution::Stands);
    assert!(outcomes.iter().all(|outcome| *outcome == untouched), "seed {seed}");
    let raises: usize = entries.iter().map(|entry| entry.raises.len()).sum();
    assert_eq!(charter.ledger.raised() as usize, findings.len() + raises, "seed {seed}");
    (derived.verdict, charter)
}

#[test]
fn no_replies_make_a_verdict_laxer_than_the_gates_alone() {
    let runs = std::env::var("RUNS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000_u64);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let openings = openings();
    let part = &|first: u64| {
        let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
        let mut echoed = 0;
        for seed in (first..runs).step_by(threads as usize) {
            let (verdict, charter) = run(seed, &openings);
            *verdicts.entry(verdict.as_str()).or_default() += 1;
            let gates = charter.ledger.entries().iter().filter(|entry| !entry.is_votable());
            echoed += gates.filter(|entry| !entry.raises.is_empty()).count();
        }
        (verdicts, echoed)
    };
    let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut echoed = 0;
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        for counted in parts {
            let (some, times) = counted.join().expect("no session panics");
            some.into_iter().for_each(|(verdict, n)| *verdicts.entry(verdict).or_default() += n);
            echoed += times;
        }
    });
    common::figure(&format!(
        "{runs} sessions of arbitrary replies, none laxer than the gates: {verdicts:?}; \
         {echoed} times a seat raised what a gate had found"
    ));
    assert_eq!(verdicts.len(), 5, "each of them occurs: {verdicts:?}");
    for verdict in verdicts.keys() {
        assert!(verdicts[verdict] >= runs / 500, "{verdicts:?}");
    }
    assert!(echoed > 0);
}
