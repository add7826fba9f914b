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
    TOO_MANY_FILES, "too-many-files", atomicity::size;
    TOO_MANY_COMPONENTS, "too-many-components", atomicity::size;
    SEVERAL_CONCERNS, "several-concerns", atomicity::concerns;
    SIZE_OUTLIER, "size-outlier", atomicity::outlier;
    TESTS_ELSEWHERE, "tests-elsewhere", atomicity::tests;
    SPLIT_CONSUMER, "split-consumer", atomicity::merge;
    HIDDEN_DEPENDENCY, "hidden-dependency", structure::order;
    PHASE_ORDER, "phase-order", structure::phases;
    LONG_CHAIN, "long-chain", structure::chain;
    UNSERVED_REQUIREMENT, "unserved-requirement", promises::requirement;
    UNPRODUCED_CRITERION, "unproduced-criterion", promises::criterion;
    NO_STEPS, "no-steps", implementability::plan::no_steps;
    TITLE_ONLY, "title-only", implementability::bare;
    STEPS_RESTATE_SCOPE, "steps-restate-scope", implementability::plan::restating;
    VAGUE_WORDS, "vague-words", implementability::ambiguity;
    WRONG_PATH, "wrong-path", implementability::references::path;
    MISSING_DOCUMENT, "missing-document", implementability::references::document;
    NO_SIGNATURE, "no-signature", implementability::plan::shape;
    NO_SHAPE, "no-signature", implementability::siblings::shape;
    NO_ERROR_CASES, "no-error-cases", implementability::plan::trouble;
    UNMEASURABLE_CRITERION, "unmeasurable-criterion", implementability::measure;
    NO_VERIFICATION, "no-verification", implementability::verification;
    NO_COMMAND, "no-verification", implementability::siblings::no_command;
    WEAK_VERIFICATION, "weak-verification", implementability::verification;
    NO_CRITERION, "no-criterion", implementability::evidence;
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
