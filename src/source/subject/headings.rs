//! Headings and list items of a line, as the readers of plans see them.

/// A heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'l> {
    /// Its level, from 1 to 6.
    pub level: usize,
    /// Its text, without the hashes.
    pub text: &'l str,
    /// Where its text begins in the line, in bytes.
    pub offset: usize,
}

/// The heading that a line is: at most three blanks, hashes, and a blank before its text.
pub fn heading(line: &str) -> Option<Heading<'_>> {
    let indent = indent(line);
    let level = line[indent..].bytes().take_while(|byte| *byte == b'#').count();
    let rest = &line[indent + level..];
    let is_heading = indent <= 3 && (1..=6).contains(&level);
    if !is_heading || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let offset = line.len() - rest.trim_start().len();
    let text = rest.trim();
    // Hashes at the end are closing ones behind a blank.
    let bare = text.trim_end_matches('#');
    let is_closed = bare.is_empty() || bare.ends_with([' ', '\t']);
    Some(Heading { level, text: if is_closed { bare.trim_end() } else { text }, offset })
}

/// Bytes of blanks that a line begins with.
pub fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Where the text of a list item begins in the line: behind `-`, `*`, `+` or a number, and a blank.
pub fn item(line: &str) -> Option<usize> {
    let start = indent(line);
    let rest = &line[start..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match digits {
        0 if rest.starts_with(['-', '*', '+']) => 1,
        1..=9 if rest[digits..].starts_with(['.', ')']) => digits + 1,
        _ => return None,
    };
    let text = &rest[marker..];
    let blanks = indent(text);
    (blanks > 0 || text.is_empty()).then_some(start + marker + blanks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_has_a_blank_behind_its_hashes() {
        let read = |line| heading(line).map(|found| (found.level, found.text, found.offset));
        assert_eq!(read("## a b ##"), Some((2, "a b", 3)));
        assert_eq!(read("   #\tC#"), Some((1, "C#", 5)));
        assert_eq!(read("###"), Some((3, "", 3)));
        for none in ["", "##a", "    # a", "####### a", "a # b"] {
            assert_eq!(read(none), None, "{none:?}");
        }
    }

    #[test]
    fn an_item_begins_with_a_sign_or_a_number() {
        for (line, at) in [("- a", 2), ("  *   a", 6), ("12. a", 4), ("1) a", 3), ("-", 1)] {
            assert_eq!(item(line), Some(at), "{line:?}");
        }
        for none in ["-a", "1.a", "a", "**a** b", "1234567890. a", ""] {
            assert_eq!(item(none), None, "{none:?}");
        }
    }
}
