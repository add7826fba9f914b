//! The work items of other formats as what a council reviews: a task of spec-kit, a task group of
//! OpenSpec with its tasks as steps, a story of BMAD.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::FormatSubject;
use crate::model::{NodePath, Place, TicketId};
use crate::source::openspec::group_number;
use crate::source::scalar::Text;
use crate::source::subject::{NamedPath, Subject, WorkGroup, WorkItem, WorkStatus, tickets};
use crate::source::ticket::{PathEntry, PathKind, Ticket, TicketStatus, Tier};

impl FormatSubject {
    /// Its work items, each id once, in the order of its documents.
    pub(in crate::source) fn tickets(&self) -> Vec<Ticket> {
        let all = match self {
            FormatSubject::SpecKit(feature) => {
                tickets(&feature.subject, |item| TicketId::local(&item.id).ok())
            }
            FormatSubject::OpenSpec(change) => groups(&change.subject),
            FormatSubject::Bmad(plan) => {
                tickets(&plan.subject, |item| TicketId::local(&item.id).ok())
            }
        };
        let mut seen = BTreeSet::new();
        all.into_iter().filter(|ticket| seen.insert(ticket.stem.clone())).collect()
    }
}

/// The groups of a task list that hold tasks.
fn groups(subject: &Subject) -> Vec<Ticket> {
    let groups = subject.groups.iter().enumerate();
    let tickets = groups.filter_map(|(index, group)| {
        let items = subject.work_items.iter().filter(|item| item.group == Some(index));
        let items: Vec<&WorkItem> = items.collect();
        let number = || (index + 1).to_string();
        let name = group_number(&group.title).map_or_else(number, str::to_owned);
        of_group(subject, group, TicketId::local(&name).ok()?, &items)
    });
    tickets.collect()
}

fn of_group(
    subject: &Subject,
    group: &WorkGroup,
    id: TicketId,
    items: &[&WorkItem],
) -> Option<Ticket> {
    let last = items.last()?;
    let document = &subject.documents[group.document];
    let heading = Place { path: NodePath::Entity(id.to_string()), ..group.place.clone() };
    let (end_line, end_column) = (last.place.end_line, last.place.end_column);
    let title = Text { value: group.title.clone(), place: heading.clone() };
    let mut ticket = Ticket::blank(document.path().to_owned(), id, Arc::clone(&document.source));
    ticket.header = Place { end_line, end_column, ..heading };
    ticket.binds = ticket.header.clone();
    ticket.id = Some(Text { value: ticket.stem.to_string(), place: title.place.clone() });
    ticket.title = Some(title);
    let is = |status: WorkStatus| items.iter().all(|item| item.status == status);
    ticket.known_status = Some(if is(WorkStatus::Dead) {
        TicketStatus::Cancelled
    } else if items.iter().all(|item| item.status != WorkStatus::Open) {
        TicketStatus::Done
    } else {
        TicketStatus::Open
    });
    let step = |item: &&WorkItem| Text { value: item.text.clone(), place: item.place.clone() };
    ticket.steps = items.iter().map(step).collect();
    ticket.paths =
        items.iter().flat_map(|item| item.names.iter().map(|path| entry(item, path))).collect();
    Some(ticket)
}

/// Whether a file is made or changed, the tree says and the text does not.
fn entry(item: &WorkItem, path: &NamedPath) -> PathEntry {
    let kind = match item.writes.as_ref() == Some(path) {
        true => PathKind::Modify,
        false => PathKind::Reference,
    };
    PathEntry { kind, raw: path.path.clone(), tier: Tier::Context, place: path.place.clone() }
}
