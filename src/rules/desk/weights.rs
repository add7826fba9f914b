//! How much a word tells: the fewer of this RFC's tickets and the fewer source files have it, the
//! more. What two tickets share is weighed by that, so that the vocabulary of a project joins nothing.
//! Tickets of other RFCs weigh nothing: what is said of this one must not change when they come and go.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::model::TicketId;
use crate::rules::desk::Desk;
use crate::rules::desk::vocabulary::{Stems, stems};
use crate::rules::text::words::file_stem;
use crate::source::Ticket;

/// What a ticket of the repository says, in stems.
pub(crate) struct TicketTerms {
    /// What it is for: title and scope.
    pub(crate) purpose: Stems,
    /// All of its work: the purpose, steps, changes, criteria.
    pub(crate) body: Stems,
    /// The same by the numbers of the stems, ascending.
    numbers: [Vec<u32>; 2],
}

/// In how many of the RFC's tickets and in how many source files each stem stands.
pub(super) struct Weights<'d> {
    said: BTreeMap<&'d TicketId, TicketTerms>,
    /// The RFC's tickets.
    tickets: usize,
    in_tickets: BTreeMap<String, usize>,
    files: usize,
    in_files: BTreeMap<String, usize>,
    /// What each stem of all tickets tells, by its number: at all, and when one of the tickets with it does not count.
    tells: [Vec<u64>; 2],
}

fn said(desk: &Desk<'_>, ticket: &Ticket) -> TicketTerms {
    let mut purpose = stems(ticket.name());
    for line in &ticket.in_scope {
        purpose.extend(stems(&line.value));
    }
    let mut body = purpose.clone();
    for line in ticket.steps.iter().chain(&ticket.criteria).chain(&desk.facts(ticket).changes) {
        body.extend(stems(&line.value));
    }
    TicketTerms { purpose, body, numbers: [Vec::new(), Vec::new()] }
}

impl<'d> Weights<'d> {
    pub(super) fn of(desk: &Desk<'d>) -> Self {
        let is_there = |ticket: &&&Ticket| !ticket.known_status.is_some_and(|s| s.is_dead());
        let living = desk.all.values().filter(is_there);
        let mut said: BTreeMap<&TicketId, TicketTerms> =
            living.map(|ticket| (&ticket.stem, said(desk, ticket))).collect();
        let mut in_tickets: BTreeMap<String, usize> = BTreeMap::new();
        let mut tickets = 0;
        for (id, said) in &said {
            let is_own = usize::from(desk.is_own(id));
            tickets += is_own;
            for stem in &said.body {
                *in_tickets.entry(stem.clone()).or_default() += is_own;
            }
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
        // By their numbers, which have the order of their letters.
        let numbers: BTreeMap<&str, u32> =
            in_tickets.keys().map(String::as_str).zip(0_u32..).collect();
        for said in said.values_mut() {
            said.numbers = [&said.purpose, &said.body]
                .map(|stems| stems.iter().map(|stem| numbers[stem.as_str()]).collect());
        }
        let mut weights =
            Self { said, tickets, in_tickets, files, in_files, tells: [Vec::new(), Vec::new()] };
        weights.tells = [0, 1].map(|others| {
            weights.in_tickets.keys().map(|stem| weights.tells(stem, others)).collect()
        });
        weights
    }
}

impl Weights<'_> {
    /// What a stem tells, in quarters of a bit, when so many of the tickets with it do not count.
    fn tells(&self, stem: &str, others: usize) -> u64 {
        let tickets = self.in_tickets.get(stem).copied().unwrap_or(0).saturating_sub(others);
        let files = self.in_files.get(stem).copied().unwrap_or(0);
        let by_files = quarters(self.files + 1, files + 1);
        quarters(self.tickets, tickets).min(by_files).max(1)
    }
}

/// The numbers that two ascending lists share.
fn shared<'n>(a: &'n [u32], b: &'n [u32]) -> impl Iterator<Item = u32> + 'n {
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    std::iter::from_fn(move || {
        loop {
            let (one, other) = (*a.peek()?, *b.peek()?);
            match one.cmp(&other) {
                Ordering::Less => drop(a.next()),
                Ordering::Greater => drop(b.next()),
                Ordering::Equal => {
                    b.next();
                    return a.next();
                }
            }
        }
    })
}

/// The logarithm of a ratio, in quarters of a bit. Whole numbers: the same on every machine.
fn quarters(all: usize, some: usize) -> u64 {
    let ratio = (((all as u128 + 1) << 8) / some.max(1) as u128).clamp(1 << 8, 1 << 31);
    u64::from(ratio.pow(4).ilog2().saturating_sub(32))
}

impl<'d> Desk<'d> {
    fn weights(&self) -> &Weights<'d> {
        self.memo.weights.get_or_init(|| Weights::of(self))
    }

    /// What a ticket of the repository says.
    pub(crate) fn said(&self, ticket: &Ticket) -> Option<&TicketTerms> {
        self.weights().said.get(&ticket.stem)
    }

    /// In how many of the RFC's tickets a stem stands.
    pub(crate) fn tickets_with(&self, stem: &str) -> usize {
        self.weights().in_tickets.get(stem).copied().unwrap_or(0)
    }

    /// What a stem tells, in quarters of a bit.
    pub(crate) fn weight(&self, stem: &str) -> u64 {
        self.weights().tells(stem, 0)
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
    pub(crate) fn likeness(&self, a: &Ticket, b: &Ticket) -> Option<TicketSimilarity> {
        let weights = self.weights();
        let [purpose, body] = &self.said(a)?.numbers;
        let [other_purpose, other_body] = &self.said(b)?.numbers;
        let both: Vec<u32> = shared(body, other_body).collect();
        // That the two themselves have a word makes it no less telling.
        let are_own = self.is_own(&a.stem) && self.is_own(&b.stem);
        let weight = |number: u32| {
            let is_shared = are_own && both.binary_search(&number).is_ok();
            weights.tells[usize::from(is_shared)][number as usize]
        };
        let of = |numbers: &[u32]| numbers.iter().copied().map(weight).sum::<u64>();
        let share = |some: &[u32], all: &[u32]| {
            let shared: u64 = shared(some, all).map(weight).sum();
            (100 * shared).checked_div(of(some)).unwrap_or(0)
        };
        let smaller = of(body).min(of(other_body));
        Some(TicketSimilarity {
            work: (100 * of(&both)).checked_div(smaller).unwrap_or(0),
            purposes: [share(purpose, other_body), share(other_purpose, body)],
        })
    }
}

/// How alike two tickets are, in percent.
#[derive(Debug, Clone)]
pub(crate) struct TicketSimilarity {
    /// Of the smaller one's work.
    pub(crate) work: u64,
    /// Of what each of them is for, and the other one does.
    pub(crate) purposes: [u64; 2],
}
