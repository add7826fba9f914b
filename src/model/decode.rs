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
