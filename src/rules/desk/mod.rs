//! What a reviewer has on the desk: the dossier, laid out so that rules can ask it questions.
//! Answers facts only; judging is the rules' business.

pub(crate) mod files;
mod introduced;
mod making;
pub(crate) mod products;
pub(crate) mod refusals;
pub(crate) mod sizing;
pub(crate) mod spelt;
pub(crate) mod usage;
pub(crate) mod vocabulary;
pub(crate) mod weights;

pub(crate) use crate::gates::text::ticket::{
    TouchedPath, changes, demands, is_title_only, prose, touched, touched_or_told, whole, work,
};
pub(crate) use introduced::{Introduced, mentions, unwrapped};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::OnceLock;

use crate::model::TicketId;
use crate::rules::message::Arg;
use crate::rules::text::callable::{FunctionShape, shape};
use crate::rules::text::words::{self, Bag, Numbering};
use crate::source::{Dossier, PathKind, Requirement, RequirementRef, Text, Ticket};
use crate::symbols::{Index, Searcher, Subjects, Symbol};

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
    makers: OnceLock<BTreeMap<String, Vec<&'d TicketId>>>,
    scopes: OnceLock<BTreeMap<&'d TicketId, Vec<ScopeLine<'d>>>>,
    topics: OnceLock<BTreeMap<&'d TicketId, TicketTopic>>,
    vocabulary: vocabulary::Vocabulary<'d>,
    products: OnceLock<products::Products<'d>>,
    file_stems: OnceLock<BTreeSet<String>>,
    by_name: OnceLock<BTreeMap<&'d str, Vec<&'d str>>>,
    bags: OnceLock<vocabulary::Bags<'d>>,
    refusals: OnceLock<Vec<refusals::Prohibition<'d>>>,
    searcher: OnceLock<Searcher<'d>>,
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

/// What a ticket is about.
pub(crate) struct TicketTopic {
    /// By its title.
    pub(crate) title: Bag,
    /// By its title and its scope.
    pub(crate) all: Bag,
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
            makers: OnceLock::new(),
            all,
            needs,
            tree: dossier.library.entries.iter().map(|entry| entry.path.as_str()).collect(),
            scopes: OnceLock::new(),
            topics: OnceLock::new(),
            vocabulary: vocabulary::Vocabulary::default(),
            products: OnceLock::new(),
            file_stems: OnceLock::new(),
            by_name: OnceLock::new(),
            bags: OnceLock::new(),
            refusals: OnceLock::new(),
            searcher: OnceLock::new(),
            subjects: OnceLock::new(),
            code_names: OnceLock::new(),
            defined_names: OnceLock::new(),
            shapes: OnceLock::new(),
            families: OnceLock::new(),
            promised: OnceLock::new(),
            weights: OnceLock::new(),
        }
    }

    /// The definitions of the repository's code, by name.
    pub(crate) fn searcher(&self) -> &Searcher<'d> {
        self.searcher.get_or_init(|| Searcher::new(self.index))
    }

    /// The functions of the repository's code, by what they are about.
    pub(crate) fn subjects(&self) -> &Subjects<'d> {
        self.subjects.get_or_init(|| Subjects::new(self.index))
    }

    /// The functions of the code that take and give this, with their files.
    pub(crate) fn shaped(&self, wanted: &FunctionShape) -> &[(&'d str, &'d Symbol)] {
        let shapes = self.shapes.get_or_init(|| {
            let mut found: BTreeMap<FunctionShape, Vec<(&str, &Symbol)>> = BTreeMap::new();
            for (path, symbol) in self.index.symbols().filter(|(_, symbol)| !symbol.is_test) {
                if let Some(shape) = shape(&symbol.head, &symbol.name) {
                    found.entry(shape).or_default().push((path, symbol));
                }
            }
            found
        });
        shapes.get(wanted).map_or(&[], Vec::as_slice)
    }

    /// How many names of functions and types begin or end with a word, tests aside.
    pub(crate) fn names_with(&self, word: &str) -> usize {
        let families = self.families.get_or_init(|| {
            let mut found: BTreeMap<String, usize> = BTreeMap::new();
            for (_, symbol) in self.index.symbols().filter(|(_, symbol)| !symbol.is_test) {
                let words = words::words(&symbol.name);
                if let [first, .., last] = words.as_slice() {
                    *found.entry(first.clone()).or_default() += 1;
                    *found.entry(last.clone()).or_default() += 1;
                }
            }
            found
        });
        families.get(word).copied().unwrap_or(0)
    }

    /// Every name that the repository's code defines.
    pub(crate) fn defined_names(&self) -> &BTreeSet<&'d str> {
        let names = || self.index.symbols().map(|(_, symbol)| symbol.name.as_str()).collect();
        self.defined_names.get_or_init(names)
    }

    /// Whether the code or another live ticket has this name of code.
    pub(crate) fn is_known_name(&self, ticket: &Ticket, name: &str) -> bool {
        let defined = self.defined_names();
        let names = self.code_names.get_or_init(|| {
            let mut found: BTreeMap<String, BTreeSet<&TicketId>> = BTreeMap::new();
            for &ticket in &self.live {
                for text in prose(ticket) {
                    for name in words::code_names(&text.value) {
                        found.entry(name.to_owned()).or_default().insert(&ticket.stem);
                    }
                }
            }
            found
        });
        let others = |ids: &BTreeSet<&TicketId>| ids.iter().any(|id| **id != ticket.stem);
        defined.contains(name) || names.get(name).is_some_and(others)
    }

    /// The scope lines of a live ticket of the RFC.
    pub(crate) fn scope(&self, ticket: &Ticket) -> &[ScopeLine<'d>] {
        let scopes = self.scopes.get_or_init(|| {
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

    /// What a ticket of the repository is about.
    pub(crate) fn topic(&self, ticket: &Ticket) -> Option<&TicketTopic> {
        let topics = self.topics.get_or_init(|| {
            let mut numbering = Numbering::default();
            let mut of = |t: &Ticket| {
                let title = words::significant(t.name());
                let mut all = title.clone();
                for line in &t.in_scope {
                    all.extend(words::significant(&line.value));
                }
                TicketTopic { title: numbering.bag(&title), all: numbering.bag(&all) }
            };
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

    /// The path of the tree that reads like this.
    pub(crate) fn indexed(&self, path: &str) -> Option<&'d str> {
        self.tree.get(path).copied()
    }

    /// The requirement that an entry binds.
    pub(crate) fn requirement(&self, bound: &RequirementRef) -> Option<&'d Requirement> {
        let rfc = self.dossier.rfc()?;
        rfc.requirements.iter().find(|r| r.id == bound.id || r.aliases.contains(&bound.id))
    }

    /// Whether a file stands at this path.
    pub(crate) fn exists(&self, path: &str) -> bool {
        self.tree.contains(path)
    }

    /// The paths of the tree that end in a file of this name, in order.
    pub(crate) fn named(&self, name: &str) -> &[&'d str] {
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for path in &self.tree {
                let name = path.rsplit('/').next().unwrap_or(path);
                by_name.entry(name).or_default().push(path);
            }
            by_name
        });
        by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The files that a path can mean: itself, or the ends of longer paths.
    pub(crate) fn candidates(&self, path: &str) -> Vec<&'d str> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ends = |whole: &&&str| {
            **whole == path || whole.strip_suffix(path).is_some_and(|before| before.ends_with('/'))
        };
        self.named(name).iter().filter(ends).copied().collect()
    }

    /// The paths that tickets of the repository are to create, with the first that says so.
    pub(crate) fn promised(&self) -> &BTreeMap<String, &'d TicketId> {
        self.promised.get_or_init(|| {
            let mut promised = BTreeMap::new();
            for (id, ticket) in &self.all {
                let made = touched_or_told(ticket).into_iter();
                for file in made.filter(|file| file.kind == PathKind::Create) {
                    promised.entry(file.path).or_insert(*id);
                }
            }
            promised
        })
    }

    /// The live ticket of the RFC, other than this one, that creates the file at this path.
    pub(crate) fn maker(&self, ticket: &Ticket, path: &str) -> Option<&'d TicketId> {
        let makers = self.makers.get_or_init(|| {
            let mut makers: BTreeMap<String, Vec<&TicketId>> = BTreeMap::new();
            for other in &self.live {
                let made = touched(other).into_iter();
                for file in made.filter(|file| file.kind == PathKind::Create) {
                    makers.entry(file.path).or_default().push(&other.stem);
                }
            }
            makers
        });
        makers.get(path)?.iter().copied().find(|id| **id != ticket.stem)
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

    /// What the source files of the tree are named after, in words: `session_broker`.
    fn stems_of_files(&self) -> &BTreeSet<String> {
        self.file_stems.get_or_init(|| {
            let code = self.tree.iter().filter(|path| words::is_code(path));
            code.map(|path| words::words(words::file_stem(path)).join("_")).collect()
        })
    }

    /// The files below a folder, in order.
    pub(crate) fn files_below(&self, folder: &str) -> Vec<&'d str> {
        let prefix = format!("{folder}/");
        self.tree
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .copied()
            .take_while(|path| path.starts_with(&prefix))
            .collect()
    }

    /// The component that holds a path, by its folder.
    pub(crate) fn component(&self, path: &str) -> Option<&'d str> {
        self.dossier.atlas.component_of(path).map(|component| component.path.as_str())
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
