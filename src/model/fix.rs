//! A fix: bytes of files to replace, so that one finding is settled. Data alone: who makes one is
//! certain of it, and who applies one looks at the files again.

use serde::{Deserialize, Serialize};

/// What settles one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fix {
    /// What it does, in lower case and without a full stop.
    pub does: String,
    /// The places to edit, by file and place; none overlaps another.
    pub edits: Vec<FixEdit>,
}

/// One place of a file to edit. Offsets are those of the file's bytes, a byte order mark included;
/// lines and columns are those of findings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FixEdit {
    /// Path from the repository's root, with `/`.
    pub file: String,
    /// The first byte that is replaced.
    pub byte_offset: usize,
    /// How many bytes are replaced; 0 for what is only added.
    pub byte_length: usize,
    /// First line, from 1.
    pub line: u32,
    /// First column, from 1, in code points.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// One past the last column.
    pub end_column: u32,
    /// What stands there instead, with the line breaks of the file.
    pub replacement: String,
}

impl FixEdit {
    /// One past the last byte that is replaced.
    pub fn end(&self) -> usize {
        self.byte_offset + self.byte_length
    }

    /// Whether two edits cannot both be made: they share bytes, or begin at one place, so that their
    /// order would tell.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = self.byte_offset < other.end() && other.byte_offset < self.end();
        self.file == other.file && (meets || self.byte_offset == other.byte_offset)
    }
}

/// The bytes of a file with these edits of it made. They do not overlap.
pub fn edited<'e>(bytes: &[u8], edits: impl IntoIterator<Item = &'e FixEdit>) -> Vec<u8> {
    let mut edits: Vec<&FixEdit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.byte_offset);
    let (mut out, mut from) = (Vec::with_capacity(bytes.len()), 0);
    for edit in edits {
        out.extend_from_slice(&bytes[from..edit.byte_offset]);
        out.extend_from_slice(edit.replacement.as_bytes());
        from = edit.end();
    }
    out.extend_from_slice(&bytes[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(byte_offset: usize, byte_length: usize, replacement: &str) -> FixEdit {
        let (line, column) = (1, byte_offset as u32 + 1);
        FixEdit {
            file: "a".to_owned(),
            byte_offset,
            byte_length,
            line,
            column,
            end_line: line,
            end_column: column + byte_length as u32,
            replacement: replacement.to_owned(),
        }
    }

    #[test]
    fn edits_are_made_in_the_order_of_the_file() {
        let edits = [edit(4, 1, "E"), edit(0, 2, ""), edit(6, 0, "!")];
        assert_eq!(edited(b"abcdef", &edits), b"cdEf!");
        assert_eq!(edited(b"abc", &[]), b"abc");
    }

    #[test]
    fn edits_that_share_bytes_or_begin_together_overlap() {
        assert!(edit(0, 3, "").overlaps(&edit(2, 1, "")));
        assert!(edit(2, 0, "a").overlaps(&edit(2, 0, "b")));
        assert!(!edit(0, 2, "").overlaps(&edit(2, 1, "")));
        let other = FixEdit { file: "b".to_owned(), ..edit(0, 3, "") };
        assert!(!edit(0, 3, "").overlaps(&other));
    }
}
