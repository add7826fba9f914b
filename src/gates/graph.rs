//! The dependency graph of the whole repository (GATES.md R20), shared by the gates on order and
//! on paths. Nodes are tickets by their file's name; edges run from a ticket to what it needs.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::model::slip::nearest;
use crate::model::{RfcId, TicketId};
use crate::source::library::UnreadableTicket;
use crate::source::{DependencyEntry, Library, Ticket};

/// What the target of a dependency entry turns out to be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target<'g> {
    /// A ticket that was read: its index in the library.
    Ticket(usize),
    /// A ticket file that exists and could not be read.
    Unreadable,
    /// R22: written with its RFC in front, which indeed has that ticket.
    Qualified(&'g TicketId, Option<usize>),
    /// R22: written with an RFC in front that does not have that ticket.
    Misqualified,
    /// R21: nothing of that name.
    Nowhere,
}

/// By ticket and entry of its dependencies, the ids that are offered for one that does not exist.
pub(super) type DependencyOffers<'g> = BTreeMap<(usize, usize), Vec<&'g str>>;

/// As many broken references of one review are answered with the ids that may be meant; a review
/// with more has another illness, and looking for all of theirs would take as long as one likes.
pub(super) const ANSWERED: usize = 200;

/// Who needs whom.
#[derive(Debug)]
pub(super) struct Graph {
    library: Arc<Library>,
    by_id: HashMap<TicketId, usize>,
    /// The ticket files that could not be read.
    unread: HashMap<TicketId, usize>,
    /// For each ticket what it needs, each once, by id.
    needs: Vec<Vec<usize>>,
}

impl Graph {
    pub(super) fn of(library: Arc<Library>) -> Self {
        let mut by_id = HashMap::with_capacity(library.tickets.len());
        for (index, ticket) in library.tickets.iter().enumerate() {
            // Of two files with one id the first counts, as for whoever looks it up (R16).
            by_id.entry(ticket.stem.clone()).or_insert(index);
        }
        let unread = library.unreadable_tickets.iter().enumerate();
        // Of two files with one id the first counts here, too.
        let unread = unread.rev().map(|(index, file)| (file.stem.clone(), index)).collect();
        let mut graph = Self { library, by_id, unread, needs: Vec::new() };
        let needs = |ticket: &Ticket| {
            let entries = ticket.dependencies.iter();
            let mut needs: Vec<usize> = entries.filter_map(|entry| graph.node(entry)).collect();
            needs.sort_by_key(|&n| &graph.library.tickets[n].stem);
            needs.dedup();
            needs
        };
        graph.needs = graph.library.tickets.iter().map(needs).collect();
        graph
    }

    /// The ticket at an index.
    pub(super) fn ticket(&self, index: usize) -> &Ticket {
        &self.library.tickets[index]
    }

    /// The index of the ticket with this id.
    pub(super) fn index(&self, id: &TicketId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// What a ticket needs, by id.
    pub(super) fn needs(&self, index: usize) -> &[usize] {
        &self.needs[index]
    }

    /// What an entry of a dependency list names (R21, R22).
    pub(super) fn resolve(&self, entry: &DependencyEntry) -> Target<'_> {
        if let Some((rfc, ticket)) = entry.target.split_once(':')
            && let (Ok(rfc), Ok(ticket)) = (rfc.parse::<RfcId>(), ticket.parse::<TicketId>())
        {
            return self.qualified(&rfc, &ticket);
        }
        let Ok(id) = entry.target.parse::<TicketId>() else {
            return Target::Nowhere;
        };
        match self.index(&id) {
            Some(index) => Target::Ticket(index),
            None if self.unreadable(&id).is_some() => Target::Unreadable,
            None => Target::Nowhere,
        }
    }

    fn qualified(&self, rfc: &RfcId, id: &TicketId) -> Target<'_> {
        if let Some(index) = self.index(id) {
            let ticket = self.ticket(index);
            return match &ticket.rfc {
                Some(owner) if owner == rfc => Target::Qualified(&ticket.stem, Some(index)),
                Some(_) | None => Target::Misqualified,
            };
        }
        match self.unreadable(id) {
            Some(file) if file.mentions.contains(rfc) => Target::Qualified(&file.stem, None),
            Some(_) | None => Target::Misqualified,
        }
    }

    /// Whether a ticket file of this name exists that could not be read.
    pub(super) fn is_unreadable(&self, id: &TicketId) -> bool {
        self.unreadable(id).is_some()
    }

    fn unreadable(&self, id: &TicketId) -> Option<&UnreadableTicket> {
        self.unread.get(id).map(|&index| &self.library.unreadable_tickets[index])
    }

    /// R58: the ids offered for the entries of these tickets that lead nowhere, by ticket and entry.
    pub(super) fn offers(&self, tickets: &[usize]) -> DependencyOffers<'_> {
        let mut offers = DependencyOffers::new();
        let ids = &self.library.ticket_ids;
        for &index in tickets {
            let ticket = self.ticket(index);
            for (at, entry) in ticket.dependencies.iter().enumerate() {
                if offers.len() == ANSWERED {
                    return offers;
                }
                let (Target::Misqualified | Target::Nowhere) = self.resolve(entry) else {
                    continue;
                };
                let written = entry.target.rsplit(':').next().unwrap_or_default();
                let others = ids.iter().filter(|id| **id != ticket.stem);
                let near = nearest(written, others.map(TicketId::as_str));
                offers.insert((index, at), near);
            }
        }
        offers
    }

    fn node(&self, entry: &DependencyEntry) -> Option<usize> {
        match self.resolve(entry) {
            Target::Ticket(index) | Target::Qualified(_, Some(index)) => Some(index),
            Target::Qualified(_, None)
            | Target::Unreadable
            | Target::Misqualified
            | Target::Nowhere => None,
        }
    }

    /// The first entry of `from` that names `to`.
    pub(super) fn entry(&self, from: usize, to: usize) -> Option<&DependencyEntry> {
        let entries = &self.ticket(from).dependencies;
        entries.iter().find(|entry| self.node(entry) == Some(to))
    }

    /// Everything that must be done before a ticket, itself included when it needs itself.
    pub(super) fn ancestors(&self, index: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut queue: Vec<usize> = self.needs[index].clone();
        while let Some(next) = queue.pop() {
            if found.insert(next) {
                queue.extend(&self.needs[next]);
            }
        }
        found
    }

    /// R24: for each group of tickets that need each other the shortest circle through its
    /// smallest id; of equally short ones the first by ids. A ticket that needs itself is not
    /// among them. Kosaraju's algorithm, because Tarjan's recursion would overflow on long chains.
    pub(super) fn cycles(&self) -> Vec<DependencyCycle> {
        let mut graph = DiGraph::<usize, ()>::new();
        let nodes: Vec<NodeIndex> = (0..self.needs.len()).map(|i| graph.add_node(i)).collect();
        for (from, needs) in self.needs.iter().enumerate() {
            for &to in needs {
                graph.add_edge(nodes[from], nodes[to], ());
            }
        }
        let mut cycles: Vec<DependencyCycle> = kosaraju_scc(&graph)
            .into_iter()
            .filter(|component| component.len() > 1)
            .map(|component| {
                let members: BTreeSet<usize> = component.iter().map(|&n| graph[n]).collect();
                let path = self.shortest_circle(&members);
                DependencyCycle { members, path }
            })
            .collect();
        cycles.sort_by_key(|cycle| cycle.path.first().map(|&start| &self.ticket(start).stem));
        cycles
    }

    /// Distances to the start are found backwards, breadth first; then the path is walked forwards,
    /// always to the smallest id that is one step nearer.
    fn shortest_circle(&self, members: &BTreeSet<usize>) -> Vec<usize> {
        let Some(&start) = members.iter().min_by_key(|&&m| &self.ticket(m).stem) else {
            return Vec::new();
        };
        let mut needed_by: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &member in members {
            for &needed in self.needs(member) {
                if members.contains(&needed) && needed != member {
                    needed_by.entry(needed).or_default().push(member);
                }
            }
        }
        let mut distance: BTreeMap<usize, usize> = BTreeMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            let next = distance[&node] + 1;
            for &by in needed_by.get(&node).into_iter().flatten() {
                distance.entry(by).or_insert_with(|| {
                    queue.push_back(by);
                    next
                });
            }
        }
        let nearest = |from: usize| {
            let steps = self.needs(from).iter().copied();
            let inside = steps.filter(|&to| to != from && distance.contains_key(&to));
            inside.min_by_key(|to| (distance[to], &self.ticket(*to).stem))
        };
        let mut path = vec![start];
        let mut at = start;
        while let Some(next) = nearest(at).filter(|&next| next != start) {
            path.push(next);
            at = next;
        }
        path
    }

    /// An order in which the tickets can be done, those of a circle as if they did not need each
    /// other; smallest id first where the dependencies leave a choice.
    pub(super) fn order(&self, tickets: &[usize], cycles: &[&DependencyCycle]) -> Vec<usize> {
        let mut closure: BTreeSet<usize> = tickets.iter().copied().collect();
        for &ticket in tickets {
            if !self.needs(ticket).iter().all(|n| closure.contains(n)) {
                closure.extend(self.ancestors(ticket));
            }
        }
        let circle: BTreeMap<usize, usize> = cycles
            .iter()
            .enumerate()
            .flat_map(|(i, cycle)| cycle.members.iter().map(move |&m| (m, i)))
            .collect();
        let binds = |from: usize, to: usize| {
            from != to && (!circle.contains_key(&from) || circle.get(&from) != circle.get(&to))
        };
        let mut open: BTreeMap<usize, usize> = BTreeMap::new();
        let mut needed_by: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &ticket in &closure {
            let needs = self.needs(ticket).iter().copied();
            let needs: Vec<usize> = needs.filter(|&to| binds(ticket, to)).collect();
            open.insert(ticket, needs.len());
            for need in needs {
                needed_by.entry(need).or_default().push(ticket);
            }
        }
        let key = |index: usize| (&self.ticket(index).stem, index);
        let mut ready: BTreeSet<(&TicketId, usize)> =
            open.iter().filter(|&(_, &n)| n == 0).map(|(&ticket, _)| key(ticket)).collect();
        let wanted: BTreeSet<usize> = tickets.iter().copied().collect();
        let mut order = Vec::new();
        while let Some((_, ticket)) = ready.pop_first() {
            if wanted.contains(&ticket) {
                order.push(ticket);
            }
            for &by in needed_by.get(&ticket).into_iter().flatten() {
                if let Some(left) = open.get_mut(&by) {
                    *left -= 1;
                    if *left == 0 {
                        ready.insert(key(by));
                    }
                }
            }
        }
        order
    }
}

/// Tickets that need each other.
#[derive(Debug)]
pub(super) struct DependencyCycle {
    /// All of the group.
    pub(super) members: BTreeSet<usize>,
    /// The circle that is shown, from its smallest id; the way back to it is left out.
    pub(super) path: Vec<usize>,
}
