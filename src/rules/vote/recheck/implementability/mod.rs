//! How a claim is tested that a ticket cannot be done without asking.

pub(crate) mod plan;
pub(crate) mod siblings;

use crate::gates::text::checks::shown;
use crate::gates::text::plan::{concrete_line, own_step};
use crate::rules::desk::{demands, is_title_only, touched, touched_or_told, work};
use crate::rules::lints::implementability::criteria;
use crate::rules::lints::implementability::vague;
use crate::rules::seat::RuleSeat;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words::{self, listed, opening, shortened};
use crate::rules::vote::case::{Case, Opinion, SETTLED};
use crate::source::Text;

/// A claim that a document lacks a section.
pub(crate) fn section(_: &Case<'_, '_>) -> Option<Opinion> {
    Some(Opinion::support("no heading of the document has the words of the section"))
}

pub(crate) fn evidence(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(found) = ticket.criteria.first().or(ticket.verifications.first()) {
        return Some(Opinion::oppose(format!(
            "the ticket does say how it is judged: \"{}\"",
            opening(&found.value)
        )));
    }
    let step = work(ticket).find(|text| words::names_check(&text.value));
    Some(match (step, case.seat) {
        (Some(step), RuleSeat::Sa2 | RuleSeat::Sa3) => {
            Opinion::oppose(format!("its own work brings a check: \"{}\"", opening(&step.value)))
        }
        _ => Opinion::support("the file has no criterion and no verification"),
    })
}

pub(crate) fn bare(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(line) = concrete_line(ticket).or(ticket.criteria.first()) {
        return Some(Opinion::oppose(format!(
            "there is enough to begin with: \"{}\"",
            opening(&line.value)
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
        (RuleSeat::Sa3, Some((id, statement))) => Some(Opinion::abstain(format!(
            "the ticket is bare, but {id} says what is wanted: \"{}\"",
            shortened(&statement)
        ))),
        _ => Some(Opinion::support(format!(
            "beside \"{}\" the file has no scope, step or criterion to act on",
            shortened(ticket.name())
        ))),
    }
}

pub(crate) fn context(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let told: String = demands(ticket).map(|t| format!("{} ", t.value)).collect();
    let names: Vec<String> = words::identifiers(&told).into_iter().collect();
    Some(match case.seat {
        RuleSeat::Sa1 => match touched(ticket).first() {
            Some(file) => Opinion::oppose(format!("the place to work is declared: {}", file.path)),
            None => {
                Opinion::support("no file list and no note of the ticket names a path to work on")
            }
        },
        RuleSeat::Sa2 => match own_step(ticket).or_else(|| concrete_line(ticket)) {
            Some(step) => Opinion::oppose(format!(
                "work can begin with this line: \"{}\"",
                opening(&step.value)
            )),
            None => Opinion::support(
                "no scope line and no step names a file or a name of code to begin with",
            ),
        },
        RuleSeat::Sa3 => match case.file_named_like(&told) {
            Some((name, path)) => Opinion::oppose(format!(
                "the ticket speaks of {name}, and {path} has that name: the place to work can be found"
            )),
            None if names.is_empty() => Opinion::support(
                "the ticket names nothing in code, so there is nothing to look up in the tree",
            ),
            None => Opinion::support(match names.as_slice() {
                [only] => format!("no file of the tree is named after {only}"),
                several => format!(
                    "of the names in the ticket ({}) none is the name of a file in the tree",
                    listed(several, 3)
                ),
            }),
        },
    })
}

/// Another line of the ticket on the same matter that is measurable and not vague itself.
pub(crate) fn settled_elsewhere<'d>(case: &Case<'_, 'd>) -> Option<(&'d Text, &'d str)> {
    let open = case.line()?;
    let said = vague::sentence(&open.value)?;
    let sentence = sentences(&said).into_iter().next()?;
    vague::settling(case.ticket, open, &sentence)
}

/// Whether a line speaks of what the vague word stands before, if it stands before anything.
fn speaks_of(line: &str, vague_line: &str) -> bool {
    let said = words::words(line);
    let governed = vague::governed(vague_line);
    governed.is_none_or(|wanted| said.iter().any(|word| words::root(word) == wanted))
}

pub(crate) fn ambiguity(case: &Case<'_, '_>) -> Option<Opinion> {
    let open = vague::sentence(case.passage()).unwrap_or_else(|| case.passage().to_owned());
    let open = open.as_str();
    match case.seat {
        RuleSeat::Sa1 => {
            let about = words::significant(open);
            let firm = case.ticket.criteria.iter().find(|text| {
                !vague::is_vague(&text.value)
                    && words::is_measurable(&text.value)
                    && speaks_of(&text.value, open)
                    && words::shared(&about, &words::significant(&text.value)) >= 2
            });
            Some(match (vague::settled_by_itself(open), firm) {
                (Some(why), _) => Opinion::oppose(format!("{why}, so the word decides nothing")),
                (None, Some(text)) => Opinion::oppose(format!(
                    "whichever way it is read, a criterion judges the result: \"{}\"",
                    opening(&text.value)
                )),
                (None, None) => Opinion::support(match case.ticket.criteria.len() {
                    0 => "the ticket has no criterion that would tell the readings apart".to_owned(),
                    1 => "its one criterion does not speak of this line, so it cannot tell the readings apart".to_owned(),
                    n => format!("none of its {n} criteria speaks of this line, so none tells the readings apart"),
                }),
            })
        }
        RuleSeat::Sa2 => Some(Opinion::support(format!(
            "an implementer has to ask before doing \"{}\"",
            shortened(open)
        ))),
        RuleSeat::Sa3 => Some(match settled_elsewhere(case) {
            Some((_, line)) => Opinion::oppose(format!("{SETTLED}: \"{}\"", shortened(line))),
            None => Opinion::support(format!(
                "read the other scope lines, steps and criteria: none settles \"{}\"",
                shortened(open)
            )),
        }),
    }
}

/// Whether a criterion can be measured, as each role would go about it.
pub(crate) fn measure(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let path = &case.view.location.path;
    let criterion = ticket.criteria.iter().find(|text| text.place.path == *path)?;
    Some(match case.seat {
        RuleSeat::Sa1 => {
            let about = words::significant(&criterion.value);
            let test = ticket.verifications.iter().find(|check| {
                let said = words::significant(&check.value);
                crate::gates::text::checks::decides(&check.value)
                    && words::shared(&about, &said) >= 2
            });
            match test {
                Some(check) => Opinion::oppose(format!(
                    "a check of the ticket decides it: \"{}\"",
                    opening(&check.value)
                )),
                None => Opinion::support(match criteria::check_of(ticket, criterion) {
                    Some(check) => format!(
                        "its check, \"{}\", gives no result that two people would have to agree on",
                        opening(&check)
                    ),
                    None => "it has no number, no value and no name in it, and no check of the ticket shares two words with it".to_owned(),
                }),
            }
        }
        RuleSeat::Sa2 => match criteria::taste(&criterion.value) {
            Some(word) => Opinion::support(format!(
                "no test could fail on \"{word}\" without somebody's opinion in it"
            )),
            None => Opinion::oppose("it says what is to be seen, so a test can look for it"),
        },
        RuleSeat::Sa3 => {
            let about = words::significant(&criterion.value);
            let firm = work(ticket).find(|text| {
                let said = words::significant(&text.value);
                words::shared(&about, &said) >= 3
                    && text.value.contains(|c: char| c.is_ascii_digit())
            });
            match firm {
                Some(text) => Opinion::oppose(format!(
                    "the work gives the measure: \"{}\"",
                    opening(&text.value)
                )),
                None => Opinion::support(
                    "read scope and steps for a bound on it: none gives a number to hold it against",
                ),
            }
        }
    })
}

pub(crate) fn verification(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let disputed = |text: &Text| text.place.path == case.view.location.path;
    let about_command = words::names_command(&case.view.quote);
    let own = ticket.verifications.iter().find(|text| {
        !disputed(text) && !words::names_command(&text.value) && words::names_check(&text.value)
    });
    if about_command {
        return Some(command(case, own));
    }
    Some(match shown(ticket) {
        Some(text) => Opinion::oppose(format!("there is a check: \"{}\"", opening(&text.value))),
        None => Opinion::support(match ticket.criteria.as_slice() {
            [] => "no scope line and no step names a command or a test".to_owned(),
            [only] => format!(
                "its one criterion, \"{}\", names no command and no test of its own",
                opening(&only.value)
            ),
            [first, ..] => format!(
                "none of its {} criteria names a command or a test of its own; the first is \"{}\"",
                ticket.criteria.len(),
                opening(&first.value)
            ),
        }),
    })
}

/// A command that is said to check the wrong thing.
fn command(case: &Case<'_, '_>, own: Option<&Text>) -> Opinion {
    let ticket = case.ticket;
    let name_of = |folder: &str| folder.rsplit('/').next().unwrap_or(folder).to_owned();
    match (case.seat, own) {
        (RuleSeat::Sa3, Some(other)) => Opinion::oppose(format!(
            "beside it the ticket has a check of its own: \"{}\"",
            opening(&other.value)
        )),
        (RuleSeat::Sa3, None) => {
            Opinion::support("beside it the ticket has no check that is written in words")
        }
        (RuleSeat::Sa1, _) => {
            let told = touched_or_told(ticket);
            let inside = told.iter().find(|t| {
                let component = case.desk.component(&t.path);
                component.is_some_and(|folder| case.view.quote.contains(&name_of(folder)))
            });
            match inside {
                Some(file) => Opinion::oppose(format!("the command runs where {} lies", file.path)),
                None => Opinion::support("no file of the ticket lies where the command runs"),
            }
        }
        (RuleSeat::Sa2, _) => {
            let number = ticket.stem.as_str().trim_start_matches("TCK-");
            let mine = ticket
                .verifications
                .iter()
                .find(|text| words::names_command(&text.value) && text.value.contains(number));
            match mine {
                Some(text) => Opinion::oppose(format!(
                    "the ticket also has a command of its own: \"{}\"",
                    opening(&text.value)
                )),
                None => Opinion::support(format!(
                    "no command of the ticket has its number, {number}, in it"
                )),
            }
        }
    }
}
