//! Counter-checks of what is said about several tickets, or about a ticket and the tree.

use std::collections::BTreeSet;

use super::super::case::{Case, Opinion};
use super::super::cousin;
use super::super::desk::{prose, touched_or_told, work};
use super::super::order::{says_it_exists, says_it_needs, sentences};
use super::super::words::{self, file_stem, listed, opening, shortened};
use crate::model::SeatId;
use crate::source::{PathKind, Text, Ticket};

/// Files that both tickets work on, and whether both name any.
fn common_files(a: &Ticket, b: &Ticket) -> Option<Vec<String>> {
    let paths = |ticket| -> BTreeSet<String> {
        touched_or_told(ticket).into_iter().map(|t| t.path).collect()
    };
    let (a, b) = (paths(a), paths(b));
    let both = !a.is_empty() && !b.is_empty();
    both.then(|| a.intersection(&b).cloned().collect())
}

/// By files: the same work happens in the same place.
fn by_files(case: &Case<'_, '_>, other: &Ticket) -> Option<Opinion> {
    let common = common_files(case.ticket, other)?;
    Some(if common.is_empty() {
        Opinion::oppose(format!(
            "{} and {} name files, and none of them is the same: alike in words, they work in different places",
            case.ticket.stem, other.stem
        ))
    } else {
        Opinion::support(format!("both tickets work in {}", listed(&common, 3)))
    })
}

pub(super) fn overlap(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    let line = case.passage();
    let twins: Vec<&Text> = other.in_scope.iter().chain(&other.title).collect();
    match case.seat {
        SeatId::Sa2 => {
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
        SeatId::Sa1 => {
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
        SeatId::Sa3 => {
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

pub(super) fn order(case: &Case<'_, '_>) -> Option<Opinion> {
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
        SeatId::Sa1 if desk.waits_for(&other.stem, &ticket.stem) => Some(Opinion::oppose(format!(
            "{} waits for {}, so the order is the other way round",
            other.stem, ticket.stem
        ))),
        SeatId::Sa1 => Some(Opinion::support(format!(
            "no chain of dependencies leads from {} to {}, or back",
            ticket.stem, other.stem
        ))),
        SeatId::Sa2 => {
            let says = says_it_needs(sentence, other.stem.as_str());
            let names = words::identifiers(sentence);
            let made: String = work(other).map(|t| format!("{} ", t.value)).collect();
            let uses = words::identifiers(&made).intersection(&names).next().cloned();
            Some(match (says, uses) {
                (true, _) => Opinion::support(format!(
                    "\"{}\" says that {} needs what {} makes",
                    shortened(sentence),
                    ticket.stem,
                    other.stem
                )),
                (false, Some(name)) => Opinion::support(format!(
                    "{name} in this line comes from the work of {}, and nothing puts that first",
                    other.stem
                )),
                (false, None) => Opinion::oppose(format!(
                    "no name of code in \"{}\" comes from the work of {}",
                    shortened(sentence),
                    other.stem
                )),
            })
        }
        SeatId::Sa3 => Some(match standing(case, sentence, other) {
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
            "{}, which {} is to create, stands in the tree already",
            file.path, other.stem
        ));
    }
    let (name, path) = case.file_named_like(sentence)?;
    Some(format!("{path} stands in the tree, named after {name}"))
}

pub(super) fn reference(case: &Case<'_, '_>) -> Option<Opinion> {
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

pub(super) fn hand_off(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    match case.seat {
        SeatId::Sa1 => {
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
        SeatId::Sa2 => {
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
        SeatId::Sa3 => None,
    }
}

pub(super) fn cousin(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(other) = case.other() {
        return match case.seat {
            SeatId::Sa1 => {
                let ids = |t: &Ticket| -> BTreeSet<String> {
                    t.requirements.iter().map(|r| r.id.clone()).collect()
                };
                let (a, b) = (ids(ticket), ids(other));
                let is_comparable = !a.is_empty() && !b.is_empty() && ticket.rfc == other.rfc;
                is_comparable.then(|| match a.intersection(&b).next() {
                    Some(id) => Opinion::support(format!("both serve {id}")),
                    None => Opinion::oppose("they serve different requirements"),
                })
            }
            SeatId::Sa2 | SeatId::Sa3 => by_files(case, other),
        };
    }
    let named = words::paths(&case.view.description);
    let existing = named.iter().find(|path| case.desk.exists(path))?;
    if cousin::is_mentioned(ticket, existing) {
        return Some(Opinion::oppose(format!("the ticket knows {existing} and speaks of it")));
    }
    let new = named.iter().find(|path| *path != existing)?;
    let (a, b) = (file_stem(new), file_stem(existing));
    match case.seat {
        SeatId::Sa1 => {
            let (here, there) = (case.desk.component(new), case.desk.component(existing));
            Some(if here == there {
                Opinion::support(
                    "both would be in one component, and the ticket does not say why it needs two",
                )
            } else {
                Opinion::oppose(format!(
                    "{new} and {existing} are in different components, which may each have their own"
                ))
            })
        }
        SeatId::Sa2 => {
            let likeness = strsim::normalized_damerau_levenshtein(a, b);
            Some(if likeness >= 0.8 {
                Opinion::support(format!(
                    "whoever looks for {a} opens {existing} first: the names differ in a letter or two"
                ))
            } else {
                Opinion::oppose(format!("nobody would look for {a} in a file named {b}"))
            })
        }
        SeatId::Sa3 => {
            let (new, old) = (cousin::name_words(new), cousin::name_words(existing));
            Some(match new.intersection(&old).next() {
                Some(word) => Opinion::support(format!("both names speak of \"{word}\"")),
                None => Opinion::oppose("the names share letters and no word"),
            })
        }
    }
}

pub(super) fn extension(case: &Case<'_, '_>) -> Option<Opinion> {
    let named = words::paths(&case.view.description);
    let point = named.iter().find(|path| case.desk.exists(path))?;
    let near = touched_or_told(case.ticket)
        .into_iter()
        .find(|t| words::folder(&t.path) == words::folder(point) && case.desk.exists(&t.path));
    match (case.seat, near) {
        (SeatId::Sa1, Some(file)) => Some(Opinion::oppose(format!(
            "the ticket does change {}, right beside {point}",
            file.path
        ))),
        (SeatId::Sa1, None) => {
            Some(Opinion::support(format!("no path of the ticket is in the folder of {point}")))
        }
        (SeatId::Sa2, _) => {
            let shares = words::shared(
                &words::significant(case.ticket.name()),
                &words::significant(&case.view.description),
            );
            (shares >= 2)
                .then(|| Opinion::support(format!("the title has words of what {point} is for")))
        }
        (SeatId::Sa3, _) => None,
    }
}
