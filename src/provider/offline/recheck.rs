//! Counter-checks: for each kind of finding, what would confirm or refute it, as each role would
//! test it. `None` when the role has nothing to say.

use std::collections::BTreeSet;

use super::atomicity::{self, COMPONENTS, FILES};
use super::desk::{demands, prose, touched, touched_or_told, work};
use super::implementability::{concrete_line, is_title_only, own_step};
use super::stance::{Case, Opinion};
use super::structure::{says_it_needs, shortened};
use super::verification::proof;
use super::words::{self, file_stem, listed};
use super::{cousin, vague};
use crate::model::{SeatId, Subcategory};
use crate::source::{Text, Ticket};

/// The counter-check for the finding's kind.
pub(super) fn counter(case: &Case<'_, '_>) -> Option<Opinion> {
    match case.view.subcategory {
        Subcategory::ScopeOverlap => overlap(case),
        Subcategory::PhaseMisordering => order(case),
        Subcategory::BrokenRef => reference(case),
        Subcategory::ScopeGap => hand_off(case),
        Subcategory::EvidenceGap => evidence(case),
        Subcategory::ScopeTooLarge | Subcategory::MultiComponent | Subcategory::AtomicityViolation => {
            size(case)
        }
        Subcategory::MergeUnsafe => merge(case),
        Subcategory::IncompletePlan => plan(case),
        Subcategory::AgentContextGap => context(case),
        Subcategory::AmbiguousScope => ambiguity(case),
        Subcategory::MissingVerification => verification(case),
        Subcategory::CousinViolation => cousin(case),
        Subcategory::IgnoredExtensionPoint => extension(case),
        Subcategory::DependencyCycle
        | Subcategory::SchemaViolation
        | Subcategory::OrphanTicket
        | Subcategory::CcpMismatch
        | Subcategory::DecisionConflict => None,
    }
}

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

fn overlap(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    let line = case.passage();
    let twins: Vec<&Text> = other.in_scope.iter().chain(&other.title).collect();
    match case.seat {
        SeatId::Sa2 => {
            let (a, b) = (&case.ticket.stem, &other.stem);
            let shared = by_files(case, other);
            if shared.is_none() && case.desk.are_ordered(a, b) {
                return Some(Opinion::oppose(format!(
                    "one of {a} and {b} waits for the other, so the second finds the first's work and goes on from it"
                )));
            }
            shared
        }
        SeatId::Sa1 => {
            let words_of = words::significant(line);
            let best = twins
                .iter()
                .map(|t| words::likeness(&words_of, &words::significant(&t.value)))
                .max()?;
            Some(if best >= 60 {
                Opinion::support(format!("{best} of 100 telling words are in both lines"))
            } else {
                Opinion::oppose(format!(
                    "the lines look alike but share {best} of 100 telling words, so they ask for different things"
                ))
            })
        }
        SeatId::Sa3 => {
            let line = words::plain_line(line);
            let alike = |t: &&Text| strsim::sorensen_dice(&line, &words::plain_line(&t.value)) >= 0.8;
            Some(match twins.iter().copied().find(alike) {
                Some(twin) => Opinion::support(format!(
                    "read aloud, the line and \"{}\" of {} are one sentence",
                    shortened(&twin.value),
                    other.stem
                )),
                None => Opinion::oppose(format!(
                    "no line of {} reads like this one, whatever words they share",
                    other.stem
                )),
            })
        }
    }
}

fn order(case: &Case<'_, '_>) -> Option<Opinion> {
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
    let sentence = case.passage();
    match case.seat {
        SeatId::Sa1 if desk.waits_for(&other.stem, &ticket.stem) => Some(Opinion::oppose(format!(
            "{} waits for {}, so the order is the other way round",
            other.stem, ticket.stem
        ))),
        SeatId::Sa1 => Some(Opinion::support(format!(
            "the graph has no way from {} to {} in either direction",
            ticket.stem, other.stem
        ))),
        SeatId::Sa2 => {
            let says = super::structure::sentences(sentence)
                .iter()
                .any(|s| says_it_needs(s, other.stem.as_str()));
            says.then(|| {
                Opinion::support(format!(
                    "an implementer of {} has to open what {} makes, and the sentence says so",
                    ticket.stem, other.stem
                ))
            })
        }
        SeatId::Sa3 => standing(case, sentence, other).map(|path| {
            Opinion::oppose(format!(
                "what is needed seems to stand in the tree already: {path}"
            ))
        }),
    }
}

/// A file of the tree that what `other` makes, or what the sentence names, would be.
fn standing(case: &Case<'_, '_>, sentence: &str, other: &Ticket) -> Option<String> {
    let made = touched_or_told(other).into_iter().find(|file| {
        file.kind == crate::source::PathKind::Create && case.desk.exists(&file.path)
    });
    made.map(|file| file.path).or_else(|| file_named_like(case, sentence))
}

/// A source file named like a name of code in the text: `session_broker.rs` for `SessionBroker`.
fn file_named_like(case: &Case<'_, '_>, text: &str) -> Option<String> {
    let names: BTreeSet<String> = words::identifiers(text)
        .iter()
        .map(|name| words::words(name).join("_"))
        .collect();
    let entries = case.desk.dossier.library.entries.iter();
    entries
        .map(|entry| entry.path.as_str())
        .filter(|path| path.ends_with(".rs") || path.ends_with(".py") || path.ends_with(".ts") || path.ends_with(".go"))
        .find(|path| names.contains(file_stem(path)))
        .map(str::to_owned)
}

fn reference(case: &Case<'_, '_>) -> Option<Opinion> {
    let ids = words::ticket_ids(&case.view.quote);
    let id = ids.iter().find(|id| **id != case.ticket.stem)?;
    Some(match case.desk.ticket(id) {
        None => Opinion::support(format!("i followed {id} and no file has it")),
        Some(other) if other.known_status.is_some_and(|status| status.is_dead()) => {
            Opinion::support(format!("i followed {id}: it will not be done"))
        }
        Some(other) => Opinion::oppose(format!("{id} exists: {}", shortened(other.name()))),
    })
}

fn hand_off(case: &Case<'_, '_>) -> Option<Opinion> {
    let other = case.other()?;
    match case.seat {
        SeatId::Sa1 => {
            let ids = |t: &Ticket| -> BTreeSet<String> {
                t.requirements.iter().map(|r| r.id.clone()).collect()
            };
            let (a, b) = (ids(case.ticket), ids(other));
            let common = a.intersection(&b).next()?.clone();
            Some(Opinion::oppose(format!(
                "both serve {common}, so the hand-off stays inside one requirement"
            )))
        }
        SeatId::Sa2 => {
            let topic = words::significant(case.passage());
            let heard = prose(other)
                .chain(&other.title)
                .map(|t| words::shared(&topic, &words::significant(&t.value)))
                .max()
                .unwrap_or(0);
            Some(if heard == 0 {
                Opinion::support(format!("i read {} and found no line about it", other.stem))
            } else {
                Opinion::oppose(format!("{} has a line that speaks of it", other.stem))
            })
        }
        SeatId::Sa3 => None,
    }
}

fn evidence(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(found) = ticket.criteria.first().or(ticket.verifications.first()) {
        return Some(Opinion::oppose(format!(
            "the ticket does say how it is judged: \"{}\"",
            shortened(&found.value)
        )));
    }
    let step = work(ticket).find(|text| words::names_check(&text.value));
    Some(match (step, case.seat) {
        (Some(step), SeatId::Sa2 | SeatId::Sa3) => Opinion::oppose(format!(
            "its own work brings a check: \"{}\"",
            shortened(&step.value)
        )),
        _ => Opinion::support("there is no criterion and no check in the file"),
    })
}

fn size(case: &Case<'_, '_>) -> Option<Opinion> {
    let files = atomicity::counted(case.desk, case.seat, case.ticket).len();
    let components = atomicity::spread(case.desk, case.seat, case.ticket);
    let count = components.len();
    let how = match case.seat {
        SeatId::Sa1 => "by the lists and the components it names",
        SeatId::Sa2 => "with everything that has to be opened",
        SeatId::Sa3 => "without tests, documents and manifests, which come along with any change",
    };
    if files == 0 && count == 0 {
        return None;
    }
    let over = match case.view.subcategory {
        Subcategory::ScopeTooLarge => files > FILES,
        Subcategory::MultiComponent => count > COMPONENTS,
        _ => files > FILES || count > COMPONENTS,
    };
    let counted = format!("{how} i count {files} files and {count} components");
    Some(if over {
        Opinion::support(format!("{counted}, more than the {FILES} and {COMPONENTS} of one change"))
    } else {
        Opinion::oppose(format!("{counted}, which is one change"))
    })
}

fn merge(case: &Case<'_, '_>) -> Option<Opinion> {
    if let Some(test) = atomicity::own_test(case.ticket) {
        return Some(Opinion::oppose(format!(
            "the ticket brings a test: \"{}\"",
            shortened(&test.value)
        )));
    }
    let (line, _) = atomicity::deferred_tests(case.ticket)?;
    Some(Opinion::support(format!(
        "i find no test in the ticket, and \"{}\" gives them away",
        shortened(&line.value)
    )))
}

fn plan(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(line) = concrete_line(ticket).or(ticket.criteria.first()) {
        return Some(Opinion::oppose(format!(
            "there is enough to begin with: \"{}\"",
            shortened(&line.value)
        )));
    }
    if !is_title_only(ticket) {
        return None;
    }
    let demanded = ticket.requirements.iter().find_map(|wanted| {
        let rfc = case.desk.dossier.rfc()?;
        let found = rfc.requirements.iter().find(|r| r.id == wanted.id)?;
        Some((wanted.id.clone(), found.statement.clone()?))
    });
    match (case.seat, demanded) {
        (SeatId::Sa3, Some((id, statement))) => Some(Opinion::abstain(format!(
            "the ticket is bare, but {id} says what is wanted: \"{}\"",
            shortened(&statement)
        ))),
        _ => Some(Opinion::support(
            "beside the title there is nothing to act on, here or in what it refers to",
        )),
    }
}

fn context(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    match case.seat {
        SeatId::Sa1 => {
            let files = touched(ticket);
            let file = files.first()?;
            Some(Opinion::oppose(format!(
                "the place to work is declared: {}",
                file.path
            )))
        }
        SeatId::Sa2 => own_step(ticket).map(|step| {
            Opinion::oppose(format!(
                "this step does tell what to do: \"{}\"",
                shortened(&step.value)
            ))
        }),
        SeatId::Sa3 => {
            let told: String = demands(ticket).map(|t| format!("{} ", t.value)).collect();
            match file_named_like(case, &told) {
                Some(path) => Some(Opinion::oppose(format!(
                    "the ticket names what {path} is named after, so an implementer finds the place"
                ))),
                None if words::identifiers(&told).is_empty() => Some(Opinion::support(
                    "no file of the tree is named like anything in the ticket, and it names nothing in code",
                )),
                None => None,
            }
        }
    }
}

/// Another line of the ticket on the same matter that is measurable and not vague itself.
pub(super) fn settled_elsewhere<'d>(case: &Case<'_, 'd>) -> Option<&'d Text> {
    let line = case.line()?;
    vague::phrase(&line.value)?;
    let about = words::significant(&line.value);
    demands(case.ticket).find(|text| {
        text.place != line.place
            && vague::phrase(&text.value).is_none()
            && words::is_measurable(&text.value)
            && words::shared(&about, &words::significant(&text.value)) >= 3.max(about.len() / 2)
    })
}

fn ambiguity(case: &Case<'_, '_>) -> Option<Opinion> {
    let passage = case.passage();
    if vague::phrase(passage).is_none() {
        return None;
    }
    match case.seat {
        SeatId::Sa1 => vague::settled_by_itself(passage).map(|why| {
            Opinion::oppose(format!("{why}, so the word decides nothing"))
        }),
        SeatId::Sa2 => Some(Opinion::support(format!(
            "i would have to ask before i could do \"{}\"",
            shortened(passage)
        ))),
        SeatId::Sa3 => Some(match settled_elsewhere(case) {
            Some(line) => Opinion::oppose(format!(
                "another line settles it: \"{}\"",
                shortened(&line.value)
            )),
            None => Opinion::support("i looked for a line of the ticket that settles it and found none"),
        }),
    }
}

fn verification(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let disputed = |text: &Text| text.place.yaml_path == case.view.location.yaml_path;
    let about_command = words::names_command(&case.view.quote);
    let own = ticket
        .verifications
        .iter()
        .find(|text| !disputed(text) && !words::names_command(&text.value) && words::names_check(&text.value));
    if about_command {
        return match (case.seat, own) {
            (SeatId::Sa3, Some(other)) => Some(Opinion::oppose(format!(
                "the criteria bring checks of their own beside it: \"{}\"",
                shortened(&other.value)
            ))),
            (SeatId::Sa1, _) => {
                let told = touched_or_told(ticket);
                let inside = told.iter().find(|t| {
                    case.desk.component(&t.path).is_some_and(|folder| {
                        let name = folder.rsplit('/').next().unwrap_or(folder);
                        case.view.quote.contains(name)
                    })
                });
                inside.map(|file| {
                    Opinion::oppose(format!("the command does run where {} is", file.path))
                })
            }
            _ => None,
        };
    }
    Some(match proof(ticket) {
        Some(text) => Opinion::oppose(format!("there is a check: \"{}\"", shortened(&text.value))),
        None => Opinion::support("i find neither a command nor a test in the ticket"),
    })
}

fn cousin(case: &Case<'_, '_>) -> Option<Opinion> {
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
        return Some(Opinion::oppose(format!(
            "the ticket knows {existing} and speaks of it"
        )));
    }
    let new = named.iter().find(|path| *path != existing)?;
    let (a, b) = (file_stem(new), file_stem(existing));
    match case.seat {
        SeatId::Sa1 => {
            let (here, there) = (case.desk.component(new), case.desk.component(existing));
            (here != there).then(|| {
                Opinion::oppose(format!(
                    "{new} and {existing} are in different components, which may each have their own"
                ))
            })
        }
        SeatId::Sa2 | SeatId::Sa3 => {
            let likeness = strsim::normalized_damerau_levenshtein(a, b);
            Some(if likeness >= 0.6 {
                Opinion::support(format!("looking for {a}, i would open {existing} first"))
            } else {
                Opinion::oppose(format!("nobody would look for {a} in a file named {b}"))
            })
        }
    }
}

fn extension(case: &Case<'_, '_>) -> Option<Opinion> {
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
        (SeatId::Sa1, None) => Some(Opinion::support(format!(
            "no path of the ticket is in the folder of {point}"
        ))),
        (SeatId::Sa2, _) => {
            let shares = words::shared(
                &words::significant(case.ticket.name()),
                &words::significant(&case.view.description),
            );
            (shares >= 2).then(|| {
                Opinion::support(format!("the title alone would lead me to {point}"))
            })
        }
        (SeatId::Sa3, _) => None,
    }
}
