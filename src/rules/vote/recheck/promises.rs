//! How a claim is tested that a ticket promises what nothing of it keeps.

use crate::model::Place;
use crate::rules::desk::vocabulary::{deeds, stems};
use crate::rules::lints::structure::criteria::{foreign_name, novelty};
use crate::rules::lints::structure::promises::{
    better_servant, is_outdone, is_unspoken, names_requirement, requirement as bound_one, service,
    statement,
};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{listed, opening, shortened};
use crate::rules::vote::case::{Case, Opinion};

/// A requirement that is bound and said not to be served.
pub(crate) fn requirement(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    let at = |place: &Place| place.path == case.view.location.path;
    let bound = ticket.requirements.iter().find(|bound| at(&bound.place))?;
    let asked = bound_one(desk, bound)?;
    if names_requirement(ticket, asked) {
        return Some(Opinion::oppose(format!("the text of the ticket speaks of {}", asked.id)));
    }
    let heard = service(desk, ticket, asked);
    let is_foreign = is_outdone(desk, ticket, asked) || is_unspoken(desk, ticket, asked);
    Some(match case.seat {
        RuleSeat::Sa1 => match heard.percent().min(usize::try_from(heard.weighed).unwrap_or(100)) {
            ..36 => Opinion::support(format!(
                "of {} telling words of {} the ticket has {}",
                heard.asked,
                asked.id,
                heard.heard.len()
            )),
            percent => Opinion::oppose(format!(
                "the ticket has {percent}% of the telling words of {}: {}",
                asked.id,
                listed(&heard.heard, 4)
            )),
        },
        RuleSeat::Sa2 => {
            let wanted = stems(&statement(desk, asked));
            let lines = deeds(ticket).into_iter().chain(ticket.criteria.iter().cloned());
            let best = lines
                .map(|line| {
                    let said = stems(&line.value);
                    let shared = said.intersection(&wanted);
                    (shared.filter(|stem| desk.is_distinctive(stem)).count(), line)
                })
                .max_by_key(|(shared, _)| *shared)
                .filter(|(shared, _)| *shared >= 2 && !is_foreign);
            match best {
                Some((_, line)) => {
                    Opinion::oppose(format!("this line serves it: \"{}\"", opening(&line.value)))
                }
                None => Opinion::support(format!(
                    "went through scope, steps and criteria for one that {} would ask for: none",
                    asked.id
                )),
            }
        }
        RuleSeat::Sa3 => match better_servant(desk, ticket, asked) {
            Some(other) => Opinion::support(format!(
                "{} (\"{}\") binds {} and has its words, this ticket has not",
                other.stem,
                shortened(other.name()),
                asked.id
            )),
            None if heard.distinctive >= 2 && !is_foreign => Opinion::oppose(format!(
                "no other ticket serves {}, and this one has \"{}\" of it",
                asked.id,
                listed(&heard.heard, 3)
            )),
            None => Opinion::support(format!(
                "neither this ticket nor another speaks of what {} asks for",
                asked.id
            )),
        },
    })
}

/// A criterion that is said to be about what the ticket does not make.
pub(crate) fn criterion(case: &Case<'_, '_>) -> Option<Opinion> {
    let (desk, ticket) = (case.desk, case.ticket);
    let path = &case.view.location.path;
    let criterion = ticket.criteria.iter().find(|text| text.place.path == *path)?;
    let foreign = foreign_name(desk, ticket, criterion);
    let novel = novelty(desk, ticket, criterion);
    let own = desk.work_stems(ticket);
    let missing: Vec<String> =
        stems(&criterion.value).into_iter().filter(|stem| !own.contains(stem)).collect();
    Some(match case.seat {
        RuleSeat::Sa1 => match (foreign.clone(), missing.len()) {
            (Some(name), _) => {
                Opinion::support(format!("`{name}` is in the criterion and nowhere else"))
            }
            (None, 0 | 1) => Opinion::oppose(
                "nearly every telling word of the criterion is in the scope, the steps or the files",
            ),
            (None, _) => {
                Opinion::support(format!("no line of the work has \"{}\"", listed(&missing, 4)))
            }
        },
        RuleSeat::Sa2 => match (novel, foreign) {
            (Some(words), _) => Opinion::support(format!(
                "went through the steps: after the last one there is still no \"{}\"",
                listed(&words, 3)
            )),
            (None, Some(name)) => Opinion::support(format!("no step touches `{name}`")),
            (None, None) => Opinion::oppose("the steps speak of what the criterion looks at"),
        },
        RuleSeat::Sa3 => {
            let makes = |other: &&crate::source::Ticket| {
                let theirs = desk.work_stems(other);
                !missing.is_empty() && missing.iter().all(|stem| theirs.contains(stem))
            };
            let earlier = desk
                .others(ticket)
                .filter(makes)
                .find(|other| desk.waits_for(&ticket.stem, &other.stem));
            match (earlier, desk.others(ticket).find(makes)) {
                (Some(other), _) => Opinion::oppose(format!(
                    "{}, for which the ticket waits, makes it, and this ticket shows that the two work together",
                    other.stem
                )),
                _ if missing.len() < 2 && foreign.is_none() => Opinion::oppose(
                    "at most one word of the criterion is new to the ticket, which may be another word for the same",
                ),
                (None, Some(other)) => Opinion::support(format!(
                    "it is {} that works on this, and the ticket does not wait for it",
                    other.stem
                )),
                (None, None) => Opinion::support(
                    "no ticket of the RFC works on this, so nobody would make the criterion come true",
                ),
            }
        }
    })
}
