//! Gate 6: could an agent do it without asking? The implementer's rules, and the structurist's
//! own tests of the same questions.

pub(crate) mod criteria;
pub(crate) mod declarations;
pub(crate) mod documents;
pub(crate) mod failures;
mod openings;
pub(crate) mod paths;
mod phrases;
pub(crate) mod plan;
mod sections;
pub(crate) mod siblings;
pub(crate) mod signatures;
mod tastes;
pub(crate) mod vague;
pub(crate) mod verification;

use crate::model::{GateId, Severity, Subcategory};
use crate::rules::desk::{Desk, demands, is_title_only, touched, whole};
use crate::rules::lints::implementability::verification::{
    foreign_package, shared_command, unproven,
};
use crate::rules::lints::kind;
use crate::rules::lints::rule::{Confidence, Cycle, Hit, LintRule, Repeat};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::shortened;
use crate::source::Ticket;

pub(crate) static RULES: &[LintRule] = &[
    LintRule {
        name: "a ticket that is a title",
        kind: &kind::TITLE_ONLY,
        finds: "beside its title the file has no scope, step or criterion, and fewer than eight words",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 56],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: title_only,
    },
    LintRule {
        name: "a ticket from which nothing follows",
        kind: &kind::TITLE_ONLY,
        finds: "beside its title the file has no scope, step, criterion, file, requirement or check",
        seat: RuleSeat::Sa1,
        cycle: Cycle::Feasibility,
        modes: [1, 7],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: nothing_follows,
    },
    LintRule {
        name: "no steps, and nothing in their place",
        kind: &kind::NO_STEPS,
        finds: "the ticket has a scope and no step, and its file lists and notes do not say what is to change",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [56, 47],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: plan::no_way_in,
    },
    LintRule {
        name: "steps that say the scope in other words",
        kind: &kind::STEPS_RESTATE_SCOPE,
        finds: "at least two thirds of its steps add no name and at most one word to the scope",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 56],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: plan::restated,
    },
    LintRule {
        name: "steps without a word that the scope lacks",
        kind: &kind::STEPS_RESTATE_SCOPE,
        finds: "every telling word of at least two thirds of its steps is in the scope or the title",
        seat: RuleSeat::Sa1,
        cycle: Cycle::Feasibility,
        modes: [1, 75],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: plan::nothing_added,
    },
    LintRule {
        name: "words that leave the decision open",
        kind: &kind::VAGUE_WORDS,
        finds: "the line has words that leave a decision to the implementer",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [56, 51],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |_, ticket| vague::placeholders(ticket),
    },
    LintRule {
        name: "verbs that have no end",
        kind: &kind::VAGUE_WORDS,
        finds: "the line has a verb without an end, and no line says what will be different",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [51, 56],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Hint,
        check: |_, ticket| vague::endless(ticket),
    },
    LintRule {
        name: "a set of values that is left open",
        kind: &kind::VAGUE_WORDS,
        finds: "the line fixes a set of values and does not close it",
        seat: RuleSeat::Sa1,
        cycle: Cycle::Feasibility,
        modes: [7, 6],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: |_, ticket| vague::open_sets(ticket),
    },
    LintRule {
        name: "nothing to run and nothing to measure",
        kind: &kind::NO_VERIFICATION,
        finds: "no scope line, step, criterion or check of the ticket names a command or a test",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [51, 70],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: |_, ticket| unproven(ticket),
    },
    LintRule {
        name: "no command where the siblings name one",
        kind: &kind::NO_VERIFICATION,
        finds: "the ticket names nothing to run, and most of its siblings do",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [70, 51],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Likely,
        check: siblings::commandless,
    },
    LintRule {
        name: "a check that runs where nothing changes",
        kind: &kind::WEAK_VERIFICATION,
        finds: "the packages that the tests run in hold no file of the ticket",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [70, 51],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: foreign_package,
    },
    LintRule {
        name: "a check that is the same for other work",
        kind: &kind::WEAK_VERIFICATION,
        finds: "at least two other tickets of the RFC have the same command",
        seat: RuleSeat::Sa1,
        cycle: Cycle::Feasibility,
        modes: [75, 6],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: shared_command,
    },
    LintRule {
        name: "a path that leads nowhere",
        kind: &kind::WRONG_PATH,
        finds: "no file of the tree has the path, and no ticket creates it",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 70],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: paths::missing_file,
    },
    LintRule {
        name: "a file name that several files have",
        kind: &kind::WRONG_PATH,
        finds: "several files of the tree end in the name, and nothing in the ticket tells them apart",
        seat: RuleSeat::Sa1,
        cycle: Cycle::Feasibility,
        modes: [7, 1],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Certain,
        check: paths::ambiguous_file,
    },
    LintRule {
        name: "a document that is not there",
        kind: &kind::MISSING_DOCUMENT,
        finds: "the line leans on a document that the repository lacks",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 56],
        repeat: Repeat::PerTicket,
        confidence: Confidence::Certain,
        check: documents::missing_document,
    },
    LintRule {
        name: "new code without name or shape",
        kind: &kind::NO_SIGNATURE,
        finds: "the line asks for new code, and the ticket gives it no name, signature or fields",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
        modes: [56, 48],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: signatures::formless,
    },
    LintRule {
        name: "a new source file without a shape",
        kind: &kind::NO_SIGNATURE,
        finds: "the file is new, and no line of the ticket writes a name, parameter or field of it down",
        seat: RuleSeat::Sa2,
        cycle: Cycle::Feasibility,
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
        cycle: Cycle::Feasibility,
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
        cycle: Cycle::Feasibility,
        modes: [51, 70],
        repeat: Repeat::OncePerSubject,
        confidence: Confidence::Likely,
        check: criteria::matters_of_taste,
    },
];

const NO_PLAN: (GateId, Subcategory, Severity) =
    (GateId::Implementability, Subcategory::IncompletePlan, Severity::Blocker);

fn bare(ticket: &Ticket) -> Vec<Hit> {
    Hit::at(
        ticket,
        whole(ticket),
        "",
        NO_PLAN,
        format!(
            "{} is a title (\"{}\") and nothing else: no scope, no step, no criterion; its implementer has to invent the work",
            ticket.stem,
            shortened(ticket.name())
        ),
        format!(
            "write what is in scope for \"{}\", the files it touches and how one sees that it is done",
            shortened(ticket.name())
        ),
    )
    .into_iter()
    .collect()
}

fn title_only(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    if is_title_only(ticket) { bare(ticket) } else { Vec::new() }
}

fn nothing_follows(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let is_empty = demands(ticket).next().is_none()
        && touched(ticket).is_empty()
        && ticket.requirements.is_empty()
        && ticket.verifications.is_empty();
    if is_empty { bare(ticket) } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{found_in, ticket};

    #[test]
    fn a_title_is_no_plan() {
        let full = ticket(1, "Do it", "scope:\n  in_scope:\n  - Store leases in the table\n");
        for name in ["a ticket that is a title", "a ticket from which nothing follows"] {
            assert_eq!(
                found_in(name, &[ticket(1, "Do it", "")]),
                ["TCK-00001 MAJOR INCOMPLETE_PLAN: Do it"]
            );
            assert!(found_in(name, std::slice::from_ref(&full)).is_empty());
        }
    }

    #[test]
    fn what_five_tickets_share_is_said_once() {
        let files: Vec<_> = (1..=5).map(|n| ticket(n, &format!("Do {n}"), "")).collect();
        let said = found_in("a ticket that is a title", &files);
        assert_eq!(said, ["TCK-00001 MAJOR INCOMPLETE_PLAN: Do 1"]);
        let two = found_in("a ticket that is a title", &files[..2]);
        assert_eq!(two.len(), 2);
    }
}
