//! Counter-checks: for each kind of finding, what would confirm or refute it, as each role would
//! test it. `None` when the role has nothing to say.

use crate::model::Subcategory;
use crate::rules::vote::case::{Case, Opinion};

pub(crate) mod atomicity;
pub(crate) mod boundaries;
pub(crate) mod cousin;
pub(crate) mod implementability;
pub(crate) mod promises;
pub(crate) mod structure;
pub(crate) mod symbols;
pub(crate) mod twins;

pub(crate) use implementability::settled_elsewhere;

/// The counter-check for the finding's kind.
pub(crate) fn counter(case: &Case<'_, '_>) -> Option<Opinion> {
    match case.view.subcategory {
        Subcategory::ScopeOverlap => structure::overlap(case),
        Subcategory::PhaseMisordering => structure::order(case),
        Subcategory::BrokenRef => structure::reference(case),
        Subcategory::ScopeGap => structure::hand_off(case),
        Subcategory::EvidenceGap => implementability::evidence(case),
        Subcategory::ScopeTooLarge
        | Subcategory::MultiComponent
        | Subcategory::AtomicityViolation => atomicity::size(case),
        Subcategory::MergeUnsafe => atomicity::merge(case),
        Subcategory::IncompletePlan => implementability::bare(case),
        Subcategory::AgentContextGap => implementability::context(case),
        Subcategory::AmbiguousScope => implementability::ambiguity(case),
        Subcategory::MissingVerification => implementability::verification(case),
        Subcategory::CousinViolation => cousin::cousin(case),
        Subcategory::IgnoredExtensionPoint => cousin::extension(case),
        Subcategory::DependencyCycle
        | Subcategory::SchemaViolation
        | Subcategory::OrphanTicket
        | Subcategory::CcpMismatch
        | Subcategory::RequirementViolation
        | Subcategory::SecurityHazard
        | Subcategory::DecisionConflict => None,
    }
}
