//! The tree: an arena of nodes with byte spans, in the order of the file, so that what hangs below
//! a node is the run of nodes after it. Lines, columns and paths are worked out on demand, and texts
//! that stand in the file as they are meant are not copied.

mod node_ref;

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use crate::model::lined_text::LONGEST_QUOTED;
use crate::model::{LinedText, Place};

pub use node_ref::NodeRef;

/// One parsed YAML document.
#[derive(Debug)]
pub struct Document {
    pub(super) text: LinedText,
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

/// Where a node hangs in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Root,
    Key,
    /// The value of the key that is this node.
    Value(u32),
    Item(u32),
}

impl Document {
    /// The root mapping.
    pub fn root(&self) -> NodeRef<'_> {
        NodeRef { doc: self, id: self.root }
    }

    /// The text as it was parsed: without BOM, with `\n` line breaks.
    pub fn text(&self) -> &LinedText {
        &self.text
    }

    /// Every scalar, in source order: values and keys.
    pub fn every_scalar(&self) -> impl Iterator<Item = NodeRef<'_>> {
        let scalars = self.nodes.iter().enumerate();
        let scalars = scalars.filter(|(_, node)| matches!(node.kind, NodeKind::Scalar { .. }));
        scalars.map(|(id, _)| NodeRef { doc: self, id: id as u32 })
    }

    /// The place of a line, when it says `said`, in the node of another place.
    fn place_of_line(&self, number: u32, said: &str, node: &Place) -> Option<Place> {
        let span = self.text.span_of_line(number)?;
        let written = self.text.get(span.clone())?;
        let start = span.start + written.len() - written.trim_start().len();
        let said = said.trim();
        (written.trim() == said)
            .then(|| self.text.place(start..start + said.len(), node.path.clone()))
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
