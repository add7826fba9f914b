//! How a claim is tested that a ticket sends its reader to something that is not there.

use crate::rules::desk::touched_or_told;
use crate::rules::lints::implementability::{documents, paths};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{self, count, folder, listed};
use crate::rules::vote::case::{Case, Opinion};

/// The path that a finding is about: of those in the passage the one that the description names
/// first, documents included.
fn disputed(case: &Case<'_, '_>) -> Option<String> {
    let mut named = crate::gates::text::files::short_names(case.passage());
    named.extend(words::paths(case.passage()));
    let place = |name: &String| case.view.description.find(name.as_str());
    let mut told: Vec<(usize, String)> =
        named.into_iter().filter_map(|name| Some((place(&name)?, name))).collect();
    // Of two that begin there, the longer one holds the other.
    told.sort_by_key(|(at, name)| (*at, std::cmp::Reverse(name.len())));
    told.into_iter().next().map(|(_, name)| name)
}

pub(crate) fn path(case: &Case<'_, '_>) -> Option<Opinion> {
    let path = disputed(case)?;
    let candidates = paths::candidates(case.desk, &path);
    match candidates.as_slice() {
        [] => Some(nowhere(case, &path)),
        [only] => Some(Opinion::oppose(format!("{only} is the only file that it can mean"))),
        several => Some(several_files(case, &path, several)),
    }
}

/// No file has the path.
fn nowhere(case: &Case<'_, '_>, path: &str) -> Opinion {
    if let Some((id, made)) = paths::maker(case.desk, path) {
        return Opinion::oppose(format!("{id} creates {made}"));
    }
    match case.seat {
        RuleSeat::Sa1 => Opinion::support(format!("no ticket of the repository creates {path}")),
        RuleSeat::Sa2 => {
            let lost = paths::lost(case.desk, case.ticket);
            if lost.iter().any(|lost| lost.path == path) {
                Opinion::support(format!("there is nothing to open at {path}"))
            } else {
                Opinion::oppose(format!("the ticket itself makes {path}"))
            }
        }
        RuleSeat::Sa3 => match paths::nearest(case.desk, path, case.passage()) {
            Some(near) => Opinion::support(format!("the tree has {near}, and nothing at {path}")),
            None => {
                let beside = case.desk.files_below(folder(path)).len();
                Opinion::support(format!(
                    "{} in its folder, and none is called like it",
                    count(beside, "file lies", "files lie")
                ))
            }
        },
    }
}

/// Several files have the name.
fn several_files(case: &Case<'_, '_>, name: &str, all: &[&str]) -> Opinion {
    let told = touched_or_told(case.ticket);
    match case.seat {
        RuleSeat::Sa1 => Opinion::support(format!("{name} ends the paths of {}", listed(all, 3))),
        RuleSeat::Sa2 => {
            let listed = told.iter().find(|t| all.contains(&t.path.as_str()));
            match listed {
                Some(file) => Opinion::oppose(format!("the ticket names {} elsewhere", file.path)),
                None => Opinion::support(format!(
                    "none of the {} is named in full anywhere in the ticket",
                    count(all.len(), "file", "files")
                )),
            }
        }
        RuleSeat::Sa3 => {
            let parts: Vec<&str> =
                told.iter().filter_map(|t| case.desk.component(&t.path)).collect();
            let inside: Vec<&&str> = all
                .iter()
                .filter(|path| case.desk.component(path).is_some_and(|c| parts.contains(&c)))
                .collect();
            match inside.as_slice() {
                [only] => Opinion::oppose(format!("only {only} lies where the ticket works")),
                _ => {
                    Opinion::support("the other files of the ticket do not tell which one is meant")
                }
            }
        }
    }
}

pub(crate) fn document(case: &Case<'_, '_>) -> Option<Opinion> {
    let path = &case.view.location.path;
    let all = documents::absent(case.desk, case.ticket);
    let here = all.into_iter().find(|absent| absent.text.place.path == *path);
    let Some(absent) = here else {
        return Some(Opinion::oppose(
            "what the line refers to is in the repository, or the ticket writes it",
        ));
    };
    let name = absent.name.as_str();
    Some(match case.seat {
        RuleSeat::Sa1 => Opinion::support(format!(
            "no file of the tree is {name}, and no ticket has it among its files to create"
        )),
        RuleSeat::Sa2 => Opinion::support(format!(
            "the sentence gives no value of its own beside the reference to {name}"
        )),
        RuleSeat::Sa3 => {
            let near = paths::nearest(case.desk, name, "");
            Opinion::support(match near {
                Some(near) => {
                    format!("{near} is the nearest thing in the tree, and it is another document")
                }
                None => format!("looked for {name} in the tree under any folder: there is none"),
            })
        }
    })
}
