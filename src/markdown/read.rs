//! Bytes to a [`MarkdownTree`]. What a heading or a list is, pulldown-cmark says.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::headings::push;
use super::tree::{BlockKind, BlockNode, Checkbox, MarkdownTree};
use crate::model::decode::decode;
use crate::model::{FaultKind, FileFault, LinedText, NodePath};

/// Bytes a file may have.
const BYTES: usize = 1 << 20;
/// Blocks that may stand inside each other.
const DEPTH: usize = 64;
/// Blocks a file may have. A list of 50,000 tasks has 100,001, and is read.
const BLOCKS: usize = 200_000;

/// What stands before a text that does not belong to it.
const BLANKS: [char; 3] = [' ', '\t', '\n'];
/// The same behind it. A line of these alone is blank, too.
const BLANKS_BEHIND: [char; 5] = [' ', '\t', '\n', '\u{b}', '\u{c}'];

/// Reads one file. There is no Markdown that makes no sense: the only faults are those of a file that
/// is no text or goes beyond the limits, and then there is no tree.
pub fn read(bytes: &[u8]) -> Result<MarkdownTree, FileFault> {
    if bytes.len() > BYTES {
        let message =
            format!("the file has {} bytes, more than the {BYTES} that are read", bytes.len());
        return Err(FileFault::of_whole_file(FaultKind::Limit, message));
    }
    let text = LinedText::of(decode(bytes, &mut Vec::new())?);
    let mut builder = Builder::default();
    match builder.build(&text) {
        Ok(()) => {
            let Builder { blocks, names, sections, items, .. } = builder;
            Ok(MarkdownTree { text, blocks, names, sections, items })
        }
        Err((at, message)) => {
            let place = text.place(at..at, NodePath::Line);
            Err(FileFault { kind: FaultKind::Limit, place, message })
        }
    }
}

#[derive(Default)]
struct Builder {
    blocks: Vec<BlockNode>,
    names: HashMap<Box<str>, u32>,
    sections: Vec<u32>,
    items: Vec<u32>,
    /// The blocks that are open, the innermost last.
    open: Vec<u32>,
    /// Whether the innermost is a paragraph that the parser does not tell of.
    is_implied: bool,
    /// Where what is known so far ends.
    known: usize,
}

/// More than the limits: where, and what.
type Excess = (usize, String);

impl Builder {
    fn build(&mut self, text: &str) -> Result<(), Excess> {
        let start = front_matter(text);
        if start > 0 {
            self.leaf(BlockKind::FrontMatter, 0..start, text)?;
        }
        for (event, range) in Parser::new(&text[start..]).into_offset_iter() {
            let range = range.start + start..range.end + start;
            match &event {
                Event::Start(tag) => match kind_of(tag, &range, text) {
                    Some(kind) => {
                        self.end_of_lines();
                        self.start(kind, range, text)?;
                    }
                    None => self.inline(&event, range, text)?,
                },
                Event::End(tag) => {
                    if is_block(tag) {
                        self.end_of_lines();
                        self.end(range, text);
                    }
                }
                Event::Rule => {
                    self.end_of_lines();
                    self.leaf(BlockKind::Rule, range, text)?;
                }
                _ => self.inline(&event, range, text)?,
            }
        }
        self.definitions(text.len(), text)
    }

    /// What stands in a line. In an item of a list without blank lines there is no paragraph for it.
    fn inline(&mut self, event: &Event<'_>, range: Range<usize>, text: &str) -> Result<(), Excess> {
        let Some(&within) = self.open.last() else { return Ok(()) };
        match &mut self.blocks[within as usize].kind {
            BlockKind::Heading { text: title, .. } => push(title, event),
            BlockKind::Item { .. } => {
                self.start(BlockKind::Paragraph, range.clone(), text)?;
                self.is_implied = true;
                self.lines(range, text);
            }
            BlockKind::Paragraph => self.lines(range, text),
            _ => {}
        }
        Ok(())
    }

    /// The paragraph that is open goes on at least to here.
    fn lines(&mut self, range: Range<usize>, text: &str) {
        let end = trimmed(text, &range).end;
        if let Some(&id) = self.open.last().filter(|_| end > range.start) {
            let span = &mut self.blocks[id as usize].span;
            span.end = span.end.max(end);
            self.known = self.known.max(end);
        }
    }

    /// Ends a paragraph that the parser does not tell of: a block comes, or its item ends.
    fn end_of_lines(&mut self) {
        if std::mem::take(&mut self.is_implied) {
            self.close(self.known);
        }
    }

    fn leaf(&mut self, kind: BlockKind, range: Range<usize>, text: &str) -> Result<(), Excess> {
        self.start(kind, range.clone(), text)?;
        self.end(range, text);
        Ok(())
    }

    fn start(&mut self, kind: BlockKind, range: Range<usize>, text: &str) -> Result<(), Excess> {
        if self.open.is_empty() {
            self.definitions(range.start, text)?;
        }
        if self.open.len() >= DEPTH {
            return Err((range.start, format!("nested deeper than {DEPTH} levels")));
        }
        if self.blocks.len() >= BLOCKS {
            return Err((range.start, format!("more than {BLOCKS} blocks")));
        }
        let start = match kind {
            // The blanks before code belong to it.
            BlockKind::Code { .. } => range.start,
            _ => {
                let written = text.get(range.clone()).unwrap_or_default();
                range.start + written.len() - written.trim_start_matches(BLANKS).len()
            }
        };
        let start = start.max(self.known.min(text.len()));
        let id = self.blocks.len() as u32;
        match kind {
            BlockKind::Heading { .. } if self.open.is_empty() => self.sections.push(id),
            BlockKind::Item { .. } => self.items.push(id),
            _ => {}
        }
        let parent = self.open.last().copied();
        self.blocks.push(BlockNode { kind, span: start..start, parent, after: id + 1 });
        self.open.push(id);
        self.known = start;
        Ok(())
    }

    fn end(&mut self, range: Range<usize>, text: &str) {
        self.close(trimmed(text, &range).end);
    }

    /// A block ends with its last line, and not before what stands in it does.
    fn close(&mut self, end: usize) {
        let Some(id) = self.open.pop() else { return };
        let after = self.blocks.len() as u32;
        let block = &mut self.blocks[id as usize];
        block.span.end = end.max(self.known).max(block.span.start);
        block.after = after;
        self.known = block.span.end;
        if let BlockKind::Heading { text, .. } = &mut block.kind {
            *text = text.trim().to_owned();
            if !text.is_empty() {
                self.names.entry(text.as_str().into()).or_insert(id);
            }
        }
    }

    /// What stands before here and is no block: the parser keeps definitions to itself.
    fn definitions(&mut self, until: usize, text: &str) -> Result<(), Excess> {
        let range = self.known..until.max(self.known);
        let written = text.get(range.clone()).unwrap_or_default();
        let said = written.trim_start_matches(BLANKS).trim_end_matches(BLANKS_BEHIND);
        if said.is_empty() {
            return Ok(());
        }
        if self.blocks.len() >= BLOCKS {
            return Err((range.start, format!("more than {BLOCKS} blocks")));
        }
        let start = range.start + written.len() - written.trim_start_matches(BLANKS).len();
        let (span, after) = (start..start + said.len(), self.blocks.len() as u32 + 1);
        self.known = span.end;
        self.blocks.push(BlockNode { kind: BlockKind::Definitions, span, parent: None, after });
        Ok(())
    }
}

/// Without the blanks at its end.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let written = text.get(range.clone()).unwrap_or_default();
    range.start..range.start + written.trim_end_matches(BLANKS_BEHIND).len()
}

/// Where the front matter of a text ends, with its last line; 0 without one.
fn front_matter(text: &str) -> usize {
    let mut end = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        match (number, line.trim_end()) {
            (0, "---") => {}
            (0, _) => return 0,
            (_, "---" | "...") => return end,
            _ => {}
        }
    }
    0
}

/// The block that a tag begins; `None` for what stands in a line.
fn kind_of(tag: &Tag<'_>, range: &Range<usize>, text: &str) -> Option<BlockKind> {
    Some(match tag {
        Tag::Paragraph => BlockKind::Paragraph,
        Tag::Heading { level, .. } => {
            BlockKind::Heading { level: *level as u8, text: String::new() }
        }
        Tag::BlockQuote(_) => BlockKind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
            BlockKind::Code { info: Some(info.to_string()) }
        }
        Tag::CodeBlock(CodeBlockKind::Indented) => BlockKind::Code { info: None },
        Tag::HtmlBlock => BlockKind::Html,
        Tag::List(first) => BlockKind::List { is_numbered: first.is_some() },
        Tag::Item => BlockKind::Item { checkbox: checkbox(range, text) },
        _ => return None,
    })
}

/// Whether a tag ends what [`kind_of`] has begun.
fn is_block(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
    )
}

/// The box that an item's text begins with.
fn checkbox(item: &Range<usize>, text: &str) -> Option<Checkbox> {
    let written = text.get(item.clone())?.lines().next()?.trim_start_matches(BLANKS);
    let marker = written.trim_start_matches(|c: char| c.is_ascii_digit());
    let boxed = marker.strip_prefix(['-', '*', '+', '.', ')'])?;
    let said = boxed.trim_start_matches([' ', '\t']);
    let mut chars = said.chars();
    let (open, mark, close) = (chars.next()?, chars.next()?, chars.next()?);
    let is_box = (open, close) == ('[', ']') && matches!(mark, ' ' | 'x' | 'X' | '~' | '-');
    let is_apart =
        chars.next().is_none_or(|next| BLANKS.contains(&next)) && said.len() < boxed.len();
    let start = said.as_ptr().addr() - text.as_ptr().addr();
    (is_box && is_apart).then(|| Checkbox { mark, span: start..start + "[x]".len() })
}
