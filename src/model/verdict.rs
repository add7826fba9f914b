//! Verdicts, terminal states, reasons for an abort, and the one rule that derives a verdict.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::taxonomy::Severity;

/// The answer of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Verdict {
    /// Nothing of weight stands.
    Approved,
    /// One to three MAJOR findings stand.
    ApprovedWithRemediation,
    /// A BLOCKER or more than three MAJOR findings stand.
    Rejected,
    /// A person must decide.
    NeedsAdjudication,
    /// The review did not reach its end.
    Aborted,
    /// There was nothing to review: a seed, or an RFC that was retired.
    NotApplicable,
}

impl Verdict {
    /// MAJOR findings that an approval may leave.
    pub const MOST_MAJORS: usize = 3;

    /// Why findings that no gate fails on are rejected all the same.
    pub fn rejected_by_number(majors: usize) -> String {
        let most = Self::MOST_MAJORS;
        format!("rejected by the number of MAJORs ({majors}; at most {most}), not by a gate")
    }

    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Approved => "APPROVED",
            Verdict::ApprovedWithRemediation => "APPROVED_WITH_REMEDIATION",
            Verdict::Rejected => "REJECTED",
            Verdict::NeedsAdjudication => "NEEDS_ADJUDICATION",
            Verdict::Aborted => "ABORTED",
            Verdict::NotApplicable => "NOT_APPLICABLE",
        }
    }

    /// The verdict that findings of these severities give (DESIGN.md §6).
    pub fn of(standing: impl IntoIterator<Item = Severity>) -> Self {
        let (mut blockers, mut majors) = (0_usize, 0_usize);
        for severity in standing {
            match severity {
                Severity::Blocker => blockers += 1,
                Severity::Major => majors += 1,
                Severity::Minor | Severity::Info => {}
            }
        }
        match (blockers, majors) {
            (0, 0) => Verdict::Approved,
            (0, 1..=Self::MOST_MAJORS) => Verdict::ApprovedWithRemediation,
            _ => Verdict::Rejected,
        }
    }

    /// The verdict that every ruling on the open findings gives; `None` when it depends on them. A
    /// ruling adds a finding or adds nothing, and no finding makes a verdict milder: where all upheld
    /// and all dismissed give the same, so does everything between.
    pub fn foregone(
        standing: impl IntoIterator<Item = Severity> + Clone,
        open: impl IntoIterator<Item = Severity>,
    ) -> Option<Self> {
        let dismissed = Self::of(standing.clone());
        let upheld = Self::of(standing.into_iter().chain(open));
        (dismissed == upheld).then_some(dismissed)
    }

    /// Whether a change may go on with this verdict.
    pub const fn passes(self) -> bool {
        match self {
            Verdict::Approved | Verdict::ApprovedWithRemediation | Verdict::NotApplicable => true,
            Verdict::Rejected | Verdict::NeedsAdjudication | Verdict::Aborted => false,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How a review ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TerminalState {
    /// Every contested finding reached quorum and every blocker has a way out.
    Converged,
    /// Something is left that only a person can settle.
    Deadlocked,
    /// It stopped early; the reason says why.
    Aborted,
    /// The deterministic gates alone were asked for.
    NotConvened,
}

impl TerminalState {
    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            TerminalState::Converged => "CONVERGED",
            TerminalState::Deadlocked => "DEADLOCKED",
            TerminalState::Aborted => "ABORTED",
            TerminalState::NotConvened => "NOT_CONVENED",
        }
    }
}

impl fmt::Display for TerminalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Why a session was aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AbortReason {
    /// The time limit passed.
    Timeout,
    /// The next call would not fit into what is left of the token budget.
    BudgetExhausted,
    /// Fewer than two seats are left.
    QuorumLost,
    /// Somebody stopped it.
    Cancelled,
}

impl AbortReason {
    /// All four.
    pub const ALL: [AbortReason; 4] = [
        AbortReason::Timeout,
        AbortReason::BudgetExhausted,
        AbortReason::QuorumLost,
        AbortReason::Cancelled,
    ];

    /// As in the evidence.
    pub const fn as_str(self) -> &'static str {
        match self {
            AbortReason::Timeout => "TIMEOUT",
            AbortReason::BudgetExhausted => "BUDGET_EXHAUSTED",
            AbortReason::QuorumLost => "QUORUM_LOST",
            AbortReason::Cancelled => "CANCELLED",
        }
    }
}

impl fmt::Display for AbortReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foregone_verdict_is_the_one_of_every_ruling() {
        let all = [Severity::Info, Severity::Minor, Severity::Major, Severity::Blocker];
        let pick = |code: u32, n: u32| (0..n).map(move |i| all[(code >> (2 * i) & 3) as usize]);
        let mut seen = [0_usize; 2];
        // Each up to three that count, and up to four that are open.
        for (standing, open) in (0..4_u32).flat_map(|a| (0..5_u32).map(move |b| (a, b))) {
            for code in 0..4_u32.pow(standing + open) {
                let counts: Vec<Severity> = pick(code, standing).collect();
                let waits: Vec<Severity> = pick(code >> (2 * standing), open).collect();
                let by_ruling = |upheld: u32| {
                    let own = waits.iter().enumerate().filter(move |(i, _)| upheld >> i & 1 == 1);
                    Verdict::of(counts.iter().copied().chain(own.map(|(_, severity)| *severity)))
                };
                let first = by_ruling(0);
                let is_same = (0..1 << open).all(|upheld| by_ruling(upheld) == first);
                let foregone = Verdict::foregone(counts.clone(), waits.clone());
                assert_eq!(foregone, is_same.then_some(first), "{counts:?} {waits:?}");
                seen[usize::from(is_same)] += 1;
            }
        }
        assert!(seen.iter().all(|n| *n > 1_000), "{seen:?}");
    }

    #[test]
    fn the_verdict_follows_the_table_of_the_design() {
        use Severity::{Blocker, Info, Major, Minor};
        assert_eq!(Verdict::of([]), Verdict::Approved);
        assert_eq!(Verdict::of([Minor; 50]), Verdict::Approved);
        assert_eq!(Verdict::of([Info, Major]), Verdict::ApprovedWithRemediation);
        assert_eq!(Verdict::of([Major; 3]), Verdict::ApprovedWithRemediation);
        assert_eq!(Verdict::of([Major; 4]), Verdict::Rejected);
        assert_eq!(Verdict::of([Minor, Blocker]), Verdict::Rejected);
    }
}
