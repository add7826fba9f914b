//! The task groups of a change as what the council reviews: one ticket each, with its tasks as steps.

use std::collections::HashMap;

use super::change::OpenSpecChange;
use super::tasks::group_number;
use crate::model::{NodePath, Place, TicketId};
use crate::source::subject::{WorkItem, WorkStatus, ticket_at};
use crate::source::{Text, Ticket, TicketStatus};

/// A group of tasks, or all tasks of a list without groups.
#[derive(Debug)]
pub struct TaskGroup<'c> {
    /// Its number; of one without a number of its own, which of the groups it is: `group-2`.
    pub id: String,
    /// Its heading; the change's name where there is none.
    pub title: String,
    /// Its heading's place; the first task's where there is none.
    pub place: Place,
    /// Its tasks, in order.
    pub tasks: Vec<&'c WorkItem>,
}

impl TaskGroup<'_> {
    /// Whether all of its tasks are done.
    pub fn is_done(&self) -> bool {
        self.tasks.iter().all(|task| task.status == WorkStatus::Done)
    }
}

impl OpenSpecChange {
    /// The groups that have tasks, in order.
    pub fn task_groups(&self) -> Vec<TaskGroup<'_>> {
        let numbers = self.subject.groups.iter().map(|group| group_number(&group.title));
        let numbers: Vec<Option<&str>> = numbers.collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for number in numbers.iter().flatten() {
            *counts.entry(number).or_default() += 1;
        }
        let mut groups: Vec<TaskGroup<'_>> = Vec::new();
        let mut last = None;
        for task in &self.subject.work_items {
            if groups.is_empty() || last != Some(task.group) {
                let heading = task.group.map(|index| &self.subject.groups[index]);
                let number = task.group.and_then(|index| numbers[index]);
                let number = number.filter(|number| counts[number] == 1);
                let nth = task.group.map_or(0, |index| index + 1);
                groups.push(TaskGroup {
                    id: number.map_or_else(|| format!("group-{nth}"), str::to_owned),
                    title: heading.map_or_else(
                        || self.subject.id.name().to_string(),
                        |group| group.title.clone(),
                    ),
                    place: heading.map_or(&task.place, |group| &group.place).clone(),
                    tasks: Vec::new(),
                });
                last = Some(task.group);
            }
            if let Some(group) = groups.last_mut() {
                group.tasks.push(task);
            }
        }
        groups
    }

    /// A group as a ticket; `None` when its number is no id of one.
    pub(super) fn ticket(&self, group: &TaskGroup<'_>) -> Option<Ticket> {
        let id = TicketId::local(&group.id).ok()?;
        let number = group.tasks.first().map_or(0, |task| task.document);
        let document = &self.subject.documents[number];
        let path = NodePath::Entity(group.id.clone());
        let place = Place { path, ..group.place.clone() };
        let mut ticket = ticket_at(document, id, &group.title, &place);
        let status = if group.is_done() { TicketStatus::Done } else { TicketStatus::Open };
        ticket.known_status = Some(status);
        let step = |task: &&WorkItem| Text { value: task.text.clone(), place: task.place.clone() };
        ticket.steps = group.tasks.iter().map(step).collect();
        ticket.paths = group.tasks.iter().flat_map(|task| task.paths()).collect();
        Some(ticket)
    }
}
