//! The tree: an arena of nodes with byte spans, in the order of the file, so that what hangs below
//! a node is the run of nodes after it. Lines, columns and paths are worked out on demand, and texts
//! that stand in the file as they are meant are not copied.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use serde_json::Value;

use super::lines::LineIndex;
use super::scalar::{Resolved, is_null, resolve, to_json};
use crate::model::Place;

/// One parsed YAML document.
#[derive(Debug)]
pub struct Document {
    pub(super) text: String,
    pub(super) lines: LineIndex,
    pub(super) nodes: Vec<Node>,
    pub(super) apart: DecodedScalars,
    pub(super) root: u32,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    pub(super) span: Span,
    pub(super) parent: u32,
    pub(super) slot: Slot,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum NodeKind {
    Scalar {
        said: ScalarText,
        style: TextStyle,
    },
    /// Keys and values by turns, up to the node with this number.
    Mapping(u32),
    /// Items, up to the node with this number.
    Sequence(u32),
    /// Of the node with this number.
    Alias(u32),
}

/// How a scalar is written, as far as that tells what it means or where its lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextStyle {
    /// Without quotes or tag: it may be a number, a boolean or null.
    Plain,
    /// A literal block: each of its lines is one of the file's.
    Literal,
    /// Any other text.
    Other,
}

/// Bytes of the text. [`Limits`](super::Limits) keep every file below four gigabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(super) const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        let short = |at: usize| u32::try_from(at).expect("a file within its limit");
        Self { start: short(range.start), end: short(range.end) }
    }
}

/// What a scalar says.
#[derive(Debug, Clone, Copy)]
pub(super) enum ScalarText {
    /// What stands here in the text.
    Here(Span),
    /// Something that the text writes otherwise: by its number among [`DecodedScalars`].
    Apart(u32),
}

/// What scalars say that the text writes otherwise, with escapes or over several lines.
#[derive(Debug, Default)]
pub(super) struct DecodedScalars(Vec<Box<str>>);

impl DecodedScalars {
    /// Where `value`, which a scalar of `text` says, is to be found.
    pub(super) fn keep(&mut self, value: Cow<'_, str>, text: &str) -> ScalarText {
        if let Cow::Borrowed(value) = value {
            let start = value.as_ptr().addr().wrapping_sub(text.as_ptr().addr());
            let end = start.wrapping_add(value.len());
            // What is empty may be borrowed from anywhere.
            if text.get(start..end).is_some_and(|here| std::ptr::eq(here, value)) {
                return ScalarText::Here(Span::from(start..end));
            }
        }
        self.0.push(value.into());
        ScalarText::Apart(self.0.len() as u32 - 1)
    }

    /// What a scalar of `text` says.
    pub(super) fn said<'t>(&'t self, said: ScalarText, text: &'t str) -> &'t str {
        match said {
            ScalarText::Here(span) => &text[span.range()],
            ScalarText::Apart(number) => &self.0[number as usize],
        }
    }
}

/// Characters of a line that findings quote.
pub const LONGEST_QUOTED: usize = 1_000;

/// A line, unless it is too long to be quoted.
pub(super) fn quotable(line: &str) -> &str {
    if line.chars().nth(LONGEST_QUOTED).is_some() { "" } else { line }
}

/// Where a node hangs in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Root,
    Key,
    /// The value of the key that is this node.
    Value(u32),
    Item(u32),
}

/// A node of a [`Document`].
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    doc: &'d Document,
    id: u32,
}

impl Document {
    /// The root mapping.
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { doc: self, id: self.root }
    }

    /// The text as it was parsed: without BOM, with `\n` line breaks.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line with this 1-based number, without its break; empty past the end.
    pub fn line(&self, number: u32) -> &str {
        // A line of a megabyte is asked for as often as there are findings on it.
        self.lines.span(number, &self.text).map_or("", |span| &self.text[span])
    }

    /// A document that has these lines and no nodes.
    pub fn lines_alone(&self, numbers: &BTreeSet<u32>) -> Self {
        let mut text = String::new();
        for number in numbers {
            text.push_str(self.line(*number));
            text.push('\n');
        }
        let lines = LineIndex::left(&text, numbers.iter().copied().collect());
        let span = Span { start: 0, end: 0 };
        let root = Node { kind: NodeKind::Mapping(1), span, parent: 0, slot: Slot::Root };
        Self { text, lines, nodes: vec![root], apart: DecodedScalars::default(), root: 0 }
    }

    /// The same as a finding quotes it: empty for a line of more than [`LONGEST_QUOTED`] characters,
    /// which a file of one line would repeat with every finding.
    pub fn quoted_line(&self, number: u32) -> &str {
        quotable(self.line(number))
    }

    /// Every scalar, in source order: values and keys.
    pub fn every_scalar(&self) -> impl Iterator<Item = NodeRef<'_>> {
        let scalars = self.nodes.iter().enumerate();
        let scalars = scalars.filter(|(_, node)| matches!(node.kind, NodeKind::Scalar { .. }));
        scalars.map(|(id, _)| NodeRef { doc: self, id: id as u32 })
    }

    /// The 1-based line of a byte offset.
    pub fn line_of(&self, offset: usize) -> u32 {
        self.position(offset).0
    }

    /// The place of a line, when it says `said`, in the node of another place.
    fn place_of_line(&self, number: u32, said: &str, node: &Place) -> Option<Place> {
        let span = self.lines.span(number, &self.text)?;
        let written = self.text.get(span.clone())?;
        let start = span.start + written.len() - written.trim_start().len();
        let said = said.trim();
        (written.trim() == said)
            .then(|| self.place_of(start..start + said.len(), node.yaml_path.clone()))
    }

    /// The node at a JSON Pointer into [`NodeRef::to_json`], or the deepest one on its way.
    pub fn at_pointer(&self, pointer: &str) -> NodeRef<'_> {
        let mut node = self.root();
        for token in pointer.split('/').skip(1) {
            let key = token.replace("~1", "/").replace("~0", "~");
            match node.child(&key) {
                Some(next) => node = next,
                None => break,
            }
        }
        node
    }

    /// The node at a yaml path as [`NodeRef::path`] prints it; other spellings of indices and
    /// quoted keys are understood. `None` when there is no such node.
    pub fn at_path(&self, path: &str) -> Option<NodeRef<'_>> {
        let path = path.trim().trim_start_matches('$').trim_start_matches('.');
        let mut node = self.root();
        let mut rest = path;
        while !rest.is_empty() {
            rest = rest.trim_start_matches('.');
            (node, rest) = match rest.strip_prefix('[') {
                Some(bracketed) => {
                    let (token, after) = bracketed.split_once(']')?;
                    let token = token.trim_matches(['"', '\'']);
                    (node.child(token)?, after)
                }
                // Keys may hold dots: the longest key that the path goes on with is meant.
                None => node
                    .entries()
                    .filter_map(|(key, value)| {
                        let after = rest.strip_prefix(key.key_text()?)?;
                        (after.is_empty() || after.starts_with(['.', '[']))
                            .then_some((value, after))
                    })
                    .min_by_key(|(_, after)| after.len())
                    .or_else(|| {
                        let end = rest.find(['.', '[']).unwrap_or(rest.len());
                        Some((node.child(&rest[..end])?, &rest[end..]))
                    })?,
            };
        }
        Some(node)
    }

    /// The bytes of these 1-based lines, the last one included.
    pub fn lines_range(&self, first: u32, last: u32) -> Range<usize> {
        let at = |line: u32| self.lines.start(line).unwrap_or(self.text.len());
        let start = at(first);
        start..at(last.saturating_add(1)).max(start)
    }

    /// The place of some bytes of the text.
    pub fn place_at(&self, span: Range<usize>, yaml_path: String) -> Place {
        self.place_of(span, yaml_path)
    }

    /// 1-based line and column (in code points) of a byte offset.
    pub(super) fn position(&self, offset: usize) -> (u32, u32) {
        self.lines.position(&self.text, offset)
    }

    pub(super) fn place_of(&self, span: Range<usize>, yaml_path: String) -> Place {
        let (line, column) = self.position(span.start);
        let (end_line, end_column) = self.position(span.end.max(span.start));
        Place { yaml_path, line, column, end_line, end_column }
    }

    pub(super) fn node(&self, id: u32) -> &Node {
        &self.nodes[id as usize]
    }

    /// The number after those of a node and of all that hangs below it.
    pub(super) fn after(&self, id: u32) -> u32 {
        match self.node(id).kind {
            NodeKind::Mapping(end) | NodeKind::Sequence(end) => end,
            NodeKind::Scalar { .. } | NodeKind::Alias(_) => id + 1,
        }
    }

    /// What a node says, when it is a scalar.
    fn said(&self, id: u32) -> Option<&str> {
        match self.node(id).kind {
            NodeKind::Scalar { said, .. } => Some(self.apart.said(said, &self.text)),
            NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Alias(_) => None,
        }
    }

    /// The path of what stands under a key; it is also that of a second key of this name. One that
    /// is too long to be shown is left out, since many keys may share its beginning.
    pub(super) fn key_path(&self, key: u32) -> String {
        let mut path = String::new();
        self.write_path(self.node(key).parent, &mut path);
        if path.len() > LONGEST_QUOTED {
            return String::new();
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(self.said(key).unwrap_or("?"));
        path
    }

    /// Adds the path of a node.
    fn write_path(&self, id: u32, path: &mut String) {
        let node = self.node(id);
        if node.slot == Slot::Root {
            return;
        }
        self.write_path(node.parent, path);
        match node.slot {
            Slot::Root | Slot::Key => {}
            Slot::Value(key) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(self.said(key).unwrap_or("?"));
            }
            Slot::Item(index) => {
                // A text takes whatever is written to it.
                let _ = write!(path, "[{index}]");
            }
        }
    }
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
        self.doc.place_of(span.range(), target.path())
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
        self.doc.place_of(self.node().span.range(), self.doc.key_path(self.id))
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
    fn child(self, token: &str) -> Option<NodeRef<'d>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_alone() {
        let (document, _) = crate::yaml::read(b"a: 1\nb:\n- c\n- d\n", crate::yaml::Limits::TICKET)
            .expect("readable");
        let alone = document.lines_alone(&BTreeSet::from([1, 4, 9]));
        let lines = [0, 1, 2, 3, 4, 5, 9].map(|number| alone.line(number));
        assert_eq!(lines, ["", "a: 1", "", "", "- d", "", ""]);
        assert_eq!(alone.root().entries().count(), 0);
    }

    #[test]
    fn a_line_is_what_stands_between_two_breaks() {
        let (doc, _) = crate::yaml::read("a: 1\n\nb: é".as_bytes(), crate::yaml::Limits::TICKET)
            .expect("it parses");
        let lines: Vec<&str> = (0..6).map(|number| doc.line(number)).collect();
        assert_eq!(lines, ["", "a: 1", "", "b: é", "", ""]);
        let long = format!("a: {}", "é".repeat(LONGEST_QUOTED));
        let (doc, _) =
            crate::yaml::read(long.as_bytes(), crate::yaml::Limits::TICKET).expect("it parses");
        assert_eq!((doc.line(1), doc.quoted_line(1)), (long.as_str(), ""));
    }
}
