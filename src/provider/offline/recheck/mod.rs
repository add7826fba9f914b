//! Counter-checks: for each kind of finding, what would confirm or refute it, as each role would
//! test it. `None` when the role has nothing to say.

use super::case::{Case, Opinion};
use crate::model::Subcategory;

mod between;
mod within;

pub(super) use within::settled_elsewhere;

/// The counter-check for the finding's kind.
pub(super) fn counter(case: &Case<'_, '_>) -> Option<Opinion> {
    match case.view.subcategory {
        Subcategory::ScopeOverlap => between::overlap(case),
        Subcategory::PhaseMisordering => between::order(case),
        Subcategory::BrokenRef => between::reference(case),
        Subcategory::ScopeGap => between::hand_off(case),
        Subcategory::EvidenceGap => within::evidence(case),
        Subcategory::ScopeTooLarge
        | Subcategory::MultiComponent
        | Subcategory::AtomicityViolation => within::size(case),
        Subcategory::MergeUnsafe => within::merge(case),
        Subcategory::IncompletePlan => within::plan(case),
        Subcategory::AgentContextGap => within::context(case),
        Subcategory::AmbiguousScope => within::ambiguity(case),
        Subcategory::MissingVerification => within::verification(case),
        Subcategory::CousinViolation => between::cousin(case),
        Subcategory::IgnoredExtensionPoint => between::extension(case),
        Subcategory::DependencyCycle
        | Subcategory::SchemaViolation
        | Subcategory::OrphanTicket
        | Subcategory::CcpMismatch
        | Subcategory::DecisionConflict => None,
    }
}
