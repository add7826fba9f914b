//! Bytes to a [`Document`], with every fault at its place. The only user of granit-parser.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, Tag};
use memchr::memchr;

use super::tree::{DecodedScalars, Document, Node, NodeKind, Slot, Span, TextStyle};
use crate::model::decode::decode;
use crate::model::{FaultKind, FileFault, LinedText, NodePath};

/// Hard limits of one file.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes a file may have.
    pub bytes: u64,
    /// Collections that may stand inside each other, aliases counted as what they stand for.
    pub depth: usize,
    /// Nodes a file may have, aliases counted as what they stand for.
    pub nodes: usize,
    /// Faults over which a file can be read that are listed; the last one counts the others.
    pub faults: usize,
}

impl Limits {
    /// GATES.md R4, and room for what can be said of such a file.
    pub const TICKET: Limits = Limits { bytes: 1 << 20, depth: 64, nodes: 100_000, faults: 1_000 };
}

/// Reads one file. A fatal fault stands alone, because nothing after it can be trusted; without
/// one there is a document, and the other faults are what it has besides.
pub fn read(bytes: &[u8], limits: Limits) -> Result<(Document, Vec<FileFault>), FileFault> {
    if bytes.len() as u64 > limits.bytes.min(u64::from(u32::MAX)) {
        return Err(FileFault::of_whole_file(
            FaultKind::Limit,
            format!(
                "the file has {} bytes, more than the {} that are read",
                bytes.len(),
                limits.bytes
            ),
        ));
    }
    let mut faults = Vec::new();
    let text = decode(bytes, &mut faults)?;
    let mut builder = Builder {
        doc: Document {
            nodes: Vec::with_capacity(text.len() / BYTES_A_NODE),
            text: LinedText::of(text),
            apart: DecodedScalars::default(),
            root: 0,
        },
        limits,
        faults,
        duplicates: Vec::new(),
        unlisted: 0,
    };
    let tab = memchr(b'\t', builder.doc.text.as_bytes());
    builder.build()?;
    if let Some(last) = builder.faults.last_mut().filter(|_| builder.unlisted > 0) {
        let others = format!("; {} more such faults are not listed", builder.unlisted);
        last.message.push_str(&others);
    }
    if let Some(offset) = tab {
        let place = builder.doc.text.place(offset..offset + 1, NodePath::Line);
        builder.faults.push(FileFault {
            kind: FaultKind::Tab,
            place,
            message: "a tab character, which YAML readers take differently".to_owned(),
        });
    }
    for (at, key) in std::mem::take(&mut builder.duplicates) {
        builder.faults[at].place.path = NodePath::yaml(builder.doc.key_path(key));
    }
    Ok((builder.doc, builder.faults))
}

/// Of usual files, so that the arena need not be moved while it grows.
const BYTES_A_NODE: usize = 24;
/// A mapping of so many keys is looked through for a key that stands twice; of more, they are hashed.
const LOOKED_THROUGH: u32 = 16;

struct Builder {
    doc: Document,
    limits: Limits,
    faults: Vec<FileFault>,
    /// The faults that are keys which stand twice, and these keys.
    duplicates: Vec<(usize, u32)>,
    /// Faults beyond those that are listed.
    unlisted: usize,
}

/// A collection that is still open.
struct Open {
    id: u32,
    anchor: usize,
    is_mapping: bool,
    /// Its entries so far.
    entries: u32,
    /// The key that waits for its value.
    key: Option<u32>,
    /// Its keys, once there are more than can be looked through.
    seen: Option<HashSet<Box<str>>>,
    /// Where what hangs in it ends so far, in bytes.
    end: Option<u32>,
    weight: Weight,
}

/// What an alias stands for.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    nodes: usize,
    /// Of the texts.
    bytes: usize,
    /// Collections that stand inside each other there, its own included.
    height: usize,
}

impl Weight {
    /// That of two things beside each other.
    fn and(self, other: Self) -> Self {
        Self {
            nodes: self.nodes.saturating_add(other.nodes),
            bytes: self.bytes.saturating_add(other.bytes),
            height: self.height.max(other.height),
        }
    }

    /// That of a collection with this in it.
    fn wrapped(self) -> Self {
        Self { nodes: self.nodes.saturating_add(1), height: self.height + 1, ..self }
    }
}

impl Builder {
    fn fault(&self, kind: FaultKind, span: Range<usize>, message: impl Into<String>) -> FileFault {
        FileFault {
            kind,
            place: self.doc.text.place(span, NodePath::Line),
            message: message.into(),
        }
    }

    fn build(&mut self) -> Result<(), FileFault> {
        // The parser borrows its input while the arena grows beside it.
        let text = std::mem::take(&mut self.doc.text);
        let built = self.events(&text);
        self.doc.text = text;
        built.map_err(|Unplaced { kind, span, message }| self.fault(kind, span, message))
    }

    fn events(&mut self, text: &LinedText) -> Result<(), Unplaced> {
        let options = granit_parser::options! {
            strict_indentation: true,
            flow_nesting_limit: self.limits.depth,
            block_nesting_limit: self.limits.depth,
        };
        let mut open: Vec<Open> = Vec::new();
        let mut anchors: HashMap<usize, (u32, Weight)> = HashMap::new();
        let mut root = None;
        let mut documents = 0_usize;
        let mut total = 0_usize;
        let mut repeated = 0_usize;
        for next in Parser::new_from_str_with_options(text, options) {
            let (event, span) = next.map_err(|error| {
                let offset = error.marker().byte_offset().unwrap_or(text.len()).min(text.len());
                match error.kind() {
                    ErrorKind::RecursionLimitExceeded => self.too_deep(offset..offset),
                    _ if error.info().starts_with("comment intercepting") => cut_off(text, offset),
                    _ => Unplaced::new(FaultKind::Unparsable, offset..offset, syntax_words(&error)),
                }
            })?;
            let span = span.byte_range().unwrap_or(0..0);
            let is_mapping = matches!(event, Event::MappingStart(..));
            match event {
                Event::DocumentStart(..) => {
                    documents += 1;
                    if documents > 1 {
                        let message = "a second YAML document; a file holds one";
                        return Err(Unplaced::new(FaultKind::Unparsable, span, message));
                    }
                }
                Event::Scalar(value, style, anchor, tag) => {
                    self.tag(tag.as_deref(), &span, text);
                    let written = match style {
                        ScalarStyle::Plain if !forces_text(tag.as_deref()) => TextStyle::Plain,
                        ScalarStyle::Literal => TextStyle::Literal,
                        _ => TextStyle::Other,
                    };
                    let span = match style {
                        ScalarStyle::Literal | ScalarStyle::Folded => trimmed(text, &span),
                        _ => span.clone(),
                    };
                    let weight = Weight { nodes: 1, bytes: value.len(), height: 0 };
                    let said = self.doc.apart.keep(value, text);
                    let kind = NodeKind::Scalar { said, style: written };
                    let id = self.attach(kind, span.clone(), weight, &mut open, &mut root, text);
                    if anchor > 0 {
                        anchors.insert(anchor, (id, weight));
                    }
                    total += 1;
                }
                Event::SequenceStart(..) | Event::MappingStart(..)
                    if open.len() >= self.limits.depth =>
                {
                    return Err(self.too_deep(span));
                }
                Event::SequenceStart(_, anchor, tag) | Event::MappingStart(_, anchor, tag) => {
                    self.tag(tag.as_deref(), &span, text);
                    // Where it ends is known when it is closed.
                    let kind =
                        if is_mapping { NodeKind::Mapping(0) } else { NodeKind::Sequence(0) };
                    let weight = Weight::default();
                    let id = self.attach(kind, span.clone(), weight, &mut open, &mut root, text);
                    open.push(Open::new(id, anchor, is_mapping));
                    total += 1;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let closed = open.pop().expect("the parser balances its events");
                    let end = self.close(&closed, &span);
                    let weight = closed.weight.wrapped();
                    if closed.anchor > 0 {
                        anchors.insert(closed.anchor, (closed.id, weight));
                    }
                    if let Some(parent) = open.last_mut() {
                        parent.weight = parent.weight.and(weight);
                        parent.end = parent.end.max(Some(end));
                    }
                }
                Event::Alias(anchor) => {
                    let Some(&(target, weight)) = anchors.get(&anchor) else {
                        let message = "an alias inside the very node it names";
                        return Err(Unplaced::new(FaultKind::Limit, span, message));
                    };
                    if open.len() + weight.height > self.limits.depth {
                        return Err(self.too_deep(span));
                    }
                    let kind = NodeKind::Alias(target);
                    self.attach(kind, span.clone(), weight, &mut open, &mut root, text);
                    total = total.saturating_add(weight.nodes);
                    repeated = repeated.saturating_add(weight.bytes);
                }
                // `Event` is non-exhaustive; the remaining events carry no node.
                _ => {}
            }
            if total > self.limits.nodes {
                let message = format!("more than {} nodes, aliases expanded", self.limits.nodes);
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
            if repeated as u64 > self.limits.bytes {
                let message = format!("aliases that repeat more than {} bytes", self.limits.bytes);
                return Err(Unplaced::new(FaultKind::Limit, span, message));
            }
        }
        let Some(root) = root else {
            return Err(Unplaced::new(FaultKind::Unparsable, 0..0, "the file is empty"));
        };
        self.doc.root = root;
        if !matches!(self.doc.node(root).kind, NodeKind::Mapping(_)) {
            let span = self.doc.node(root).span.range();
            let message = "the root is not a mapping of keys to values";
            return Err(Unplaced::new(FaultKind::Unparsable, span, message));
        }
        Ok(())
    }

    fn too_deep(&self, span: Range<usize>) -> Unplaced {
        let message = format!("nested deeper than {} levels", self.limits.depth);
        Unplaced::new(FaultKind::Limit, span, message)
    }

    /// Hangs a new node into the innermost open collection.
    fn attach(
        &mut self,
        kind: NodeKind,
        span: Range<usize>,
        weight: Weight,
        open: &mut [Open],
        root: &mut Option<u32>,
        text: &LinedText,
    ) -> u32 {
        let id = self.doc.nodes.len() as u32;
        let Some(parent) = open.last_mut() else {
            self.doc.nodes.push(Node { kind, span: span.into(), parent: id, slot: Slot::Root });
            *root = Some(id);
            return id;
        };
        parent.weight = parent.weight.and(weight);
        let span = Span::from(span);
        parent.end = parent.end.max(Some(span.end));
        let slot = match parent.key.take() {
            Some(key) => Slot::Value(key),
            None if parent.is_mapping => {
                parent.key = Some(id);
                Slot::Key
            }
            None => Slot::Item(parent.entries),
        };
        if slot == Slot::Key {
            let fault = match kind {
                NodeKind::Scalar { said, .. } => {
                    let key = self.doc.apart.said(said, text);
                    self.is_taken(parent, key, text).then(|| {
                        let message = format!(
                            "the key {key:?} occurs twice in one mapping; the first value counts"
                        );
                        (FaultKind::DuplicateKey, message)
                    })
                }
                NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Alias(_) => {
                    Some((FaultKind::Exotic, "a key that is not a plain text".to_owned()))
                }
            };
            if let Some((kind, message)) = fault {
                if kind == FaultKind::DuplicateKey && self.faults.len() < self.limits.faults {
                    self.duplicates.push((self.faults.len(), id));
                }
                self.push_fault(kind, span.range(), message, text);
            }
        } else {
            parent.entries += 1;
        }
        self.doc.nodes.push(Node { kind, span, parent: parent.id, slot });
        id
    }

    /// Whether a mapping has this key already: `a`, `'a'` and `"a"` are one, and so are `1` and `'1'`,
    /// since keys are told apart by their texts alone.
    fn is_taken(&self, mapping: &mut Open, key: &str, text: &str) -> bool {
        let mut next = mapping.id + 1;
        let mut keys = (0..mapping.entries).filter_map(|_| {
            let id = next;
            next = self.doc.after(self.doc.after(id));
            match self.doc.node(id).kind {
                NodeKind::Scalar { said, .. } => Some(self.doc.apart.said(said, text)),
                NodeKind::Mapping(_) | NodeKind::Sequence(_) | NodeKind::Alias(_) => None,
            }
        });
        if mapping.entries < LOOKED_THROUGH {
            return keys.any(|taken| taken == key);
        }
        let seen = mapping.seen.get_or_insert_with(|| keys.map(Box::from).collect());
        !seen.insert(key.into())
    }

    /// A block collection ends with its last child, not with the token that happens to follow.
    fn close(&mut self, closed: &Open, token: &Range<usize>) -> u32 {
        let after = self.doc.nodes.len() as u32;
        let token = Span::from(token.clone());
        let node = &mut self.doc.nodes[closed.id as usize];
        node.kind =
            if closed.is_mapping { NodeKind::Mapping(after) } else { NodeKind::Sequence(after) };
        let end = if token.is_empty() { closed.end.unwrap_or(token.end) } else { token.end };
        node.span.end = end.max(node.span.start);
        node.span.end
    }

    /// GATES.md R8: only the tags of the core schema.
    fn tag(&mut self, tag: Option<&Tag>, span: &Range<usize>, text: &LinedText) {
        const CORE: [&str; 7] = ["str", "int", "float", "bool", "null", "seq", "map"];
        if let Some(tag) = tag
            && !tag.core_suffix().is_some_and(|suffix| CORE.contains(&suffix))
            // `!` alone means "not plain" and is no foreign type.
            && tag.original() != "!"
        {
            let message = format!("the tag {} is not one of YAML's core schema", tag.original());
            self.push_fault(FaultKind::Exotic, span.clone(), message, text);
        }
    }

    fn push_fault(
        &mut self,
        kind: FaultKind,
        span: Range<usize>,
        message: String,
        text: &LinedText,
    ) {
        if self.faults.len() >= self.limits.faults {
            self.unlisted += 1;
            return;
        }
        // `doc.text` is lent to the parser here. A fault is told on one line.
        let width = text.get(span.clone()).map_or(0, |s| s.find('\n').unwrap_or(s.len()));
        let place = text.place(span.start..span.start + width, NodePath::Line);
        self.faults.push(FileFault { kind, place, message });
    }
}

impl Open {
    fn new(id: u32, anchor: usize, is_mapping: bool) -> Self {
        let weight = Weight::default();
        Self { id, anchor, is_mapping, entries: 0, key: None, seen: None, end: None, weight }
    }
}

/// A fault that still needs the document's text to know its line.
struct Unplaced {
    kind: FaultKind,
    span: Range<usize>,
    message: String,
}

impl Unplaced {
    fn new(kind: FaultKind, span: Range<usize>, message: impl Into<String>) -> Self {
        Self { kind, span, message: message.into() }
    }
}

/// A tag that makes any scalar a string.
fn forces_text(tag: Option<&Tag>) -> bool {
    tag.is_some_and(|tag| tag.core_suffix() == Some("str") || tag.original() == "!")
}

/// A block scalar's span runs up to the next token; its content ends before the blank space.
fn trimmed(text: &str, span: &Range<usize>) -> Range<usize> {
    let content = text.get(span.clone()).unwrap_or_default();
    span.start..span.start + content.trim_end().len()
}

fn syntax_words(error: &granit_parser::ScanError) -> String {
    let mut words = error.info().to_owned();
    if let Some(first) = words.get(..1).map(str::to_ascii_lowercase)
        && !words.get(1..2).is_some_and(|second| second.chars().all(char::is_uppercase))
    {
        words.replace_range(..1, &first);
    }
    format!("not YAML: {}", words.trim_end_matches('.'))
}

/// A plain text of several lines ends at ` #`, whatever its author meant. The line that goes on
/// with it is the first one that makes no sense; the message says where the cut is.
fn cut_off(text: &str, offset: usize) -> Unplaced {
    let line = text[..offset].matches('\n').count() + 1;
    let message =
        format!("not YAML: this goes on with a text that the `#` in line {line} has ended");
    let mut start = offset + text[offset..].find('\n').map_or(0, |end| end + 1);
    for next in text[start..].split_inclusive('\n') {
        let content = next.trim();
        if !content.is_empty() && !content.starts_with('#') {
            start += next.len() - next.trim_start().len();
            return Unplaced::new(FaultKind::Unparsable, start..start + content.len(), message);
        }
        start += next.len();
    }
    Unplaced::new(FaultKind::Unparsable, offset..offset, message)
}
