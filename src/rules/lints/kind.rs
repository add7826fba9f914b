//! The kinds of defect that the rules look for. Several rules may look for one kind, each in its own
//! way.

/// What is wrong, whoever says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DefectKind {
    /// As the labelled cases name it.
    pub(crate) name: &'static str,
}

macro_rules! kinds {
    ($($constant:ident, $name:literal;)*) => {
        $(pub(crate) static $constant: DefectKind = DefectKind { name: $name };)*
    };
}

kinds! {
    SEVERAL_CONCERNS, "several-concerns";
    TESTS_ELSEWHERE, "tests-elsewhere";
    SPLIT_CONSUMER, "split-consumer";
    HIDDEN_DEPENDENCY, "hidden-dependency";
    PHASE_ORDER, "phase-order";
    LONG_CHAIN, "long-chain";
    UNSERVED_REQUIREMENT, "unserved-requirement";
    UNPRODUCED_CRITERION, "unproduced-criterion";
    VAGUE_WORDS, "vague-words";
    MISSING_SECTION, "missing-section";
    NO_SIGNATURE, "no-signature";
    NO_ERROR_CASES, "no-error-cases";
    UNMEASURABLE_CRITERION, "unmeasurable-criterion";
    WEAK_VERIFICATION, "weak-verification";
    COUSIN_SYMBOL, "cousin-symbol";
    COUSIN_FILE, "cousin-file";
    TWIN_TICKET, "twin-ticket";
    TWIN_ELSEWHERE, "twin-elsewhere";
    PASSED_EXTENSION, "passed-extension";
    REPEATED_LINE, "repeated-line";
    DEAD_REFERENCE, "dead-reference";
    SCOPE_CONTRADICTION, "scope-contradiction";
}
