//! Which ticket has which id, and ids that two of them have (GATES.md R16).

use std::collections::HashMap;

use crate::gates::diagnostic::Spot;
use crate::gates::example::{SECOND, in_one};
use crate::gates::rule_info::RuleInfo;
use crate::model::{Finding, GateId, Rule, Severity, Subcategory, TicketId};
use crate::source::{Library, Ticket};

pub(super) static R16: RuleInfo = RuleInfo {
    id: Rule::numbered("R16"),
    gate: GateId::Schema,
    subcategory: Subcategory::SchemaViolation,
    severity: Severity::Blocker,
    varies: "",
    title: "one ticket id in two files",
    why: "A reference to that id means either of two tickets.",
    act: "Give the later file an id of its own.",
    fix: None,
    example: in_one(
        SECOND,
        r#"  ticket:
    id: TCK-00001"#,
        r#"  ticket:
    id: TCK-00002"#,
    ),
};

/// The id that a ticket claims: what it says, else its file's name.
fn claim(ticket: &Ticket) -> TicketId {
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

/// Reported on the later of two files.
pub(super) fn claimed_twice(
    library: &Library,
    claims: &HashMap<TicketId, usize>,
    ticket: &Ticket,
) -> Option<Finding> {
    let id = claim(ticket);
    let first = &library.tickets[*claims.get(&id)?].file;
    if *first == ticket.file {
        return None;
    }
    let place = ticket.rfc_ref.as_ref().or(ticket.id.as_ref());
    let place = place.map_or(&ticket.header, |text| &text.place);
    Some(Spot::in_ticket(ticket, place).says(
        &R16,
        format!("{id} is already the id of {first}"),
        "give this ticket an id of its own",
    ))
}
