//! From byte offsets to lines and columns. A long line is not counted anew for each place in it.

use std::ops::Range;

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

/// Where a text's lines begin, and how many characters stand before each block.
#[derive(Debug)]
pub(super) struct LineIndex {
    starts: Vec<usize>,
    before: Vec<usize>,
    /// Of lines that were taken out of a longer text, their numbers there.
    numbers: Option<Vec<u32>>,
}

impl LineIndex {
    /// Those of a text.
    pub(super) fn of(text: &str) -> Self {
        let breaks = memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
        let mut sum = 0;
        let mut before = vec![0];
        for block in text.as_bytes().chunks(BLOCK) {
            sum += characters(block);
            before.push(sum);
        }
        Self { starts: std::iter::once(0).chain(breaks).collect(), before, numbers: None }
    }

    /// Those of a text of which these lines are left, ascending.
    pub(super) fn left(text: &str, numbers: Vec<u32>) -> Self {
        Self { numbers: Some(numbers), ..Self::of(text) }
    }

    /// Where the line with this 1-based number begins, in bytes.
    pub(super) fn start(&self, number: u32) -> Option<usize> {
        self.starts.get(self.index(number)?).copied()
    }

    /// The bytes of the line with this 1-based number of the same text, without its break.
    pub(super) fn span(&self, number: u32, text: &str) -> Option<Range<usize>> {
        let at = self.index(number)?;
        let start = *self.starts.get(at)?;
        Some(start..self.starts.get(at + 1).map_or(text.len(), |next| next - 1))
    }

    fn index(&self, number: u32) -> Option<usize> {
        match &self.numbers {
            None => (number as usize).checked_sub(1),
            Some(numbers) => numbers.binary_search(&number).ok(),
        }
    }

    /// 1-based line and column (in code points) of a byte offset into the same text.
    pub(super) fn position(&self, text: &str, offset: usize) -> (u32, u32) {
        let offset = offset.min(text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let column = match offset - start {
            short if short <= BLOCK => characters(&text.as_bytes()[start..offset]),
            _ => self.until(text, offset) - self.until(text, start),
        };
        (line as u32, column as u32 + 1)
    }

    /// Characters before a byte offset.
    fn until(&self, text: &str, offset: usize) -> usize {
        let block = offset / BLOCK;
        self.before[block] + characters(&text.as_bytes()[block * BLOCK..offset])
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
        let lines = LineIndex::of(&text);
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let line = text[..offset].matches('\n').count() + 1;
            let column = text[start..offset].chars().count() + 1;
            assert_eq!(lines.position(&text, offset), (line as u32, column as u32));
            assert_eq!(lines.start(line as u32), Some(start));
        }
        assert_eq!(lines.start(0), None);
        assert_eq!(lines.start(5), None);
        assert_eq!(LineIndex::of("").position("", 7), (1, 1));
    }
}
