//! A subject's work items as what the council reviews: tickets whose places are those of the Markdown.

use std::sync::Arc;

use super::document::SubjectDocument;
use super::entity::{Subject, WorkItem, WorkStatus};
use crate::model::{Place, TicketId};
use crate::source::{
    DependencyEntry, PathEntry, PathKind, RequirementRef, Text, Ticket, TicketStatus, Tier,
};

/// The tickets that its work items are, in their order; none of one whose number is no id.
pub fn tickets(subject: &Subject) -> Vec<Ticket> {
    let of = |item: &WorkItem| Some(ticket(subject, item, TicketId::local(&item.id).ok()?));
    subject.work_items.iter().filter_map(of).collect()
}

/// A ticket that stands at one place of a document: its id, and a title that is also its scope.
pub fn ticket_at(document: &SubjectDocument, id: TicketId, title: &str, place: &Place) -> Ticket {
    let text = |value: &str| Text { value: value.to_owned(), place: place.clone() };
    let own = text(id.as_str());
    let mut ticket = Ticket::blank(document.path().to_owned(), id, Arc::clone(&document.source));
    ticket.id = Some(own);
    ticket.title = Some(text(title));
    ticket.in_scope = vec![text(title)];
    ticket.header = place.clone();
    ticket.binds = place.clone();
    ticket
}

impl WorkItem {
    /// The paths that it names. Whether a file is made or changed, the tree says and the text does not.
    pub fn paths(&self) -> impl Iterator<Item = PathEntry> {
        self.names.iter().map(|path| PathEntry {
            kind: match self.writes.as_ref() == Some(path) {
                true => PathKind::Modify,
                false => PathKind::Reference,
            },
            raw: path.path.clone(),
            tier: Tier::Context,
            place: path.place.clone(),
        })
    }
}

fn ticket(subject: &Subject, item: &WorkItem, id: TicketId) -> Ticket {
    let mut ticket = ticket_at(&subject.documents[item.document], id, &item.text, &item.place);
    ticket.known_status = Some(match item.status {
        WorkStatus::Open => TicketStatus::Open,
        WorkStatus::Done => TicketStatus::Done,
        WorkStatus::Dead => TicketStatus::Cancelled,
    });
    ticket.phase = item.group.map(|index| {
        let group = &subject.groups[index];
        Text { value: group.title.clone(), place: group.place.clone() }
    });
    let serves = item.serves.iter().map(|reference| RequirementRef {
        id: reference.id.clone(),
        prefix: None,
        reference: None,
        place: reference.place.clone(),
    });
    ticket.requirements = serves.collect();
    // What a phase serves, each of its tasks does.
    for id in item.group.iter().flat_map(|&index| &subject.groups[index].serves) {
        if !ticket.requirements.iter().any(|reference| reference.id == *id) {
            let place = item.place.clone();
            let (id, prefix, reference) = (id.clone(), None, None);
            ticket.requirements.push(RequirementRef { id, prefix, reference, place });
        }
    }
    let waits_for = item.waits_for.iter().map(|reference| DependencyEntry {
        target: reference.id.clone(),
        place: reference.place.clone(),
    });
    ticket.dependencies = waits_for.collect();
    ticket.paths = item.paths().collect();
    ticket.criteria = item.criteria.clone();
    ticket
}
