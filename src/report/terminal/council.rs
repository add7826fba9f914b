//! Who sat, how they reasoned, what it came to: the council in three lines, and one more for each
//! thing that was not as it should be.

use crate::evidence::v2::bundle::{Bundle, CouncilMetadata};
use crate::evidence::v2::council::Selected;
use crate::report::page::{Page, Tone};
use crate::report::panel::{agreement, calls, course, seats};

/// As many of the weakest tickets are named.
const WEAKEST: usize = 3;
/// Below this a ticket is weak.
const WEAK: u32 = 70;

/// The council, if one was convened.
pub(super) fn show(page: &mut Page, bundle: &Bundle) {
    let Some(council) = &bundle.council_metadata else {
        return;
    };
    page.heading("council");
    page.line(2, Tone::Plain, &seats(council));
    page.line(2, Tone::Plain, &modes(council));
    page.line(2, Tone::Plain, &course(council));
    if let Some(line) = calls(bundle) {
        page.line(2, Tone::Plain, &line);
    }
    if let Some(line) = agreement(council) {
        page.line(2, Tone::Plain, &line);
    }
    if let Some(score) = bundle.assessment.implementability {
        page.line(2, Tone::Plain, &implementability(bundle, score));
    }
    for subagent in &council.subagents {
        if let Some(failure) = &subagent.failure {
            let text = format!(
                "degraded: {} fell out in cycle {}: {}",
                subagent.agent_id, failure.cycle, failure.fault
            );
            page.line(2, Tone::Warning, &text);
        }
        if subagent.mode_selection == Selected::KeyModesAfterInvalidChoice {
            let text =
                format!("{} chose its modes badly twice and took its key modes", subagent.agent_id);
            page.line(2, Tone::Warning, &text);
        }
    }
    let lost = council.panel.spoilt_ballots + council.panel.missing_ballots;
    if lost > 0 {
        let text = format!(
            "ballots that do not count: {} spoilt, {} missing",
            council.panel.spoilt_ballots, council.panel.missing_ballots
        );
        page.line(2, Tone::Warning, &text);
    }
}

fn modes(council: &CouncilMetadata) -> String {
    let each: Vec<String> = council
        .subagents
        .iter()
        .map(|s| {
            let numbers: Vec<String> =
                s.selected_modes.iter().map(|mode| mode.number().to_string()).collect();
            let numbers = match numbers.is_empty() {
                true => "none".to_owned(),
                false => numbers.join(" "),
            };
            format!("{} {numbers}", s.agent_id)
        })
        .collect();
    format!("modes: {}", each.join(", "))
}

fn implementability(bundle: &Bundle, score: u32) -> String {
    let mut tickets: Vec<_> =
        bundle.assessment.tickets.iter().filter(|ticket| ticket.implementability < WEAK).collect();
    tickets.sort_by_key(|ticket| (ticket.implementability, &ticket.ticket_id));
    let weakest: Vec<String> = tickets
        .iter()
        .take(WEAKEST)
        .map(|ticket| match ticket.spread {
            0 => format!("{} {}", ticket.ticket_id, ticket.implementability),
            spread => format!(
                "{} {} (seats differ by {spread})",
                ticket.ticket_id, ticket.implementability
            ),
        })
        .collect();
    match weakest.is_empty() {
        true => format!("implementability: {score} of 100"),
        false => format!("implementability: {score} of 100; weakest {}", weakest.join(", ")),
    }
}
