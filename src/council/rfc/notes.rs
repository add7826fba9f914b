//! Onboarding notes, written by code: only ids and enums cross from one cycle to the next
//! (THREATS.md D5).

use super::ask::{FocusArea, FocusItem, OnboardingNote};
use super::ledger::Weighed;
use super::state::SessionState;
use super::tally;
use crate::model::policy::QUORUM;
use crate::model::{FindingId, GateId, Severity};

fn ids(charter: &SessionState, keep: impl Fn(&Weighed<'_>) -> bool) -> Vec<FindingId> {
    let weighed = charter.ledger.weighed();
    weighed.iter().filter(|weighed| keep(weighed)).map(|w| w.entry.id.clone()).collect()
}

/// After cycle 1: structural blockers, mapping gaps, dependency issues.
pub(super) fn after_cycle_1(charter: &SessionState) -> OnboardingNote {
    let area = |Weighed { entry, .. }: &Weighed<'_>| match entry.gate {
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
    let stuck = |weighed: &Weighed<'_>| {
        weighed.entry.is_votable()
            && weighed.entry.is_grounded()
            && tally::severity(weighed) == Severity::Blocker
            && weighed.entry.ways.is_empty()
    };
    let area = |weighed: &Weighed<'_>| {
        if tally::is_contested(weighed) {
            Some(FocusArea::NeedsVote)
        } else if stuck(weighed) {
            Some(FocusArea::BlockerWithoutRemediation)
        } else {
            None
        }
    };
    let candidate = |w: &Weighed<'_>| w.entry.is_votable() && tally::backers(w).len() >= QUORUM;
    OnboardingNote {
        after_cycle: 2,
        focus_areas: focus(charter, area),
        gate_results: charter.gates.clone(),
        contested_items: ids(charter, tally::is_contested),
        convergence_targets: ids(charter, |weighed| tally::is_contested(weighed) || stuck(weighed)),
        consensus_candidates: ids(charter, candidate),
    }
}

fn focus(
    charter: &SessionState,
    area: impl Fn(&Weighed<'_>) -> Option<FocusArea>,
) -> Vec<FocusItem> {
    let weighed = charter.ledger.weighed();
    weighed
        .iter()
        .filter_map(|w| Some(FocusItem { area: area(w)?, finding_id: w.entry.id.clone() }))
        .collect()
}
