//! How a claim is tested that tickets do not fit together.

use std::collections::BTreeSet;

use super::cousin::by_files;
use crate::model::Place;
use crate::rules::desk::{prose, touched_or_told};
use crate::rules::lints::structure::chain;
use crate::rules::lints::structure::order::{
    matter_used, put_to_use, says_it_exists, says_it_needs, sentences,
};
use crate::rules::lints::structure::phases::{
    is_of_later_phase, is_planned_too_late, wanted_first,
};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, opening, shortened};
use crate::rules::vote::case::{Case, Opinion};
use crate::source::{PathKind, Text, Ticket};

pub(crate) fn overlap(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    let line = case.passage();
    let twins: Vec<&Text> = other.in_scope.iter().chain(&other.title).collect();
    match case.seat {
        RuleSeat::Sa2 => {
            let (a, b) = (&case.ticket.stem, &other.stem);
            let shared = by_files(case, other);
            if shared.is_some() {
                return shared;
            }
            Some(if case.desk.are_ordered(a, b) {
                Opinion::oppose(format!(
                    "one of {a} and {b} waits for the other, so the second finds the first's work and goes on from it"
                ))
            } else {
                Opinion::support(format!(
                    "no chain of dependencies joins {a} and {b}, so two people can do the line at the same time"
                ))
            })
        }
        RuleSeat::Sa1 => {
            let words_of = words::significant(line);
            let best = twins
                .iter()
                .map(|t| words::likeness(&words_of, &words::significant(&t.value)))
                .max()?;
            Some(if best >= 60 {
                Opinion::support(format!(
                    "the line shares {best}% of its telling words with one of {}",
                    other.stem
                ))
            } else {
                Opinion::oppose(format!(
                    "no line of {} shares more than {best}% of its telling words with this one, so they ask for different things",
                    other.stem
                ))
            })
        }
        RuleSeat::Sa3 => {
            let line = words::plain_line(line);
            let alike =
                |t: &&Text| strsim::sorensen_dice(&line, &words::plain_line(&t.value)) >= 0.8;
            Some(match twins.iter().copied().find(alike) {
                Some(twin) => Opinion::support(format!(
                    "letter by letter the line is close to \"{}\" of {}",
                    opening(&twin.value),
                    other.stem
                )),
                None => Opinion::oppose(format!(
                    "letter by letter no scope line of {} is close to this one",
                    other.stem
                )),
            })
        }
    }
}

pub(crate) fn order(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    let (ticket, desk) = (case.ticket, case.desk);
    if desk.waits_for(&ticket.stem, &other.stem) {
        return Some(Opinion::oppose(format!(
            "{} does wait for {}, through its dependencies",
            ticket.stem, other.stem
        )));
    }
    if let Some(status) = other.known_status.filter(|status| status.is_terminal()) {
        return Some(Opinion::oppose(format!(
            "{} is {}, so what it makes is there",
            other.stem,
            status.as_str()
        )));
    }
    if let Some(line) = existing(case) {
        return Some(Opinion::oppose(format!(
            "the ticket says that it is there already: \"{}\"",
            opening(&line.value)
        )));
    }
    let sentence = spoken_of(case, other);
    let sentence = sentence.as_str();
    match case.seat {
        RuleSeat::Sa1 if desk.waits_for(&other.stem, &ticket.stem) => {
            Some(Opinion::oppose(format!(
                "{} waits for {}, so the order is the other way round",
                other.stem, ticket.stem
            )))
        }
        RuleSeat::Sa1 => Some(Opinion::support(format!(
            "no chain of dependencies leads from {} to {}, or back",
            ticket.stem, other.stem
        ))),
        RuleSeat::Sa2 => {
            let says = says_it_needs(sentence, other.stem.as_str());
            let uses = put_to_use(desk, ticket, other)
                .map(|(name, _)| name.trim_end_matches("()").to_owned())
                .or_else(|| matter_used(desk, ticket, other).map(|(word, _)| word));
            Some(match (says, uses) {
                (true, _) => Opinion::support(format!(
                    "\"{}\" says that {} needs what {} makes",
                    shortened(sentence),
                    ticket.stem,
                    other.stem
                )),
                (false, Some(name)) => Opinion::support(format!(
                    "{name} comes from the work of {}, and nothing puts that first",
                    other.stem
                )),
                (false, None) => Opinion::oppose(format!(
                    "nothing in \"{}\" comes from the work of {}",
                    shortened(sentence),
                    other.stem
                )),
            })
        }
        RuleSeat::Sa3 => Some(match standing(case, sentence, other) {
            Some(why) => Opinion::oppose(why),
            None => Opinion::support(format!(
                "the tree has no file that {} is to create, and none named after a name in this line",
                other.stem
            )),
        }),
    }
}

/// The line by which the ticket says that a name of the finding's quote exists.
fn existing<'d>(case: &Case<'_, 'd>) -> Option<&'d Text> {
    let named = words::identifiers(&case.view.quote);
    let disputed = |name: &&String| case.view.description.contains(name.as_str());
    let mut names = named.iter().filter(disputed);
    names.find_map(|name| says_it_exists(case.ticket, name))
}

/// The sentence that names the other ticket, else the whole passage.
fn spoken_of(case: &Case<'_, '_>, other: &Ticket) -> String {
    let passage = case.passage();
    let names = |sentence: &String| sentence.contains(other.stem.as_str());
    let found = sentences(passage).into_iter().find(names);
    found.unwrap_or_else(|| passage.to_owned())
}

/// Why what the line needs stands in the tree already.
fn standing(case: &Case<'_, '_>, sentence: &str, other: &Ticket) -> Option<String> {
    let made = touched_or_told(other)
        .into_iter()
        .find(|file| file.kind == PathKind::Create && case.desk.exists(&file.path));
    if let Some(file) = made {
        return Some(format!(
            "{}, which {} is to create, is in the tree already",
            file.path, other.stem
        ));
    }
    let (name, path) = case.file_named_like(sentence)?;
    Some(format!("{path} is in the tree, named after {name}"))
}

/// A claim that text and graph, or material and graph, are in opposite orders.
pub(crate) fn phases(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    let (ticket, desk) = (case.ticket, case.desk);
    if other.known_status.is_some_and(|status| status.is_terminal()) {
        return Some(Opinion::oppose(format!("{} is done, so both orders are kept", other.stem)));
    }
    let at = |place: &Place| place.path == case.view.location.path;
    let is_entry = ticket.dependencies.iter().any(|entry| at(&entry.place));
    if is_entry && is_planned_too_late(desk, ticket, &other.stem) {
        return Some(Opinion::support(match case.seat {
            RuleSeat::Sa1 => format!("{} is in a later phase of the plan", other.stem),
            RuleSeat::Sa2 => {
                format!("phase by phase, {} is not done yet when this one begins", other.stem)
            }
            RuleSeat::Sa3 => "the plan is what people go by, and it says another order".to_owned(),
        }));
    }
    let sentence = spoken_of(case, other);
    let free = ["either order", "any order", "whichever", "side by side", "in parallel"];
    if free.iter().any(|word| case.passage().to_lowercase().contains(word)) {
        return Some(Opinion::oppose("the text leaves the order of the two open"));
    }
    let (own_waits, other_waits) =
        (desk.waits_for(&ticket.stem, &other.stem), desk.waits_for(&other.stem, &ticket.stem));
    let wanted = wanted_first(desk, ticket, &other.stem, &sentence);
    let used = put_to_use(desk, ticket, other).map(|(name, _)| name.trim_end_matches("()"));
    Some(match case.seat {
        RuleSeat::Sa1 => match (own_waits, other_waits) {
            (false, false) if is_of_later_phase(ticket, other) => Opinion::support(format!(
                "by the phases {} comes after {}",
                other.stem, ticket.stem
            )),
            (false, false) => Opinion::oppose("the graph does not order the two"),
            (true, _) => {
                Opinion::support(format!("by the graph {} comes after {}", ticket.stem, other.stem))
            }
            (false, true) => {
                Opinion::support(format!("by the graph {} comes after {}", other.stem, ticket.stem))
            }
        },
        RuleSeat::Sa2 => match (wanted, used) {
            (Some(_), _) => Opinion::support(format!(
                "to follow \"{}\" is to start with the ticket that the graph puts last",
                shortened(&sentence)
            )),
            (None, Some(name)) => {
                Opinion::support(format!("{name} is not there before {} is done", other.stem))
            }
            (None, None) => Opinion::oppose(format!(
                "\"{}\" says nothing of when {} is done",
                shortened(&sentence),
                other.stem
            )),
        },
        RuleSeat::Sa3 => match standing(case, &sentence, other) {
            Some(why) => Opinion::oppose(why),
            None => Opinion::support(format!(
                "nothing of what {} is to make is in the tree, so the order matters",
                other.stem
            )),
        },
    })
}

/// A claim that a dependency is not needed.
pub(crate) fn chain(case: &Case<'_, '_>) -> Option<Opinion> {
    let (ticket, desk) = (case.ticket, case.desk);
    let at = |place: &Place| place.path == case.view.location.path;
    let entry = ticket.dependencies.iter().find(|entry| at(&entry.place))?;
    let other = chain::target(desk, entry)?;
    Some(match case.seat {
        RuleSeat::Sa1 => match chain::delay(desk, ticket, other) {
            0 => Opinion::oppose("without the entry the longest chain is as long"),
            _ => Opinion::support(format!("without the entry {} could begin earlier", ticket.stem)),
        },
        RuleSeat::Sa2 => match chain::used_name(desk, ticket, other, entry) {
            Some(name) => Opinion::oppose(format!("{name} is what the ticket waits for")),
            None => Opinion::support(format!(
                "went through the steps with {} left undone: none gets stuck",
                other.stem
            )),
        },
        RuleSeat::Sa3 => {
            let files = chain::telling_files(desk, ticket, other, entry);
            let topic = chain::shared_topic(desk, ticket, other);
            match (files.first(), topic.len() >= chain::topic_floor(ticket, entry)) {
                (Some(file), _) => Opinion::oppose(format!("both work in {file}")),
                (None, true) => {
                    Opinion::oppose(format!("both speak of \"{}\"", words::listed(&topic, 3)))
                }
                (None, _) => Opinion::support("no file and no topic of the one is in the other"),
            }
        }
    })
}

pub(crate) fn reference(case: &Case<'_, '_>) -> Option<Opinion> {
    let ids = words::ticket_ids(&case.view.quote);
    let id = ids.iter().find(|id| **id != case.ticket.stem)?;
    Some(match case.desk.ticket(id) {
        None => Opinion::support(format!("no ticket file of the repository has the id {id}")),
        Some(other) if other.known_status.is_some_and(|status| status.is_dead()) => {
            Opinion::support(format!("{id} exists, and it will not be done"))
        }
        Some(other) => Opinion::oppose(format!("{id} exists: \"{}\"", shortened(other.name()))),
    })
}

pub(crate) fn hand_off(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    match case.seat {
        RuleSeat::Sa1 => {
            let ids = |t: &Ticket| -> BTreeSet<String> {
                t.requirements.iter().map(|r| r.id.clone()).collect()
            };
            let (a, b) = (ids(case.ticket), ids(other));
            let is_comparable = !a.is_empty() && !b.is_empty();
            is_comparable.then(|| match a.intersection(&b).next() {
                Some(id) => Opinion::oppose(format!(
                    "both serve {id}, so the hand-off stays inside one requirement"
                )),
                None => Opinion::support("the two tickets have no requirement in common either"),
            })
        }
        RuleSeat::Sa2 => {
            let topic = words::significant(case.passage());
            let heard = prose(other)
                .chain(&other.title)
                .map(|t| words::shared(&topic, &words::significant(&t.value)))
                .max()
                .unwrap_or(0);
            Some(if heard == 0 {
                Opinion::support(format!(
                    "no line of {} has a telling word of this one",
                    other.stem
                ))
            } else {
                Opinion::oppose(format!("{} has a line with the same telling words", other.stem))
            })
        }
        RuleSeat::Sa3 => None,
    }
}
