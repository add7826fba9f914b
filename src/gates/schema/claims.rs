//! Which ticket has which id.

use std::collections::HashMap;

use crate::model::TicketId;
use crate::source::{Library, Ticket};

/// The id that a ticket claims: what it says, else its file's name.
pub(super) fn claim(ticket: &Ticket) -> TicketId {
    let said = ticket.id.as_ref().and_then(|id| id.value.parse().ok());
    said.unwrap_or_else(|| ticket.stem.clone())
}

/// The first ticket, by path, that claims each id.
pub(in crate::gates) fn first_claims(library: &Library) -> HashMap<TicketId, usize> {
    let mut claims: HashMap<TicketId, usize> = HashMap::new();
    for (index, ticket) in library.tickets.iter().enumerate() {
        let first = claims.entry(claim(ticket)).or_insert(index);
        if ticket.file < library.tickets[*first].file {
            *first = index;
        }
    }
    claims
}
