//! The work items of other formats as what a council reviews: a task of spec-kit, a task group of
//! OpenSpec with its tasks as steps, a story of BMAD.

use std::collections::BTreeSet;

use super::FormatSubject;
use crate::model::TicketId;
use crate::source::subject::tickets;
use crate::source::ticket::Ticket;

impl FormatSubject {
    /// Its work items, each id once, in the order of its documents.
    pub(in crate::source) fn tickets(&self) -> Vec<Ticket> {
        let all = match self {
            FormatSubject::SpecKit(feature) => {
                tickets(&feature.subject, |item| TicketId::local(&item.id).ok())
            }
            FormatSubject::OpenSpec(change) => change.tickets(|id| TicketId::local(id).ok()),
            FormatSubject::Bmad(plan) => {
                tickets(&plan.subject, |item| TicketId::local(&item.id).ok())
            }
        };
        let mut seen = BTreeSet::new();
        all.into_iter().filter(|ticket| seen.insert(ticket.stem.clone())).collect()
    }
}
