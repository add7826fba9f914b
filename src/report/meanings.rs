//! What the closed lists of a review hold, and what each of their words means, in a sentence.

use crate::model::{AbortReason, Category, Severity, TerminalState, Verdict};

pub(super) const CATEGORIES: [Category; 5] = [
    Category::StructureDefect,
    Category::CoverageDefect,
    Category::CousinDefect,
    Category::ImplementabilityDefect,
    Category::AtomicityDefect,
];

pub(super) const VERDICTS: [Verdict; 6] = [
    Verdict::Approved,
    Verdict::ApprovedWithRemediation,
    Verdict::Rejected,
    Verdict::NeedsAdjudication,
    Verdict::Aborted,
    Verdict::NotApplicable,
];

pub(super) const TERMINALS: [TerminalState; 4] = [
    TerminalState::Converged,
    TerminalState::Deadlocked,
    TerminalState::Aborted,
    TerminalState::NotConvened,
];

pub(super) const ABORTS: [AbortReason; 4] = [
    AbortReason::Timeout,
    AbortReason::BudgetExhausted,
    AbortReason::QuorumLost,
    AbortReason::Cancelled,
];

pub(super) fn severity_meaning(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "one rejects the RFC",
        Severity::Major => "one to three require remediation, more reject the RFC",
        Severity::Minor => "should be fixed, and stops nothing",
        Severity::Info => "worth knowing, and asks for nothing",
    }
}

pub(super) fn verdict_meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Approved => "no BLOCKER and no MAJOR finding",
        Verdict::ApprovedWithRemediation => {
            "one to three MAJOR findings, no BLOCKER: go on, and fix them"
        }
        Verdict::Rejected => "a BLOCKER, or more than three MAJOR findings",
        Verdict::NeedsAdjudication => {
            "the council left findings that only a person can settle; the escalation page says which"
        }
        Verdict::Aborted => "the review stopped before its end and judges nothing",
        Verdict::NotApplicable => "there is nothing to review: a seed, or an RFC that was retired",
    }
}

pub(super) fn terminal_meaning(state: TerminalState) -> &'static str {
    match state {
        TerminalState::Converged => {
            "the end of a council that settled everything: quorum on every contested finding, and an agreed fix for every votable BLOCKER"
        }
        TerminalState::Deadlocked => {
            "the end of a council that lacks quorum on a finding, or an agreed fix for a votable BLOCKER; a person decides"
        }
        TerminalState::Aborted => {
            "the end of a council that stopped early; what was found until then is in the bundle"
        }
        TerminalState::NotConvened => {
            "no council sat: the deterministic gates alone were asked, or rejected already"
        }
    }
}

pub(super) fn abort_meaning(abort: AbortReason) -> &'static str {
    match abort {
        AbortReason::Timeout => "the time limit of the session passed",
        AbortReason::BudgetExhausted => {
            "the next call would not have fitted into what was left of the token budget"
        }
        AbortReason::QuorumLost => "fewer than two seats were left, and two make quorum",
        AbortReason::Cancelled => "the session was stopped",
    }
}
