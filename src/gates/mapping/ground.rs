//! What is known to exist, or to be made, when a path is judged (GATES.md R44): the reviewed tree,
//! the atlas with its inventory, and what tickets create.

use std::collections::BTreeSet;

use super::super::Overview;
use super::super::path;
use super::prose;
use crate::model::TicketId;
use crate::source::{Atlas, Dossier, PathKind, Ticket, Tier};

/// R46: where a new file would stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Creation {
    /// In a component.
    InComponent,
    /// In a folder of the inventory.
    InInventory,
    /// In a new folder next to components.
    BesideComponents,
    /// In no component, below a top-level folder that exists.
    InTopFolder,
    /// Below a top-level folder that does not exist.
    NewTopFolder,
}

/// R45, R47: what is known of a file to change.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Modification<'d> {
    /// It stands in the tree.
    InTree,
    /// The ticket itself, or one it waits for, creates it.
    Created,
    /// A ticket's text says that it will be created.
    Claimed,
    /// Tickets create it that this one does not wait for.
    TooEarly(Vec<&'d TicketId>),
    /// Only the atlas knows it.
    InAtlas,
    /// Its folder is new with the RFC.
    InNewFolder,
    /// Nothing knows it.
    Missing,
}

/// What paths are held against.
pub(super) struct Ground<'d> {
    dossier: &'d Dossier,
    all: &'d Overview,
    /// Paths that this RFC's tickets create.
    own: BTreeSet<String>,
    /// Folders that hold a file of the inventory.
    inventory_folders: BTreeSet<&'d str>,
}

/// Whether a ticket was not given up: what it creates is there, or will be.
pub(super) fn counts(ticket: &Ticket) -> bool {
    ticket.known_status.is_none_or(|status| !status.is_dead())
}

impl<'d> Ground<'d> {
    pub(super) fn of(dossier: &'d Dossier, all: &'d Overview) -> Self {
        let inventory = dossier.atlas.inventory.iter();
        Self {
            dossier,
            all,
            own: dossier.tickets().flat_map(creations).collect(),
            inventory_folders: inventory.filter_map(|file| path::folder(file)).collect(),
        }
    }

    fn atlas(&self) -> &'d Atlas {
        &self.dossier.atlas
    }

    fn in_tree(&self, path: &str) -> bool {
        self.dossier.library.has_file(path) || self.all.has_folder(path)
    }

    fn in_atlas(&self, path: &str) -> bool {
        let points = self.atlas().components.iter().flat_map(|c| &c.extension_points);
        self.atlas().inventory.contains(path)
            || self.atlas().components.iter().any(|c| c.path == path)
            || points.into_iter().any(|point| point.path == path)
    }

    fn is_claimed(&self, path: &str) -> bool {
        self.all.claimed().contains(path)
    }

    fn created(&self, path: &str) -> &'d [usize] {
        self.all.created().get(path).map_or(&[], Vec::as_slice)
    }

    /// The tickets of the repository that create a path, by id.
    pub(super) fn creators(&self, path: &str) -> impl Iterator<Item = &'d TicketId> {
        let library = &self.dossier.library;
        let tickets = self.created(path).iter();
        tickets.map(|&t| &library.tickets[t].stem)
    }

    /// R44: whether anything knows the path.
    pub(super) fn is_known(&self, path: &str) -> bool {
        self.in_tree(path)
            || self.in_atlas(path)
            || !self.created(path).is_empty()
            || self.is_claimed(path)
    }

    /// R45, R47: a file that the ticket at `index` changes.
    pub(super) fn modification(&self, index: usize, path: &str) -> Modification<'d> {
        if self.in_tree(path) {
            return Modification::InTree;
        }
        let creators = self.created(path);
        if !creators.is_empty() {
            let before = self.all.graph().ancestors(index);
            if creators.iter().any(|c| *c == index || before.contains(c)) {
                return Modification::Created;
            }
        }
        if self.is_claimed(path) {
            return Modification::Claimed;
        }
        if !creators.is_empty() {
            return Modification::TooEarly(self.creators(path).collect());
        }
        if self.in_atlas(path) {
            return Modification::InAtlas;
        }
        if self.is_in_new_folder(path) {
            return Modification::InNewFolder;
        }
        Modification::Missing
    }

    /// Whether the RFC's tickets open the folder that the file would stand in, or the folder of
    /// the module that the file heads (`a/b.rs` heads `a/b/`).
    fn is_in_new_folder(&self, path: &str) -> bool {
        let opened = |folder: &str| {
            let mut own = self.own.iter();
            own.any(|created| path::folder(created) == Some(folder))
        };
        let is_new = |folder: &str| !self.all.has_folder(folder);
        let module = path.rsplit_once('.').map(|(stem, _)| stem);
        path::folder(path).is_some_and(|folder| is_new(folder) && opened(folder))
            || module.is_some_and(opened)
    }

    /// R46: where a new file would stand.
    pub(super) fn creation(&self, path: &str) -> Creation {
        if self.atlas().component_of(path).is_some() {
            return Creation::InComponent;
        }
        if path::folder(path).is_some_and(|folder| self.inventory_folders.contains(folder)) {
            return Creation::InInventory;
        }
        if self.is_beside_components(path) {
            return Creation::BesideComponents;
        }
        match path.split_once('/') {
            Some((top, _)) if !self.all.has_folder(top) => Creation::NewTopFolder,
            Some(_) | None => Creation::InTopFolder,
        }
    }

    /// Whether the path opens a new folder where components have theirs. Components at the root
    /// have no such place.
    fn is_beside_components(&self, path: &str) -> bool {
        let homes = self.atlas().components.iter();
        homes.filter_map(|c| path::folder(&c.path)).any(|home| {
            let below = path.strip_prefix(home).and_then(|r| r.strip_prefix('/'));
            let Some((next, _)) = below.and_then(|below| below.split_once('/')) else {
                return false;
            };
            !self.all.has_folder(&format!("{home}/{next}"))
        })
    }
}

/// Adds the paths that a ticket's sentences say will be created.
pub(in crate::gates) fn claims(ticket: &Ticket, found: &mut BTreeSet<String>) {
    if !counts(ticket) {
        return;
    }
    for scalar in ticket.document.root().scalars() {
        if let Some(text) = scalar.as_str() {
            prose::created(text, found);
        }
    }
}

/// The paths that a ticket creates, in their one spelling.
pub(in crate::gates) fn creations(ticket: &Ticket) -> Vec<String> {
    let entries = ticket.paths.iter().filter(|entry| {
        counts(ticket) && entry.kind == PathKind::Create && entry.tier != Tier::Context
    });
    entries.filter_map(|entry| path::plain(&entry.raw).ok()).collect()
}
