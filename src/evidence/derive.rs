//! From findings to the answer. `assemble` derives with it what a bundle says; `verify` derives the
//! same again from what the bundle holds.

use std::collections::HashMap;

use crate::adjudicate::Word;
use crate::council::rfc::ledger::{Ledger, LedgerEntry};
use crate::council::rfc::tally::{self, FindingResolution, Settled};
use crate::model::{
    FindingId, GateId, GateStatus, Severity, SubjectId, TerminalState, Verdict, is_consequence,
    policy::QUORUM,
};

/// The RFC states for which there is nothing to judge (GATES.md R51).
const NOT_REVIEWABLE: [&str; 2] = ["SEED_ONLY", "RETIRED"];

/// What follows from the findings of a session that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derived {
    /// What became of each finding, in their order.
    pub outcomes: Vec<Settled>,
    /// Votable findings that stand.
    pub consensus: Vec<FindingId>,
    /// Findings that a person must settle.
    pub deadlocked: Vec<FindingId>,
    /// Votable findings that were left open.
    pub partial: Vec<FindingId>,
    /// The answer.
    pub verdict: Verdict,
    /// Why, in one line.
    pub reason: String,
}

/// Derives the answer (DESIGN.md §6 and §7) from findings and what people said of them.
pub fn derive(
    rfc: &SubjectId,
    ledger: &Ledger,
    terminal: TerminalState,
    rfc_state: &str,
    word: Word<'_>,
) -> Derived {
    let entries = ledger.entries();
    let is_settled = matches!(terminal, TerminalState::Converged | TerminalState::Deadlocked);
    let mut outcomes = tally::settle(ledger, is_settled);
    for (entry, settled) in entries.iter().zip(&mut outcomes) {
        settled.resolution = word.on(rfc, entry, settled.resolution);
    }
    set_consequences_apart(entries, &mut outcomes);
    let ids = |wanted: FindingResolution| {
        let votable = entries.iter().zip(&outcomes).filter(|(entry, _)| entry.is_votable());
        votable
            .filter(|(_, settled)| settled.resolution == wanted)
            .map(|(entry, _)| entry.id.clone())
            .collect::<Vec<_>>()
    };
    let standing: Vec<Severity> = outcomes
        .iter()
        .filter(|settled| settled.resolution == FindingResolution::Stands)
        .map(|settled| settled.severity)
        .collect();
    let by_findings = Verdict::of(standing.iter().copied());
    let weight = weight_of(&standing);
    let deadlocked = ids(FindingResolution::Deadlocked);
    let (verdict, reason) = match terminal {
        TerminalState::Aborted => {
            (Verdict::Aborted, format!("the review stopped before its end; so far {weight}"))
        }
        TerminalState::Deadlocked => {
            let open = match deadlocked.as_slice() {
                [one] => format!("{one} needs a person's decision"),
                many => format!("{} findings need a person's decision", many.len()),
            };
            let reason = if by_findings == Verdict::Rejected {
                format!("{open}; whatever is decided, {weight}")
            } else {
                format!("{open}; apart from that {weight}")
            };
            (Verdict::NeedsAdjudication, reason)
        }
        TerminalState::Converged | TerminalState::NotConvened => {
            if by_findings == Verdict::Approved && NOT_REVIEWABLE.contains(&rfc_state) {
                let why = match rfc_state {
                    "RETIRED" => "every ticket that binds it is cancelled or superseded",
                    _ => "its folder holds no YAML yet",
                };
                (Verdict::NotApplicable, format!("there is nothing to review: {why}"))
            } else if by_findings == Verdict::Rejected && !standing.contains(&Severity::Blocker) {
                (by_findings, Verdict::rejected_by_number(number(&standing, Severity::Major)))
            } else {
                (by_findings, weight)
            }
        }
    };
    Derived {
        consensus: ids(FindingResolution::Stands),
        partial: ids(FindingResolution::Open),
        outcomes,
        deadlocked,
        verdict,
        reason,
    }
}

/// GATES.md R57: what another finding explains does not count.
fn set_consequences_apart(entries: &[LedgerEntry], outcomes: &mut [Settled]) {
    if entries.iter().all(|entry| entry.because.is_empty()) {
        return;
    }
    let said: HashMap<&FindingId, FindingResolution> = entries
        .iter()
        .zip(&*outcomes)
        .map(|(entry, settled)| (&entry.id, settled.resolution))
        .collect();
    for (entry, settled) in entries.iter().zip(outcomes) {
        let stands = entry.because.iter().map(|cause| {
            let stands = |resolution: &FindingResolution| *resolution == FindingResolution::Stands;
            said.get(cause).map(stands)
        });
        let is_standing = settled.resolution == FindingResolution::Stands;
        if is_standing && is_consequence(entry.severity, stands) {
            settled.resolution = FindingResolution::Consequence;
        }
    }
}

/// "2 BLOCKER and 1 MAJOR findings".
fn weight_of(standing: &[Severity]) -> String {
    let (blockers, majors) =
        (number(standing, Severity::Blocker), number(standing, Severity::Major));
    let noun = |n: usize| if n == 1 { "finding" } else { "findings" };
    match (blockers, majors) {
        (0, 0) => "no BLOCKER or MAJOR finding".to_owned(),
        (b, 0) => format!("{b} BLOCKER {}", noun(b)),
        (0, m) if m > Verdict::MOST_MAJORS => {
            format!("{m} MAJOR findings; at most {} are allowed", Verdict::MOST_MAJORS)
        }
        (0, m) => format!("{m} MAJOR {}", noun(m)),
        (b, m) => format!("{b} BLOCKER and {m} MAJOR findings"),
    }
}

fn number(standing: &[Severity], severity: Severity) -> usize {
    standing.iter().filter(|&&own| own == severity).count()
}

/// The answer of a gate that the subagents assess: `opinions` is how many seats assessed each
/// ticket. PASSED only when a quorum of seats looked at every ticket (THREATS.md I19).
pub fn assessed_status(
    gate: GateId,
    cycles_completed: u8,
    opinions: &[usize],
    entries: &[LedgerEntry],
    outcomes: &[Settled],
) -> GateStatus {
    let is_open = |resolution: FindingResolution| {
        matches!(
            resolution,
            FindingResolution::Stands | FindingResolution::Deadlocked | FindingResolution::Open
        )
    };
    let blocked = entries.iter().zip(outcomes).any(|(entry, settled)| {
        entry.gate == gate && settled.severity == Severity::Blocker && is_open(settled.resolution)
    });
    if blocked {
        GateStatus::Failed
    } else if cycles_completed < 2 {
        GateStatus::NotRun
    } else if opinions.is_empty() {
        GateStatus::NotApplicable
    } else if opinions.iter().any(|&seats| seats < QUORUM) {
        GateStatus::NotRun
    } else {
        GateStatus::Passed
    }
}
