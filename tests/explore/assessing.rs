//! The ticket of a session, and what the scripted seats make of it.

use council_review::model::opinion::{Assessment, Checklist, ChecklistItem, GateOpinion, Rating};
use council_review::model::{GateStatus, TicketId};

/// What a seat makes of the ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Assesses {
    Passed,
    Failed,
    /// It says that it did not look.
    NotRun,
    /// A ticket that it was not asked about.
    Another,
    Twice,
}

/// The ticket to assess, where there is one.
pub(crate) fn ticket() -> TicketId {
    "TCK-00001".parse().expect("an id")
}

fn assessment(ticket: TicketId, status: GateStatus) -> Assessment {
    let check = || ChecklistItem { rating: Rating::Partly, quote: String::new() };
    let opinion = || GateOpinion { status, reason: String::new() };
    Assessment {
        ticket_id: ticket,
        atomicity: opinion(),
        implementability: opinion(),
        anti_cousin: opinion(),
        checklist: Checklist {
            steps: check(),
            paths: check(),
            signatures: check(),
            types: check(),
            edge_cases: check(),
            success_criteria: check(),
            verification: check(),
        },
    }
}

pub(crate) fn assessments(assesses: Assesses) -> Vec<Assessment> {
    let passed = || assessment(ticket(), GateStatus::Passed);
    match assesses {
        Assesses::Passed => vec![passed()],
        Assesses::Failed => vec![assessment(ticket(), GateStatus::Failed)],
        Assesses::NotRun => vec![assessment(ticket(), GateStatus::NotRun)],
        Assesses::Another => {
            vec![assessment("TCK-00002".parse().expect("an id"), GateStatus::Passed)]
        }
        Assesses::Twice => vec![passed(), passed()],
    }
}
