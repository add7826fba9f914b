//! Whether a ticket puts to use what another one makes.

use crate::rules::desk::{Desk, mentions, prose};
use crate::rules::lexicon::{self, Words};
use crate::rules::text::lines::clauses;
use crate::rules::text::words;
use crate::source::{Text, Ticket};

static HARMLESS: Words = lexicon::words("no-need");
static FREE: Words = lexicon::words("free-order");

/// The line by which the ticket says that a name of code is there already.
fn says_it_exists<'d>(ticket: &'d Ticket, name: &str) -> Option<&'d Text> {
    const SIGNS: &[&str] =
        &["already exist", "already defined", "already implemented", "exists in"];
    let says = |text: &&Text| {
        let mut said = clauses(&text.value).into_iter();
        said.any(|sentence| {
            let lower = sentence.to_lowercase();
            let names = words::identifiers(&sentence).contains(name);
            names && SIGNS.iter().any(|sign| lower.contains(sign))
        })
    };
    ticket.out_of_scope.iter().chain(prose(ticket)).find(says)
}

/// How many tickets that nothing puts after its maker may name a thing, before it is taken for a
/// name that was always there.
const COMMON: usize = 3;

/// The first name of the other ticket's making that the ticket puts to use, with the line.
pub(crate) fn put_to_use<'a>(
    desk: &'a Desk<'_>,
    ticket: &Ticket,
    other: &Ticket,
) -> Option<(&'a str, &'a Text)> {
    let products = desk.products();
    products
        .borrowed(&ticket.stem, &other.stem)
        .into_iter()
        .filter_map(|(name, line)| Some((name, line?)))
        .filter(|(name, line)| {
            let bare = name.trim_end_matches("()");
            !ticket.name().contains(bare)
                && !is_field(&line.value, bare)
                && !is_variant(bare)
                && (is_telling(bare) || is_called(&line.value, bare))
                // Who names the ticket beside its product knows which of the two comes first.
                && !words::ticket_ids(&line.value).contains(&other.stem)
                && !products.makes_alike(&ticket.stem, name)
                && is_use(&line.value, name)
                && says_it_exists(ticket, name).is_none()
        })
        .find(|(name, _)| {
            let strangers = desk.others(other).filter(|t| {
                products.names(&t.stem, name) && !desk.are_ordered(&t.stem, &other.stem)
            });
            strangers.count() <= COMMON && !is_known_before(desk, ticket, other, name)
        })
}

/// Whether a name was there before the other ticket: one for which this one waits has it, a third
/// ticket makes it under nearly the same name, or an earlier one of another RFC speaks of it.
fn is_known_before(desk: &Desk<'_>, ticket: &Ticket, other: &Ticket, name: &str) -> bool {
    let products = desk.products();
    let mut earlier = desk.others(ticket).filter(|t| desk.waits_for(&ticket.stem, &t.stem));
    let mut elsewhere = desk.elsewhere().filter(|t| t.stem < other.stem);
    earlier.any(|t| products.names_alike(&t.stem, name))
        || products.is_made_beside(&other.stem, name)
        || elsewhere.any(|t| mentions(desk, t, name.trim_end_matches("()")))
}

/// Whether a name stands in a line as a field or a value of its own: `exit_code: i32`,
/// `exit_code == 0`. A function of that name is something else.
fn is_field(line: &str, name: &str) -> bool {
    // A cell of a table has its own thing in it.
    let mut cells = line.lines().filter(|row| row.contains(name)).peekable();
    let is_row = |row: &str| row.trim_start().starts_with('|') && row.matches('|').count() > 2;
    if cells.peek().is_some() && cells.all(is_row) {
        return true;
    }
    let is_plain = name.chars().all(|c| c.is_lowercase() || c == '_' || c.is_ascii_digit());
    let mut places = line.match_indices(name).map(|(at, _)| &line[at + name.len()..]).peekable();
    let is_set = |rest: &str| {
        rest.starts_with(": ") || rest.trim_start().starts_with("==") || rest.starts_with(" = ")
    };
    is_plain && places.peek().is_some() && places.all(is_set)
}

/// Whether a name is one of the values of a type, or of the environment: it belongs to who has them.
fn is_variant(name: &str) -> bool {
    !name.contains(['/', '.']) && !name.contains(char::is_lowercase)
}

/// Whether a name has more than one word: a single one is the name of fields and of methods, too.
fn is_telling(name: &str) -> bool {
    name.contains(['/', '.', ' ', ':']) || words::words(name).len() > 1
}

/// Whether a line calls what has this name, or says that somebody does. `multipart.Reader` is
/// another's.
fn is_called(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let (before, rest) = (&line[..at], &line[at + name.len()..]);
        let verb = before.trim_end_matches(['`', ' ']).rsplit(' ').next().unwrap_or_default();
        rest.starts_with('(') || matches!(verb, "call" | "calls" | "calling")
    })
}

/// Whether a line puts a name to use, rather than leaving it alone or handing something to it.
fn is_use(line: &str, name: &str) -> bool {
    const NOT: &[&str] = &[
        "by", "cannot", "except", "neither", "never", "no", "nor", "not", "than", "unlike",
        "without",
    ];
    let bare = name.trim_end_matches("()");
    !FREE.says(line)
        && clauses(line).iter().filter(|sentence| sentence.contains(bare)).any(|sentence| {
            let lower = sentence.to_lowercase();
            let before = sentence.split(bare).next().unwrap_or_default();
            let said = words::words(before);
            let near: Vec<&String> = said.iter().rev().take(2).collect();
            let verb = words::words(sentence).into_iter().next().unwrap_or_default();
            let is_own = matches!(verb.as_str(), "create" | "introduce" | "declare");
            // "Knows nothing of `Canvas` and `LeaseTable`": the whole list is denied.
            let is_list =
                said.iter().rev().take(6).any(|word| word == "nothing" || word == "neither");
            let is_denied =
                is_own || is_list || near.iter().any(|word| NOT.contains(&word.as_str()));
            // "Wait until the journal is read" does read it.
            let is_harmless = HARMLESS.all(sentence).iter().any(|cue| cue.phrase != "until");
            !is_denied && !is_harmless && !lower.contains("unless")
        })
}
