//! Places of findings and positions of the protocol: lines from 0, and columns in the units that the
//! client counts.

use ls_types::{Position, PositionEncodingKind, Range};

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Units {
    /// Of UTF-16, which every client knows.
    #[default]
    Utf16,
    /// Bytes of UTF-8, where a client prefers them.
    Utf8,
}

impl Units {
    /// The first that a client offers and that is known here.
    pub(super) fn agreed(offered: &[PositionEncodingKind]) -> Self {
        let utf8 = offered.contains(&PositionEncodingKind::UTF8);
        if utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf8 => PositionEncodingKind::UTF8,
        }
    }

    fn of(self, c: char) -> u32 {
        match self {
            Self::Utf16 => c.len_utf16() as u32,
            Self::Utf8 => c.len_utf8() as u32,
        }
    }

    /// The position of a line and column, both from 1, the column in code points.
    pub(super) fn position(self, lines: &TextLines<'_>, line: u32, column: u32) -> Position {
        let before = column.saturating_sub(1) as usize;
        let text = lines.line(line.saturating_sub(1));
        let character: u32 = text.chars().take(before).map(|c| self.of(c)).sum();
        Position { line: line.saturating_sub(1), character }
    }

    /// The range between two such places.
    pub(super) fn range(self, lines: &TextLines<'_>, from: (u32, u32), to: (u32, u32)) -> Range {
        let start = self.position(lines, from.0, from.1);
        Range { start, end: self.position(lines, to.0, to.1).max(start) }
    }

    /// Line and column, both from 1, of a position, which may lie behind the end of its line.
    pub(super) fn place(self, lines: &TextLines<'_>, position: Position) -> (u32, u32) {
        let (mut units, mut column) = (0, 1);
        for c in lines.line(position.line).chars() {
            units += self.of(c);
            if units > position.character {
                break;
            }
            column += 1;
        }
        (position.line.saturating_add(1), column)
    }
}

/// A text by its lines, which end as the readers of plans see them end.
pub(super) struct TextLines<'t>(Vec<&'t str>);

impl<'t> TextLines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.split('\n').flat_map(|line| {
            let line = line.strip_suffix('\r').unwrap_or(line);
            line.split('\r')
        });
        Self(lines.collect())
    }

    /// The line with this number from 0; empty past the end.
    pub(super) fn line(&self, number: u32) -> &'t str {
        self.0.get(number as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_in_the_units_of_the_client() {
        let lines = TextLines::of("\u{feff}a: é𝄞x\r\nb\rc");
        let at = |units: Units| units.position(&lines, 1, 6).character;
        assert_eq!((at(Units::Utf16), at(Units::Utf8)), (6, 9));
        for units in [Units::Utf16, Units::Utf8] {
            for column in 1..=7 {
                let position = units.position(&lines, 1, column);
                assert_eq!(units.place(&lines, position), (1, column));
            }
        }
        assert_eq!((lines.line(1), lines.line(2), lines.line(9)), ("b", "c", ""));
        let far = Position { line: u32::MAX, character: u32::MAX };
        assert_eq!(Units::Utf16.place(&lines, far), (u32::MAX, 1));
    }

    #[test]
    fn bytes_are_counted_only_where_they_are_offered() {
        assert_eq!(Units::agreed(&[]), Units::Utf16);
        let offered = [PositionEncodingKind::UTF16, PositionEncodingKind::UTF8];
        assert_eq!(Units::agreed(&offered), Units::Utf8);
    }
}
