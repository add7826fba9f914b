//! The opinion of one ticket, the same for each seat that the rules hold: three gates and the rubric's
//! checklist. It informs people; no verdict uses it.

pub(crate) mod checklist;

use crate::model::opinion::{Assessment, GateOpinion};
use crate::model::{GateId, GateStatus, Severity};
use crate::rules::assess::checklist::checklist;
use crate::rules::desk::touched_or_told;
use crate::rules::lints::Found;
use crate::source::Ticket;

/// One ticket; `found` is what the rules found in the RFC.
pub(crate) fn assess(ticket: &Ticket, found: &Found) -> Assessment {
    let of = |gate| settled(gate, ticket, found);
    // Gates 5 and 7 are about files.
    let has_files = !touched_or_told(ticket).is_empty();
    let of_files = |gate| match of(gate) {
        GateOpinion { status: GateStatus::Passed, .. } if !has_files => {
            opinion(GateStatus::NotApplicable, "the ticket names no file".to_owned())
        }
        said => said,
    };
    Assessment {
        ticket_id: ticket.stem.clone(),
        atomicity: of_files(GateId::Atomicity),
        implementability: of(GateId::Implementability),
        anti_cousin: of_files(GateId::AntiCousin),
        checklist: checklist(ticket),
    }
}

fn opinion(status: GateStatus, reason: String) -> GateOpinion {
    GateOpinion { status, reason }
}

/// FAILED by what the rules found at this gate, of MAJOR or worse; also by what is said at another
/// ticket for this one, too.
fn settled(gate: GateId, ticket: &Ticket, found: &Found) -> GateOpinion {
    if let Some(status) = ticket.known_status.filter(|_| !ticket.is_live()) {
        let reason = format!("the ticket is {}: nothing is left to be done", status.as_str());
        return opinion(GateStatus::NotApplicable, reason);
    }
    let said: Vec<String> = found
        .all()
        .filter(|hit| hit.kind().gate == gate && hit.severity >= Severity::Major)
        .filter_map(|hit| {
            if hit.ticket == ticket.stem {
                return Some(hit.description());
            }
            let shares = hit.also.iter().any(|(other, severity)| {
                other.name == ticket.stem.as_str() && *severity >= Severity::Major
            });
            shares.then(|| format!("as in {}: {}", hit.ticket, hit.rule().name))
        })
        .collect();
    match said.is_empty() {
        true => opinion(GateStatus::Passed, "the built-in rules found nothing grave".to_owned()),
        false => opinion(GateStatus::Failed, said.join("; ")),
    }
}
