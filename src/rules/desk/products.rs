//! What tickets make and what they put to use, by name: types, functions, tables, files, commands,
//! endpoints. A name counts as made where a line declares it or asks for it to be written; whether
//! it stands in the tree already is asked of the tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::gates::text::runs::is_code;
use crate::model::TicketId;
use crate::rules::desk::making::{MAKES, made_in, named_in, verb_at};
pub(crate) use crate::rules::desk::making::{interfaces, parameter_types, routes};
use crate::rules::desk::{Desk, demands, touched, work};
use crate::rules::text::words;
use crate::source::{PathKind, Text, Ticket};

/// What the live tickets of an RFC make and name.
#[derive(Default)]
pub(crate) struct Products<'d> {
    /// The tickets that make a name.
    makers: BTreeMap<String, Vec<&'d TicketId>>,
    made: BTreeMap<&'d TicketId, BTreeSet<String>>,
    /// The lines in which a ticket names things, and where in them each name stands first.
    lines: BTreeMap<&'d TicketId, Vec<Text>>,
    named: BTreeMap<&'d TicketId, BTreeMap<String, usize>>,
}

/// What one ticket makes.
fn made_by(desk: &Desk<'_>, ticket: &Ticket) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let told = &desk.facts(ticket).changes;
    // A ticket whose work is tests writes of what others make.
    let title = words::words(ticket.name());
    let is_about_tests =
        title.iter().any(|word| matches!(word.as_str(), "test" | "tests" | "testing"));
    let lines = work(ticket).filter(|_| !is_about_tests);
    for text in lines.chain(&ticket.code_examples).chain(told).chain(&ticket.notes) {
        names.extend(made_in(&text.value));
    }
    // What a sentence seems to create may be there and only be replaced; lists are clear.
    for file in touched(ticket).into_iter().filter(|file| file.kind == PathKind::Create) {
        let stem = words::file_stem(&file.path).to_owned();
        if words::is_code(&file.path) && is_code(&stem) {
            names.insert(stem);
        }
        names.insert(file.path);
    }
    for text in ticket.title.iter().chain(&ticket.in_scope) {
        let value = text.value.trim();
        let asks = MAKES.has(&verb_at(value, 0));
        let plain = value.trim_matches(['`', '.']);
        let is_title = ticket.title.as_ref().is_some_and(|title| title.place == text.place);
        let is_made = |route: &String| {
            asks || route == plain || (is_title && plain.starts_with(route.as_str()))
        };
        names.extend(routes(value).into_iter().filter(is_made));
    }
    names
}

impl<'d> Products<'d> {
    pub(super) fn of(desk: &Desk<'d>) -> Self {
        let mut all = Self::default();
        for &ticket in &desk.live {
            let mut made = made_by(desk, ticket);
            made.retain(|name| !desk.stands(name));
            for name in &made {
                all.makers.entry(name.clone()).or_default().push(&ticket.stem);
            }
            all.made.insert(&ticket.stem, made);
            let told = &desk.facts(ticket).changes;
            let lines = ticket.title.iter().chain(demands(ticket)).chain(&ticket.verifications);
            let lines = lines.chain(&ticket.code_examples).chain(&ticket.notes).chain(told);
            let lines: Vec<Text> = lines.cloned().collect();
            let mut named = BTreeMap::new();
            for (at, line) in lines.iter().enumerate() {
                for name in named_in(&line.value) {
                    named.entry(name).or_insert(at);
                }
            }
            for file in &desk.facts(ticket).files {
                named.entry(file.path.clone()).or_insert(usize::MAX);
            }
            all.lines.insert(&ticket.stem, lines);
            all.named.insert(&ticket.stem, named);
        }
        all
    }

    /// What a ticket makes.
    pub(crate) fn made(&self, ticket: &TicketId) -> impl Iterator<Item = &str> {
        self.made.get(ticket).into_iter().flatten().map(String::as_str)
    }

    /// The one ticket that makes a name.
    pub(crate) fn maker(&self, name: &str) -> Option<&'d TicketId> {
        match self.makers.get(name).map(Vec::as_slice) {
            Some([only]) => Some(only),
            _ => None,
        }
    }

    /// Whether a ticket names a thing anywhere.
    pub(crate) fn names(&self, ticket: &TicketId, name: &str) -> bool {
        self.named.get(ticket).is_some_and(|named| named.contains_key(name))
    }

    /// Whether a ticket names a thing under a name of the same words: `RoleSpecs`, `RoleSpecV1`.
    pub(crate) fn names_alike(&self, ticket: &TicketId, name: &str) -> bool {
        let wanted = alike(name);
        let names = self.named.get(ticket).into_iter().flat_map(BTreeMap::keys);
        names.into_iter().any(|other| alike(other) == wanted)
    }

    /// Whether a ticket makes a thing under a name of the same words.
    pub(crate) fn makes_alike(&self, ticket: &TicketId, name: &str) -> bool {
        let wanted = alike(name);
        self.made(ticket).any(|made| alike(made) == wanted)
    }

    /// Whether another ticket than this one makes a thing under a name of the same words.
    pub(crate) fn is_made_beside(&self, maker: &TicketId, name: &str) -> bool {
        let wanted = alike(name);
        self.made
            .iter()
            .any(|(id, made)| *id != maker && made.iter().any(|other| alike(other) == wanted))
    }

    /// The names that a ticket uses and that only `maker` makes, each with the line that names it
    /// first; without a line where only a file list does.
    pub(crate) fn borrowed(
        &self,
        ticket: &TicketId,
        maker: &TicketId,
    ) -> Vec<(&str, Option<&Text>)> {
        let lines = self.lines.get(ticket).map_or(&[] as &[Text], Vec::as_slice);
        let Some(named) = self.named.get(ticket) else {
            return Vec::new();
        };
        self.made(maker)
            .filter(|name| self.maker(name) == Some(maker))
            .filter_map(|name| Some((name, lines.get(*named.get(name)?))))
            .collect()
    }
}

/// A name by its words: in lower case, without the number of a version and the ending of a plural.
fn alike(name: &str) -> String {
    let is_version = |word: &&String| {
        word.strip_prefix('v').is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    };
    let cut = words::words(name.trim_end_matches("()"));
    let kept = cut.iter().filter(|word| !is_version(word));
    kept.map(|word| word.strip_suffix('s').unwrap_or(word)).collect::<Vec<_>>().join("_")
}

impl<'d> Desk<'d> {
    /// What the live tickets of the RFC make, and where they name it.
    pub(crate) fn products(&self) -> &Products<'d> {
        self.memo.products.get_or_init(|| Products::of(self))
    }
}
