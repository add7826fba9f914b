//! The tree: an arena of blocks with byte spans, in the order of the file, so that what stands in a
//! block is the run of blocks after it.

use std::collections::HashMap;
use std::ops::Range;

use crate::model::lined_text::LONGEST_QUOTED;
use crate::model::{LinedText, NodePath, Place};

/// One Markdown file.
#[derive(Debug)]
pub struct MarkdownTree {
    pub(super) text: LinedText,
    pub(super) blocks: Vec<BlockNode>,
    /// Of each text of a heading, the first with it.
    pub(super) names: HashMap<Box<str>, u32>,
    /// The headings that stand in no other block.
    pub(super) sections: Vec<u32>,
    /// The list items.
    pub(super) items: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct BlockNode {
    pub(super) kind: BlockKind,
    pub(super) span: Range<usize>,
    pub(super) parent: Option<u32>,
    /// The number after those of all blocks that stand in it.
    pub(super) after: u32,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// The lines between `---` that a file begins with.
    FrontMatter,
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// What it says, without its marks.
        text: String,
    },
    /// Lines of text; those of a list item too, whether blank lines stand between the items or not.
    Paragraph,
    /// A list.
    List {
        /// Whether its items are numbered.
        is_numbered: bool,
    },
    /// An item of a list, with what is nested in it.
    Item {
        /// Its box, when it has one.
        checkbox: Option<Checkbox>,
    },
    /// A block of code.
    Code {
        /// What stands behind the opening fence; `None` where there is no fence.
        info: Option<String>,
    },
    /// A block quote.
    Quote,
    /// A block of HTML; comments are such.
    Html,
    /// A line that parts what is above from what is below.
    Rule,
    /// Definitions of links.
    Definitions,
}

/// The box of a list item: `[ ]`, `[x]`, `[X]`, `[~]` or `[-]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkbox {
    /// What stands between the brackets.
    pub mark: char,
    /// Its bytes, brackets included.
    pub span: Range<usize>,
}

/// A block of a [`MarkdownTree`].
#[derive(Debug, Clone, Copy)]
pub struct BlockRef<'t> {
    tree: &'t MarkdownTree,
    id: u32,
}

impl MarkdownTree {
    /// The text as it was read: without BOM, with `\n` line breaks.
    pub fn text(&self) -> &LinedText {
        &self.text
    }

    /// Every block, in the order of the file; one that holds others comes before them.
    pub fn blocks(&self) -> impl Iterator<Item = BlockRef<'_>> {
        (0..self.blocks.len() as u32).map(|id| BlockRef { tree: self, id })
    }

    /// The innermost block that has this byte.
    pub fn block_at(&self, offset: usize) -> Option<BlockRef<'_>> {
        let next = self.blocks.partition_point(|block| block.span.start <= offset);
        let mut id = (next as u32).checked_sub(1)?;
        loop {
            let block = &self.blocks[id as usize];
            if block.span.contains(&offset) {
                return Some(BlockRef { tree: self, id });
            }
            id = block.parent?;
        }
    }

    /// The place of the node at a path: of a heading, its section.
    pub fn at(&self, path: &NodePath) -> Option<Place> {
        let id = match path {
            NodePath::Heading(text) => *self.names.get(text.as_str())?,
            NodePath::Item(number) => *self.items.get((*number as usize).checked_sub(1)?)?,
            NodePath::Line | NodePath::Yaml(_) | NodePath::Entity(_) => return None,
        };
        let block = BlockRef { tree: self, id };
        Some(self.text.place(block.section(), path.clone()))
    }

    /// The place of some bytes.
    pub fn place_of(&self, span: Range<usize>) -> Place {
        let path = self.block_at(span.start).map_or(NodePath::Line, BlockRef::path);
        self.text.place(span, path)
    }

    /// The section that a block stands in, which begins with its heading.
    fn section_of(&self, id: u32) -> Option<u32> {
        let before = self.sections.partition_point(|&section| section <= id);
        Some(self.sections[before.checked_sub(1)?])
    }

    /// The path that leads to a heading, when there is one: of two of one text it leads to the first,
    /// and what is too long to be shown leads nowhere.
    fn path_to_heading(&self, id: u32) -> NodePath {
        match &self.blocks[id as usize].kind {
            BlockKind::Heading { text, .. }
                if self.names.get(text.as_str()) == Some(&id) && text.len() <= LONGEST_QUOTED =>
            {
                NodePath::Heading(text.clone())
            }
            _ => NodePath::Line,
        }
    }
}

impl<'t> BlockRef<'t> {
    fn block(self) -> &'t BlockNode {
        &self.tree.blocks[self.id as usize]
    }

    /// What it is.
    pub fn kind(self) -> &'t BlockKind {
        &self.block().kind
    }

    /// Its bytes, without blanks and breaks at its end.
    pub fn span(self) -> Range<usize> {
        self.block().span.clone()
    }

    /// Its source, as written.
    pub fn source(self) -> &'t str {
        self.tree.text.get(self.span()).unwrap_or_default()
    }

    /// The block that it stands in.
    pub fn parent(self) -> Option<BlockRef<'t>> {
        self.block().parent.map(|id| Self { id, ..self })
    }

    /// The blocks directly in it.
    pub fn children(self) -> impl Iterator<Item = BlockRef<'t>> {
        let (mut next, end) = (self.id + 1, self.block().after);
        std::iter::from_fn(move || {
            let child = (next < end).then_some(Self { id: next, ..self })?;
            next = child.block().after;
            Some(child)
        })
    }

    /// Where it stands.
    pub fn place(self) -> Place {
        self.tree.text.place(self.span(), self.path())
    }

    /// The bytes of a heading and of all that stands below it, up to the next of its level or above;
    /// of any other block its own.
    pub fn section(self) -> Range<usize> {
        let BlockKind::Heading { level: own, .. } = self.kind() else { return self.span() };
        let Ok(at) = self.tree.sections.binary_search(&self.id) else { return self.span() };
        let ends = |id: &u32| {
            let kind = &self.tree.blocks[*id as usize].kind;
            matches!(kind, BlockKind::Heading { level, .. } if level <= own)
        };
        let next = self.tree.sections[at + 1..].iter().copied().find(ends);
        let next = next.unwrap_or(self.tree.blocks.len() as u32);
        let mut last = Self { id: next - 1, ..self };
        while let Some(parent) = last.parent() {
            last = parent;
        }
        self.span().start..last.span().end
    }

    /// The path to the list item that it is or stands in, else to the heading of its section.
    pub fn path(self) -> NodePath {
        let mut block = self;
        loop {
            match block.kind() {
                BlockKind::Heading { .. } => return self.tree.path_to_heading(block.id),
                BlockKind::Item { .. } => {
                    let at = self.tree.items.partition_point(|&item| item < block.id);
                    return NodePath::Item(at as u32 + 1);
                }
                _ => {}
            }
            let Some(parent) = block.parent() else { break };
            block = parent;
        }
        let section = self.tree.section_of(self.id);
        section.map_or(NodePath::Line, |id| self.tree.path_to_heading(id))
    }
}
