//! What is known to exist, or to be made, when a path is judged (GATES.md R44): the reviewed tree,
//! the atlas with its inventory, and what tickets create.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Overview;
use super::super::path;
use super::creations::creations;
use crate::model::TicketId;
use crate::port::beneath;
use crate::source::{Atlas, Dossier, PathKind, Tier};

/// R46: where a new file would stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Creation {
    /// In a component.
    InComponent,
    /// In a folder of the inventory.
    InInventory,
    /// At the repository's root, or in the folder of its documents (R55).
    InKnownPlace,
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
pub(super) struct KnownPaths<'d> {
    dossier: &'d Dossier,
    all: &'d Overview,
    /// Folders in which this RFC's tickets create files.
    opened: BTreeSet<String>,
    /// Folders that hold a file of the inventory.
    inventory_folders: BTreeSet<&'d str>,
    /// Folders that hold a component; components at the root have none.
    homes: BTreeSet<&'d str>,
    /// Paths of components and of their extension points.
    mapped: BTreeSet<&'d str>,
}

/// Folders of documents that belong to no component (R55).
const DOCUMENTS: [&str; 4] = ["docs", "doc", "documents", "documentation"];

impl<'d> KnownPaths<'d> {
    pub(super) fn of(dossier: &'d Dossier, all: &'d Overview) -> Self {
        let Atlas { components, inventory, .. } = &dossier.atlas;
        let points = components.iter().flat_map(|c| &c.extension_points);
        let points = points.map(|point| point.path.as_str());
        let own = dossier.tickets().flat_map(creations);
        Self {
            dossier,
            all,
            opened: own.filter_map(|path| path::folder(&path).map(str::to_owned)).collect(),
            inventory_folders: inventory.iter().filter_map(|file| path::folder(file)).collect(),
            homes: components.iter().filter_map(|c| path::folder(&c.path)).collect(),
            mapped: components.iter().map(|c| c.path.as_str()).chain(points).collect(),
        }
    }

    fn atlas(&self) -> &'d Atlas {
        &self.dossier.atlas
    }

    fn in_tree(&self, path: &str) -> bool {
        self.dossier.has_path(path)
            || self.all.has_folder(path)
            || beneath(&self.dossier.beside, path).next().is_some()
    }

    fn in_atlas(&self, path: &str) -> bool {
        self.atlas().inventory.contains(path) || self.mapped.contains(path)
    }

    /// The tickets whose sentences say that they create a path.
    fn claimed(&self, path: &str) -> &'d [usize] {
        self.all.claimed().get(path).map_or(&[], Vec::as_slice)
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
            || !self.claimed(path).is_empty()
    }

    /// R45, R47: a file that the ticket at `index` changes.
    pub(super) fn modification(&self, index: usize, path: &str) -> Modification<'d> {
        if self.in_tree(path) {
            return Modification::InTree;
        }
        let (creators, claimed) = (self.created(path), self.claimed(path));
        if !creators.is_empty() {
            let before = self.all.graph().ancestors(index);
            let is_there = |by: &[usize]| by.iter().any(|t| *t == index || before.contains(t));
            if is_there(creators) {
                return Modification::Created;
            }
            // What the creator says of its own file does not bring it forward (R47).
            if !is_there(claimed) {
                return Modification::TooEarly(self.creators(path).collect());
            }
        }
        if !claimed.is_empty() {
            return Modification::Claimed;
        }
        if self.in_atlas(path) {
            return Modification::InAtlas;
        }
        if self.is_in_new_folder(path) {
            return Modification::InNewFolder;
        }
        Modification::Missing
    }

    /// Whether the RFC's tickets open the folder that the path is, or that the file would stand in,
    /// or the folder of the module that the file heads (`a/b.rs` heads `a/b/`).
    fn is_in_new_folder(&self, path: &str) -> bool {
        let opened = |folder: &str| self.opened.contains(folder);
        let is_new = |folder: &str| !self.all.has_folder(folder);
        let module = path.rsplit_once('.').map(|(stem, _)| stem);
        path::folder(path).is_some_and(|folder| is_new(folder) && opened(folder))
            || opened(path)
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
        if self.is_known_place(path) {
            return Creation::InKnownPlace;
        }
        if self.is_beside_components(path) {
            return Creation::BesideComponents;
        }
        match path.split_once('/') {
            Some((top, _)) if !self.all.has_folder(top) => Creation::NewTopFolder,
            Some(_) | None => Creation::InTopFolder,
        }
    }

    /// R55: whether the path stands at the root or among the repository's documents, which no
    /// component need hold.
    fn is_known_place(&self, path: &str) -> bool {
        let Some((top, _)) = path.split_once('/') else {
            return true;
        };
        let is_first = || !DOCUMENTS.iter().any(|folder| self.all.has_folder(folder));
        let is_mapped = || self.atlas().components.iter().any(|c| path::is_within(&c.path, top));
        DOCUMENTS.contains(&top) && (self.all.has_folder(top) || is_first()) && !is_mapped()
    }

    /// Whether the path opens a new folder where components have theirs.
    fn is_beside_components(&self, path: &str) -> bool {
        path::folders(path).any(|folder| {
            let home = path::folder(folder);
            home.is_some_and(|home| self.homes.contains(home)) && !self.all.has_folder(folder)
        })
    }
}

/// R47: by ticket of the RFC, the paths that it changes too early, each with who creates it.
pub(in crate::gates) fn early<'d>(
    dossier: &'d Dossier,
    all: &'d Overview,
) -> BTreeMap<&'d TicketId, Vec<(String, Vec<&'d TicketId>)>> {
    let ground = KnownPaths::of(dossier, all);
    let mut early: BTreeMap<&TicketId, Vec<(String, Vec<&TicketId>)>> = BTreeMap::new();
    for &index in &dossier.tickets {
        let ticket = &dossier.library.tickets[index];
        let changes = ticket.paths.iter();
        let changes = changes.filter(|e| e.kind == PathKind::Modify && e.tier != Tier::Context);
        for path in changes.filter_map(|entry| path::plain(&entry.raw).ok()) {
            if let Modification::TooEarly(creators) = ground.modification(index, &path) {
                early.entry(&ticket.stem).or_default().push((path, creators));
            }
        }
    }
    early
}
