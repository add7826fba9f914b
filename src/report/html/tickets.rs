//! Ticket by ticket: what the seats made of it.

use serde::Serialize;

use super::tone::severity_tone;
use crate::evidence::v2::bundle::{Bundle, TicketAssessment};
use crate::model::opinion::{Assessment, ChecklistItem, GateOpinion, Rating};
use crate::model::{GateStatus, MemberName};
use crate::report::finding::{self, counts};
use crate::report::titles::Titles;

#[derive(Debug, Serialize)]
pub(super) struct TicketView {
    id: String,
    title: String,
    score: u32,
    tone: &'static str,
    spread: u32,
    seats: Vec<(MemberName, u32)>,
    checks: Vec<Row>,
    opinions: Vec<Opinion>,
    findings: Vec<(String, &'static str)>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: &'static str,
    ratings: Vec<(&'static str, &'static str)>,
}

#[derive(Debug, Serialize)]
struct Opinion {
    gate: &'static str,
    seat: MemberName,
    status: &'static str,
    tone: &'static str,
    reason: String,
}

type CheckOf = fn(&Assessment) -> &ChecklistItem;
type OpinionOf = fn(&Assessment) -> &GateOpinion;

const CHECKS: [(&str, CheckOf); 7] = [
    ("steps", |a| &a.checklist.steps),
    ("paths", |a| &a.checklist.paths),
    ("signatures", |a| &a.checklist.signatures),
    ("types", |a| &a.checklist.types),
    ("edge cases", |a| &a.checklist.edge_cases),
    ("success criteria", |a| &a.checklist.success_criteria),
    ("verification", |a| &a.checklist.verification),
];

const OPINIONS: [(&str, OpinionOf); 3] = [
    ("atomicity", |a| &a.atomicity),
    ("implementability", |a| &a.implementability),
    ("anti-cousin", |a| &a.anti_cousin),
];

/// The tickets, the weakest first.
pub(super) fn of(bundle: &Bundle, titles: &Titles<'_>) -> Vec<TicketView> {
    let mut tickets: Vec<_> = bundle.assessment.tickets.iter().collect();
    tickets.sort_by_key(|ticket| (ticket.implementability, &ticket.ticket_id));
    tickets.into_iter().map(|ticket| one(bundle, titles, ticket)).collect()
}

fn one(bundle: &Bundle, titles: &Titles<'_>, ticket: &TicketAssessment) -> TicketView {
    let seats = &ticket.by_agent;
    let findings = bundle.findings.iter().filter(|finding| {
        let subject = finding::subject(finding.ticket_id.as_ref(), &finding.location);
        counts(bundle, finding) && subject == ticket.ticket_id.as_str()
    });
    TicketView {
        id: ticket.ticket_id.to_string(),
        title: titles.title(ticket.ticket_id.as_str()).to_owned(),
        score: ticket.implementability.min(100),
        tone: match ticket.implementability {
            85.. => "good",
            70.. => "warn",
            _ => "bad",
        },
        spread: ticket.spread,
        seats: seats.iter().map(|seat| (seat.agent_id.clone(), seat.score)).collect(),
        checks: CHECKS
            .into_iter()
            .map(|(name, check)| Row {
                name,
                ratings: seats
                    .iter()
                    .map(|seat| match check(&seat.assessment).rating {
                        Rating::Met => ("met", "good"),
                        Rating::Partly => ("partly", "warn"),
                        Rating::NotMet => ("not", "bad"),
                    })
                    .collect(),
            })
            .collect(),
        opinions: OPINIONS
            .into_iter()
            .flat_map(|(gate, opinion)| {
                seats.iter().map(move |seat| {
                    let said = opinion(&seat.assessment);
                    Opinion {
                        gate,
                        seat: seat.agent_id.clone(),
                        status: said.status.as_str(),
                        tone: match said.status {
                            GateStatus::Passed => "good",
                            GateStatus::Failed => "bad",
                            GateStatus::NotApplicable | GateStatus::NotRun => "quiet",
                        },
                        reason: said.reason.clone(),
                    }
                })
            })
            .collect(),
        findings: findings
            .map(|finding| (finding.finding_id.to_string(), severity_tone(finding.severity)))
            .collect(),
    }
}
