//! Bytes to text: encoding, byte order mark, line breaks.

use memchr::memchr;

use super::file_fault::{FaultKind, FileFault};
use super::lined_text::quotable;
use super::place::Place;

/// GATES.md R5: UTF-8 without NUL; a BOM and carriage returns are read over and reported.
pub fn decode(bytes: &[u8], faults: &mut Vec<FileFault>) -> Result<String, FileFault> {
    let at = |offset: usize| {
        // What stands before the first fault is text; it is counted as it will be read.
        let before = std::str::from_utf8(&bytes[..offset]).unwrap_or_default();
        let before = unified(bare(before));
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) as u32 + 1;
        Place { column, end_column: column + 1, ..Place::line(line) }
    };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let offset = error.valid_up_to();
            let message = format!("not UTF-8: byte 0x{:02x}", bytes[offset]);
            return Err(FileFault { kind: FaultKind::NotText, place: at(offset), message });
        }
    };
    if let Some(offset) = memchr(b'\0', bytes) {
        let message = "a NUL byte".to_owned();
        return Err(FileFault { kind: FaultKind::NotText, place: at(offset), message });
    }
    if bare(text).len() < text.len() {
        faults.push(FileFault::of_whole_file(
            FaultKind::ByteOrderMark,
            "a byte order mark".to_owned(),
        ));
    }
    if let Some(offset) = memchr(b'\r', bytes) {
        let message = "carriage returns; lines should end with a line feed alone".to_owned();
        faults.push(FileFault { kind: FaultKind::CarriageReturn, place: at(offset), message });
    }
    Ok(unified(bare(text)))
}

/// The line with this 1-based number, counted as [`decode`] counts, of a file that has no
/// document; empty when it is not text, or too long to be quoted.
pub fn raw_line(bytes: &[u8], number: u32) -> String {
    let text = std::str::from_utf8(bytes).map(|text| unified(bare(text))).unwrap_or_default();
    let line = text.split('\n').nth((number as usize).saturating_sub(1));
    quotable(line.unwrap_or_default()).to_owned()
}

/// Where the bytes of a decoded text stand in its file: after a byte order mark, and with carriage
/// returns at the ends of lines.
#[derive(Debug)]
pub struct RawOffsets<'b> {
    bytes: &'b [u8],
    /// Of the decoded text, the line feeds that a carriage return stands before in the file.
    pairs: Vec<usize>,
    mark: usize,
}

impl<'b> RawOffsets<'b> {
    /// Those of a file that [`decode`] reads.
    pub fn of(bytes: &'b [u8]) -> Self {
        let mark = if bytes.starts_with("\u{feff}".as_bytes()) { "\u{feff}".len() } else { 0 };
        let pairs = memchr::memmem::find_iter(&bytes[mark..], b"\r\n");
        let pairs = pairs.enumerate().map(|(before, at)| at - before).collect();
        Self { bytes, pairs, mark }
    }

    /// Where the byte at an offset of the decoded text stands.
    pub fn raw(&self, decoded: usize) -> usize {
        self.mark + decoded + self.pairs.partition_point(|&pair| pair < decoded)
    }

    /// The line break that the file has at or behind a raw offset, else the last one before it.
    pub fn line_break(&self, raw: usize) -> &'static str {
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let behind = self.bytes[raw..].iter().position(is_break).map(|at| raw + at);
        let before = || self.bytes[..raw].iter().rposition(is_break);
        let Some(at) = behind.or_else(before) else { return "\n" };
        match (self.bytes[at], self.bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) => "\r\n",
            (b'\r', _) => "\r",
            _ if at > 0 && self.bytes[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }
}

/// A text without its byte order mark.
fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A text with line feeds alone at the ends of its lines.
fn unified(text: &str) -> String {
    if memchr(b'\r', text.as_bytes()).is_some() {
        text.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        text.to_owned()
    }
}
