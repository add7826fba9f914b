//! How a claim is tested that a ticket lacks what its siblings have.

use crate::rules::desk::command;
use crate::rules::lints::implementability::siblings;
use crate::rules::lints::implementability::verification::proven_later;
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{listed, opening, shortened};
use crate::rules::vote::case::{Case, Opinion};

/// A claim that nothing can be run.
pub(crate) fn no_command(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    if let Some(line) = command(ticket) {
        return Some(Opinion::oppose(format!("there is one: \"{}\"", opening(&line.value))));
    }
    let habit = siblings::siblings_with_command(desk, ticket);
    Some(match case.seat {
        RuleSeat::Sa1 => Opinion::support(format!(
            "{} of {} siblings say what to run, so it is asked for here",
            habit.have, habit.all
        )),
        RuleSeat::Sa2 => Opinion::support("no line of the ticket is a command"),
        RuleSeat::Sa3 => match proven_later(desk, ticket) {
            Some((other, line)) => Opinion::oppose(format!(
                "{}, which waits for this ticket, has the command: \"{}\"",
                other.stem,
                shortened(&line.value)
            )),
            None => Opinion::support("no ticket that waits for this one runs anything of it"),
        },
    })
}

/// A claim that new code has no shape.
pub(crate) fn shape(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    let files = siblings::new_code(desk, ticket);
    Some(match case.seat {
        RuleSeat::Sa1 => {
            let habit = siblings::siblings_with_shape(desk, ticket);
            Opinion::support(format!(
                "of {} siblings that bring code, {} write its shape down",
                habit.all, habit.have
            ))
        }
        RuleSeat::Sa2 => Opinion::support("the names and parameters would have to be made up"),
        RuleSeat::Sa3 => Opinion::support(format!(
            "{} cannot be looked up, since it is not there yet",
            listed(&files, 2)
        )),
    })
}
