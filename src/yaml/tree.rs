//! The tree: an arena of nodes with byte spans; lines, columns and paths are worked out on demand.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::lines::Lines;
use crate::model::Place;

/// One parsed YAML document.
#[derive(Debug)]
pub struct Document {
    pub(super) text: String,
    pub(super) lines: Lines,
    pub(super) nodes: Vec<Node>,
    pub(super) root: usize,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
    pub(super) parent: usize,
    pub(super) slot: Slot,
}

#[derive(Debug)]
pub(super) enum Kind {
    Scalar { text: String, plain: bool },
    Mapping(Vec<(usize, usize)>),
    Sequence(Vec<usize>),
    Alias(usize),
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
    Value(usize),
    Item(usize),
}

/// A node of a [`Document`].
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    doc: &'d Document,
    id: usize,
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
        let lines = Lines::left(&text, numbers.iter().copied().collect());
        let kind = Kind::Mapping(Vec::new());
        let root = Node { kind, span: 0..0, parent: 0, slot: Slot::Root };
        Self { text, lines, nodes: vec![root], root: 0 }
    }

    /// The same as a finding quotes it: empty for a line of more than [`LONGEST_QUOTED`] characters,
    /// which a file of one line would repeat with every finding.
    pub fn quoted_line(&self, number: u32) -> &str {
        quotable(self.line(number))
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
}

impl<'d> NodeRef<'d> {
    fn node(self) -> &'d Node {
        &self.doc.nodes[self.id]
    }

    fn with(self, id: usize) -> Self {
        Self { doc: self.doc, id }
    }

    /// The kind behind aliases.
    fn kind(self) -> &'d Kind {
        let mut node = self.node();
        while let Kind::Alias(target) = node.kind {
            node = &self.doc.nodes[target];
        }
        &node.kind
    }

    /// The document it belongs to.
    pub fn document(self) -> &'d Document {
        self.doc
    }

    /// Where it stands. An absent value stands at its key.
    pub fn place(self) -> Place {
        let node = self.node();
        let span = match node.slot {
            Slot::Value(key) if node.span.is_empty() => self.doc.nodes[key].span.clone(),
            _ => node.span.clone(),
        };
        self.doc.place_of(span, self.path())
    }

    /// Its true path: `ticket_meta.dependencies.tickets[1].ticket_id`; empty for the root.
    pub fn path(self) -> String {
        let mut parts = Vec::new();
        let mut node = self.node();
        loop {
            match node.slot {
                Slot::Root => break,
                Slot::Key => {}
                Slot::Value(key) => parts.push(match &self.doc.nodes[key].kind {
                    Kind::Scalar { text, .. } => text.clone(),
                    Kind::Mapping(_) | Kind::Sequence(_) | Kind::Alias(_) => "?".to_owned(),
                }),
                Slot::Item(index) => parts.push(format!("[{index}]")),
            }
            node = &self.doc.nodes[node.parent];
        }
        let mut path = String::new();
        for part in parts.iter().rev() {
            if !path.is_empty() && !part.starts_with('[') {
                path.push('.');
            }
            path.push_str(part);
        }
        path
    }

    /// The source text of the node, as written.
    pub fn source(self) -> &'d str {
        self.doc.text.get(self.node().span.clone()).unwrap_or_default()
    }

    /// Whether it is a mapping.
    pub fn is_mapping(self) -> bool {
        matches!(self.kind(), Kind::Mapping(_))
    }

    /// Whether it is a sequence.
    pub fn is_sequence(self) -> bool {
        matches!(self.kind(), Kind::Sequence(_))
    }

    /// Whether it is absent, `~` or `null`.
    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Scalar { text, plain: true } if is_null(text))
    }

    /// The text of a scalar that is a string in the YAML 1.2 core schema.
    pub fn as_str(self) -> Option<&'d str> {
        match self.kind() {
            Kind::Scalar { text, plain } if !plain || resolve(text) == Resolved::Text => Some(text),
            Kind::Scalar { .. } | Kind::Mapping(_) | Kind::Sequence(_) | Kind::Alias(_) => None,
        }
    }

    /// The text of any scalar that is not null.
    pub fn as_scalar(self) -> Option<&'d str> {
        match self.kind() {
            Kind::Scalar { text, plain } if !(*plain && is_null(text)) => Some(text),
            Kind::Scalar { .. } | Kind::Mapping(_) | Kind::Sequence(_) | Kind::Alias(_) => None,
        }
    }

    /// The value of the first entry with this key, null values included.
    pub fn get(self, key: &str) -> Option<NodeRef<'d>> {
        let Kind::Mapping(entries) = self.kind() else {
            return None;
        };
        entries.iter().find_map(|&(k, v)| match &self.doc.nodes[k].kind {
            Kind::Scalar { text, .. } if text == key => Some(self.with(v)),
            _ => None,
        })
    }

    /// The value of a key, or the item with a number.
    fn child(self, token: &str) -> Option<NodeRef<'d>> {
        match self.kind() {
            Kind::Mapping(_) => self.get(token),
            Kind::Sequence(items) => Some(self.with(*items.get(token.parse::<usize>().ok()?)?)),
            Kind::Scalar { .. } | Kind::Alias(_) => None,
        }
    }

    /// The value at a path of keys: `node.at(&["ticket_meta", "binds", "rfc_id"])`.
    pub fn at(self, keys: &[&str]) -> Option<NodeRef<'d>> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The entries of a mapping, as (key, value), in source order; empty for other nodes.
    pub fn entries(self) -> impl Iterator<Item = (NodeRef<'d>, NodeRef<'d>)> + use<'d> {
        let entries = match self.kind() {
            Kind::Mapping(entries) => entries.as_slice(),
            Kind::Scalar { .. } | Kind::Sequence(_) | Kind::Alias(_) => &[],
        };
        entries.iter().map(move |&(k, v)| (self.with(k), self.with(v)))
    }

    /// The items of a sequence; empty for other nodes.
    pub fn items(self) -> impl Iterator<Item = NodeRef<'d>> + use<'d> {
        let items = match self.kind() {
            Kind::Sequence(items) => items.as_slice(),
            Kind::Scalar { .. } | Kind::Mapping(_) | Kind::Alias(_) => &[],
        };
        items.iter().map(move |&id| self.with(id))
    }

    /// Every scalar below this node, in source order, itself included; aliases are not followed.
    pub fn scalars(self) -> Vec<NodeRef<'d>> {
        let mut found = Vec::new();
        let mut stack = vec![self.id];
        while let Some(id) = stack.pop() {
            match &self.doc.nodes[id].kind {
                Kind::Scalar { .. } => found.push(self.with(id)),
                Kind::Mapping(entries) => stack.extend(entries.iter().rev().map(|&(_, v)| v)),
                Kind::Sequence(items) => stack.extend(items.iter().rev()),
                Kind::Alias(_) => {}
            }
        }
        found
    }

    /// The value as JSON, by the YAML 1.2 core schema. Integers that JSON cannot hold exactly,
    /// and those with leading zeros, stay the text that was written.
    pub fn to_json(self) -> Value {
        match self.kind() {
            Kind::Scalar { text, plain: false } => Value::String(text.clone()),
            Kind::Scalar { text, plain: true } => match resolve(text) {
                Resolved::Null => Value::Null,
                Resolved::Bool(b) => Value::Bool(b),
                Resolved::Int(i) => Value::from(i),
                Resolved::Float(f) => serde_json::Number::from_f64(f)
                    .map_or_else(|| text.clone().into(), Value::Number),
                Resolved::Text => Value::String(text.clone()),
            },
            Kind::Mapping(_) => Value::Object(
                self.entries()
                    .filter_map(|(k, v)| Some((k.key_text()?.to_owned(), v)))
                    // The first of two equal keys counts (GATES.md R9).
                    .fold(serde_json::Map::new(), |mut map, (k, v)| {
                        map.entry(k).or_insert_with(|| v.to_json());
                        map
                    }),
            ),
            Kind::Sequence(_) => Value::Array(self.items().map(NodeRef::to_json).collect()),
            Kind::Alias(_) => Value::Null,
        }
    }

    /// The text of a mapping's key, whatever its type.
    pub fn key_text(self) -> Option<&'d str> {
        match self.kind() {
            Kind::Scalar { text, .. } => Some(text),
            Kind::Mapping(_) | Kind::Sequence(_) | Kind::Alias(_) => None,
        }
    }
}

#[derive(Debug, PartialEq)]
enum Resolved {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text,
}

fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// What a plain scalar is in the YAML 1.2 core schema (§10.3.2).
fn resolve(text: &str) -> Resolved {
    if is_null(text) {
        return Resolved::Null;
    }
    match text {
        "true" | "True" | "TRUE" => return Resolved::Bool(true),
        "false" | "False" | "FALSE" => return Resolved::Bool(false),
        _ => {}
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            // A sign is no digit, though the parser takes it.
            let is_unsigned = !digits.starts_with(['+', '-']);
            let int = i64::from_str_radix(digits, radix).ok().filter(|_| is_unsigned);
            return int.map_or(Resolved::Text, Resolved::Int);
        }
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if digits(unsigned) {
        let leading_zero = unsigned.len() > 1 && unsigned.starts_with('0');
        return match text.parse() {
            Ok(int) if !leading_zero => Resolved::Int(int),
            _ => Resolved::Text,
        };
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e.strip_prefix(['+', '-']).unwrap_or(e))),
        None => (unsigned, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_float = exponent.is_none_or(digits)
        && (digits(whole) || whole.is_empty())
        && (digits(fraction) || fraction.is_empty())
        && !(whole.is_empty() && fraction.is_empty());
    match text.parse::<f64>() {
        Ok(float) if is_float && float.is_finite() => Resolved::Float(float),
        _ => Resolved::Text,
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

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        assert_eq!(resolve("~"), Resolved::Null);
        assert_eq!(resolve("True"), Resolved::Bool(true));
        assert_eq!(resolve("-12"), Resolved::Int(-12));
        assert_eq!(resolve("0x1F"), Resolved::Int(31));
        assert_eq!(resolve("1.5e3"), Resolved::Float(1500.0));
        for text in [
            "no",
            "on",
            "yes",
            "017",
            "12:30",
            "2026-01-27",
            "1_000",
            "e5",
            ".",
            "1.2.3",
            "0x-5",
            "0o+7",
        ] {
            assert_eq!(resolve(text), Resolved::Text, "{text}");
        }
    }
}
