//! Gate 6: could an agent do it without asking? The implementer's rules, and the structurist's
//! own tests of the same questions.

use super::desk::{Desk, changes, demands, is_title_only, touched, touched_or_told, whole, work};
use super::rule::{Cycle, Hit, Reach, Rule};
use super::vague;
use super::verification::{foreign_package, shared_command, unproven};
use super::words::{self, shortened};
use crate::model::{GateId, SeatId, Severity, Subcategory};
use crate::source::{Text, Ticket};

pub(super) static RULES: &[Rule] = &[
    Rule {
        name: "a ticket that is a title",
        finds: "beside its title the file has no scope, step or criterion, and fewer than eight words",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 56],
        reach: Reach::Habit,
        check: title_only,
    },
    Rule {
        name: "a ticket from which nothing follows",
        finds: "beside its title the file has no scope, step, criterion, file, requirement or check",
        seat: SeatId::Sa1,
        cycle: Cycle::Feasibility,
        modes: [1, 7],
        reach: Reach::Habit,
        check: nothing_follows,
    },
    Rule {
        name: "neither steps nor files",
        finds: "the ticket has a scope, no step, and no path anywhere",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [56, 47],
        reach: Reach::Habit,
        check: no_way_in,
    },
    Rule {
        name: "steps that repeat the scope line by line",
        finds: "at least two fifths of its steps are scope lines again, word for word",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [47, 56],
        reach: Reach::Habit,
        check: restated,
    },
    Rule {
        name: "steps without a word that the scope lacks",
        finds: "every telling word of at least two thirds of its steps stands in the scope or the title",
        seat: SeatId::Sa1,
        cycle: Cycle::Feasibility,
        modes: [1, 75],
        reach: Reach::Habit,
        check: nothing_added,
    },
    Rule {
        name: "words that leave the decision open",
        finds: "the line has words that leave a decision to the implementer",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [56, 51],
        reach: Reach::Ticket,
        check: |_, ticket| vague::placeholders(ticket),
    },
    Rule {
        name: "a set of values that is left open",
        finds: "the line fixes a set of values and does not close it",
        seat: SeatId::Sa1,
        cycle: Cycle::Feasibility,
        modes: [7, 6],
        reach: Reach::Ticket,
        check: |_, ticket| vague::open_sets(ticket),
    },
    Rule {
        name: "nothing to run and nothing to measure",
        finds: "no scope line, step, criterion or check of the ticket names a command or a test",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [51, 70],
        reach: Reach::Habit,
        check: |_, ticket| unproven(ticket),
    },
    Rule {
        name: "a check that runs where nothing changes",
        finds: "the packages that the tests run in hold no file of the ticket",
        seat: SeatId::Sa2,
        cycle: Cycle::Feasibility,
        modes: [70, 51],
        reach: Reach::Habit,
        check: foreign_package,
    },
    Rule {
        name: "a check that is the same for other work",
        finds: "at least two other tickets of the RFC have the same command",
        seat: SeatId::Sa1,
        cycle: Cycle::Feasibility,
        modes: [75, 6],
        reach: Reach::Habit,
        check: shared_command,
    },
];

const NO_PLAN: (GateId, Subcategory, Severity) =
    (GateId::Implementability, Subcategory::IncompletePlan, Severity::Blocker);
const NO_CONTEXT: (GateId, Subcategory, Severity) =
    (GateId::Implementability, Subcategory::AgentContextGap, Severity::Major);

fn bare(ticket: &Ticket) -> Vec<Hit> {
    Hit::at(
        ticket,
        whole(ticket),
        "",
        NO_PLAN,
        format!(
            "{} is a title (\"{}\") and nothing else: no scope, no step, no criterion; whoever takes it has to invent the work",
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

fn no_way_in(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let Some(first) = ticket.in_scope.first() else {
        return Vec::new();
    };
    let is_blind = ticket.steps.is_empty() && touched_or_told(ticket).is_empty();
    if !is_blind {
        return Vec::new();
    }
    let (gate, subcategory, _) = NO_CONTEXT;
    Hit::at(
        ticket,
        whole(ticket),
        "",
        (gate, subcategory, Severity::Minor),
        format!(
            "{} says what is wanted (\"{}\") but has no step and names no file, so each implementer starts with a search",
            ticket.stem,
            shortened(&first.value)
        ),
        "name the file or folder to start from, and the order of the work".to_owned(),
    )
    .into_iter()
    .collect()
}

/// The steps that say again what a scope line says.
pub(super) fn restating_steps(ticket: &Ticket) -> Vec<&Text> {
    let scope: Vec<String> =
        ticket.in_scope.iter().map(|line| words::plain_line(&line.value)).collect();
    let is_copy = |step: &&Text| scope.contains(&words::plain_line(&step.value));
    ticket.steps.iter().filter(is_copy).collect()
}

/// Whether anything in the ticket tells where in the code to work.
fn tells_where(ticket: &Ticket) -> bool {
    !touched_or_told(ticket).is_empty()
}

fn restated(_: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let copies = restating_steps(ticket);
    if copies.len() < 2 || copies.len() * 5 < ticket.steps.len() * 2 {
        return Vec::new();
    }
    no_plan_of_its_own(ticket, copies[0], copies.len())
}

/// Steps whose every telling word stands in the scope or the title already. Steps that many
/// tickets carry verbatim are the template's, not this ticket's plan.
fn nothing_added(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let is_template = |step: &&Text| {
        let has = |other: &&Ticket| other.steps.iter().any(|s| s.value == step.value);
        desk.others(ticket).filter(has).count() >= 3
    };
    let own: Vec<&Text> = ticket.steps.iter().filter(|s| !is_template(s)).collect();
    let told: String = ticket
        .in_scope
        .iter()
        .chain(&ticket.title)
        .map(|text| format!("{} ", text.value))
        .collect();
    let told = words::significant(&told);
    let adds_none = |step: &&&Text| words::significant(&step.value).is_subset(&told);
    let empty: Vec<&&Text> = own.iter().filter(adds_none).collect();
    if empty.len() < 2 || empty.len() * 3 < own.len() * 2 {
        return Vec::new();
    }
    no_plan_of_its_own(ticket, empty[0], empty.len())
}

fn no_plan_of_its_own(ticket: &Ticket, step: &Text, count: usize) -> Vec<Hit> {
    let (gate, subcategory, severity) = NO_CONTEXT;
    let severity =
        if tells_where(ticket) || !changes(ticket).is_empty() { Severity::Minor } else { severity };
    Hit::at(
        ticket,
        &step.place,
        "",
        (gate, subcategory, severity),
        format!(
            "{count} of the {} steps of {} say a scope line again (\"{}\"): {}",
            ticket.steps.len(),
            ticket.stem,
            shortened(&step.value),
            if severity == Severity::Major {
                "the plan does not tell where to begin or what to change, and no file is named anywhere"
            } else {
                "whoever follows the plan learns no order and no detail from it"
            }
        ),
        "replace the repeated lines with the files to open, the types or functions to change, and their order".to_owned(),
    )
    .into_iter()
    .collect()
}

/// Whether a step or scope line of the ticket gives an order of work that the scope lacks.
pub(super) fn own_step(ticket: &Ticket) -> Option<&Text> {
    let copies = restating_steps(ticket);
    let is_copy = |step: &Text| copies.iter().any(|copy| copy.place == step.place);
    ticket.steps.iter().find(|step| {
        let tells = !words::paths(&step.value).is_empty()
            || !words::identifiers(&step.value).is_empty()
            || words::names_command(&step.value);
        tells && !is_copy(step)
    })
}

/// The first demand that names a path or a name of code.
pub(super) fn concrete_line(ticket: &Ticket) -> Option<&Text> {
    work(ticket).find(|line| {
        !words::paths(&line.value).is_empty() || !words::identifiers(&line.value).is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{found_in, ticket};

    #[test]
    fn a_title_is_no_plan() {
        let full = ticket(1, "Do it", "scope:\n  in_scope:\n  - Store leases in the table\n");
        for name in ["a ticket that is a title", "a ticket from which nothing follows"] {
            assert_eq!(
                found_in(name, &[ticket(1, "Do it", "")]),
                ["TCK-00001 BLOCKER INCOMPLETE_PLAN: Do it"]
            );
            assert!(found_in(name, std::slice::from_ref(&full)).is_empty());
        }
    }

    #[test]
    fn a_scope_without_steps_or_files_gives_no_way_in() {
        let name = "neither steps nor files";
        let scope = |line: &str| [ticket(1, "One", &format!("scope:\n  in_scope:\n  - {line}\n"))];
        assert_eq!(
            found_in(name, &scope("Store leases")),
            ["TCK-00001 MINOR AGENT_CONTEXT_GAP: One"]
        );
        assert!(found_in(name, &scope("Store leases in src/lease.rs")).is_empty());
    }

    #[test]
    fn steps_that_repeat_the_scope_are_no_plan() {
        let copied = "scope:\n  in_scope:\n  - Store leases\n  - Expire leases\nplan:\n  steps:\n  - \"Implement: Store leases\"\n  - \"Implement: Expire leases\"\n";
        let planned = "scope:\n  in_scope:\n  - Store leases\n  - Expire leases\nplan:\n  steps:\n  - Give the table an expiry column\n  - Delete expired rows at start\n";
        for name in [
            "steps that repeat the scope line by line",
            "steps without a word that the scope lacks",
        ] {
            assert_eq!(
                found_in(name, &[ticket(1, "One", copied)]),
                ["TCK-00001 MAJOR AGENT_CONTEXT_GAP: Implement: Store leases"]
            );
            assert!(found_in(name, &[ticket(1, "One", planned)]).is_empty());
        }
    }

    #[test]
    fn what_five_tickets_share_is_said_once() {
        let files: Vec<_> = (1..=5).map(|n| ticket(n, &format!("Do {n}"), "")).collect();
        let said = found_in("a ticket that is a title", &files);
        assert_eq!(said, ["TCK-00001 BLOCKER INCOMPLETE_PLAN: Do 1"]);
        let two = found_in("a ticket that is a title", &files[..2]);
        assert_eq!(two.len(), 2);
    }
}
