//! Onboarding notes, written by code: only ids and enums cross from one cycle to the next
//! (THREATS.md D5).

use super::ask::{FocusArea, FocusItem, OnboardingNote};
use super::ledger::LedgerEntry;
use super::state::SessionState;
use super::tally;
use crate::model::policy::QUORUM;
use crate::model::{FindingId, GateId, Severity};

fn ids(charter: &SessionState, keep: impl Fn(&LedgerEntry) -> bool) -> Vec<FindingId> {
    let entries = charter.ledger.entries().iter();
    entries.filter(|entry| keep(entry)).map(|entry| entry.id.clone()).collect()
}

/// After cycle 1: structural blockers, mapping gaps, dependency issues.
pub(super) fn after_cycle_1(charter: &SessionState) -> OnboardingNote {
    let area = |entry: &LedgerEntry| match entry.gate {
        _ if !entry.is_grounded() => None,
        GateId::CcpMapping => Some(FocusArea::MappingGap),
        GateId::DependencyAcyclicity => Some(FocusArea::DependencyIssue),
        GateId::Schema | GateId::ScopeCoverage if entry.severity == Severity::Blocker => {
            Some(FocusArea::StructuralBlocker)
        }
        GateId::Schema
        | GateId::ScopeCoverage
        | GateId::Atomicity
        | GateId::Implementability
        | GateId::AntiCousin => None,
    };
    OnboardingNote {
        after_cycle: 1,
        focus_areas: focus(charter, area),
        gate_results: charter.gates.clone(),
        contested_items: ids(charter, tally::is_contested),
        convergence_targets: Vec::new(),
        consensus_candidates: Vec::new(),
    }
}

/// After cycle 2: what needs the vote, and blockers without a way out.
pub(super) fn after_cycle_2(charter: &SessionState) -> OnboardingNote {
    let stuck = |entry: &LedgerEntry| {
        entry.is_votable()
            && entry.is_grounded()
            && entry.severity == Severity::Blocker
            && entry.ways.is_empty()
    };
    let area = |entry: &LedgerEntry| {
        if tally::is_contested(entry) {
            Some(FocusArea::NeedsVote)
        } else if stuck(entry) {
            Some(FocusArea::BlockerWithoutRemediation)
        } else {
            None
        }
    };
    let candidate =
        |entry: &LedgerEntry| entry.is_votable() && tally::backers(entry).len() >= QUORUM;
    OnboardingNote {
        after_cycle: 2,
        focus_areas: focus(charter, area),
        gate_results: charter.gates.clone(),
        contested_items: ids(charter, tally::is_contested),
        convergence_targets: ids(charter, |entry| tally::is_contested(entry) || stuck(entry)),
        consensus_candidates: ids(charter, candidate),
    }
}

fn focus(
    charter: &SessionState,
    area: impl Fn(&LedgerEntry) -> Option<FocusArea>,
) -> Vec<FocusItem> {
    let entries = charter.ledger.entries().iter();
    entries
        .filter_map(|entry| Some(FocusItem { area: area(entry)?, finding_id: entry.id.clone() }))
        .collect()
}
