//! The tickets of one RFC as the advisory rules see them, and what there is for them to lean on: the
//! tree, and what is made by the time that a ticket begins.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use crate::gates::Overview;
use crate::gates::mapping::creations;
use crate::gates::outline::{TicketOutline, ends_in};
use crate::model::TicketId;
use crate::model::policy::TicketLimits;
use crate::port::beneath;
use crate::source::{Dossier, Ticket};

/// One RFC.
pub(super) struct Scene<'d> {
    pub(super) dossier: &'d Dossier,
    all: &'d Overview,
    pub(super) members: Vec<RfcTicket<'d>>,
}

/// One of its tickets.
pub(super) struct RfcTicket<'d> {
    index: usize,
    pub(super) ticket: &'d Ticket,
    pub(super) outline: &'d TicketOutline,
    /// What is made before the ticket is done.
    made: OnceCell<BTreeSet<String>>,
}

impl<'d> Scene<'d> {
    pub(super) fn of(dossier: &'d Dossier, all: &'d Overview) -> Self {
        let member = |&index: &usize| RfcTicket {
            index,
            ticket: &dossier.library.tickets[index],
            outline: all.outline(index),
            made: OnceCell::new(),
        };
        Self { dossier, all, members: dossier.tickets.iter().map(member).collect() }
    }

    pub(super) fn limits(&self) -> TicketLimits {
        self.all.limits()
    }

    /// Whether the tree or that of the base has something at a path.
    pub(super) fn in_tree(&self, path: &str) -> bool {
        self.dossier.has_path(path) || self.has_folder(path)
    }

    /// Whether the tree or that of the base has a folder at a path.
    pub(super) fn has_folder(&self, path: &str) -> bool {
        self.all.has_folder(path) || beneath(&self.dossier.beside, path).next().is_some()
    }

    /// The files of the tree of this name, in order.
    pub(super) fn named(&self, name: &str) -> &'d [usize] {
        self.all.named(name)
    }

    /// The path of an entry of the tree.
    pub(super) fn path(&self, entry: usize) -> &'d str {
        &self.dossier.library.entries[entry].path
    }

    /// The files that a path can mean: itself, or the ends of longer paths.
    pub(super) fn candidates(&self, path: &str) -> Vec<&'d str> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let all = self.named(name).iter().map(|&entry| self.path(entry));
        all.filter(|whole| ends_in(whole, path)).collect()
    }

    /// Every path of the tree.
    pub(super) fn paths(&self) -> impl Iterator<Item = &'d str> {
        self.dossier.library.entries.iter().map(|entry| entry.path.as_str())
    }

    /// Whether a file of this name is made by then.
    pub(super) fn makes(&self, member: &RfcTicket<'_>, path: &str) -> bool {
        self.made(member).iter().any(|made| ends_in(made, path) || ends_in(path, made))
    }

    /// Whether there is anything that a path can mean, in the tree or made by then.
    pub(super) fn is_there(&self, member: &RfcTicket<'_>, path: &str) -> bool {
        self.in_tree(path) || !self.candidates(path).is_empty() || self.makes(member, path)
    }

    /// What the ticket, those before it and the others of its RFC make, by lists and by sentences. In
    /// which order those of one RFC are done is another question.
    fn made<'m>(&self, member: &'m RfcTicket<'_>) -> &'m BTreeSet<String> {
        member.made.get_or_init(|| {
            let before = self.all.graph().ancestors(member.index);
            let tickets = before.into_iter().chain(self.dossier.tickets.iter().copied());
            let mut made = BTreeSet::new();
            for index in tickets {
                let ticket = &self.dossier.library.tickets[index];
                if ticket.known_status.is_none_or(|status| !status.is_dead()) {
                    made.extend(creations(ticket));
                    made.extend(self.all.outline(index).makes.iter().cloned());
                }
            }
            made
        })
    }

    /// What the tickets say that wait for a ticket, and those of the RFC that name it.
    pub(super) fn naming<'s>(
        &'s self,
        id: &'s TicketId,
    ) -> impl Iterator<Item = &'d TicketOutline> + use<'s, 'd> {
        let waiting = self.all.dependents(id).iter().map(|&index| self.all.outline(index));
        let of_rfc = self.members.iter().map(|member| member.outline);
        waiting.chain(of_rfc.filter(move |outline| outline.names.contains(id)))
    }
}
