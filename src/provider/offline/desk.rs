//! What a reviewer has on the desk: the dossier, laid out so that rules can ask it questions.
//! Answers facts only; judging is the rules' business.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::words;
use crate::model::{Place, TicketId};
use crate::source::{Dossier, PathKind, Text, Ticket, Tier};

/// The dossier of one RFC, laid out.
pub(super) struct Desk<'d> {
    pub(super) dossier: &'d Dossier,
    /// The tickets of the RFC that are still to be done, by id.
    pub(super) live: Vec<&'d Ticket>,
    /// All tickets of the repository, by id.
    all: BTreeMap<&'d TicketId, &'d Ticket>,
    /// What each ticket depends on, as far as the target exists.
    needs: BTreeMap<&'d TicketId, BTreeSet<&'d TicketId>>,
    /// Every path of the tree.
    tree: BTreeSet<&'d str>,
    scopes: OnceCell<BTreeMap<&'d TicketId, Vec<Line<'d>>>>,
    topics: OnceCell<BTreeMap<&'d TicketId, Topic>>,
    definitions: OnceCell<Vec<(String, &'d TicketId)>>,
}

/// A scope line, cut into words once.
pub(super) struct Line<'d> {
    pub(super) text: &'d Text,
    /// As it reads.
    pub(super) plain: String,
    /// What it is about.
    pub(super) words: BTreeSet<String>,
}

/// What a ticket is about.
pub(super) struct Topic {
    /// By its title.
    pub(super) title: BTreeSet<String>,
    /// By its title and its scope.
    pub(super) all: BTreeSet<String>,
}

/// A path that a ticket works on.
#[derive(Debug, Clone)]
pub(super) struct Touched {
    pub(super) path: String,
    pub(super) kind: PathKind,
    pub(super) place: Place,
    /// Whether it stands in a list made for paths, rather than in a note or a sentence.
    pub(super) is_listed: bool,
}

impl<'d> Desk<'d> {
    pub(super) fn new(dossier: &'d Dossier) -> Self {
        let tickets = &dossier.library.tickets;
        let all: BTreeMap<&TicketId, &Ticket> = tickets.iter().map(|t| (&t.stem, t)).collect();
        let target = |written: &str| -> Option<&'d TicketId> {
            let id: TicketId = written.rsplit(':').next()?.trim().parse().ok()?;
            all.get_key_value(&id).map(|(id, _)| *id)
        };
        let needs = tickets
            .iter()
            .map(|t| {
                let targets = t.dependencies.iter().filter_map(|d| target(&d.target));
                (&t.stem, targets.collect())
            })
            .collect();
        Self {
            dossier,
            live: dossier.tickets().filter(|t| t.is_live()).collect(),
            all,
            needs,
            tree: dossier.library.entries.iter().map(|entry| entry.path.as_str()).collect(),
            scopes: OnceCell::new(),
            topics: OnceCell::new(),
            definitions: OnceCell::new(),
        }
    }

    /// The scope lines of a live ticket of the RFC.
    pub(super) fn scope(&self, ticket: &Ticket) -> &[Line<'d>] {
        let cut = |text: &'d Text| Line {
            text,
            plain: words::plain_line(&text.value),
            words: words::significant(&text.value),
        };
        let scopes = self.scopes.get_or_init(|| {
            let live = self.live.iter();
            live.map(|t| (&t.stem, t.in_scope.iter().map(cut).collect())).collect()
        });
        scopes.get(&ticket.stem).map_or(&[], Vec::as_slice)
    }

    /// What a ticket of the repository is about.
    pub(super) fn topic(&self, ticket: &Ticket) -> Option<&Topic> {
        let topics = self.topics.get_or_init(|| {
            let of = |t: &Ticket| {
                let title = words::significant(t.name());
                let mut all = title.clone();
                for line in &t.in_scope {
                    all.extend(words::significant(&line.value));
                }
                Topic { title, all }
            };
            self.all.iter().map(|(id, t)| (*id, of(t))).collect()
        });
        topics.get(&ticket.stem)
    }

    /// The names of code that live tickets of the RFC define, with the ticket, by ticket.
    pub(super) fn definitions(&self) -> &[(String, &'d TicketId)] {
        self.definitions.get_or_init(|| {
            let mut found: Vec<(String, &TicketId)> = Vec::new();
            for &ticket in &self.live {
                for name in work(ticket).filter_map(|t| super::words::defined_name(&t.value)) {
                    if !found.contains(&(name.clone(), &ticket.stem)) {
                        found.push((name, &ticket.stem));
                    }
                }
            }
            found
        })
    }

    /// Any ticket of the repository.
    pub(super) fn ticket(&self, id: &TicketId) -> Option<&'d Ticket> {
        self.all.get(id).copied()
    }

    /// The live tickets of other RFCs, and what was already done anywhere, by id.
    pub(super) fn elsewhere(&self) -> impl Iterator<Item = &'d Ticket> {
        let ours = self.dossier.rfc_id.clone();
        self.all
            .values()
            .copied()
            .filter(move |t| t.rfc.as_ref() != Some(&ours))
            .filter(|t| !t.known_status.is_some_and(|status| status.is_dead()))
    }

    /// Whether `later` waits for `earlier`, directly or through others.
    pub(super) fn waits_for(&self, later: &TicketId, earlier: &TicketId) -> bool {
        let mut seen: BTreeSet<&TicketId> = BTreeSet::new();
        let mut open: Vec<&TicketId> = vec![later];
        while let Some(id) = open.pop() {
            for &need in self.needs.get(id).into_iter().flatten() {
                if need == earlier {
                    return true;
                }
                if seen.insert(need) {
                    open.push(need);
                }
            }
        }
        false
    }

    /// Whether the graph orders the two, either way round.
    pub(super) fn are_ordered(&self, a: &TicketId, b: &TicketId) -> bool {
        self.waits_for(a, b) || self.waits_for(b, a)
    }

    /// Whether a file stands at this path.
    pub(super) fn exists(&self, path: &str) -> bool {
        self.tree.contains(path)
    }

    /// The live ticket of the RFC, other than this one, that creates the file at this path.
    pub(super) fn maker(&self, ticket: &Ticket, path: &str) -> Option<&'d TicketId> {
        let makes = |other: &&Ticket| {
            let mut made = touched(other).into_iter();
            made.any(|file| file.kind == PathKind::Create && file.path == path)
        };
        let other = self.others(ticket).find(makes)?;
        Some(&other.stem)
    }

    /// The files below a folder, in order.
    pub(super) fn files_below(&self, folder: &str) -> Vec<&'d str> {
        let prefix = format!("{folder}/");
        self.tree
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .copied()
            .take_while(|path| path.starts_with(&prefix))
            .collect()
    }

    /// The component that holds a path, by its folder.
    pub(super) fn component(&self, path: &str) -> Option<&'d str> {
        self.dossier.atlas.component_of(path).map(|component| component.path.as_str())
    }

    /// Everything else the RFC's live tickets hold: each ticket but this one.
    pub(super) fn others<'a>(
        &'a self,
        ticket: &'a Ticket,
    ) -> impl Iterator<Item = &'d Ticket> + use<'a, 'd> {
        self.live.iter().copied().filter(move |other| other.stem != ticket.stem)
    }
}

/// The paths a ticket creates, changes or deletes: its lists first, then its notes, each path once.
pub(super) fn touched(ticket: &Ticket) -> Vec<Touched> {
    let mut found: Vec<Touched> = Vec::new();
    for entry in &ticket.paths {
        let path = entry.raw.trim().trim_start_matches("./").to_owned();
        let is_work = entry.kind != PathKind::Reference && entry.tier != Tier::Context;
        let is_path = !path.is_empty() && !path.contains(char::is_whitespace);
        if is_work && is_path && !found.iter().any(|t| t.path == path) {
            found.push(Touched {
                path,
                kind: entry.kind,
                place: entry.place.clone(),
                is_listed: entry.tier == Tier::Structured,
            });
        }
    }
    found
}

/// [`touched`], and the paths that scope lines and steps name.
pub(super) fn touched_or_told(ticket: &Ticket) -> Vec<Touched> {
    let mut found = touched(ticket);
    for text in work(ticket) {
        for path in words::paths(&text.value) {
            if !found.iter().any(|t| t.path == path) {
                let lower = text.value.to_lowercase();
                let before = lower.find(&path.to_lowercase()).map_or("", |at| &lower[..at]);
                let creates =
                    ["create ", "new ", "add file "].iter().any(|verb| before.contains(verb));
                found.push(Touched {
                    path,
                    kind: if creates { PathKind::Create } else { PathKind::Modify },
                    place: text.place.clone(),
                    is_listed: false,
                });
            }
        }
    }
    found
}

/// What is to be done: scope and steps, in source order of their kinds.
pub(super) fn work(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    ticket.in_scope.iter().chain(&ticket.steps)
}

/// Everything that is demanded: scope, steps, criteria.
pub(super) fn demands(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    work(ticket).chain(&ticket.criteria)
}

/// Everything a reader can learn from: demands, verification, examples, notes.
pub(super) fn prose(ticket: &Ticket) -> impl Iterator<Item = &Text> {
    demands(ticket).chain(&ticket.verifications).chain(&ticket.code_examples).chain(&ticket.notes)
}

/// What an entry of a path list says is to change there, or what the file is for.
pub(super) fn changes(ticket: &Ticket) -> Vec<Text> {
    let told = |path: &str| path.ends_with(".changes") || path.ends_with(".purpose");
    ticket
        .document
        .root()
        .scalars()
        .into_iter()
        .filter(|node| told(&node.path()))
        .filter_map(|node| {
            let value = node.as_scalar()?.to_owned();
            let place = node.place();
            Some(Text { value, place })
        })
        .collect()
}

/// Whether the ticket is nothing but a title.
pub(super) fn is_title_only(ticket: &Ticket) -> bool {
    demands(ticket).next().is_none() && word_count(ticket) < 8
}

/// How many words of prose the ticket has beside its title.
pub(super) fn word_count(ticket: &Ticket) -> usize {
    let of = |text: &Text| words::words(&text.value).len();
    prose(ticket).map(of).sum::<usize>() + changes(ticket).iter().map(of).sum::<usize>()
}

/// The place of the title: where a finding about the whole ticket points.
pub(super) fn whole(ticket: &Ticket) -> &Place {
    let named = ticket.title.as_ref().or(ticket.id.as_ref());
    named.map_or(&ticket.header, |text| &text.place)
}
