//! A source line with a place in it underlined.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::escape;
use crate::evidence::v2::bundle::Finding;
use crate::model::{Location, Severity};

/// Columns of a drawing on a page that is not wrapped.
pub(super) const WIDTH: usize = 100;

/// The source line of a finding with the place underlined, without colour.
pub(super) fn underlined(finding: &Finding, width: usize) -> String {
    let Finding { location, source_line, severity, .. } = finding;
    drawing(location, source_line, *severity, width, Renderer::plain())
}

/// A source line with the place underlined; nothing when the place is a whole file.
pub(super) fn drawing(
    at: &Location,
    line: &str,
    severity: Severity,
    width: usize,
    renderer: Renderer,
) -> String {
    if line.trim().is_empty() || at.is_whole_file() {
        return String::new();
    }
    let gutter = at.line.to_string().len() + 3;
    let room = width.saturating_sub(gutter).max(20);
    let end = if at.end_line > at.line { u32::MAX } else { at.end_column };
    let (line, span) = window(line, at.column, end, room);
    let level = match severity {
        Severity::Blocker => Level::ERROR,
        Severity::Major => Level::WARNING,
        Severity::Minor => Level::INFO,
        Severity::Info => Level::NOTE,
    };
    let mark: Annotation<'_> = AnnotationKind::Primary.span(span);
    let snippet = Snippet::source(line).line_start(at.line as usize).annotation(mark);
    let group = Group::with_level(level).element(snippet);
    // The line was cut to its width before; the drawing is not to cut it again.
    renderer.term_width(width * 4).render(&[group])
}

/// The part of a line that has room around the columns from `start` to `end` (1-based, exclusive),
/// escaped, and the bytes of it that they cover.
fn window(line: &str, start: u32, end: u32, room: usize) -> (String, std::ops::Range<usize>) {
    // Of a line of a megabyte, only what may be shown is looked at.
    let skipped = (start.max(1) as usize - 1).saturating_sub(room);
    let mut chars = line.chars().skip(skipped);
    let mut seen = String::new();
    let pieces: Vec<String> = chars
        .by_ref()
        .take(2 * room)
        .map(|c| {
            let before = seen.len();
            escape::push(&mut seen, c);
            seen[before..].to_owned()
        })
        .collect();
    let continued = chars.next().is_some();
    let start = (start.max(1) as usize - 1 - skipped).min(pieces.len());
    let end = (end.max(1) as usize - 1 - skipped).clamp(start, pieces.len());
    let width = |range: &[String]| -> usize { range.iter().map(|p| p.chars().count()).sum() };
    let (mut first, mut last) = (0, pieces.len());
    if skipped > 0 || continued || width(&pieces) > room {
        // The marked part stays as far as it fits; what room is left goes around it.
        let most = room.saturating_sub(2);
        last = start;
        while last < end && width(&pieces[start..=last]) <= most {
            last += 1;
        }
        first = start;
        let ahead = most.saturating_sub(width(&pieces[start..last])) / 2;
        while first > 0 && width(&pieces[first - 1..start]) <= ahead {
            first -= 1;
        }
        while last < pieces.len() && width(&pieces[first..=last]) <= most {
            last += 1;
        }
        while first > 0 && width(&pieces[first - 1..last]) <= most {
            first -= 1;
        }
    }
    let mut text = String::new();
    let cut_off = line.chars().take(skipped + first);
    if cut_off.into_iter().any(|c| !c.is_whitespace()) {
        text.push('…');
    }
    let mut span = text.len()..text.len();
    for (i, piece) in pieces.iter().enumerate().take(last).skip(first) {
        if i == start {
            span = text.len()..text.len();
        }
        text.push_str(piece);
        if i < end {
            span.end = text.len();
        }
    }
    if start >= last {
        span = text.len()..text.len();
    }
    if continued || last < pieces.len() {
        text.push('…');
    }
    (text, span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_cut_around_its_place() {
        let line = format!("{}HERE{}", "a".repeat(100), "b".repeat(100));
        let (text, span) = window(&line, 101, 105, 30);
        assert_eq!(text, "…aaaaaaaaaaaaHEREbbbbbbbbbbbb…");
        assert_eq!(&text[span], "HERE");

        let (text, span) = window(&line, 1, 201, 30);
        assert_eq!(text, format!("{}…", "a".repeat(28)));
        assert_eq!(span, 0..28);

        let (text, span) = window("short", 9, 12, 30);
        assert_eq!((text.as_str(), span), ("short", 5..5));

        let (text, span) = window("a\t\u{1b}[1mb", 2, 4, 30);
        assert_eq!(text, "a^I^[[1mb");
        assert_eq!(&text[span], "^I^[");
    }
}
