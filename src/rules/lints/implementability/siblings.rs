//! What the RFC's other tickets say and this one does not: the command that shows that it is done,
//! the shape of the code that it makes. A habit of the house tells what can be asked for.

use crate::gates::text::files::is_test;
use crate::rules::desk::{Desk, changes, prose, touched_or_told, whole, work};
use crate::rules::lints::rule::Hit;
use crate::rules::message::{Arg, Message};
use crate::rules::text::{shapes, words};
use crate::source::{Text, Ticket};

/// Folders of programs that people start and that no code calls.
const STARTED: &[&str] = &["bin", "cmd", "examples", "scripts", "tools"];

/// The files of product code that a ticket brings, and no other ticket does.
fn new_code(desk: &Desk<'_>, ticket: &Ticket) -> Vec<String> {
    let is_called = |path: &String| !path.split('/').any(|part| STARTED.contains(&part));
    // `widgets/alarms.js` is short for a path that the tree or another ticket has.
    let is_short = |path: &String| {
        let ending = format!("/{path}");
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut standing = desk.named(name).iter().map(|other| (*other).to_owned());
        let mut promised = desk.promised().keys();
        standing.any(|other| other.ends_with(&ending))
            || promised.any(|other| other.ends_with(&ending))
    };
    let is_new = |path: &String| {
        is_product(path)
            && !desk.exists(path)
            && desk.maker(ticket, path).is_none()
            && !is_short(path)
    };
    let files = touched_or_told(ticket).into_iter().map(|file| file.path);
    files.filter(is_new).filter(is_called).collect()
}

/// Whether a path is code that is built into the product.
fn is_product(path: &str) -> bool {
    words::is_source(path) && !is_test(path) && !path.ends_with(".sql")
}

/// Whether a line writes a signature or fields with their types down.
fn defines(line: &str) -> bool {
    shapes::signature(line).is_some() || shapes::is_field(line)
}

/// Whether a ticket writes a shape of code down, or at least a name that the code does not have yet.
fn has_shape(desk: &Desk<'_>, ticket: &Ticket) -> bool {
    let is_new = |name: &String| !desk.defined_names().contains(name.as_str());
    let has_name = |text: &Text| {
        text.value.contains("()")
            || text.value.contains("->")
            || text.value.lines().any(defines)
            || text.value.contains("(…)")
            || words::identifiers(&text.value).iter().any(is_new)
    };
    !ticket.code_examples.is_empty()
        || prose(ticket).chain(&ticket.title).any(|text| text.value.lines().any(defines))
        || work(ticket).cloned().chain(changes(ticket)).any(|text| has_name(&text))
}

/// Whether half of the siblings that bring code write its shape down.
fn is_habit(desk: &Desk<'_>, ticket: &Ticket) -> bool {
    let bring = desk.others(ticket).filter(|other| !new_code(desk, other).is_empty());
    let bring: Vec<&Ticket> = bring.collect();
    bring.iter().filter(|other| has_shape(desk, other)).count() * 2 >= bring.len()
}

static SHAPELESS: Message = Message {
    defect: "{file} is new, and {ticket} gives no name, parameter, result or field of anything in it",
    harm: "its tests and its callers have to be written against a guess",
    act: "write down as code what {file} offers: names, parameters or fields, and results",
};

/// A new source file, and no signature, type or field for anything in it.
pub(crate) fn shapeless(desk: &Desk<'_>, ticket: &Ticket) -> Vec<Hit> {
    let files = new_code(desk, ticket);
    let Some(file) = files.first().filter(|_| !has_shape(desk, ticket)) else { return Vec::new() };
    if !is_habit(desk, ticket) {
        return Vec::new();
    }
    let told = work(ticket).find(|text| text.value.contains(file.as_str()));
    let place = told.or(ticket.steps.first()).map_or(whole(ticket), |text| &text.place);
    Hit::at(ticket, place, file, &SHAPELESS, vec![("file", Arg::from(file.as_str()))])
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::fixture::{dossier, found, ticket};

    #[test]
    fn a_new_source_file_has_a_shape() {
        let name = "a new source file without a shape";
        let of = |path: &str, step: &str| {
            let (file, text) = ticket(1, "Leases", &format!("plan:\n  steps:\n  - \"{step}\"\n"));
            let made = format!("{text}implementation:\n  files_to_create:\n  - path: {path}\n");
            found(name, &dossier(&[(file, made)], &["src/lib.rs"])).len()
        };
        let told = "Everything about the end of a lease goes there";
        assert_eq!(of("src/lease.rs", told), 1);
        assert_eq!(of("src/lease.rs", "`fn ended(now: u64) -> bool`"), 0);
        assert_eq!(of("src/lease.rs", "There LeaseEnd is told"), 0, "a name that is new");
        assert_eq!(of("src/lib.rs", told), 0, "it stands there");
        assert_eq!(of("scripts/leases.py", told), 0, "nobody calls a script");
    }
}
