//! Counter-checks of what is said about one ticket for itself.

use super::super::atomicity::{self, COMPONENTS, FILES};
use super::super::desk::{demands, touched, touched_or_told, work};
use super::super::implementability::{concrete_line, is_title_only, own_step};
use super::super::stance::{Case, Opinion};
use super::super::structure::shortened;
use super::super::vague;
use super::super::verification::proof;
use super::super::words::{self, listed};
use super::between::file_named_like;
use crate::model::{SeatId, Subcategory};
use crate::source::Text;

pub(super) fn evidence(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(found) = ticket.criteria.first().or(ticket.verifications.first()) {
        return Some(Opinion::oppose(format!(
            "the ticket does say how it is judged: \"{}\"",
            shortened(&found.value)
        )));
    }
    let step = work(ticket).find(|text| words::names_check(&text.value));
    Some(match (step, case.seat) {
        (Some(step), SeatId::Sa2 | SeatId::Sa3) => {
            Opinion::oppose(format!("its own work brings a check: \"{}\"", shortened(&step.value)))
        }
        _ => Opinion::support("there is no criterion and no check in the file"),
    })
}

pub(super) fn size(case: &Case<'_, '_>) -> Option<Opinion> {
    let files = atomicity::counted(case.desk, case.seat, case.ticket).len();
    let components = atomicity::spread(case.desk, case.seat, case.ticket);
    let count = components.len();
    let how = match case.seat {
        SeatId::Sa1 => "by the lists and the components it names",
        SeatId::Sa2 => "with everything that has to be opened",
        SeatId::Sa3 => "without tests, documents and manifests, which come along with any change",
    };
    // What a seat cannot count it has no opinion on.
    let is_countable = match case.view.subcategory {
        Subcategory::ScopeTooLarge => files > 0,
        Subcategory::MultiComponent => count > 0,
        _ => files > 0 || count > 0,
    };
    if !is_countable {
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

pub(super) fn merge(case: &Case<'_, '_>) -> Option<Opinion> {
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

pub(super) fn plan(case: &Case<'_, '_>) -> Option<Opinion> {
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

pub(super) fn context(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let told: String = demands(ticket).map(|t| format!("{} ", t.value)).collect();
    let names: Vec<String> = words::identifiers(&told).into_iter().collect();
    Some(match case.seat {
        SeatId::Sa1 => match touched(ticket).first() {
            Some(file) => Opinion::oppose(format!("the place to work is declared: {}", file.path)),
            None => Opinion::support("no list and no note of the ticket declares a file"),
        },
        SeatId::Sa2 => match own_step(ticket).or_else(|| concrete_line(ticket)) {
            Some(step) => Opinion::oppose(format!(
                "i could begin with this line: \"{}\"",
                shortened(&step.value)
            )),
            None => Opinion::support("i find no line with which i could begin"),
        },
        SeatId::Sa3 => match file_named_like(case, &told) {
            Some(path) => Opinion::oppose(format!(
                "the ticket names what {path} is named after, so an implementer finds the place"
            )),
            None if names.is_empty() => Opinion::support(
                "the ticket names nothing in code, so there is nothing to look up in the tree",
            ),
            None => Opinion::support(format!(
                "no file of the tree is named after {}",
                listed(&names, 3)
            )),
        },
    })
}

/// Another line of the ticket on the same matter that is measurable and not vague itself.
pub(in super::super) fn settled_elsewhere<'d>(case: &Case<'_, 'd>) -> Option<&'d Text> {
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

pub(super) fn ambiguity(case: &Case<'_, '_>) -> Option<Opinion> {
    let passage = case.passage();
    vague::phrase(passage)?;
    match case.seat {
        SeatId::Sa1 => {
            let firm = case.ticket.criteria.iter().find(|text| {
                vague::phrase(&text.value).is_none() && words::is_measurable(&text.value)
            });
            Some(match (vague::settled_by_itself(passage), firm) {
                (Some(why), _) => Opinion::oppose(format!("{why}, so the word decides nothing")),
                (None, Some(text)) => Opinion::oppose(format!(
                    "whichever way it is read, the ticket is judged by \"{}\"",
                    shortened(&text.value)
                )),
                (None, None) => {
                    Opinion::support("no criterion of the ticket would tell the readings apart")
                }
            })
        }
        SeatId::Sa2 => Some(Opinion::support(format!(
            "i would have to ask before i could do \"{}\"",
            shortened(passage)
        ))),
        SeatId::Sa3 => Some(match settled_elsewhere(case) {
            Some(line) => {
                Opinion::oppose(format!("another line settles it: \"{}\"", shortened(&line.value)))
            }
            None => {
                Opinion::support("i looked for a line of the ticket that settles it and found none")
            }
        }),
    }
}

pub(super) fn verification(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let disputed = |text: &Text| text.place.yaml_path == case.view.location.yaml_path;
    let about_command = words::names_command(&case.view.quote);
    let own = ticket.verifications.iter().find(|text| {
        !disputed(text) && !words::names_command(&text.value) && words::names_check(&text.value)
    });
    if about_command {
        return Some(command(case, own));
    }
    Some(match proof(ticket) {
        Some(text) => Opinion::oppose(format!("there is a check: \"{}\"", shortened(&text.value))),
        None => Opinion::support("i find neither a command nor a test in the ticket"),
    })
}

/// A command that is said to check the wrong thing.
fn command(case: &Case<'_, '_>, own: Option<&Text>) -> Opinion {
    let ticket = case.ticket;
    let name_of = |folder: &str| folder.rsplit('/').next().unwrap_or(folder).to_owned();
    match (case.seat, own) {
        (SeatId::Sa3, Some(other)) => Opinion::oppose(format!(
            "the criteria bring checks of their own beside it: \"{}\"",
            shortened(&other.value)
        )),
        (SeatId::Sa3, None) => {
            Opinion::support("beside it the ticket has no check that is written in words")
        }
        (SeatId::Sa1, _) => {
            let told = touched_or_told(ticket);
            let inside = told.iter().find(|t| {
                let component = case.desk.component(&t.path);
                component.is_some_and(|folder| case.view.quote.contains(&name_of(folder)))
            });
            match inside {
                Some(file) => {
                    Opinion::oppose(format!("the command does run where {} is", file.path))
                }
                None => Opinion::support("no file of the ticket lies where the command runs"),
            }
        }
        (SeatId::Sa2, _) => {
            let number = ticket.stem.as_str().trim_start_matches("TCK-");
            let mine = ticket
                .verifications
                .iter()
                .find(|text| words::names_command(&text.value) && text.value.contains(number));
            match mine {
                Some(text) => Opinion::oppose(format!(
                    "the ticket also has a command of its own: \"{}\"",
                    shortened(&text.value)
                )),
                None => {
                    Opinion::support("it is the only thing i could run, and it tells me nothing")
                }
            }
        }
    }
}
