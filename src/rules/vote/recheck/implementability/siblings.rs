//! How a claim is tested that a ticket lacks what its siblings have.

use crate::rules::lints::implementability::siblings;
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::listed;
use crate::rules::vote::case::{Case, Opinion};

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
