//! The fields of one ticket that gates 5 to 7 judge, each at its path and in the order of the file.
//! Custody, versions and references are left out: no rubric asks for them.

use std::collections::{BTreeMap, BTreeSet};

use super::overview::{default_file, flat};
use crate::model::{NodePath, TicketId};
use crate::prompt::fence::Block;
use crate::source::{Dossier, PathKind, Text, Ticket, Tier};
use crate::yaml::NodeRef;

/// A text from which on it is worth a name of its own when several tickets hold it.
const LONG: usize = 24;

/// The tickets, each in a block; in front one with what they have in common.
pub(super) fn blocks<'t>(
    dossier: &Dossier,
    tickets: impl Iterator<Item = &'t TicketId>,
) -> Vec<Block> {
    let makers = makers(dossier);
    let tickets = tickets.filter_map(|id| dossier.ticket(id));
    let pages: Vec<Page<'_>> = tickets.map(|ticket| page(dossier, ticket, &makers)).collect();
    if pages.is_empty() {
        return Vec::new();
    }
    let names = names(&pages);
    let mut common = Block::new("of all tickets");
    let folder = &dossier.library.tickets_folder;
    if dossier.format.is_none() {
        common.entry("files", &format!("{folder}/{{id}}.yaml, unless a ticket says otherwise"));
    }
    let mut texts: Vec<(&str, usize)> = names.iter().map(|(text, name)| (*text, *name)).collect();
    texts.sort_by_key(|(_, name)| *name);
    let is_shown = |text: &str| {
        let facts = pages.iter().flat_map(|page| &page.facts);
        facts.filter(|fact| fact.value == text).any(|fact| !fact.is_reason)
    };
    for (text, name) in texts.into_iter().filter(|(text, _)| is_shown(text)) {
        common.entry(&format!("={name}"), text);
    }
    let blocks = pages.iter().map(|page| page.block(dossier, &names));
    std::iter::once(common).chain(blocks).collect()
}

/// Numbers for the long texts that several of the tickets hold, in order of appearance. None when
/// a text looks like such a number.
fn names<'p>(pages: &'p [Page<'_>]) -> BTreeMap<&'p str, usize> {
    let mut held: BTreeMap<&str, (usize, BTreeSet<usize>)> = BTreeMap::new();
    let mut seen = 0;
    for (at, page) in pages.iter().enumerate() {
        for fact in &page.facts {
            let value = fact.value.as_str();
            let is_number = |rest: &str| rest.trim().bytes().all(|b| b.is_ascii_digit());
            if value.trim_start().strip_prefix('=').is_some_and(is_number) {
                return BTreeMap::new();
            }
            if (value.len() >= LONG || fact.is_reason) && !fact.is_path {
                seen += 1;
                held.entry(value).or_insert((seen, BTreeSet::new())).1.insert(at);
            }
        }
    }
    held.retain(|_, (_, tickets)| tickets.len() > 1);
    let mut texts: Vec<(usize, &str)> =
        held.into_iter().map(|(text, (first, _))| (first, text)).collect();
    texts.sort_unstable();
    texts.into_iter().enumerate().map(|(at, (_, text))| (text, at + 1)).collect()
}

/// The tickets of the RFC that create each path.
fn makers(dossier: &Dossier) -> BTreeMap<&str, Vec<&TicketId>> {
    let mut makers: BTreeMap<&str, Vec<&TicketId>> = BTreeMap::new();
    for ticket in dossier.tickets() {
        for path in ticket.paths.iter().filter(|path| path.kind == PathKind::Create) {
            let of_path = makers.entry(plain(&path.raw)).or_default();
            if !of_path.contains(&&ticket.stem) {
                of_path.push(&ticket.stem);
            }
        }
    }
    makers
}

fn plain(path: &str) -> &str {
    path.trim().trim_start_matches("./").trim_end_matches('/')
}

fn page<'d>(
    dossier: &Dossier,
    ticket: &'d Ticket,
    makers: &BTreeMap<&str, Vec<&TicketId>>,
) -> Page<'d> {
    let mut page =
        Page { ticket, said: BTreeSet::new(), facts: Vec::new(), told_paths: Vec::new() };
    // A phase that the notes tell stands in them.
    let in_notes = |text: &&Text| ticket.notes.iter().any(|n| n.place.path == text.place.path);
    let phase = ticket.phase.as_ref().filter(|phase| !in_notes(phase));
    page.texts([ticket.title.as_ref(), ticket.status.as_ref(), phase].into_iter().flatten());
    let heads = page.facts.len();
    for entry in &ticket.dependencies {
        page.beside(entry.place.yaml_path(), &["reason"]);
    }
    for fact in page.facts.iter_mut().skip(heads) {
        fact.is_reason = true;
    }
    page.texts(&ticket.in_scope);
    page.texts(&ticket.out_of_scope);
    for entry in ticket.paths.iter().filter(|path| path.tier == Tier::Structured) {
        let there = there(dossier, &ticket.stem, makers, &entry.raw);
        let fact = format!("{} ({there}) {}", entry.kind.as_str(), flat(&entry.raw));
        page.fact(&entry.place.path.to_string(), &fact, entry.place.line);
        if let Some(fact) = page.facts.last_mut() {
            fact.is_path = true;
        }
        page.beside(entry.place.yaml_path(), &["changes", "purpose", "description", "reason"]);
    }
    page.texts(&ticket.steps);
    page.texts(&ticket.criteria);
    page.texts(&ticket.verifications);
    page.texts(&ticket.code_examples);
    page.texts(&ticket.notes);
    page.facts.sort_by_key(|fact| fact.line);
    page.told_in_texts(dossier, makers);
    page
}

/// The paths in a text, each once: words with a folder and an extension.
fn paths_in(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |c: char| !(c.is_alphanumeric() || "/._-".contains(c));
    let words = text.split(is_sign).map(|word| word.trim_matches(['.', '-', '_']));
    words.filter(|word| {
        let name = word.rsplit_once('/').map(|(folder, name)| (folder, name.rsplit_once('.')));
        let is_whole = !word.starts_with('/') && !word.contains("//") && !word.contains("..");
        is_whole
            && matches!(name, Some((folder, Some((stem, end))))
                if !folder.is_empty() && !stem.is_empty() && end.chars().any(char::is_alphabetic))
    })
}

/// What is said of a path that is not there.
const ABSENT: &str = "absent";

/// Where the path that a text cuts short may be: the first that ends with it.
fn ends_with(dossier: &Dossier, path: &str) -> Option<String> {
    let end = format!("/{path}");
    let mut entries = dossier.library.entries.iter();
    let found = entries.find(|entry| entry.path.ends_with(&end))?;
    Some(format!("exists as {}", found.path))
}

/// Whether a path that a ticket names is there today, or who makes it.
fn there(
    dossier: &Dossier,
    ticket: &TicketId,
    makers: &BTreeMap<&str, Vec<&TicketId>>,
    path: &str,
) -> String {
    let maker = makers.get(plain(path)).into_iter().flatten();
    match maker.copied().find(|maker| *maker != ticket) {
        _ if exists(dossier, path) => "exists".to_owned(),
        Some(maker) => format!("created by {maker}"),
        None => ABSENT.to_owned(),
    }
}

/// Whether the tree has the path, as a file or as a folder. The path is text and is not opened.
fn exists(dossier: &Dossier, path: &str) -> bool {
    let path = plain(path);
    let entries = &dossier.library.entries;
    let at = entries.partition_point(|entry| entry.path.as_str() < path);
    let mut following = entries[at..].iter().map(|entry| entry.path.as_str());
    following.next().is_some_and(|next| next == path) || {
        let below = format!("{path}/");
        let at = entries.partition_point(|entry| entry.path < below);
        entries.get(at).is_some_and(|entry| entry.path.starts_with(&below))
    }
}

/// A value at a path.
struct Fact {
    path: String,
    value: String,
    line: u32,
    /// It names a file, which stands at its own place whoever else names it.
    is_path: bool,
    /// It says why a ticket comes after another.
    is_reason: bool,
}

/// A path that only texts name, and whether it is there.
struct ToldPath {
    path: String,
    there: String,
}

impl Fact {
    /// A reason that several tickets give in the same words says nothing of any of them.
    fn is_in_all(&self, names: &BTreeMap<&str, usize>) -> bool {
        self.is_reason && names.contains_key(self.value.as_str())
    }
}

/// A path or a reference that ends in an index: what stands before it, the index in brackets, and
/// its number.
fn index(text: &str) -> Option<(&str, &str, usize)> {
    let at = text.rfind('[')?;
    let number = text[at..].strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
    Some((&text[..at], &text[at..], number))
}

/// Whether the second of two lines says of the next entry of a list what the first says of its own:
/// that it repeats the next entry of another.
fn follows(last: &(&str, String), next: &(&str, String)) -> bool {
    let goes_on = |last: &str, next: &str| match (index(last), index(next)) {
        (Some((list, _, at)), Some((same, _, after))) => list == same && after == at + 1,
        _ => false,
    };
    last.1.contains('=') && goes_on(last.0, next.0) && goes_on(&last.1, &next.1)
}

struct Page<'d> {
    ticket: &'d Ticket,
    /// Paths that were taken: what stands in two sections is shown once.
    said: BTreeSet<String>,
    facts: Vec<Fact>,
    told_paths: Vec<ToldPath>,
}

impl<'d> Page<'d> {
    /// Notes the paths that its texts name and no list of it does.
    fn told_in_texts(&mut self, dossier: &Dossier, makers: &BTreeMap<&str, Vec<&TicketId>>) {
        let listed = self.ticket.paths.iter().filter(|path| path.tier == Tier::Structured);
        let mut seen: BTreeSet<&str> = listed.map(|path| plain(&path.raw)).collect();
        let texts = self.facts.iter().filter(|fact| !fact.is_path);
        for path in texts.flat_map(|fact| paths_in(&fact.value)) {
            if seen.insert(path) {
                let there = match there(dossier, &self.ticket.stem, makers, path) {
                    absent if absent == ABSENT => ends_with(dossier, path).unwrap_or(absent),
                    there => there,
                };
                self.told_paths.push(ToldPath { path: path.to_owned(), there });
            }
        }
    }

    fn block(&self, dossier: &Dossier, names: &BTreeMap<&str, usize>) -> Block {
        let ticket = self.ticket;
        let mut block = Block::new(format!("ticket {}", ticket.stem));
        if ticket.file != default_file(dossier, &ticket.stem) {
            block.entry("file", &ticket.file);
        }
        if !ticket.requirements.is_empty() {
            let ids: Vec<String> = ticket.requirements.iter().map(|r| flat(&r.id)).collect();
            block.entry("requirements", &ids.join(", "));
        }
        if !ticket.dependencies.is_empty() {
            let ids: Vec<String> = ticket.dependencies.iter().map(|d| flat(&d.target)).collect();
            block.entry("after", &ids.join(", "));
        }
        let mut holder = "";
        let shown = self.facts.iter().filter(|fact| !fact.is_in_all(names));
        let mut lines = shown.map(|fact| (fact.path.as_str(), self.told(fact, names))).peekable();
        while let Some((path, value)) = lines.next() {
            let mut last = (path, value.clone());
            while let Some(next) = lines.next_if(|next| follows(&last, next)) {
                last = next;
            }
            let value = match last.0 == path {
                true => value,
                false => format!("{value} to {}", index(&last.1).map_or("", |found| found.1)),
            };
            let more = match last.0 == path {
                true => String::new(),
                false => format!(" to {}", index(last.0).map_or("", |found| found.1)),
            };
            // The entries of a list go on from the list, keys from the mapping that holds them.
            let Some(at) = path.rfind('[').or_else(|| path.rfind('.')) else {
                block.entry(path, &value);
                continue;
            };
            let (above, rest) = path.split_at(at);
            if above != holder {
                block.line(&format!("@ {above}"));
                holder = above;
            }
            block.entry(&format!("{rest}{more}"), &value);
        }
        if !self.told_paths.is_empty() {
            let told = self.told_paths.iter().map(|told| format!("{} ({})", told.path, told.there));
            block.entry("named in its texts", &told.collect::<Vec<_>>().join(", "));
        }
        block
    }

    /// A value as it is shown: in full, or by the name of a text that is shown already. Many plans
    /// say the scope again word for word.
    fn told(&self, own: &Fact, names: &BTreeMap<&str, usize>) -> String {
        if own.is_path {
            return own.value.clone();
        }
        if let Some(name) = names.get(own.value.as_str()) {
            return format!("={name}");
        }
        let earlier = self.facts.iter().take_while(|fact| fact.path != own.path);
        let longest = earlier
            .filter(|fact| fact.value.len() >= LONG && !fact.value.contains('\n') && !fact.is_path)
            .filter(|fact| fact.path.ends_with(']') && own.value.ends_with(&fact.value))
            .max_by_key(|fact| fact.value.len());
        let Some(longest) = longest else { return own.value.clone() };
        let before = &own.value[..own.value.len() - longest.value.len()];
        if before.contains('\n') {
            return own.value.clone();
        }
        match names.get(longest.value.as_str()) {
            Some(name) => format!("{before}={name}"),
            None => format!("{before}={}", longest.path.rsplit('.').next().unwrap_or_default()),
        }
    }

    fn texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t Text>) {
        for text in texts {
            self.text(text);
        }
    }

    /// The text at the scalar that holds it, when each of its lines stands in the file as it is;
    /// else what stands in the file, so that what a seat copies from here is found there.
    fn text(&mut self, text: &Text) {
        let (path, line) = (&text.place.path.to_string(), text.place.line);
        let Some(node) = self.ticket.source.yaml_at(text.place.yaml_path()) else {
            // Texts of one work item share its id: each stands at its own line.
            let path = match &text.place.path {
                NodePath::Entity(id) if line == self.ticket.header.line => id.clone(),
                NodePath::Entity(_) | NodePath::Line => format!("line {line}"),
                NodePath::Yaml(_) | NodePath::Heading(_) | NodePath::Item(_) => path.clone(),
            };
            return self.fact(&path, &text.value, line);
        };
        if node.as_scalar().is_some() {
            return match stands_in(node.source(), &text.value) {
                true => self.fact(path, &text.value, line),
                false => self.fact(path, &outdented(node), line),
            };
        }
        // A text of several scalars: each by itself.
        let whole = format!("\n{}\n", text.value);
        let before = self.said.len();
        for part in node.scalars() {
            let value = part.as_scalar().unwrap_or_default().trim();
            if !value.is_empty() && whole.contains(&format!("\n{value}\n")) {
                self.text(&Text { value: value.to_owned(), place: part.place() });
            }
        }
        if self.said.len() == before && stands_in(node.source(), &text.value) {
            self.fact(path, &text.value, line);
        }
    }

    fn fact(&mut self, path: &str, value: &str, line: u32) {
        if self.said.insert(path.to_owned()) {
            let (path, value) = (path.to_owned(), value.to_owned());
            self.facts.push(Fact { path, value, line, is_path: false, is_reason: false });
        }
    }

    /// What the mapping that holds an entry says of it under these keys.
    fn beside(&mut self, path: &str, keys: &[&str]) {
        let Some((holder, _)) = path.rsplit_once('.').filter(|(_, last)| !last.contains('['))
        else {
            return;
        };
        let Some(holder) = self.ticket.source.yaml_at(holder) else { return };
        for node in keys.iter().filter_map(|key| holder.get(key)).flat_map(NodeRef::scalars) {
            if let Some(value) = node.as_scalar().filter(|value| !value.trim().is_empty()) {
                self.text(&Text { value: value.trim().to_owned(), place: node.place() });
            }
        }
    }
}

/// Whether the lines of a value stand in a node's source, in their order.
fn stands_in(source: &str, value: &str) -> bool {
    let mut rest = source;
    value.lines().map(str::trim).all(|line| match rest.find(line) {
        Some(at) => {
            rest = &rest[at + line.len()..];
            true
        }
        None => false,
    })
}

/// The source of a node without the indentation of its lines after the first, and without empty
/// lines: in a folded scalar they only tell lines apart.
fn outdented(node: NodeRef<'_>) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let source = node.source();
    let first = source.lines().take(1).map(|line| (0, line));
    let rest = || source.lines().skip(1).filter(|line| !line.trim().is_empty());
    let least = rest().map(indent).min().unwrap_or(0);
    let lines = first.chain(rest().map(|line| (least, line)));
    let lines: Vec<&str> = lines.map(|(skip, line)| &line[skip..]).collect();
    lines.join("\n")
}
