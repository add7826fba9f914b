//! Whether a place stands in the text that it is a place of.

use council_review::model::{Location, Place};

/// The text as the reader takes it, whatever the bytes are: lossily where it is no text.
pub fn decoded(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    bare.replace("\r\n", "\n").replace('\r', "\n")
}

/// Begins and ends on lines that are there, at columns that are there; never ends before it begins.
pub fn stands(place: &Place, text: &str) {
    let Place { line, column, end_line, end_column, .. } = place;
    assert!((line, column) <= (end_line, end_column), "it ends before it begins: {place:?}");
    for (line, column, slack) in [(*line, *column, 1), (*end_line, *end_column, 2)] {
        assert!(line >= 1 && column >= 1, "from 1: {place:?}");
        let content = text.split('\n').nth(line as usize - 1);
        let content = content.unwrap_or_else(|| panic!("no line {line}: {place:?}"));
        // One past the last character; one more for a line break that is shown as a character.
        let most = content.chars().count() + slack;
        assert!(column as usize <= most, "no column {column} in {content:?}: {place:?}");
    }
}

/// The same of a location.
pub fn location_stands(location: &Location, text: &str) {
    stands(&place_of(location), text);
}

fn place_of(at: &Location) -> Place {
    Place {
        path: at.path.clone(),
        line: at.line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
    }
}

/// The bytes of a text from a place on.
pub fn from<'t>(place: &Place, text: &'t str) -> &'t str {
    let line_start: usize =
        text.split_inclusive('\n').take(place.line as usize - 1).map(str::len).sum();
    let rest = &text[line_start..];
    let column =
        rest.char_indices().nth(place.column as usize - 1).map_or(rest.len(), |(at, _)| at);
    &rest[column..]
}
