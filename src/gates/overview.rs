//! What the gates know of all tickets of a repository at once. Each part is worked out when the
//! first gate asks for it, and once for all RFCs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use super::consequences;
use super::coverage;
use super::graph::{Cycle, Graph};
use super::mapping;
use super::path;
use super::streaming::{StreamedFacts, sift};
use super::{GATES, schema};
use crate::model::{Finding, GateId, GateResult, Layout, RfcId, TicketId};
use crate::port::Snapshot;
use crate::source::{Dossier, Library, Ticket};

/// All tickets of a repository, as the gates see them.
#[derive(Debug)]
pub struct Overview {
    library: Arc<Library>,
    sifted: Option<StreamedFacts>,
    graph: OnceLock<Graph>,
    cycles: OnceLock<Vec<Cycle>>,
    claims: OnceLock<HashMap<TicketId, usize>>,
    folders: OnceLock<HashSet<String>>,
    created: OnceLock<HashMap<String, Vec<usize>>>,
    claimed: OnceLock<HashMap<String, Vec<usize>>>,
    visitors: OnceLock<BTreeMap<RfcId, Vec<usize>>>,
}

impl Overview {
    /// Of everything that was read of a snapshot.
    pub fn of(library: Arc<Library>) -> Self {
        Self::with(library, None)
    }

    /// Of a snapshot that is read for the gates alone: its tickets have no prose and no parsed file,
    /// which nothing but a gate may be asked about. With `rfcs`, only these can be checked.
    pub fn read(snapshot: &dyn Snapshot, layout: Layout, rfcs: Option<&[RfcId]>) -> Self {
        let (library, sifted) = sift(snapshot, layout, rfcs);
        Self::with(Arc::new(library), Some(sifted))
    }

    fn with(library: Arc<Library>, sifted: Option<StreamedFacts>) -> Self {
        Self {
            library,
            sifted,
            graph: OnceLock::new(),
            cycles: OnceLock::new(),
            claims: OnceLock::new(),
            folders: OnceLock::new(),
            created: OnceLock::new(),
            claimed: OnceLock::new(),
            visitors: OnceLock::new(),
        }
    }

    /// The four deterministic gates over one RFC of the repository, in order. Of a seed or a
    /// retired RFC there is nothing to judge (GATES.md R51); that its folder is gone is still said
    /// (R17).
    pub fn check(&self, dossier: &Dossier) -> Vec<GateResult> {
        if dossier.state.is_reviewable() {
            let mut results: Vec<GateResult> =
                GATES.iter().map(|gate| gate.check(dossier, self)).collect();
            consequences::mark(dossier, self, &mut results);
            return results;
        }
        let nothing = |gate: &&dyn super::Gate| {
            let id = gate.meta().id;
            let findings = match id {
                GateId::Schema => schema::retirement(dossier),
                _ => Vec::new(),
            };
            GateResult::new(id, false, findings, serde_json::json!({}))
        };
        GATES.iter().map(nothing).collect()
    }

    /// What is ambiguous in the layout (GATES.md R54): whatever else is said rests on it.
    pub fn layout(&self) -> Vec<Finding> {
        schema::ambiguous(&self.library)
    }

    /// The findings that belong to no RFC: an ambiguous layout (GATES.md R54), unusable names of
    /// ticket files (R2), and what is wrong with tickets that no RFC has (R3, R13, R16).
    pub fn outside_every_rfc(&self) -> Vec<Finding> {
        let mut findings = self.layout();
        findings.extend(schema::outside_every_rfc(self));
        findings.sort_by(Finding::reporting_order);
        findings
    }

    /// What was read.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// R10 to R15: what is wrong with the shape of a ticket's file.
    pub(super) fn violations(&self, ticket: &Ticket) -> Vec<Finding> {
        match &self.sifted {
            None => schema::violations(ticket),
            Some(sifted) => sifted.violations.get(&ticket.file).cloned().unwrap_or_default(),
        }
    }

    /// Who needs whom.
    pub(super) fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::of(Arc::clone(&self.library)))
    }

    /// R24: the groups of tickets that need each other.
    pub(super) fn cycles(&self) -> &[Cycle] {
        self.cycles.get_or_init(|| self.graph().cycles())
    }

    /// R16: the first ticket, by path, that claims each id.
    pub(super) fn claims(&self) -> &HashMap<TicketId, usize> {
        self.claims.get_or_init(|| schema::first_claims(&self.library))
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
                for path in mapping::creations(ticket) {
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
                    None => mapping::claims(ticket),
                    Some(sifted) => sifted.claims.get(&ticket.file).cloned().unwrap_or_default(),
                };
                for path in paths {
                    claimed.entry(path).or_default().push(index);
                }
            }
            claimed
        })
    }

    /// The tickets of other RFCs that name requirements of this one (R35).
    pub(super) fn visitors(&self, rfc: &RfcId) -> &[usize] {
        let all = self.visitors.get_or_init(|| coverage::visitors(&self.library));
        all.get(rfc).map_or(&[], Vec::as_slice)
    }
}
