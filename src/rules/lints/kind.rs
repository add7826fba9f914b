//! The kinds of defect that the rules look for. Several rules may look for one kind, each in its own
//! way.

use crate::model::{GateId, Subcategory};

/// What is wrong, whoever says it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DefectKind {
    /// As the labelled cases name it.
    pub(crate) name: &'static str,
    /// As a finding names it.
    pub(crate) gate: GateId,
    pub(crate) subcategory: Subcategory,
    /// When the rules for it speak.
    pub(crate) cycle: Cycle,
}

/// The cycle in which a rule speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cycle {
    Structural,
    Feasibility,
}

macro_rules! kinds {
    ($($constant:ident, $name:literal, $gate:ident, $subcategory:ident, $cycle:ident;)*) => {
        $(pub(crate) static $constant: DefectKind = DefectKind {
            name: $name,
            gate: GateId::$gate,
            subcategory: Subcategory::$subcategory,
            cycle: Cycle::$cycle,
        };)*
    };
}

kinds! {
    TESTS_ELSEWHERE, "tests-elsewhere", Atomicity, MergeUnsafe, Feasibility;
    SPLIT_CONSUMER, "split-consumer", Atomicity, MergeUnsafe, Feasibility;
    HIDDEN_DEPENDENCY, "hidden-dependency", DependencyAcyclicity, PhaseMisordering, Structural;
    PHASE_ORDER, "phase-order", DependencyAcyclicity, PhaseMisordering, Structural;
    UNSERVED_REQUIREMENT, "unserved-requirement", ScopeCoverage, ScopeGap, Structural;
    VAGUE_WORDS, "vague-words", Implementability, AmbiguousScope, Feasibility;
    MISSING_SECTION, "missing-section", Implementability, BrokenRef, Feasibility;
    NO_SIGNATURE, "no-signature", Implementability, IncompletePlan, Feasibility;
    NO_ERROR_CASES, "no-error-cases", Implementability, AgentContextGap, Feasibility;
    UNMEASURABLE_CRITERION, "unmeasurable-criterion", Implementability, EvidenceGap, Feasibility;
    WEAK_VERIFICATION, "weak-verification", Implementability, MissingVerification, Feasibility;
    COUSIN_SYMBOL, "cousin-symbol", AntiCousin, CousinViolation, Feasibility;
    COUSIN_FILE, "cousin-file", AntiCousin, CousinViolation, Feasibility;
    TWIN_TICKET, "twin-ticket", AntiCousin, CousinViolation, Feasibility;
    TWIN_ELSEWHERE, "twin-elsewhere", AntiCousin, CousinViolation, Feasibility;
    PASSED_EXTENSION, "passed-extension", AntiCousin, IgnoredExtensionPoint, Feasibility;
    REPEATED_LINE, "repeated-line", ScopeCoverage, ScopeOverlap, Structural;
    DEAD_REFERENCE, "dead-reference", Schema, BrokenRef, Structural;
    SCOPE_CONTRADICTION, "scope-contradiction", Implementability, AmbiguousScope, Structural;
}
