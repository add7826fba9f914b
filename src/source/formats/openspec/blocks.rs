//! The requirements of an OpenSpec file, block by block, as OpenSpec's own reader sees them. Knows
//! lines, and nothing of changes.

use std::ops::Range;

use super::headers::{is_heading, scenario};
use crate::source::subject::{DocumentLine, SubjectDocument};

/// One requirement, from its header to the next one or the next section.
#[derive(Debug, Clone)]
pub struct RequirementBlock {
    /// Its name, which is its id: trimmed, in the case in which it is written.
    pub name: String,
    /// Its header, in bytes.
    pub header: Range<usize>,
    /// The line of its header.
    pub line: u32,
    /// The names of its scenarios, each with the bytes of its line.
    pub scenarios: Vec<(String, Range<usize>)>,
    /// Its lines before the first heading, trimmed, without empty and fenced ones.
    pub text: String,
    /// Whether it says why it goes: a reason, or what to do instead.
    pub gives_reason: bool,
    /// What stands below its header, in bytes.
    pub below: Range<usize>,
}

impl RequirementBlock {
    /// What stands below its header in its document, without blanks at the ends of lines: two blocks
    /// with the same are the same requirement.
    pub fn body(&self, document: &SubjectDocument) -> String {
        let lines = document.text()[self.below.clone()].lines().map(str::trim_end);
        lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
    }
}

/// A block that is being read.
pub(super) struct OpenBlock {
    block: RequirementBlock,
    is_before_headings: bool,
}

impl OpenBlock {
    pub(super) fn new(name: &str, line: DocumentLine<'_>) -> Self {
        let end = line.start + line.text.trim_end().len();
        let below = line.start + line.text.len();
        let block = RequirementBlock {
            name: name.to_owned(),
            header: line.start..end,
            line: line.number,
            scenarios: Vec::new(),
            text: String::new(),
            gives_reason: false,
            below: below..below,
        };
        Self { block, is_before_headings: true }
    }

    /// Takes in the next line below the header.
    pub(super) fn push(&mut self, line: DocumentLine<'_>) {
        let (block, text) = (&mut self.block, line.text);
        block.below.end = line.start + text.len();
        block.gives_reason |= gives_reason(text);
        if is_heading(text) {
            self.is_before_headings = false;
            let span = line.start..line.start + text.trim_end().len();
            block.scenarios.extend(scenario(text).map(|name| (name.to_owned(), span)));
        } else if self.is_before_headings && !text.trim().is_empty() {
            if !block.text.is_empty() {
                block.text.push('\n');
            }
            block.text.push_str(text.trim());
        }
    }

    pub(super) fn close(self) -> RequirementBlock {
        self.block
    }
}

/// Whether a line has one of the words that introduce why a requirement goes.
fn gives_reason(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.any(|word| ["reason", "migration", "why"].iter().any(|w| word.eq_ignore_ascii_case(w)))
}

/// A name in lower case, each run of blanks as one: for near misses and overlaps alone.
pub fn folded(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}
