//! The rubric's checklist: each item is rated by lines of the ticket, and the line that the rating
//! rests on is quoted.

use crate::gates::text::checks::{is_command, proof};
use crate::gates::text::plan::empty_steps;
use crate::model::Place;
use crate::model::opinion::{Checklist, ChecklistItem, Rating};
use crate::rules::desk::{changes, demands, prose, touched, touched_or_told, work};
use crate::rules::text::lines::{cut, lines, passage};
use crate::rules::text::shapes::{self, case_words, names_part};
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

/// The signature itself; a named function is half of it.
fn signatures(spec: &[String]) -> ChecklistItem {
    let signs = |line: &str| shapes::signature(line).is_some();
    let calls = |line: &str| shapes::calls(line);
    let names = |line: &str| !words::identifiers(line).is_empty();
    first_of(spec, signs, |line| calls(line) || names(line))
}

/// What it takes, or what a type consists of.
fn types(spec: &[String]) -> ChecklistItem {
    let has_types = |line: &str| shapes::signature(line).is_some_and(|s| s.has_types);
    let has_result = |line: &str| shapes::signature(line).is_some_and(|s| s.has_result);
    let full = |line: &str| has_types(line) || shapes::is_field(line) || shapes::lists_fields(line);
    let found = first_of(spec, full, |line| has_types(line) || has_result(line));
    if found.rating != Rating::NotMet {
        return found;
    }
    first_of(spec, |_| false, shapes::names_kind)
}

/// Steps that name what to open, in an order.
fn steps(ticket: &Ticket, changes: &[Text]) -> ChecklistItem {
    let copies = empty_steps(ticket);
    let is_own = |text: &&Text| !copies.iter().any(|copy| copy.place == text.place);
    let own: Vec<Vec<String>> =
        ticket.steps.iter().filter(is_own).map(|step| lines(ticket, step)).collect();
    let named: Vec<&Vec<String>> =
        own.iter().filter(|step| step.iter().any(|line| names_part(line))).collect();
    // A step's own line rather than one of its details.
    let titled = named.iter().find(|step| names_part(&step[0]));
    let part = titled.or(named.first()).and_then(|s| s.iter().find(|line| names_part(line)));
    let opening = own.iter().find_map(|step| step.first());
    let is_plan = own.len() >= 2 && copies.len() * 2 <= ticket.steps.len();
    let is_full = is_plan && named.len() * 2 >= own.len();
    if let Some(line) = part.or(opening) {
        return rated(if is_full { Rating::Met } else { Rating::Partly }, line);
    }
    // A copied step still gives an order; what is to change in each file is half a plan, too.
    let half = ticket.steps.iter().chain(changes);
    let line = half.flat_map(|text| lines(ticket, text)).next();
    line.map_or_else(not_met, |line| rated(Rating::Partly, &line))
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

/// Lines that name what can go wrong; the one that names most is quoted.
fn edge_cases(ticket: &Ticket) -> ChecklistItem {
    let of = |texts: &mut dyn Iterator<Item = &Text>| -> Vec<(usize, String)> {
        texts
            .flat_map(|text| lines(ticket, text))
            .map(|line| (case_words(&line), line))
            .filter(|(cues, _)| *cues > 0)
            .collect()
    };
    let demanded = of(&mut demands(ticket));
    let noted = if demanded.is_empty() { of(&mut ticket.notes.iter()) } else { Vec::new() };
    let found = if demanded.is_empty() { &noted } else { &demanded };
    // Of two lines that name as much, the fuller one.
    let weight = |(cues, line): &(usize, String)| (*cues, line.split_whitespace().count().min(6));
    let most = found.iter().map(weight).max();
    let best = found.iter().find(|line| Some(weight(line)) == most);
    match best {
        Some((_, line)) if demanded.len() >= 2 => rated(Rating::Met, line),
        Some((_, line)) => rated(Rating::Partly, line),
        None => not_met(),
    }
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
    let asked = ticket
        .verifications
        .iter()
        .filter(|text| is_command(ticket, text))
        .flat_map(|text| lines(ticket, text))
        .next();
    let told = || {
        let texts = ticket.verifications.iter().chain(&ticket.criteria);
        let mut lines = texts.chain(work(ticket)).flat_map(|text| lines(ticket, text));
        lines.find(|line| words::names_command(line))
    };
    if let Some(command) = asked.or_else(told) {
        return rated(Rating::Met, &command);
    }
    let Some(text) = proof(ticket) else {
        return not_met();
    };
    let all = lines(ticket, text);
    let line = all.iter().find(|line| words::names_check(line)).or(all.first());
    line.map_or_else(not_met, |line| rated(Rating::Partly, line))
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
    const REFUSE_REST: &str = r#"implementation:
  implementation_steps:
  - step: 1
    action: "Add `check_name(name: string)` to examples/greet.sh"
    details: |
      An empty name: "the name is empty". More than 80 characters: "the name is too long".
      Each goes to standard error.
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
        let check = "Add `check_name(name: string)` to examples/greet.sh";
        let empty = r#"An empty name: "the name is empty". More than 80 characters: "the name is too long"."#;
        let without = "`greet` without a name prints exactly `Hello, you!`";
        let step = "Write examples/greet.sh";
        let command = "sh examples/greet.sh | grep -x 'Hello, you!'";
        for (rest, item, rating, quote) in [
            (GREET_REST, "steps", M, step),
            (GREET_REST, "paths", M, "examples/greet.sh"),
            (GREET_REST, "signatures", M, signature),
            (GREET_REST, "types", M, signature),
            (GREET_REST, "edge_cases", M, signature),
            (GREET_REST, "success_criteria", M, without),
            (GREET_REST, "verification", M, command),
            (REFUSE_REST, "steps", P, check),
            (REFUSE_REST, "signatures", M, check),
            (REFUSE_REST, "types", M, check),
            (REFUSE_REST, "edge_cases", M, empty),
            (REFUSE_REST, "success_criteria", N, ""),
            (REFUSE_REST, "verification", N, ""),
        ] {
            assert_eq!(ratings(GREET, rest, item), (rating, quote.to_owned()), "{item}");
        }
    }
}
