//! Bytes to text: encoding, byte order mark, line breaks.

use super::fault::{Fault, FaultKind, whole_file};
use crate::model::Place;

/// GATES.md R5: UTF-8 without NUL; a BOM and carriage returns are read over and reported.
pub(super) fn decode(bytes: &[u8], faults: &mut Vec<Fault>) -> Result<String, Fault> {
    let at = |offset: usize| {
        let before = &bytes[..offset];
        let line = before.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
        let column = before.iter().rev().take_while(|&&b| b != b'\n').count() as u32 + 1;
        Place { yaml_path: String::new(), line, column, end_line: line, end_column: column + 1 }
    };
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let offset = error.valid_up_to();
            let message = format!("not UTF-8: byte 0x{:02x}", bytes[offset]);
            return Err(Fault { kind: FaultKind::NotText, place: at(offset), message });
        }
    };
    if let Some(offset) = text.find('\0') {
        let message = "a NUL byte".to_owned();
        return Err(Fault { kind: FaultKind::NotText, place: at(offset), message });
    }
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.len() < text.len() {
        faults.push(whole_file(FaultKind::ByteOrderMark, "a byte order mark".to_owned()));
    }
    if let Some(offset) = text.find('\r') {
        let message = "carriage returns; lines should end with a line feed alone".to_owned();
        faults.push(Fault { kind: FaultKind::CarriageReturn, place: at(offset), message });
        return Ok(bare.replace("\r\n", "\n").replace('\r', "\n"));
    }
    Ok(bare.to_owned())
}
