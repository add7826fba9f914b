use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::Reading;

const DAY: u64 = 86_400;

/// The segment of the day, such as `20454.seg` (days since 1970).
pub fn segment_path(folder: &Path, at: u64) -> PathBuf {
    folder.join(format!("{}.seg", at / DAY))
}

/// The day of a segment's file name, or nothing for other files.
pub fn segment_day(path: &Path) -> Option<u64> {
    if path.extension()? != "seg" {
        return None;
    }
    path.file_stem()?.to_str()?.parse().ok()
}

pub fn append_line(path: &Path, reading: &Reading) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{}\t{}\t{}", reading.at, reading.gauge, reading.level_mm)
}

/// All readings of a segment; a damaged line is skipped.
pub fn scan_segment(path: &Path) -> io::Result<Vec<Reading>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(parse_line).collect())
}

fn parse_line(line: &str) -> Option<Reading> {
    let mut fields = line.split('\t');
    let at = fields.next()?.parse().ok()?;
    let gauge = fields.next()?.to_string();
    let level_mm = fields.next()?.parse().ok()?;
    Some(Reading { gauge, at, level_mm })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_line_is_skipped() {
        assert_eq!(parse_line("12\tlock-3"), None);
    }
}
