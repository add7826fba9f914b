//! How much a word tells: the fewer tickets of the repository and the fewer of its source files
//! have it, the more. What two tickets share is weighed by that, so that the vocabulary of a
//! project joins nothing.

use std::collections::BTreeMap;

use crate::model::TicketId;
use crate::provider::offline::desk::vocabulary::{Stems, stems};
use crate::provider::offline::desk::{Desk, changes};
use crate::provider::offline::text::words::file_stem;
use crate::source::Ticket;

/// What a ticket of the repository says, in stems.
pub(crate) struct Said {
    /// What it is for: title and scope.
    pub(crate) purpose: Stems,
    /// All of its work: the purpose, steps, changes, criteria.
    pub(crate) body: Stems,
}

/// In how many tickets and source files each stem stands.
pub(super) struct Weights<'d> {
    said: BTreeMap<&'d TicketId, Said>,
    in_tickets: BTreeMap<String, usize>,
    files: usize,
    in_files: BTreeMap<String, usize>,
}

fn said(ticket: &Ticket) -> Said {
    let mut purpose = stems(ticket.name());
    for line in &ticket.in_scope {
        purpose.extend(stems(&line.value));
    }
    let mut body = purpose.clone();
    for line in ticket.steps.iter().chain(&ticket.criteria).chain(&changes(ticket)) {
        body.extend(stems(&line.value));
    }
    Said { purpose, body }
}

impl<'d> Weights<'d> {
    pub(super) fn of(desk: &Desk<'d>) -> Self {
        let is_there = |ticket: &&&Ticket| !ticket.known_status.is_some_and(|s| s.is_dead());
        let living = desk.all.values().filter(is_there);
        let said: BTreeMap<&TicketId, Said> =
            living.map(|ticket| (&ticket.stem, said(ticket))).collect();
        let mut in_tickets: BTreeMap<String, usize> = BTreeMap::new();
        for stem in said.values().flat_map(|said| &said.body) {
            *in_tickets.entry(stem.clone()).or_default() += 1;
        }
        let mut in_files: BTreeMap<String, usize> = BTreeMap::new();
        let mut files = 0;
        for path in desk.index.paths() {
            files += 1;
            let mut names = file_stem(path).to_owned();
            for symbol in desk.index.in_file(path) {
                names.push(' ');
                names.push_str(&symbol.name);
            }
            for stem in stems(&names) {
                *in_files.entry(stem).or_default() += 1;
            }
        }
        Self { said, in_tickets, files, in_files }
    }
}

/// The logarithm of a ratio, in quarters of a bit. Whole numbers: the same on every machine.
fn quarters(all: usize, some: usize) -> u64 {
    let ratio = (((all as u128 + 1) << 8) / some.max(1) as u128).clamp(1 << 8, 1 << 31);
    u64::from(ratio.pow(4).ilog2().saturating_sub(32))
}

impl<'d> Desk<'d> {
    fn weights(&self) -> &Weights<'d> {
        self.weights.get_or_init(|| Weights::of(self))
    }

    /// What a ticket of the repository says.
    pub(crate) fn said(&self, ticket: &Ticket) -> Option<&Said> {
        self.weights().said.get(&ticket.stem)
    }

    /// In how many tickets of the repository a stem stands.
    pub(crate) fn tickets_with(&self, stem: &str) -> usize {
        self.weights().in_tickets.get(stem).copied().unwrap_or(0)
    }

    /// Whether no name of the code has a word.
    pub(crate) fn is_new_to_code(&self, word: &str) -> bool {
        let weights = self.weights();
        stems(word).iter().all(|stem| !weights.in_files.contains_key(stem))
    }

    /// What a stem tells, in quarters of a bit, when so many of the tickets with it do not count.
    fn weight_without(&self, stem: &str, others: usize) -> u64 {
        let weights = self.weights();
        let tickets = self.tickets_with(stem).saturating_sub(others);
        let files = weights.in_files.get(stem).copied().unwrap_or(0);
        let by_files = quarters(weights.files + 1, files + 1);
        quarters(weights.said.len(), tickets).min(by_files).max(1)
    }

    /// What a stem tells, in quarters of a bit.
    pub(crate) fn weight(&self, stem: &str) -> u64 {
        self.weight_without(stem, 0)
    }

    /// What some stems tell together.
    pub(crate) fn weight_of<'s>(&self, stems: impl IntoIterator<Item = &'s String>) -> u64 {
        stems.into_iter().map(|stem| self.weight(stem)).sum()
    }

    /// How much of what `some` tells stands in `all`, too, in percent.
    pub(crate) fn covered(&self, some: &Stems, all: &Stems) -> u64 {
        let shared = self.weight_of(some.intersection(all));
        (100 * shared).checked_div(self.weight_of(some)).unwrap_or(0)
    }

    /// How alike two tickets are in what they are for and in what they do.
    pub(crate) fn likeness(&self, a: &Ticket, b: &Ticket) -> Option<Likeness> {
        let (one, other) = (self.said(a)?, self.said(b)?);
        // That the two themselves have a word makes it no less telling.
        let weight = |stem: &String| {
            let is_shared = one.body.contains(stem) && other.body.contains(stem);
            self.weight_without(stem, usize::from(is_shared))
        };
        let of = |stems: &Stems| stems.iter().map(weight).sum::<u64>();
        let share = |some: &Stems, all: &Stems| {
            let shared: u64 = some.intersection(all).map(weight).sum();
            (100 * shared).checked_div(of(some)).unwrap_or(0)
        };
        let shared: u64 = one.body.intersection(&other.body).map(weight).sum();
        let smaller = of(&one.body).min(of(&other.body));
        let mut telling: Vec<(u64, &String)> =
            one.body.intersection(&other.body).map(|stem| (weight(stem), stem)).collect();
        telling.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
        Some(Likeness {
            work: (100 * shared).checked_div(smaller).unwrap_or(0),
            purposes: [share(&one.purpose, &other.body), share(&other.purpose, &one.body)],
            shared: telling.into_iter().take(4).map(|(_, stem)| stem.clone()).collect(),
        })
    }
}

/// How alike two tickets are, in percent.
#[derive(Debug, Clone)]
pub(crate) struct Likeness {
    /// Of the smaller one's work.
    pub(crate) work: u64,
    /// Of what each of them is for, and the other one does.
    pub(crate) purposes: [u64; 2],
    /// The stems that tell most of what they share.
    pub(crate) shared: Vec<String>,
}
