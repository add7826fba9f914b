//! A seat's opinion of one ticket: three gates and the rubric's checklist. The seats read the same
//! ticket with different strictness: each asks for more in what its role answers for.

use super::desk::{Desk, changes, demands, prose, touched, touched_or_told, work};
use super::implementability::restating_steps;
use super::rule::Hit;
use super::verification::proof;
use super::words::{self, listed};
use super::{atomicity, desk};
use crate::model::reply::{Assessment, Check, Checklist, GateOpinion, Rating};
use crate::model::{GateId, GateStatus, SeatId, Severity};
use crate::source::{PathKind, Text, Ticket};

/// One ticket, as this seat sees it; `hits` are what its rules found there.
pub(super) fn assess(desk: &Desk<'_>, seat: SeatId, ticket: &Ticket, hits: &[Hit]) -> Assessment {
    let own: Vec<&Hit> = hits.iter().filter(|hit| hit.ticket == ticket.stem).collect();
    Assessment {
        ticket_id: ticket.stem.clone(),
        atomicity: atomicity(desk, seat, ticket, &own),
        implementability: implementability(ticket, &own),
        anti_cousin: anti_cousin(desk, ticket, &own),
        checklist: checklist(seat, ticket),
    }
}

fn opinion(status: GateStatus, reason: String) -> GateOpinion {
    GateOpinion { status, reason }
}

/// FAILED by the seat's own findings at this gate, of MAJOR or worse.
fn faults(gate: GateId, own: &[&Hit]) -> Option<GateOpinion> {
    let said: Vec<&str> = own
        .iter()
        .filter(|hit| hit.gate == gate && hit.severity >= Severity::Major)
        .map(|hit| hit.description.as_str())
        .collect();
    (!said.is_empty()).then(|| opinion(GateStatus::Failed, said.join("; ")))
}

fn finished(ticket: &Ticket) -> Option<GateOpinion> {
    let status = ticket.known_status.filter(|_| !ticket.is_live())?;
    let reason = format!("the ticket is {}: nothing is left to be done", status.as_str());
    Some(opinion(GateStatus::NotApplicable, reason))
}

fn atomicity(desk: &Desk<'_>, seat: SeatId, ticket: &Ticket, own: &[&Hit]) -> GateOpinion {
    if let Some(settled) = finished(ticket).or_else(|| faults(GateId::Atomicity, own)) {
        return settled;
    }
    let files = atomicity::counted(desk, seat, ticket).len();
    let components = atomicity::spread(desk, seat, ticket);
    if files == 0 && components.is_empty() {
        let reason = "the ticket names no file, so its size cannot be counted".to_owned();
        return opinion(GateStatus::NotApplicable, reason);
    }
    let tests = match atomicity::own_test(ticket) {
        Some(_) => "it brings its own tests",
        None => "it names no test of its own",
    };
    opinion(
        GateStatus::Passed,
        format!(
            "{files} {} in {} {}; {tests}",
            if files == 1 { "file" } else { "files" },
            components.len(),
            if components.len() == 1 { "component" } else { "components" }
        ),
    )
}

fn implementability(ticket: &Ticket, own: &[&Hit]) -> GateOpinion {
    if let Some(settled) = finished(ticket).or_else(|| faults(GateId::Implementability, own)) {
        return settled;
    }
    let lesser = own.iter().filter(|hit| hit.gate == GateId::Implementability).count();
    let reason = format!(
        "{} scope lines, {} steps, {} criteria, {} checks{}",
        ticket.in_scope.len(),
        ticket.steps.len(),
        ticket.criteria.len(),
        ticket.verifications.len(),
        match lesser {
            0 => String::new(),
            1 => "; one smaller point is raised".to_owned(),
            n => format!("; {n} smaller points are raised"),
        }
    );
    opinion(GateStatus::Passed, reason)
}

fn anti_cousin(desk: &Desk<'_>, ticket: &Ticket, own: &[&Hit]) -> GateOpinion {
    if let Some(settled) = finished(ticket).or_else(|| faults(GateId::AntiCousin, own)) {
        return settled;
    }
    let files = touched_or_told(ticket);
    let created: Vec<&str> = files
        .iter()
        .filter(|file| file.kind == PathKind::Create)
        .map(|file| file.path.as_str())
        .collect();
    let known = files.iter().filter(|file| desk.exists(&file.path)).count();
    if files.is_empty() {
        let reason = "the ticket names no file, so there is nothing to compare with the tree";
        return opinion(GateStatus::NotApplicable, reason.to_owned());
    }
    let reason = if created.is_empty() {
        format!("it creates no file and works in {known} that exist")
    } else {
        format!(
            "looked for cousins of {} among the files of its component and found none that it does not know of",
            listed(&created, 3)
        )
    };
    opinion(GateStatus::Passed, reason)
}

fn met(ticket: &Ticket, text: &Text, rating: Rating) -> Check {
    let quote = desk::passage(ticket, &text.place, "");
    Check { rating, quote }
}

fn not_met() -> Check {
    Check { rating: Rating::NotMet, quote: String::new() }
}

/// The first of `texts` that satisfies `full`, else the first that satisfies `half`.
fn rated(
    ticket: &Ticket,
    texts: &[&Text],
    full: impl Fn(&Text) -> bool,
    half: impl Fn(&Text) -> bool,
) -> Check {
    let found = texts.iter().find(|text| full(text)).map(|text| (text, Rating::Met));
    let part = || texts.iter().find(|text| half(text)).map(|text| (text, Rating::Partly));
    match found.or_else(part) {
        Some((text, rating)) => met(ticket, text, rating),
        None => not_met(),
    }
}

fn checklist(seat: SeatId, ticket: &Ticket) -> Checklist {
    let changes = changes(ticket);
    let spec: Vec<&Text> = prose(ticket).chain(&changes).collect();
    let has_kind = |text: &Text| {
        let found = words::words(&text.value);
        ["struct", "enum", "type", "message", "schema", "trait", "table", "fields"]
            .iter()
            .any(|kind| found.iter().any(|w| w == kind))
    };
    let signs = |text: &Text| {
        text.value.contains("fn ") || text.value.contains("def ") || text.value.contains("->")
    };
    let calls = |text: &Text| text.value.contains("()") || text.value.contains("(&");
    let names = |text: &Text| !words::identifiers(&text.value).is_empty();
    let fields = |text: &Text| {
        has_kind(text)
            && (text.value.contains(": ") || text.value.contains("with "))
            && (names(text) || words::names_command(&text.value))
    };
    Checklist {
        steps: steps(seat, ticket, &changes),
        paths: paths(seat, ticket),
        // The structurist wants the signature itself, the others take a named function for half.
        signatures: rated(ticket, &spec, signs, |text| {
            calls(text) || (seat != SeatId::Sa1 && names(text))
        }),
        types: rated(ticket, &spec, fields, |text| {
            has_kind(text) || (seat == SeatId::Sa3 && names(text))
        }),
        edge_cases: edge_cases(seat, ticket),
        success_criteria: success(seat, ticket),
        verification: verification(seat, ticket),
    }
}

fn steps(seat: SeatId, ticket: &Ticket, changes: &[Text]) -> Check {
    let copies = restating_steps(ticket);
    let own = |text: &Text| !copies.iter().any(|copy| copy.place == text.place);
    let Some(first) = ticket.steps.iter().find(|step| own(step)).or(ticket.steps.first()) else {
        // What is to change in each file is half a plan: it has no order.
        return match changes.iter().find(|text| !text.value.trim().is_empty()) {
            Some(text) => met(ticket, text, Rating::Partly),
            None => not_met(),
        };
    };
    let fresh = ticket.steps.len() - copies.len();
    let wanted = if seat == SeatId::Sa2 { 3 } else { 2 };
    let is_full = fresh >= wanted && copies.len() * 2 <= ticket.steps.len();
    met(ticket, first, if is_full { Rating::Met } else { Rating::Partly })
}

fn paths(seat: SeatId, ticket: &Ticket) -> Check {
    let listed = touched(ticket);
    let told = touched_or_told(ticket);
    let full = listed.iter().find(|t| t.is_listed || seat != SeatId::Sa3).or_else(|| {
        // Two paths in sentences are as good as a list, for whoever only has to find them.
        told.first().filter(|_| seat == SeatId::Sa2 && told.len() >= 2)
    });
    let at = |place: &crate::model::Place, path: &str, rating| Check {
        rating,
        quote: desk::passage(ticket, place, path),
    };
    match (full, told.first()) {
        (Some(file), _) => at(&file.place, &file.path, Rating::Met),
        (None, Some(file)) => at(&file.place, &file.path, Rating::Partly),
        (None, None) => not_met(),
    }
}

fn edge_cases(seat: SeatId, ticket: &Ticket) -> Check {
    const CASES: &[&str] = &[
        "boundary",
        "corrupt",
        "denied",
        "deny",
        "duplicate",
        "edge",
        "empty",
        "error",
        "errors",
        "exceed",
        "exceeds",
        "expired",
        "fail",
        "failed",
        "failure",
        "fails",
        "invalid",
        "limit",
        "malformed",
        "mismatch",
        "missing",
        "overflow",
        "race",
        "reject",
        "rejected",
        "rejects",
        "timeout",
        "unknown",
    ];
    let is_case = |text: &Text| {
        let found = words::words(&text.value);
        found.iter().any(|w| CASES.contains(&w.as_str()))
    };
    let all: Vec<&Text> = demands(ticket).filter(|text| is_case(text)).collect();
    let wanted = if seat == SeatId::Sa1 { 3 } else { 2 };
    match all.as_slice() {
        [] => rated(ticket, &ticket.notes.iter().collect::<Vec<_>>(), |_| false, is_case),
        [first, ..] if all.len() >= wanted => met(ticket, first, Rating::Met),
        [first, ..] => met(ticket, first, Rating::Partly),
    }
}

fn success(seat: SeatId, ticket: &Ticket) -> Check {
    let measurable = |text: &&Text| words::is_measurable(&text.value);
    let count = ticket.criteria.iter().filter(measurable).count();
    let Some(first) = ticket.criteria.iter().find(measurable).or(ticket.criteria.first()) else {
        return not_met();
    };
    let share = if seat == SeatId::Sa2 { 2 } else { 3 };
    let is_full = count * share >= ticket.criteria.len() && count > 0;
    met(ticket, first, if is_full { Rating::Met } else { Rating::Partly })
}

fn verification(seat: SeatId, ticket: &Ticket) -> Check {
    let runs = |text: &Text| words::names_command(&text.value);
    let all: Vec<&Text> =
        ticket.verifications.iter().chain(&ticket.criteria).chain(work(ticket)).collect();
    let command = rated(ticket, &all, runs, |_| false);
    if command.rating == Rating::Met {
        return command;
    }
    match proof(ticket) {
        Some(text) if seat == SeatId::Sa3 && !ticket.verifications.is_empty() => {
            met(ticket, text, Rating::Met)
        }
        Some(text) => met(ticket, text, Rating::Partly),
        None => not_met(),
    }
}
