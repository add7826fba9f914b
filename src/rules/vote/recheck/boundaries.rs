//! How a claim is tested that two scopes contradict each other, or one itself.

use crate::rules::desk::vocabulary::stems;
use crate::rules::lints::structure::boundaries::{
    common, excluded, hand_offs, is_nobodys, is_one_matter, takes, works_on,
};
use crate::rules::seat::RuleSeat;
use crate::rules::text::words::{opening, shortened};
use crate::rules::vote::case::{Case, Opinion};
use crate::source::Ticket;

pub(crate) fn contradiction(case: &Case<'_, '_>) -> Option<Opinion> {
    match case.other() {
        Some(other) => Some(between(case, other)),
        None => Some(within(case)),
    }
}

/// Work that one ticket leaves to another that does not take it.
fn between(case: &Case<'_, '_>, other: &Ticket) -> Opinion {
    let ticket = case.ticket;
    let line = case.passage();
    let given = hand_offs(ticket)
        .into_iter()
        .find(|given| given.to == other.stem && given.line.place.path == case.view.location.path);
    let topic = given.map_or_else(|| stems(line), |given| given.topic);
    if let Some(line) = takes(other, &topic) {
        let words = shortened(&line.value);
        return Opinion::oppose(format!("{} has it in its scope: \"{words}\"", other.stem));
    }
    let done = works_on(other, &topic).map(|text| (other, text));
    let done = done.or_else(|| Some((ticket, works_on(ticket, &topic)?)));
    match (case.seat, done) {
        (RuleSeat::Sa2, Some((who, text))) => Opinion::oppose(format!(
            "{} does it all the same: \"{}\"",
            who.stem,
            opening(&text.value)
        )),
        (RuleSeat::Sa2, None) => Opinion::support(format!(
            "looked for the step that does it, in {} and in {}: there is none",
            ticket.stem, other.stem
        )),
        (RuleSeat::Sa1 | RuleSeat::Sa3, _) => {
            let back =
                hand_offs(other).into_iter().filter(|back| back.to == ticket.stem).find(|back| {
                    is_one_matter(&topic, &back.topic)
                        || is_nobodys(case.desk, ticket, other, &topic, &back.topic)
                });
            let refusal =
                other.out_of_scope.iter().find(|out| common(&topic, &stems(&out.value)) >= 2);
            match back.map(|back| back.line).or(refusal) {
                Some(out) => Opinion::support(format!(
                    "{} does not take it: \"{}\"",
                    other.stem,
                    shortened(&out.value)
                )),
                None => Opinion::oppose(format!(
                    "no line of {} gives back or rules out what this line is about",
                    other.stem
                )),
            }
        }
    }
}

/// Work that the ticket itself, or the RFC, rules out.
fn within(case: &Case<'_, '_>) -> Opinion {
    let line = case.passage();
    let lower = line.to_lowercase();
    let limits = ["except", "only", "other than", "beyond", "without"];
    let is_limited = limits.iter().any(|word| lower.contains(word));
    let out = line.lines().find_map(|part| excluded(case.ticket, part));
    match (case.seat, out) {
        (RuleSeat::Sa3, _) if is_limited => {
            Opinion::oppose(format!("the line says where it ends: \"{}\"", shortened(line)))
        }
        (_, Some(out)) => Opinion::support(format!(
            "side by side, \"{}\" is excluded and asked for",
            shortened(&out.value)
        )),
        (RuleSeat::Sa2, None) => Opinion::support(
            "to do this line is to act against a decision made elsewhere in the RFC",
        ),
        (_, None) => Opinion::support(format!(
            "the words of \"{}\" are those of what is ruled out",
            shortened(line)
        )),
    }
}
