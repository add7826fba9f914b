//! A node of the tree, as others see it: what it is, what hangs below it, and where it stands.

use std::ops::Range;

use serde_json::Value;

use super::{Document, Node, NodeKind, Slot, TextStyle};
use crate::model::{NodePath, Place};
use crate::yaml::scalar::{Resolved, is_null, resolve, to_json};

/// A node of a [`Document`].
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    pub(super) doc: &'d Document,
    pub(in crate::yaml) id: u32,
}

/// The values of mappings and the items of lists, one after the other.
struct Siblings<'d> {
    doc: &'d Document,
    next: u32,
    end: u32,
}

impl<'d> Iterator for Siblings<'d> {
    type Item = NodeRef<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let id = self.next;
        if id >= self.end {
            return None;
        }
        self.next = self.doc.after(id);
        Some(NodeRef { doc: self.doc, id })
    }
}

impl<'d> NodeRef<'d> {
    fn node(self) -> &'d Node {
        self.doc.node(self.id)
    }

    /// The node behind aliases.
    fn target(self) -> Self {
        let mut id = self.id;
        while let NodeKind::Alias(target) = self.doc.node(id).kind {
            id = target;
        }
        Self { doc: self.doc, id }
    }

    /// The text of a scalar behind aliases, and whether it is plain.
    fn scalar(self) -> Option<(&'d str, bool)> {
        let target = self.target();
        match target.node().kind {
            NodeKind::Scalar { said, style } => {
                Some((self.doc.apart.said(said, &self.doc.text), style == TextStyle::Plain))
            }
            NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Alias(_) => None,
        }
    }

    /// The document it belongs to.
    pub fn document(self) -> &'d Document {
        self.doc
    }

    /// Where it stands; behind an alias, in the anchored node. An absent value stands at its key.
    pub fn place(self) -> Place {
        let target = self.target();
        let node = target.node();
        let span = match node.slot {
            Slot::Value(key) if node.span.is_empty() => self.doc.node(key).span,
            _ => node.span,
        };
        self.doc.text.place(span.range(), NodePath::yaml(target.path()))
    }

    /// The lines of a scalar's text, each with its place: where a literal block (`|`) has that line,
    /// else where the node stands.
    pub fn lines(self) -> Vec<(&'d str, Place)> {
        let NodeKind::Scalar { said, style } = self.target().node().kind else {
            return Vec::new();
        };
        let text = self.doc.apart.said(said, &self.doc.text);
        let place = self.place();
        // The node begins with the first line that says anything.
        let blank = text.lines().take_while(|line| line.trim().is_empty()).count();
        let lines = text.lines().enumerate().map(|(index, line)| {
            let below = index.checked_sub(blank).filter(|_| style == TextStyle::Literal);
            let here = below.and_then(|below| {
                self.doc.place_of_line(place.line.saturating_add(below as u32), line, &place)
            });
            (line, here.unwrap_or_else(|| place.clone()))
        });
        lines.collect()
    }

    /// The bytes of the text that it is written in.
    pub fn span(self) -> Range<usize> {
        self.node().span.range()
    }

    /// Where a key stands; the path is that of what stands under it.
    pub fn key_place(self) -> Place {
        self.doc.text.place(self.node().span.range(), NodePath::yaml(self.doc.key_path(self.id)))
    }

    /// Its true path: `ticket_meta.dependencies.tickets[1].ticket_id`; empty for the root.
    pub fn path(self) -> String {
        let mut path = String::new();
        self.doc.write_path(self.id, &mut path);
        path
    }

    /// The source text of the node, as written.
    pub fn source(self) -> &'d str {
        self.doc.text.get(self.node().span.range()).unwrap_or_default()
    }

    /// Whether it is a mapping.
    pub fn is_mapping(self) -> bool {
        matches!(self.target().node().kind, NodeKind::Mapping(_))
    }

    /// Whether it is a sequence.
    pub fn is_sequence(self) -> bool {
        matches!(self.target().node().kind, NodeKind::Sequence(_))
    }

    /// Whether it is absent, `~` or `null`.
    pub fn is_null(self) -> bool {
        self.scalar().is_some_and(|(text, plain)| plain && is_null(text))
    }

    /// The text of a scalar that is a string in the YAML 1.2 core schema.
    pub fn as_str(self) -> Option<&'d str> {
        let (text, plain) = self.scalar()?;
        (!plain || resolve(text) == Resolved::Text).then_some(text)
    }

    /// The text of any scalar that is not null.
    pub fn as_scalar(self) -> Option<&'d str> {
        let (text, plain) = self.scalar()?;
        (!(plain && is_null(text))).then_some(text)
    }

    /// The value of the first entry with this key, null values included.
    pub fn get(self, key: &str) -> Option<NodeRef<'d>> {
        self.entries().find_map(|(k, v)| (self.doc.said(k.id) == Some(key)).then_some(v))
    }

    /// The value of a key, or the item with a number.
    pub(super) fn child(self, token: &str) -> Option<NodeRef<'d>> {
        match self.target().node().kind {
            NodeKind::Mapping(_) => self.get(token),
            NodeKind::Sequence(_) => self.items().nth(token.parse().ok()?),
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => None,
        }
    }

    /// The value at a path of keys: `node.at(&["ticket_meta", "binds", "rfc_id"])`.
    pub fn at(self, keys: &[&str]) -> Option<NodeRef<'d>> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The entries of a mapping, as (key, value), in source order; empty for other nodes.
    pub fn entries(self) -> impl Iterator<Item = (NodeRef<'d>, NodeRef<'d>)> + use<'d> {
        let mut siblings = self.siblings(self.is_mapping());
        std::iter::from_fn(move || Some((siblings.next()?, siblings.next()?)))
    }

    /// The items of a sequence; empty for other nodes.
    pub fn items(self) -> impl Iterator<Item = NodeRef<'d>> + use<'d> {
        self.siblings(self.is_sequence())
    }

    /// What hangs directly below the node behind aliases, when that is asked for.
    fn siblings(self, is_asked: bool) -> Siblings<'d> {
        let target = self.target().id;
        let next = target + 1;
        Siblings { doc: self.doc, next, end: if is_asked { self.doc.after(target) } else { next } }
    }

    /// Every scalar below this node, in source order, itself included; aliases are not followed, and
    /// keys are none.
    pub fn scalars(self) -> impl Iterator<Item = NodeRef<'d>> + use<'d> {
        let Self { doc, id: root } = self;
        let (mut next, end) = (root, doc.after(root));
        std::iter::from_fn(move || {
            while next < end {
                let id = next;
                let node = doc.node(id);
                if node.slot == Slot::Key && id != root {
                    next = doc.after(id);
                    continue;
                }
                next += 1;
                if matches!(node.kind, NodeKind::Scalar { .. }) {
                    return Some(Self { doc, id });
                }
            }
            None
        })
    }

    /// The value as JSON, by the YAML 1.2 core schema. Integers that JSON cannot hold exactly,
    /// and those with leading zeros, stay the text that was written.
    pub fn to_json(self) -> Value {
        if self.is_mapping() {
            let mut map = serde_json::Map::new();
            for (key, value) in self.entries() {
                // The first of two equal keys counts (GATES.md R9).
                if let Some(key) = key.key_text().filter(|key| !map.contains_key(*key)) {
                    map.insert(key.to_owned(), value.to_json());
                }
            }
            return Value::Object(map);
        }
        match self.scalar() {
            Some((text, plain)) => to_json(text, plain),
            None => Value::Array(self.items().map(NodeRef::to_json).collect()),
        }
    }

    /// The text of a mapping's key, whatever its type.
    pub fn key_text(self) -> Option<&'d str> {
        self.scalar().map(|(text, _)| text)
    }
}
