//! A text with its lines: from byte offsets to lines and columns, and back. A long line is not counted
//! anew for each place in it.

use std::collections::BTreeSet;
use std::ops::{Deref, Range};

use super::hidden::find_quoted;
use super::place::{NodePath, Place};

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

/// Characters of a line that findings quote.
pub const LONGEST_QUOTED: usize = 1_000;

/// A line, unless it is too long to be quoted.
pub(super) fn quotable(line: &str) -> &str {
    if line.chars().nth(LONGEST_QUOTED).is_some() { "" } else { line }
}

/// A text, where its lines begin, and how many characters stand before each block.
#[derive(Debug)]
pub struct LinedText {
    text: String,
    starts: Vec<usize>,
    before: Vec<usize>,
    /// Of lines that were taken out of a longer text, their numbers there.
    numbers: Option<Vec<u32>>,
}

impl Default for LinedText {
    fn default() -> Self {
        Self::of(String::new())
    }
}

impl Deref for LinedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl LinedText {
    /// A text whose lines end with `\n`.
    pub fn of(text: String) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let mut sum = 0;
        let mut before = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            sum += characters(block);
            before.push(sum);
        }
        let starts = std::iter::once(0).chain(breaks).collect();
        Self { text, starts, before, numbers: None }
    }

    /// How many lines it has; one that ends with a break has an empty one behind it.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// These lines of it, which keep their numbers.
    pub fn alone(&self, numbers: &BTreeSet<u32>) -> Self {
        let mut text = String::new();
        for number in numbers {
            text.push_str(self.line(*number));
            text.push('\n');
        }
        Self { numbers: Some(numbers.iter().copied().collect()), ..Self::of(text) }
    }

    /// The line with this 1-based number, without its break; empty past the end.
    pub fn line(&self, number: u32) -> &str {
        // A line of a megabyte is asked for as often as there are findings on it.
        self.span_of_line(number).map_or("", |span| &self.text[span])
    }

    /// The same as a finding quotes it: empty for a line of more than [`LONGEST_QUOTED`] characters,
    /// which a file of one line would repeat with every finding.
    pub fn quoted_line(&self, number: u32) -> &str {
        quotable(self.line(number))
    }

    /// The bytes of the line with this 1-based number, without its break.
    pub fn span_of_line(&self, number: u32) -> Option<Range<usize>> {
        let at = self.index(number)?;
        let start = *self.starts.get(at)?;
        Some(start..self.starts.get(at + 1).map_or(self.text.len(), |next| next - 1))
    }

    /// The bytes of these 1-based lines, the last one included.
    pub fn lines_range(&self, first: u32, last: u32) -> Range<usize> {
        let at = |line: u32| self.start(line).unwrap_or(self.text.len());
        let start = at(first);
        start..at(last.saturating_add(1)).max(start)
    }

    /// Where `quote` stands on these 1-based lines, the last one included: verbatim or as prompts show
    /// it, the first time. An empty quote stands nowhere.
    pub fn find_quote(&self, first: u32, last: u32, quote: &str) -> Option<Range<usize>> {
        let range = self.lines_range(first, last);
        let quote = quote.trim();
        if quote.is_empty() {
            return None;
        }
        let found = find_quoted(self.text.get(range.clone())?, quote)?;
        Some(range.start + found.start..range.start + found.end)
    }

    /// 1-based line and column (in code points) of a byte offset.
    pub fn position(&self, offset: usize) -> (u32, u32) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = match offset - start {
            short if short <= BLOCK => characters(&self.text.as_bytes()[start..offset]),
            _ => self.until(offset) - self.until(start),
        };
        (line as u32, column as u32 + 1)
    }

    /// The place of some bytes.
    pub fn place(&self, span: Range<usize>, path: NodePath) -> Place {
        let (line, column) = self.position(span.start);
        let (end_line, end_column) = self.position(span.end.max(span.start));
        Place { path, line, column, end_line, end_column }
    }

    /// Where the line with this 1-based number begins, in bytes.
    fn start(&self, number: u32) -> Option<usize> {
        self.starts.get(self.index(number)?).copied()
    }

    fn index(&self, number: u32) -> Option<usize> {
        match &self.numbers {
            None => (number as usize).checked_sub(1),
            Some(numbers) => numbers.binary_search(&number).ok(),
        }
    }

    /// Characters before a byte offset.
    fn until(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.before[block] + characters(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

/// The characters that begin in these bytes of a UTF-8 text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_plain_count() {
        let text = format!("{}\n\né{}x\n", "é".repeat(1500), "日本 ".repeat(900));
        let lines = LinedText::of(text.clone());
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let line = text[..offset].matches('\n').count() + 1;
            let column = text[start..offset].chars().count() + 1;
            assert_eq!(lines.position(offset), (line as u32, column as u32));
            assert_eq!(lines.start(line as u32), Some(start));
        }
        assert_eq!(lines.start(0), None);
        assert_eq!(lines.start(5), None);
        assert_eq!(LinedText::default().position(7), (1, 1));
    }

    #[test]
    fn lines_keep_their_numbers_alone() {
        let text = LinedText::of("a: 1\nb:\n- c\n- d\n".to_owned());
        let alone = text.alone(&BTreeSet::from([1, 4, 9]));
        let lines = [0, 1, 2, 3, 4, 5, 9].map(|number| alone.line(number));
        assert_eq!(lines, ["", "a: 1", "", "", "- d", "", ""]);
    }

    #[test]
    fn a_line_is_what_stands_between_two_breaks() {
        let text = LinedText::of("a: 1\n\nb: é".to_owned());
        let lines: Vec<&str> = (0..6).map(|number| text.line(number)).collect();
        assert_eq!(lines, ["", "a: 1", "", "b: é", "", ""]);
        let long = LinedText::of("é".repeat(LONGEST_QUOTED + 1));
        assert_eq!((long.line(1), long.quoted_line(1)), (&*long, ""));
    }
}
