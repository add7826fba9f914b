//! What a reviewer has on the desk: the dossier, laid out so that rules can ask it questions.
//! Answers facts only; judging is the rules' business.

mod introduced;
mod making;
pub(crate) mod products;
mod tree;
pub(crate) mod usage;
pub(crate) mod vocabulary;
pub(crate) mod weights;

pub(crate) use crate::gates::text::ticket::{
    TouchedPath, changes, demands, prose, touched, touched_or_told, whole, work,
};
pub(crate) use introduced::{Introduced, declaration, mentions, unwrapped};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::model::TicketId;
use crate::rules::message::Arg;
use crate::rules::text::callable::FunctionShape;
use crate::rules::text::words::{self, Bag, Numbering};
use crate::source::{Dossier, Requirement, RequirementRef, Text, Ticket};
use crate::symbols::{Index, Subjects, Symbol};

/// The dossier of one RFC, laid out.
pub(crate) struct Desk<'d> {
    pub(crate) dossier: &'d Dossier,
    /// What the repository's code defines.
    pub(crate) index: &'d Index,
    /// The tickets of the RFC that are still to be done, by id.
    pub(crate) live: Vec<&'d Ticket>,
    /// All tickets of the repository, by id.
    all: BTreeMap<&'d TicketId, &'d Ticket>,
    /// What each ticket depends on, as far as the target exists.
    needs: BTreeMap<&'d TicketId, BTreeSet<&'d TicketId>>,
    /// The same with what those depend on, for the tickets that were asked for.
    waits: BTreeMap<&'d TicketId, OnceLock<BTreeSet<&'d TicketId>>>,
    /// Every path of the tree.
    tree: BTreeSet<&'d str>,
    facts: BTreeMap<&'d TicketId, OnceLock<TicketFacts>>,
    introduced: BTreeMap<&'d TicketId, OnceLock<Vec<Introduced>>>,
    /// What was asked for so far.
    memo: Memo<'d>,
}

/// What is worked out once, when it is first asked for.
#[derive(Default)]
struct Memo<'d> {
    makers: OnceLock<BTreeMap<String, Vec<&'d TicketId>>>,
    scopes: OnceLock<BTreeMap<&'d TicketId, Vec<ScopeLine<'d>>>>,
    topics: OnceLock<BTreeMap<&'d TicketId, Bag>>,
    vocabulary: vocabulary::Vocabulary<'d>,
    products: OnceLock<products::Products<'d>>,
    file_stems: OnceLock<BTreeSet<String>>,
    by_name: OnceLock<BTreeMap<&'d str, Vec<&'d str>>>,
    bags: OnceLock<vocabulary::Bags<'d>>,
    subjects: OnceLock<Subjects<'d>>,
    code_names: OnceLock<BTreeMap<String, BTreeSet<&'d TicketId>>>,
    defined_names: OnceLock<BTreeSet<&'d str>>,
    shapes: OnceLock<BTreeMap<FunctionShape, Vec<(&'d str, &'d Symbol)>>>,
    families: OnceLock<BTreeMap<String, usize>>,
    promised: OnceLock<BTreeMap<String, &'d TicketId>>,
    weights: OnceLock<weights::Weights<'d>>,
}

/// A scope line, cut into words once.
pub(crate) struct ScopeLine<'d> {
    pub(crate) text: &'d Text,
    /// As it reads.
    pub(crate) plain: String,
    /// What it is about.
    pub(crate) words: Bag,
}

/// What many rules read out of one ticket, read once.
pub(crate) struct TicketFacts {
    /// The paths that it works on, told ones too.
    pub(crate) files: Vec<TouchedPath>,
    /// What its lists of paths say is to change.
    pub(crate) changes: Vec<Text>,
}

impl TicketFacts {
    fn of(ticket: &Ticket) -> Self {
        Self { files: touched_or_told(ticket), changes: changes(ticket) }
    }
}

impl<'d> Desk<'d> {
    pub(crate) fn new(dossier: &'d Dossier, index: &'d Index) -> Self {
        let tickets = &dossier.library.tickets;
        let all: BTreeMap<&TicketId, &Ticket> = tickets.iter().map(|t| (&t.stem, t)).collect();
        let target = |written: &str| -> Option<&'d TicketId> {
            let id = TicketId::local(written.rsplit(':').next()?.trim()).ok()?;
            all.get_key_value(&id).map(|(id, _)| *id)
        };
        let mut needs: BTreeMap<&TicketId, BTreeSet<&TicketId>> = tickets
            .iter()
            .map(|t| {
                let targets = t.dependencies.iter().filter_map(|d| target(&d.target));
                (&t.stem, targets.collect())
            })
            .collect();
        // An order that only the RFC's plan gives is one, too.
        for planned in dossier.rfc().iter().flat_map(|rfc| &rfc.decomposition) {
            let Some(needed) = target(&planned.ticket_id).and_then(|id| needs.get_mut(id)) else {
                continue;
            };
            needed.extend(planned.dependencies.iter().filter_map(|written| target(written)));
        }
        Self {
            dossier,
            index,
            live: dossier.tickets().filter(|t| t.is_live()).collect(),
            waits: all.keys().map(|id| (*id, OnceLock::new())).collect(),
            facts: all.keys().map(|id| (*id, OnceLock::new())).collect(),
            introduced: all.keys().map(|id| (*id, OnceLock::new())).collect(),
            all,
            needs,
            tree: dossier.library.entries.iter().map(|entry| entry.path.as_str()).collect(),
            memo: Memo::default(),
        }
    }

    /// The scope lines of a live ticket of the RFC.
    pub(crate) fn scope(&self, ticket: &Ticket) -> &[ScopeLine<'d>] {
        let scopes = self.memo.scopes.get_or_init(|| {
            let mut numbering = Numbering::default();
            let mut cut = |text: &'d Text| ScopeLine {
                text,
                plain: words::plain_line(&text.value),
                words: numbering.bag(&words::significant(&text.value)),
            };
            let live = self.live.iter();
            live.map(|t| (&t.stem, t.in_scope.iter().map(&mut cut).collect())).collect()
        });
        scopes.get(&ticket.stem).map_or(&[], Vec::as_slice)
    }

    /// What a ticket of the repository is about, by its title.
    pub(crate) fn topic(&self, ticket: &Ticket) -> Option<&Bag> {
        let topics = self.memo.topics.get_or_init(|| {
            let mut numbering = Numbering::default();
            let mut of = |t: &Ticket| numbering.bag(&words::significant(t.name()));
            self.all.iter().map(|(id, t)| (*id, of(t))).collect()
        });
        topics.get(&ticket.stem)
    }

    /// Whether a ticket is one of the RFC's.
    pub(crate) fn is_own(&self, id: &TicketId) -> bool {
        self.all.get(id).is_some_and(|ticket| ticket.rfc.as_ref() == self.dossier.subject.rfc())
    }

    /// Any ticket of the repository.
    pub(crate) fn ticket(&self, id: &TicketId) -> Option<&'d Ticket> {
        self.all.get(id).copied()
    }

    /// A ticket as a message names it: by its id where there is one, else as another.
    pub(crate) fn named_ticket(&self, id: Option<&TicketId>) -> Arg {
        match id.map(|id| self.ticket(id).ok_or(id)) {
            Some(Ok(ticket)) => Arg::ticket(ticket),
            Some(Err(id)) => id.as_str().into(),
            None => "another ticket".into(),
        }
    }

    /// Whether tickets have fields of their own for scope, failures, signatures and what serves a
    /// requirement. A task of another format is a line of text: that it does not say them is no defect.
    pub(crate) fn has_fields(&self) -> bool {
        self.dossier.subject.rfc().is_some()
    }

    /// The live tickets of other RFCs, and what was already done anywhere, by id.
    pub(crate) fn elsewhere(&self) -> impl Iterator<Item = &'d Ticket> {
        let ours = self.dossier.subject.rfc();
        // A plan in another format is held against its own tasks alone: no other one is read with it.
        let all = ours.map(|_| self.all.values().copied());
        all.into_iter()
            .flatten()
            .filter(move |t| t.rfc.as_ref() != ours)
            .filter(|t| !t.known_status.is_some_and(|status| status.is_dead()))
    }

    /// Whether `later` waits for `earlier`, directly or through others.
    pub(crate) fn waits_for(&self, later: &TicketId, earlier: &TicketId) -> bool {
        let Some((later, wait)) = self.waits.get_key_value(later) else {
            return false;
        };
        wait.get_or_init(|| self.all_before(later)).contains(earlier)
    }

    /// The tickets that a ticket waits for, directly or through others.
    fn all_before(&self, later: &'d TicketId) -> BTreeSet<&'d TicketId> {
        let mut seen: BTreeSet<&TicketId> = BTreeSet::new();
        let mut open: Vec<&TicketId> = vec![later];
        while let Some(id) = open.pop() {
            let needs = self.needs.get(id).into_iter().flatten();
            open.extend(needs.filter(|need| seen.insert(need)));
        }
        seen
    }

    /// Whether one ticket names the other among its dependencies.
    pub(crate) fn needs_directly(&self, later: &TicketId, earlier: &TicketId) -> bool {
        self.needs.get(later).is_some_and(|needs| needs.contains(earlier))
    }

    /// Whether the graph orders the two, either way round.
    pub(crate) fn are_ordered(&self, a: &TicketId, b: &TicketId) -> bool {
        self.waits_for(a, b) || self.waits_for(b, a)
    }

    /// The requirement that an entry binds.
    pub(crate) fn requirement(&self, bound: &RequirementRef) -> Option<&'d Requirement> {
        let rfc = self.dossier.rfc()?;
        rfc.requirements.iter().find(|r| r.id == bound.id || r.aliases.contains(&bound.id))
    }

    /// What is read out of a ticket.
    pub(crate) fn facts(&self, ticket: &Ticket) -> &TicketFacts {
        static NONE: TicketFacts = TicketFacts { files: Vec::new(), changes: Vec::new() };
        let facts = self.facts.get(&ticket.stem);
        facts.map_or(&NONE, |facts| facts.get_or_init(|| TicketFacts::of(ticket)))
    }

    /// The names of code that a ticket introduces.
    pub(crate) fn introduced(&self, ticket: &Ticket) -> &[Introduced] {
        let introduced = self.introduced.get(&ticket.stem);
        introduced.map_or(&[], |all| all.get_or_init(|| introduced::introduced(self, ticket)))
    }

    /// Everything else the RFC's live tickets hold: each ticket but this one.
    pub(crate) fn others<'a>(
        &'a self,
        ticket: &'a Ticket,
    ) -> impl Iterator<Item = &'d Ticket> + use<'a, 'd> {
        self.live.iter().copied().filter(move |other| other.stem != ticket.stem)
    }
}

/// What a requirement says: title, statement, criteria.
pub(crate) fn statement(desk: &Desk<'_>, requirement: &Requirement) -> String {
    let mut said = requirement.title.clone().unwrap_or_default();
    for text in requirement.statement.iter() {
        said = format!("{said}. {text}");
    }
    let file = desk.dossier.library.text(&requirement.file);
    let path = requirement.place.yaml_path();
    let holder = path.strip_suffix(".id").unwrap_or(path);
    let criteria =
        file.and_then(|file| file.yaml_at(holder)).and_then(|node| node.get("acceptance_criteria"));
    for node in criteria.into_iter().flat_map(|node| node.scalars()) {
        said = format!("{said}. {}", node.as_scalar().unwrap_or_default());
    }
    said
}
