//! The kinds of defect that the rules look for. Several rules may look for one kind, each seat in
//! its own way; how the others test such a claim belongs to the kind.

use crate::rules::vote::case::{Case, Opinion};
use crate::rules::vote::recheck::{
    atomicity, boundaries, cousin, implementability, promises, structure, symbols, twins,
};

/// What is wrong, whoever says it.
#[derive(Clone, Copy)]
pub(crate) struct DefectKind {
    /// As the labelled cases name it.
    pub(crate) name: &'static str,
    /// How a seat without a hit of its own tests the claim; `None` when its role has nothing to say.
    pub(crate) recheck: fn(&Case<'_, '_>) -> Option<Opinion>,
}

impl PartialEq for DefectKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for DefectKind {}

impl std::fmt::Debug for DefectKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

macro_rules! kinds {
    ($($constant:ident, $name:literal, $recheck:expr;)*) => {
        $(pub(crate) static $constant: DefectKind = DefectKind { name: $name, recheck: $recheck };)*
    };
}

kinds! {
    SEVERAL_CONCERNS, "several-concerns", atomicity::concerns;
    TESTS_ELSEWHERE, "tests-elsewhere", atomicity::tests;
    SPLIT_CONSUMER, "split-consumer", atomicity::merge;
    HIDDEN_DEPENDENCY, "hidden-dependency", structure::order;
    PHASE_ORDER, "phase-order", structure::phases;
    LONG_CHAIN, "long-chain", structure::chain;
    UNSERVED_REQUIREMENT, "unserved-requirement", promises::requirement;
    UNPRODUCED_CRITERION, "unproduced-criterion", promises::criterion;
    VAGUE_WORDS, "vague-words", implementability::ambiguity;
    MISSING_SECTION, "missing-section", implementability::section;
    NO_SIGNATURE, "no-signature", implementability::plan::shape;
    NO_SHAPE, "no-signature", implementability::siblings::shape;
    NO_ERROR_CASES, "no-error-cases", implementability::plan::trouble;
    UNMEASURABLE_CRITERION, "unmeasurable-criterion", implementability::measure;
    WEAK_VERIFICATION, "weak-verification", implementability::verification;
    COUSIN_SYMBOL, "cousin-symbol", symbols::symbol;
    COUSIN_FILE, "cousin-file", cousin::cousin;
    COUSIN_CONTENT, "cousin-file", cousin::content;
    TWIN_TICKET, "twin-ticket", twins::twins;
    TWIN_ELSEWHERE, "twin-elsewhere", twins::twins;
    PASSED_EXTENSION, "passed-extension", cousin::extension;
    REPEATED_LINE, "repeated-line", structure::overlap;
    DEAD_REFERENCE, "dead-reference", structure::reference;
    LOST_HAND_OFF, "lost-hand-off", structure::hand_off;
    SCOPE_CONTRADICTION, "scope-contradiction", boundaries::contradiction;
}
