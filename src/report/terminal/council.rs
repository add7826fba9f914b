//! Who sat, how they reasoned, what it came to: the council in three lines, and one more for each
//! thing that was not as it should be.

use std::collections::BTreeSet;

use crate::evidence::v1::bundle::{Bundle, CouncilMetadata, Subagent};
use crate::evidence::v1::council::Selected;
use crate::report::page::{Page, Tone, count};

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
    if let Some(line) = calls(council) {
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

/// What every page about a review without a model says of its panel.
pub(in crate::report) const OFFLINE: &str = "built-in rules (no AI model)";

/// Who sat, in one line.
pub(in crate::report) fn seats(council: &CouncilMetadata) -> String {
    let who = |s: &Subagent| {
        let others: Vec<&str> =
            s.served_models.iter().filter(|m| **m != s.model).map(String::as_str).collect();
        let answered = match others.as_slice() {
            [] => String::new(),
            others => format!(" (answered by {})", others.join(", ")),
        };
        match s.model.as_str() {
            "" => format!("{}{answered}", s.provider),
            model => format!("{} {model}{answered}", s.provider),
        }
    };
    if council.panel.offline {
        return format!("panel: {OFFLINE} on all {} seats", council.subagents.len());
    }
    let one_mind: BTreeSet<String> = council.subagents.iter().map(who).collect();
    if one_mind.len() == 1 {
        let who = one_mind.into_iter().next().unwrap_or_default();
        return format!("{who} on all {} seats", council.subagents.len());
    }
    let each: Vec<String> =
        council.subagents.iter().map(|s| format!("{} {}", s.agent_id, who(s))).collect();
    each.join(", ")
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

pub(in crate::report) fn course(council: &CouncilMetadata) -> String {
    let claims = council.total_findings_generated as usize;
    let resolved = match council.contested_items_resolved {
        0 => String::new(),
        n => format!(", {n} voted on"),
    };
    let down = match council.down_time_seconds {
        0 => String::new(),
        n => format!(" and {n} s down"),
    };
    let seconds = match council.elapsed_time_seconds {
        0 if down.is_empty() => String::new(),
        n => format!(" in {n} s"),
    };
    let merged = match claims {
        0 => String::new(),
        n if n == council.findings_after_dedup as usize => {
            format!("; {}", count(claims, "claim", "claims"))
        }
        _ => {
            let merged = council.findings_after_dedup;
            format!("; {} merged to {merged}", count(claims, "claim", "claims"))
        }
    };
    format!(
        "{}{seconds}{down}, {} of {} tokens{merged}{resolved}",
        count(council.cycles_completed.into(), "cycle", "cycles"),
        grouped(council.tokens.spent),
        grouped(council.tokens.budget),
    )
}

/// What the calls came to, when anything was sent.
pub(in crate::report) fn calls(council: &CouncilMetadata) -> Option<String> {
    let cost = council.cost.as_ref()?;
    let sent = council.calls.iter().filter(|call| call.cost_usd.is_some());
    let kept = sent.clone().filter(|call| call.receipt.kept_from.is_some()).count();
    let kept = match kept {
        0 => String::new(),
        n => format!(", {n} of them answered from what was kept"),
    };
    let known = format!("{} USD", cost.known_usd);
    let all = sent.count();
    let cost = match cost.unknown_calls as usize {
        0 => known,
        n if n == all => "cost unknown: `prices` in council.yaml says what tokens cost".to_owned(),
        n => format!("{known}, and {} of unknown cost", count(n, "call", "calls")),
    };
    Some(format!("{} to models{kept}; {cost}", count(all, "call", "calls")))
}

/// How often the seats said the same; one mind on several seats is told.
pub(in crate::report) fn agreement(council: &CouncilMetadata) -> Option<String> {
    let panel = &council.panel;
    if panel.offline || panel.agreement.iter().all(|pair| pair.of == 0) {
        return None;
    }
    let pairs = panel.agreement.iter().filter(|pair| pair.of > 0).map(|pair| {
        let [a, b] = pair.agents;
        format!("{a} and {b} on {} of {}", pair.same, pair.of)
    });
    let pairs: Vec<String> = pairs.collect();
    let minds = match panel.distinct_models {
        1 => "; one model held every seat, so these are no independent opinions",
        _ => "",
    };
    Some(format!("agreed: {}{minds}", pairs.join(", ")))
}

/// `150,000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
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
