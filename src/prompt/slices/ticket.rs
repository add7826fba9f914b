//! The fields of one ticket that gates 5 to 7 judge, each at its path. Custody, versions and
//! references are left out: no rubric asks for them.

use std::collections::BTreeSet;

use super::overview::flat;
use crate::prompt::fence::Block;
use crate::source::{Dossier, Text, Ticket, Tier};
use crate::yaml::{Document, NodeRef};

pub(super) fn block(dossier: &Dossier, ticket: &Ticket) -> Block {
    let mut page = Page {
        block: Block::new(format!("ticket {}", ticket.stem)),
        document: &ticket.document,
        said: BTreeSet::new(),
        holder: String::new(),
    };
    page.block.entry("file", &ticket.file);
    if !ticket.requirements.is_empty() {
        let ids: Vec<String> = ticket.requirements.iter().map(|r| flat(&r.id)).collect();
        page.block.entry("requirements", &ids.join(", "));
    }
    page.texts([&ticket.title, &ticket.status, &ticket.phase].into_iter().flatten());
    for entry in &ticket.dependencies {
        page.fact(&entry.place.yaml_path, &flat(&entry.target));
        page.beside(&entry.place.yaml_path, &["reason"]);
    }
    page.texts(&ticket.in_scope);
    page.texts(&ticket.out_of_scope);
    for entry in ticket.paths.iter().filter(|path| path.tier == Tier::Structured) {
        let there = if exists(dossier, &entry.raw) { "exists" } else { "absent" };
        let fact = format!("{} ({there}) {}", entry.kind.as_str(), flat(&entry.raw));
        page.fact(&entry.place.yaml_path, &fact);
        page.beside(&entry.place.yaml_path, &["changes", "purpose", "description", "reason"]);
    }
    page.texts(&ticket.steps);
    page.texts(&ticket.criteria);
    page.texts(&ticket.verifications);
    page.texts(&ticket.code_examples);
    page.texts(&ticket.notes);
    page.block
}

/// Whether the tree has the path, as a file or as a folder. The path is text and is not opened.
fn exists(dossier: &Dossier, path: &str) -> bool {
    let path = path.trim().trim_start_matches("./").trim_end_matches('/');
    let entries = &dossier.library.entries;
    let at = entries.partition_point(|entry| entry.path.as_str() < path);
    let mut following = entries[at..].iter().map(|entry| entry.path.as_str());
    following.next().is_some_and(|next| next == path) || {
        let below = format!("{path}/");
        let at = entries.partition_point(|entry| entry.path < below);
        entries.get(at).is_some_and(|entry| entry.path.starts_with(&below))
    }
}

struct Page<'d> {
    block: Block,
    document: &'d Document,
    /// Paths that were shown: what stands in two sections is shown in the first.
    said: BTreeSet<String>,
    /// The path that lines beginning with `.` or `[` go on from.
    holder: String,
}

impl<'d> Page<'d> {
    fn texts<'t>(&mut self, texts: impl IntoIterator<Item = &'t Text>) {
        for text in texts {
            self.text(text);
        }
    }

    /// The text, when each of its lines stands in the file as it is; else what stands in the file,
    /// so that what a seat copies from here is found there.
    fn text(&mut self, text: &Text) {
        let Some(node) = self.document.at_path(&text.place.yaml_path) else {
            return self.fact(&text.place.yaml_path, &text.value);
        };
        if stands_in(node.source(), &text.value) {
            return self.fact(&text.place.yaml_path, &text.value);
        }
        if node.as_scalar().is_some() {
            return self.fact(&text.place.yaml_path, &outdented(node));
        }
        // A text of several scalars: each by itself.
        let whole = format!("\n{}\n", text.value);
        for part in node.scalars() {
            let value = part.as_scalar().unwrap_or_default().trim();
            if !value.is_empty() && whole.contains(&format!("\n{value}\n")) {
                self.text(&Text { value: value.to_owned(), place: part.place() });
            }
        }
    }

    /// A value at a path.
    fn fact(&mut self, path: &str, value: &str) {
        if !self.said.insert(path.to_owned()) {
            return;
        }
        let Some(at) = path.rfind(['.', '[']) else {
            return self.block.entry(path, value);
        };
        let (holder, last) = path.split_at(at);
        if holder != self.holder {
            self.block.line(&format!("@ {holder}"));
            holder.clone_into(&mut self.holder);
        }
        self.block.entry(last, value);
    }

    /// What the mapping that holds an entry says of it under these keys.
    fn beside(&mut self, path: &str, keys: &[&str]) {
        let Some((holder, _)) = path.rsplit_once('.').filter(|(_, last)| !last.contains('['))
        else {
            return;
        };
        let Some(holder) = self.document.at_path(holder) else { return };
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
