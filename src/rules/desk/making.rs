//! Names in a line of a ticket: those that it declares or asks for, and those that it only uses.
//! Knows lines, not tickets.

use std::collections::BTreeSet;

use crate::gates::text::runs::{Run, is_code, runs};
use crate::gates::text::shapes::{are_typed, closing};
use crate::rules::lexicon::{self, Words};
use crate::rules::text::words;

pub(super) static MAKES: Words = lexicon::words("new");
static CHANGES: Words = lexicon::words("standing");
static KEYWORDS: Words = lexicon::words("keyword");

/// Whether a token is a name that only a type or a constant has: a field or a parameter that is
/// asked for belongs to something else.
fn is_type_name(token: &str) -> bool {
    is_code(token) && token.starts_with(char::is_uppercase)
}

/// What stands between the parenthesis at the start of a text and the one that closes it.
fn arguments(rest: &str) -> Option<&str> {
    let inside = rest.strip_prefix('(')?;
    Some(&inside[..closing(inside)?])
}

/// Whether arguments are parameters with types; that of an object may be written out.
fn are_parameters(inside: &str) -> bool {
    are_typed(inside) || inside.contains(": {")
}

/// The types of the parameters of the functions that a line declares, each function as one text:
/// `TimeSlot, RecurrenceRule`. One plain type alone tells nothing.
pub(crate) fn parameter_types(line: &str) -> Vec<String> {
    let kind = |part: &str| -> Option<String> {
        let part = part.trim().trim_start_matches("final ");
        if let Some((_, kind)) = part.split_once(": ") {
            return Some(kind.trim().to_owned());
        }
        let (first, second) = part.split_once(' ')?;
        let is_first = first.starts_with(char::is_uppercase) || matches!(first, "int" | "long");
        Some(if is_first { first } else { second.trim() }.to_owned())
    };
    let functions = runs(line).into_iter().filter_map(|token| {
        let inside = arguments(&line[token.end()..]).filter(|inside| are_parameters(inside))?;
        let kinds: Vec<String> = inside.split(',').filter_map(kind).collect();
        let is_telling =
            kinds.len() >= 2 || kinds.iter().any(|kind| !words::identifiers(kind).is_empty());
        is_telling.then(|| kinds.join(", "))
    });
    functions.collect()
}

/// The first word of the sentence or code that holds a place in a line: its verb, in most steps.
pub(super) fn verb_at(line: &str, at: usize) -> String {
    let before = &line[..at];
    let from = [". ", "; ", "\n", ": "]
        .iter()
        .filter_map(|sign| before.rfind(sign).map(|found| found + sign.len()))
        .max()
        .unwrap_or(0);
    let first = line[from..].split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    first.unwrap_or_default().to_lowercase()
}

/// The names that a line declares or asks for.
pub(super) fn made_in(line: &str) -> BTreeSet<String> {
    let found = runs(line);
    let mut names = BTreeSet::new();
    // `enum Violation { ... existing variants ..., Leak }`: only what is added is new.
    let is_extended = line.contains("... existing") || line.contains("// existing");
    for (i, token) in found.iter().enumerate() {
        let previous = i.checked_sub(1).map(|p| &found[p]);
        let before = previous.map(|p| p.word.to_lowercase()).unwrap_or_default();
        let between = previous.map_or("", |p| &line[p.end()..token.at]);
        let touches = between.chars().all(|c| c.is_whitespace() || c == '`');
        let is_qualified = line[..token.at].ends_with(['.', ':']) && !between.contains(' ');
        let rest = &line[token.end()..];
        let verb = verb_at(line, token.at);
        if CHANGES.has(&verb) || is_extended {
            continue;
        }
        let asks = MAKES.has(&verb);
        let is_code = token.is_code();
        let is_keyword = touches && KEYWORDS.has(&before);
        let is_known = i >= 2 && matches!(found[i - 2].word, "the" | "existing" | "this" | "that");
        let declared = arguments(rest).filter(|inside| {
            let behind = rest.get(inside.len() + 2..).unwrap_or_default().trim_start();
            are_parameters(inside) || behind.starts_with("->")
        });
        let is_method = declared.is_some_and(|inside| inside.contains("self"));
        // `struct session_health` is prose; a table or a constant may be in lower case.
        let is_named_so = is_type_name(token.word)
            || !matches!(
                before.as_str(),
                "class" | "enum" | "interface" | "message" | "record" | "struct" | "trait" | "type"
            );
        let is_declared = is_code
            && ((is_keyword && is_named_so && (asks || !is_known))
                || (declared.is_some() && (asks || !is_qualified)));
        let is_called = token.word.len() >= 4
            && (is_declared_bare(line, token) || (declared.is_some() && is_keyword && !is_method));
        if is_declared {
            names.insert(token.word.to_owned());
        } else if is_called {
            names.insert(format!("{}()", token.word));
        } else if is_type_name(token.word) && asks && is_asked_for(&found[..i], line, token) {
            names.insert(token.word.to_owned());
        }
    }
    names.extend(tables(&found));
    names
}

/// Whether a name is that of a Go method, or of a function without parameters: `func (p *Pool)
/// Stats() Stats`.
fn is_declared_bare(line: &str, token: &Run<'_>) -> bool {
    let before = line[..token.at].trim_end();
    let receiver = before.ends_with(')').then(|| before.rfind("func (")).flatten();
    let has_receiver = receiver.is_some_and(|at| !before[at + 6..before.len() - 1].contains(')'));
    has_receiver && line[token.end()..].starts_with('(')
}

static FOLLOWS: Words = lexicon::words("behind-name");

/// Whether a name is what the verb of its sentence asks for: it comes soon, with no word between
/// that leads to something else, and is no type before another name.
fn is_asked_for(before: &[Run<'_>], line: &str, token: &Run<'_>) -> bool {
    static LEADS_AWAY: Words = lexicon::words("leads-away");
    let near = before.iter().rev().take(5);
    let mut is_near = false;
    for word in near {
        let lower = word.word.to_lowercase();
        if LEADS_AWAY.has(&lower) || is_code(word.word) {
            return false;
        }
        if MAKES.has(&lower) {
            is_near = true;
            break;
        }
    }
    // `Error::Locked`: something is added to what is there.
    if line[token.end()..].starts_with("::")
        || line[token.end()..].starts_with('.') && !line[token.end() + 1..].starts_with(' ')
    {
        return false;
    }
    let rest = line[token.end()..].trim_start_matches(' ');
    let in_code = line[..token.at].matches('`').count() % 2 == 1;
    let next: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_attribute = line[token.end()..].starts_with(' ')
        && next.starts_with(char::is_lowercase)
        && !FOLLOWS.has(&next);
    let is_type = in_code && rest.starts_with(|c: char| c.is_alphanumeric() || c == '<');
    is_near && !is_type && !is_attribute
}

/// The names after "table" or "tables": `the tables series and series_booking`.
fn tables(found: &[Run<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    for (i, token) in found.iter().enumerate() {
        if !matches!(token.word, "tables" | "Tables") {
            continue;
        }
        let next = found[i + 1..].iter().take(6).filter(|name| is_code(name.word));
        names.extend(next.map(|name| name.word.to_owned()));
    }
    names
}

/// `POST /series`, as the ticket's title and scope write them.
pub(crate) fn routes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
        for (at, _) in text.match_indices(&format!("{method} /")) {
            let rest = &text[at..];
            let end = rest[method.len() + 1..]
                .find(|c: char| c.is_whitespace() || matches!(c, '`' | ',' | ';' | ')' | '"'))
                .map_or(rest.len(), |end| end + method.len() + 1);
            found.push(rest[..end].trim_end_matches(['.', ':']).to_owned());
        }
    }
    found
}

/// `strata forget` of "`strata forget --last 1`": a tool and one of its commands.
fn commands(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let is_word = |word: &&str| {
        word.len() >= 3 && word.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'))
    };
    spans
        .filter_map(|span| {
            let mut words = span.split_whitespace();
            let (tool, command) = (words.next()?, words.next()?);
            let is_option = words.next().is_some_and(|word| word.starts_with("--"));
            let is_command = is_word(&tool) && is_word(&command) && !command.starts_with('-');
            (is_command && !is_option).then(|| format!("{tool} {command}"))
        })
        .collect()
}

/// What a line brings to those outside of the code: its endpoints and its commands.
pub(crate) fn interfaces(line: &str) -> BTreeSet<String> {
    let named = line.match_indices("ommand `").filter_map(|(at, sign)| {
        let rest = &line[at + sign.len()..];
        let name = rest[..rest.find('`')?].split_whitespace().next()?;
        Some(name.to_owned())
    });
    let of_tools = commands(line)
        .into_iter()
        .filter_map(|command| Some(command.split_whitespace().nth(1)?.to_owned()));
    routes(line).into_iter().chain(named).chain(of_tools).collect()
}

/// Every name in a line that somebody may make.
pub(super) fn named_in(line: &str) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for token in runs(line) {
        let is_quoted =
            line[..token.at].ends_with('`') && line[token.end()..].starts_with(['`', '(']);
        if token.is_code() {
            names.insert(token.word.to_owned());
        } else if is_quoted || line[token.end()..].starts_with('(') {
            names.insert(format!("{}()", token.word));
        }
    }
    names.extend(words::paths(line));
    names.extend(routes(line));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_declares_is_made() {
        let made = |line: &str| made_in(line).into_iter().collect::<Vec<_>>().join(" ");
        for (line, expected) in [
            ("Define LeaseTable struct with owner and expiry", "LeaseTable"),
            ("Write `pub fn sweep(backend: &dyn Backend) -> Result<SweepOutcome, E>`", "sweep()"),
            ("`last_heard(self) -> dict[str, datetime]` in Store", "last_heard"),
            ("`mark_done(self, digest: str) -> None`", "mark_done"),
            (
                "Add `Map<String, Object> encodeSeries(BookingSeries series)` to JsonCodec",
                "encodeSeries",
            ),
            ("Write JdbcSeriesRepository implements SeriesRepository", "JdbcSeriesRepository"),
            ("Rewrite `Store.insert_batch(self, rows: list) -> Result`", ""),
            ("Migration V003 with the tables series and series_booking", "series_booking"),
            ("`export function parseCart(raw: string): Cart`", "parseCart"),
            ("func LoadRules(path string) (*RuleSet, error)", "LoadRules"),
            ("Use LeaseTable for each row", ""),
        ] {
            assert_eq!(made(line), expected, "{line}");
        }
    }

    #[test]
    fn what_a_line_names_can_be_looked_up() {
        let named = named_in("call sweep(), then POST /series");
        for name in ["sweep()", "POST /series"] {
            assert!(named.contains(name), "{name} in {named:?}");
        }
    }
}
