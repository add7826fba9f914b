//! Gate 6: could an agent do it without asking? The implementer's rules, and the structurist's
//! own tests of the same questions.

pub(crate) mod criteria;
pub(crate) mod failures;
mod sections;
pub(crate) mod siblings;
pub(crate) mod vague;
pub(crate) mod verification;

use crate::rules::lints::implementability::verification::foreign_package;
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, LintRule, Repeat};
use crate::rules::seat::RuleSeat;

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "words that leave the decision open",
        kind: &kind::VAGUE_WORDS,
        finds: "the line has words that leave a decision to the implementer",
        seat: RuleSeat::Sa2,
        modes: [56, 51],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |_, ticket| vague::placeholders(ticket),
    },
    LintRule {
        name: "a set of values that is left open",
        kind: &kind::VAGUE_WORDS,
        finds: "the line fixes a set of values and does not close it",
        seat: RuleSeat::Sa1,
        modes: [7, 6],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |_, ticket| vague::open_sets(ticket),
    },
    LintRule {
        name: "a check that runs where nothing changes",
        kind: &kind::WEAK_VERIFICATION,
        finds: "the packages that the tests run in hold no file of the ticket",
        seat: RuleSeat::Sa2,
        modes: [70, 51],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: foreign_package,
    },
    LintRule {
        name: "a section that is not there",
        kind: &kind::MISSING_SECTION,
        finds: "the line rests on a section that its document lacks",
        seat: RuleSeat::Sa2,
        modes: [47, 56],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: sections::missing_section,
    },
    LintRule {
        name: "a new source file without a shape",
        kind: &kind::NO_SIGNATURE,
        finds: "the file is new, and no line of the ticket writes a name, parameter or field of it down",
        seat: RuleSeat::Sa2,
        modes: [48, 56],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: siblings::shapeless,
    },
    LintRule {
        name: "input and no word on trouble",
        kind: &kind::NO_ERROR_CASES,
        finds: "the line takes something in or passes it on, and no line of the ticket speaks of failure",
        seat: RuleSeat::Sa2,
        modes: [70, 51],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: failures::unforeseen,
    },
    LintRule {
        name: "a criterion of taste",
        kind: &kind::UNMEASURABLE_CRITERION,
        finds: "the criterion is an impression, and no number, value or test goes with it",
        seat: RuleSeat::Sa2,
        modes: [51, 70],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Hint,
        check: criteria::matters_of_taste,
    },
];
