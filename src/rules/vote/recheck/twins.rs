//! How a claim is tested that a ticket is there twice.

use crate::rules::lints::cousin::twins::{
    alike, is_one_purpose, knows, serve_different_things, shared_places, shared_requirements,
};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, listed};
use crate::rules::vote::case::{Case, Opinion};
use crate::source::Ticket;

pub(crate) fn twins(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    let other = case.other()?;
    if knows(ticket, other) || knows(other, ticket) {
        return Some(Opinion::oppose(format!(
            "one of {} and {} speaks of the other, so the line between them is drawn",
            ticket.stem, other.stem
        )));
    }
    if desk.are_ordered(&ticket.stem, &other.stem) {
        return Some(Opinion::oppose(format!(
            "one of {} and {} waits for the other and goes on from its work",
            ticket.stem, other.stem
        )));
    }
    Some(match case.seat {
        RuleSeat::Sa1 if ticket.rfc == other.rfc => {
            let shared = shared_requirements(ticket, other);
            if serve_different_things(ticket, other) {
                Opinion::oppose("each brings a command or an endpoint of its own")
            } else if shared.is_empty() && is_one_purpose(desk, ticket, other) {
                Opinion::support(format!(
                    "they bind different requirements, and what {} is for is what {} does",
                    other.stem, ticket.stem
                ))
            } else if shared.is_empty() {
                Opinion::oppose("they serve different requirements")
            } else {
                Opinion::support(format!(
                    "both serve {}, and nothing says which part of it is whose",
                    listed(&shared, 2)
                ))
            }
        }
        RuleSeat::Sa1 => {
            let names = |t: &Ticket| -> std::collections::BTreeSet<String> {
                let lines = t.in_scope.iter().chain(&t.steps);
                lines.flat_map(|text| words::identifiers(&text.value)).collect()
            };
            let shared: Vec<String> = names(ticket).intersection(&names(other)).cloned().collect();
            let titles = words::likeness(
                &words::significant(ticket.name()),
                &words::significant(other.name()),
            );
            match shared.len() {
                0 if is_one_purpose(desk, ticket, other) => Opinion::support(format!(
                    "what {} is for is what {} does, without a name in common",
                    other.stem, ticket.stem
                )),
                0 if titles < 60 => Opinion::oppose("they have no name of code in common"),
                0 => Opinion::support(format!("the titles share {titles}% of their telling words")),
                _ => Opinion::support(format!("both work with {}", listed(&shared, 3))),
            }
        }
        RuleSeat::Sa2 => {
            let shared = shared_places(desk, ticket, other);
            let has_files = |t: &Ticket| !shared_places(desk, t, t).is_empty();
            match shared.as_slice() {
                [] if has_files(ticket) && has_files(other) => Opinion::oppose(format!(
                    "{} and {} name source files, and in no file or folder do both work",
                    ticket.stem, other.stem
                )),
                [] => Opinion::support(format!(
                    "once {} is done, nothing is left to do in {}",
                    other.stem, ticket.stem
                )),
                shared => Opinion::support(format!("both put code into {}", listed(shared, 2))),
            }
        }
        RuleSeat::Sa3 => {
            let percent = alike(desk, ticket, other);
            if let Some(like) = desk.likeness(ticket, other).filter(|like| like.work >= 42) {
                Opinion::support(format!(
                    "both speak of {}, which few others here do",
                    listed(&like.shared, 3)
                ))
            } else if percent >= 35 {
                Opinion::support(format!(
                    "weighed by how rare they are, {percent}% of the shorter ticket's words are in the other"
                ))
            } else {
                Opinion::oppose(format!(
                    "weighed by how rare they are, only {percent}% of the shorter ticket's words are in the other"
                ))
            }
        }
    })
}
