//! How a claim is tested that a ticket does not say how: its steps, the shape of new code, what
//! happens when something fails.

use crate::rules::desk::{changes, prose, work};
use crate::rules::lints::implementability::{failures, signatures};
use crate::rules::seat::RuleSeat;
use crate::rules::text::sentences::sentences;
use crate::rules::text::words::{self, listed, opening, shortened};
use crate::rules::vote::case::{Case, Opinion};

/// Something in the code that the ticket says to go by: `like LogSink`, `as insert_batch does it`.
fn model(case: &Case<'_, '_>, line: &str) -> Option<String> {
    const LIKE: &[&str] = &[
        "analogous",
        "as",
        "in the manner of",
        "in the style of",
        "like",
        "modelled on",
        "modeled on",
        "same as",
        "same way as",
    ];
    let lower = line.to_lowercase();
    let is_like = |before: &str| {
        let before = before.trim_end_matches(['`', ' ']);
        LIKE.iter().any(|cue| {
            before.strip_suffix(cue).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
    };
    let names = words::identifiers(line);
    let is_model = |name: &&String| {
        lower.match_indices(&name.to_lowercase()).any(|(at, _)| is_like(&lower[..at]))
    };
    let mut models = names.iter().filter(is_model);
    models
        .find(|name| {
            case.desk.index.symbols().any(|(_, symbol)| symbol.name == **name)
                || case.file_named_like(name).is_some()
        })
        .cloned()
}

pub(crate) fn shape(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    let line = case.passage();
    let other = || {
        let (text, thing) = signatures::unshaped(ticket)?;
        (text.place.path == case.view.location.path).then_some(thing)
    };
    let thing = sentences(line).iter().find_map(signatures::nameless).or_else(other)?;
    let names = signatures::defined(ticket);
    Some(match case.seat {
        RuleSeat::Sa1 => match names.as_slice() {
            _ if signatures::is_defined(&thing, ticket, &names) => {
                Opinion::oppose("another line of the ticket writes it down".to_owned())
            }
            [] => Opinion::support("the ticket has no signature and no list of fields anywhere"),
            several => Opinion::support(format!(
                "what the ticket does write down is something else: {}",
                shortened(&listed(several, 2))
            )),
        },
        RuleSeat::Sa2 => Opinion::support(format!(
            "the name and the parameters of the {} would have to be made up",
            thing.kind
        )),
        RuleSeat::Sa3 => match model(case, line) {
            Some(name) => {
                Opinion::oppose(format!("it is to follow {name}, whose shape can be looked up"))
            }
            None => Opinion::support(
                "the line names no existing code whose shape the new one would take over",
            ),
        },
    })
}

pub(crate) fn trouble(case: &Case<'_, '_>) -> Option<Opinion> {
    let ticket = case.ticket;
    if let Some(text) = failures::trouble(ticket) {
        return Some(Opinion::oppose(format!(
            "the ticket does speak of it: \"{}\"",
            opening(&text.value)
        )));
    }
    Some(match case.seat {
        RuleSeat::Sa1 => {
            let signs = [
                "Result<",
                "Optional<",
                "Option<",
                " throws ",
                ", error)",
                " error",
                "| None",
                "| undefined",
            ];
            let told = prose(ticket).cloned().chain(changes(ticket));
            let lines: Vec<String> =
                told.flat_map(|t| t.value.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
            match lines.iter().find(|line| signs.iter().any(|sign| line.contains(sign))) {
                Some(line) => Opinion::support(format!(
                    "a signature leaves room for a failure (\"{}\"), and no line says which failures there are",
                    shortened(line)
                )),
                None => Opinion::support(
                    "no signature of the ticket has a result for a failure, either",
                ),
            }
        }
        RuleSeat::Sa2 => match failures::exchange(ticket) {
            Some((_, sentence)) => Opinion::support(format!(
                "what \"{}\" does with bad input cannot be tested, because it is not said",
                shortened(&sentence)
            )),
            None => Opinion::oppose("the work takes nothing in that could be malformed"),
        },
        RuleSeat::Sa3 => {
            let known = work(ticket).find_map(|text| Some((model(case, &text.value)?, text)));
            match known {
                Some((name, text)) => Opinion::oppose(format!(
                    "it is to behave as {name} does, failures included: \"{}\"",
                    opening(&text.value)
                )),
                None => Opinion::support(
                    "no line says that it behaves like something that is there, so existing code does not answer it",
                ),
            }
        }
    })
}
