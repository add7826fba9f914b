//! What the gates know of all tickets of a repository at once. Each part is worked out when the
//! first gate asks for it, and once for all RFCs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::coverage::visitors;
use super::graph::{DependencyCycle, Graph};
use super::mapping::{claims, creations};
use super::outline::TicketOutline;
use super::path;
use super::schema::{first_claims, violations};
use super::streaming::{StreamedFacts, sift};
use crate::model::policy::TicketLimits;
use crate::model::{Finding, Layout, SubjectId, TicketId};
use crate::port::{Snapshot, TreeEntry};
use crate::source::subject::TrackedFiles;
use crate::source::{Library, Ticket};

/// All tickets of a repository, as the gates see them.
#[derive(Debug)]
pub struct Overview {
    library: Arc<Library>,
    sifted: Option<StreamedFacts>,
    limits: TicketLimits,
    outlines: Vec<OnceLock<TicketOutline>>,
    by_name: OnceLock<HashMap<String, Vec<usize>>>,
    dependents: OnceLock<HashMap<TicketId, Vec<usize>>>,
    graph: OnceLock<Graph>,
    cycles: OnceLock<Vec<DependencyCycle>>,
    claims: OnceLock<HashMap<TicketId, usize>>,
    folders: OnceLock<HashSet<String>>,
    created: OnceLock<HashMap<String, Vec<usize>>>,
    claimed: OnceLock<HashMap<String, Vec<usize>>>,
    visitors: OnceLock<BTreeMap<SubjectId, Vec<usize>>>,
    tracked: OnceLock<TrackedFiles>,
    subject_cycles: OnceLock<Vec<Vec<usize>>>,
}

impl Overview {
    /// Of everything that was read of a snapshot.
    pub fn of(library: Arc<Library>) -> Self {
        Self::with(library, None)
    }

    /// Of a snapshot that is read for the gates alone: its tickets have no prose and no parsed file,
    /// which nothing but a gate may be asked about. With `named`, only these can be checked.
    pub fn read(snapshot: &dyn Snapshot, layout: Layout, named: Option<&[SubjectId]>) -> Self {
        let (library, sifted) = sift(snapshot, layout, named);
        Self::with(Arc::new(library), Some(sifted))
    }

    fn with(library: Arc<Library>, sifted: Option<StreamedFacts>) -> Self {
        let outlines = library.tickets.iter().map(|_| OnceLock::new()).collect();
        Self {
            library,
            sifted,
            limits: TicketLimits::default(),
            outlines,
            by_name: OnceLock::new(),
            dependents: OnceLock::new(),
            graph: OnceLock::new(),
            cycles: OnceLock::new(),
            claims: OnceLock::new(),
            folders: OnceLock::new(),
            created: OnceLock::new(),
            claimed: OnceLock::new(),
            visitors: OnceLock::new(),
            tracked: OnceLock::new(),
            subject_cycles: OnceLock::new(),
        }
    }

    /// The same under the limits of a policy.
    #[must_use]
    pub fn within(self, limits: TicketLimits) -> Self {
        Self { limits, ..self }
    }

    /// What a ticket may touch (L1, L2).
    pub(super) fn limits(&self) -> TicketLimits {
        self.limits
    }

    /// What the advisory rules ask of a ticket's text.
    pub(super) fn outline(&self, index: usize) -> &TicketOutline {
        let ticket = &self.library.tickets[index];
        let kept = self.sifted.as_ref().and_then(|sifted| sifted.outlines.get(&ticket.file));
        kept.unwrap_or_else(|| self.outlines[index].get_or_init(|| TicketOutline::of(ticket)))
    }

    /// The entries of the tree that end in a file of this name, in order.
    pub(super) fn named(&self, name: &str) -> &[usize] {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
            for (at, entry) in self.library.entries.iter().enumerate() {
                let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
                by_name.entry(name.to_owned()).or_default().push(at);
            }
            by_name
        });
        by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The tickets that wait for one directly.
    pub(super) fn dependents(&self, id: &TicketId) -> &[usize] {
        let dependents = self.dependents.get_or_init(|| {
            let mut found: HashMap<TicketId, Vec<usize>> = HashMap::new();
            for (at, ticket) in self.library.tickets.iter().enumerate() {
                let targets = ticket.dependencies.iter();
                for id in targets.filter_map(|entry| entry.target.rsplit(':').next()?.parse().ok())
                {
                    found.entry(id).or_default().push(at);
                }
            }
            found
        });
        dependents.get(id).map_or(&[], Vec::as_slice)
    }

    /// What was read.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// R10 to R15: what is wrong with the shape of a ticket's file.
    pub(super) fn violations(&self, ticket: &Ticket) -> Vec<Finding> {
        match &self.sifted {
            None => violations(ticket),
            Some(sifted) => sifted.violations.get(&ticket.file).cloned().unwrap_or_default(),
        }
    }

    /// Who needs whom.
    pub(super) fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::of(Arc::clone(&self.library)))
    }

    /// R24: the groups of tickets that need each other.
    pub(super) fn cycles(&self) -> &[DependencyCycle] {
        self.cycles.get_or_init(|| self.graph().cycles())
    }

    /// R16: the first ticket, by path, that claims each id.
    pub(super) fn claims(&self) -> &HashMap<TicketId, usize> {
        self.claims.get_or_init(|| first_claims(&self.library))
    }

    /// R44: whether a folder stands at this path.
    pub(super) fn has_folder(&self, path: &str) -> bool {
        let folders = self.folders.get_or_init(|| {
            let mut folders: HashSet<String> = HashSet::new();
            for entry in self.library.entries.iter() {
                let mut folder = path::folder(&entry.path);
                while let Some(name) = folder.filter(|name| !folders.contains(*name)) {
                    folders.insert(name.to_owned());
                    folder = path::folder(name);
                }
            }
            folders
        });
        folders.contains(path)
    }

    /// By path, the tickets that create it, by id.
    pub(super) fn created(&self) -> &HashMap<String, Vec<usize>> {
        self.created.get_or_init(|| {
            let tickets = &self.library.tickets;
            let mut created: HashMap<String, Vec<usize>> = HashMap::new();
            for (index, ticket) in tickets.iter().enumerate() {
                for path in creations(ticket) {
                    created.entry(path).or_default().push(index);
                }
            }
            for by in created.values_mut() {
                by.sort_by_key(|&t| &tickets[t].stem);
                by.dedup();
            }
            created
        })
    }

    /// By path, the tickets whose sentences say that it will be created.
    pub(super) fn claimed(&self) -> &HashMap<String, Vec<usize>> {
        self.claimed.get_or_init(|| {
            let mut claimed: HashMap<String, Vec<usize>> = HashMap::new();
            for (index, ticket) in self.library.tickets.iter().enumerate() {
                let paths = match &self.sifted {
                    None => claims(ticket),
                    Some(sifted) => sifted.claims.get(&ticket.file).cloned().unwrap_or_default(),
                };
                for path in paths {
                    claimed.entry(path).or_default().push(index);
                }
            }
            claimed
        })
    }

    /// The files of the tree, and those of the tree of a base, which is the same for all dossiers.
    pub(super) fn tracked(&self, beside: &[TreeEntry]) -> &TrackedFiles {
        self.tracked.get_or_init(|| TrackedFiles::of(&self.library.entries).and(beside))
    }

    /// The subjects of another format that wait for each other, found once.
    pub(super) fn subject_cycles(&self, find: impl FnOnce() -> Vec<Vec<usize>>) -> &[Vec<usize>] {
        self.subject_cycles.get_or_init(find)
    }

    /// The tickets of other RFCs that name requirements of this one (R35).
    pub(super) fn visitors(&self, rfc: &SubjectId) -> &[usize] {
        let all = self.visitors.get_or_init(|| visitors(&self.library));
        all.get(rfc).map_or(&[], Vec::as_slice)
    }
}
