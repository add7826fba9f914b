//! The rubric's checklist: each item is rated by lines of the ticket, and the line that the rating
//! rests on is quoted.

use crate::gates::text::checks::{is_command, shown};
use crate::gates::text::plan::empty_steps;
use crate::model::Place;
use crate::model::opinion::{Checklist, ChecklistItem, Rating};
use crate::rules::desk::{changes, demands, prose, touched, touched_or_told, work};
use crate::rules::text::lines::{cut, lines, passage};
use crate::rules::text::shapes::{self, names_case, names_part};
use crate::rules::text::words;
use crate::source::{Text, Ticket};

/// The checklist of one ticket.
pub(crate) fn checklist(ticket: &Ticket) -> Checklist {
    let changes = changes(ticket);
    let spec: Vec<String> =
        prose(ticket).chain(&changes).flat_map(|text| lines(ticket, text)).collect();
    Checklist {
        steps: steps(ticket, &changes),
        paths: paths(ticket),
        signatures: signatures(&spec),
        types: types(&spec),
        edge_cases: edge_cases(ticket),
        success_criteria: success(ticket),
        verification: verification(ticket),
    }
}

fn rated(rating: Rating, line: &str) -> ChecklistItem {
    ChecklistItem { rating, quote: cut(line, "") }
}

fn not_met() -> ChecklistItem {
    ChecklistItem { rating: Rating::NotMet, quote: String::new() }
}

/// The first line that satisfies `full`, else the first that satisfies `half`.
fn first_of(
    lines: &[String],
    full: impl Fn(&str) -> bool,
    half: impl Fn(&str) -> bool,
) -> ChecklistItem {
    if let Some(line) = lines.iter().find(|line| full(line)) {
        return rated(Rating::Met, line);
    }
    let line = lines.iter().find(|line| half(line));
    line.map_or_else(not_met, |line| rated(Rating::Partly, line))
}

/// The signature itself; a name of code is half of it.
fn signatures(spec: &[String]) -> ChecklistItem {
    let signs = |line: &str| shapes::signature(line).is_some();
    first_of(spec, signs, |line| !words::identifiers(line).is_empty())
}

/// What it takes, or the fields of a type; what comes back, or a kind of type, is half of it.
fn types(spec: &[String]) -> ChecklistItem {
    let has_types = |line: &str| shapes::signature(line).is_some_and(|s| s.has_types);
    let has_result = |line: &str| shapes::signature(line).is_some_and(|s| s.has_result);
    let full = |line: &str| has_types(line) || shapes::is_field(line);
    first_of(spec, full, |line| has_result(line) || shapes::names_kind(line))
}

/// Steps that name what to open, in an order. A copied step still gives an order; what is to change in
/// each file is half a plan, too.
fn steps(ticket: &Ticket, changes: &[Text]) -> ChecklistItem {
    let copies = empty_steps(ticket);
    let is_own = |text: &&Text| !copies.iter().any(|copy| copy.place == text.place);
    let own: Vec<Vec<String>> =
        ticket.steps.iter().filter(is_own).map(|step| lines(ticket, step)).collect();
    let named = own.iter().filter(|step| step.iter().any(|line| names_part(line))).count();
    let is_plan = own.len() >= 2 && copies.len() * 2 <= ticket.steps.len();
    if is_plan && named * 2 >= own.len() {
        return first_of(&own.concat(), names_part, |_| true);
    }
    let half = ticket.steps.iter().chain(changes).flat_map(|text| lines(ticket, text));
    first_of(&own.into_iter().flatten().chain(half).collect::<Vec<_>>(), |_| false, |_| true)
}

/// A list; what sentences name is half of it.
fn paths(ticket: &Ticket) -> ChecklistItem {
    let listed = touched(ticket);
    let told = touched_or_told(ticket);
    let full = listed.first();
    let at = |place: &Place, path: &str, rating| rated(rating, &passage(ticket, place, path));
    match (full, told.first()) {
        (Some(file), _) => at(&file.place, &file.path, Rating::Met),
        (None, Some(file)) => at(&file.place, &file.path, Rating::Partly),
        (None, None) => not_met(),
    }
}

/// Lines of what is demanded that name what can go wrong; one alone, or a note, is half of it.
fn edge_cases(ticket: &Ticket) -> ChecklistItem {
    let is_case = |line: &String| names_case(line);
    let of = |text: &Text| lines(ticket, text).into_iter().filter(is_case).collect::<Vec<_>>();
    let demanded: Vec<String> = demands(ticket).flat_map(of).collect();
    let is_full = demanded.len() >= 2;
    let found: Vec<String> = demanded.into_iter().chain(ticket.notes.iter().flat_map(of)).collect();
    first_of(&found, |_| is_full, |_| true)
}

/// Half of the criteria measurable.
fn success(ticket: &Ticket) -> ChecklistItem {
    let criteria: Vec<Vec<String>> = ticket.criteria.iter().map(|c| lines(ticket, c)).collect();
    let measured: Vec<&String> = criteria
        .iter()
        .filter_map(|lines| lines.iter().find(|line| words::is_measurable(line)))
        .collect();
    let opening = criteria.iter().find_map(|lines| lines.first());
    let Some(line) = measured.first().copied().or(opening) else {
        return not_met();
    };
    let is_full = !measured.is_empty() && measured.len() * 2 >= criteria.len();
    rated(if is_full { Rating::Met } else { Rating::Partly }, line)
}

/// A command, anywhere; a procedure is half of it.
fn verification(ticket: &Ticket) -> ChecklistItem {
    let asked = ticket.verifications.iter().filter(|text| is_command(ticket, text));
    let asked = asked.flat_map(|text| lines(ticket, text)).next();
    let told = || {
        let texts = ticket.verifications.iter().chain(&ticket.criteria);
        let mut lines = texts.chain(work(ticket)).flat_map(|text| lines(ticket, text));
        lines.find(|line| words::names_command(line))
    };
    if let Some(command) = asked.or_else(told) {
        return rated(Rating::Met, &command);
    }
    let line = shown(ticket).and_then(|text| lines(ticket, text).into_iter().next());
    line.map_or_else(not_met, |line| rated(Rating::Partly, &line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fixture::{dossier, ticket};

    const GREET: &str = r#"scope:
  in_scope:
  - The command `greet [NAME]`
"#;
    const GREET_REST: &str = r#"implementation:
  files_to_create:
  - path: examples/greet.sh
    purpose: The command
  implementation_steps:
  - step: 1
    action: "Write examples/greet.sh"
    details: |
      `greet(name: string) -> string`: returns "Hello, " + name, with "you" for an absent
      name.
  - step: 2
    action: "Write examples/greet.md"
acceptance_criteria:
- criterion: "`greet` without a name prints exactly `Hello, you!`"
  verification: "sh examples/greet.sh | grep -x 'Hello, you!'"
"#;
    /// What is rated and quoted.
    fn ratings(scope: &str, rest: &str, item: &str) -> (Rating, String) {
        let (file, text) = ticket(1, "One", scope);
        let dossier = dossier(&[(file, format!("{text}{rest}"))], &[]);
        let ticket = dossier.tickets().next().expect("the fixture has a ticket");
        let list = checklist(ticket);
        let mut items = list.items().into_iter();
        let (_, check) = items.find(|(name, _)| *name == item).expect("an item");
        (check.rating, check.quote.clone())
    }

    #[test]
    fn the_line_that_shows_the_thing_is_quoted() {
        use Rating::{Met as M, NotMet as N, Partly as P};
        let signature = r#"`greet(name: string) -> string`: returns "Hello, " + name, with "you" for an absent"#;
        let without = "`greet` without a name prints exactly `Hello, you!`";
        let step = "Write examples/greet.sh";
        let command = "sh examples/greet.sh | grep -x 'Hello, you!'";
        let alone = "implementation:\n  implementation_steps:\n  - Write examples/greet.sh\n";
        for (rest, item, rating, quote) in [
            (GREET_REST, "steps", M, step),
            (GREET_REST, "paths", M, "examples/greet.sh"),
            (GREET_REST, "signatures", M, signature),
            (GREET_REST, "types", M, signature),
            (GREET_REST, "edge_cases", M, signature),
            (GREET_REST, "success_criteria", M, without),
            (GREET_REST, "verification", M, command),
            (alone, "steps", P, step),
            (alone, "paths", P, step),
            (alone, "success_criteria", N, ""),
            (alone, "verification", N, ""),
        ] {
            assert_eq!(ratings(GREET, rest, item), (rating, quote.to_owned()), "{item}");
        }
    }
}
