//! What of a document is not to be read: fenced code and HTML comments. Knows lines, and no entity.
//! Each byte is looked at a bounded number of times, however the line is made.

use std::collections::HashMap;
use std::ops::Range;

/// What is masked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Masking {
    /// Fenced code.
    Fences,
    /// Fenced code and HTML comments.
    FencesAndComments,
}

/// A document's masked parts.
#[derive(Debug, Default)]
pub struct Mask {
    /// The text with blanks for masked bytes; `None` when nothing is masked.
    visible: Option<String>,
    /// What is open where the text ends.
    pub unclosed: Option<Unclosed>,
}

/// A fence or comment that never closes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclosed {
    /// Where it begins.
    pub start: usize,
    /// `fence` or `comment`.
    pub what: &'static str,
}

enum Open {
    Nothing,
    Fence { sign: u8, length: usize, start: usize },
    Comment { start: usize },
}

impl Mask {
    /// The mask of a text with `\n` line breaks.
    pub fn of(text: &str, masking: Masking) -> Self {
        let mut masked: Vec<Range<usize>> = Vec::new();
        let mut open = Open::Nothing;
        let mut start = 0;
        for whole in text.split_inclusive('\n') {
            let line = whole.strip_suffix('\n').unwrap_or(whole);
            let all = start..start + line.len();
            match open {
                Open::Fence { sign, length, .. } => {
                    if closes(line, sign, length) {
                        open = Open::Nothing;
                    }
                    masked.push(all);
                }
                Open::Comment { start: begun } => match line.find("-->") {
                    None => masked.push(all),
                    Some(end) => {
                        masked.push(start..start + end + 3);
                        open = comments(line, start, end + 3, masking, &mut masked);
                        debug_assert!(begun < start);
                    }
                },
                Open::Nothing => match opens(line) {
                    Some((sign, length)) => {
                        let indent = line.len() - line.trim_start().len();
                        open = Open::Fence { sign, length, start: start + indent };
                        masked.push(all);
                    }
                    None => open = comments(line, start, 0, masking, &mut masked),
                },
            }
            start += whole.len();
        }
        let unclosed = match open {
            Open::Nothing => None,
            Open::Fence { start, .. } => Some(Unclosed { start, what: "fence" }),
            Open::Comment { start } => Some(Unclosed { start, what: "comment" }),
        };
        Self { visible: blanked(text, &masked), unclosed }
    }

    /// The text with blanks for what is masked.
    pub fn visible<'t>(&'t self, text: &'t str) -> &'t str {
        self.visible.as_deref().unwrap_or(text)
    }
}

/// The text with a blank for each byte of these ranges; `None` without any.
fn blanked(text: &str, masked: &[Range<usize>]) -> Option<String> {
    let mut visible = String::new();
    let mut at = 0;
    for range in masked.iter().filter(|range| !range.is_empty()) {
        visible.push_str(&text[at..range.start]);
        visible.extend(std::iter::repeat_n(' ', range.len()));
        at = range.end;
    }
    if at == 0 {
        return None;
    }
    visible.push_str(&text[at..]);
    Some(visible)
}

/// The sign and length of the fence that a line begins.
fn opens(line: &str) -> Option<(u8, usize)> {
    let rest = line.trim_start();
    let sign = *rest.as_bytes().first().filter(|sign| matches!(sign, b'`' | b'~'))?;
    let length = rest.bytes().take_while(|byte| *byte == sign).count();
    let is_fence = length >= 3 && !(sign == b'`' && rest[length..].contains('`'));
    is_fence.then_some((sign, length))
}

/// Whether a line ends the fence with this sign and length.
fn closes(line: &str, sign: u8, length: usize) -> bool {
    let rest = line.trim();
    rest.len() >= length && rest.bytes().all(|byte| byte == sign)
}

/// Masks the comments of a line behind `from`; whether one stays open.
fn comments(
    line: &str,
    start: usize,
    from: usize,
    masking: Masking,
    masked: &mut Vec<Range<usize>>,
) -> Open {
    if masking == Masking::Fences || !line[from..].contains("<!--") {
        return Open::Nothing;
    }
    // A comment that is quoted as code is none.
    let code = inline_code(line);
    let mut code = code.iter().peekable();
    let mut at = from;
    while let Some(found) = line[at..].find("<!--") {
        let begun = at + found;
        while code.next_if(|span| span.end <= begun).is_some() {}
        if let Some(span) = code.peek().filter(|span| span.contains(&begun)) {
            at = span.end;
            continue;
        }
        match line[begun + 4..].find("-->") {
            Some(end) => {
                at = begun + 4 + end + 3;
                masked.push(start + begun..start + at);
            }
            None => {
                masked.push(start + begun..start + line.len());
                return Open::Comment { start: start + begun };
            }
        }
    }
    Open::Nothing
}

/// The spans of inline code of a line, its backticks included.
pub fn inline_code(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'`', &bytes[at..]) {
        let start = at + found;
        let length = bytes[start..].iter().take_while(|byte| **byte == b'`').count();
        runs.push(start..start + length);
        at = start + length;
    }
    // For each run the next one of its length, so that many runs without a partner cost nothing.
    let mut next: HashMap<usize, usize> = HashMap::new();
    let mut partners = vec![None; runs.len()];
    for (index, run) in runs.iter().enumerate().rev() {
        partners[index] = next.insert(run.len(), index);
    }
    let mut spans = Vec::new();
    let mut index = 0;
    while index < runs.len() {
        match partners[index] {
            Some(partner) => {
                spans.push(runs[index].start..runs[partner].end);
                index = partner + 1;
            }
            None => index += 1,
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visible(text: &str) -> String {
        let mask = Mask::of(text, Masking::FencesAndComments);
        assert_eq!(mask.visible(text).len(), text.len());
        let lines = mask.visible(text).lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn a_fence_ends_with_as_many_of_the_same_and_nothing_behind() {
        for (text, expected) in [
            ("a\n```\nb\n```\nc", "a|c"),
            ("a\n   ~~~~ md `x`\nb\n~~~\n```\n~~~~ x\n ~~~~~ \nc", "a|c"),
            ("```a`b\nc", "```a`b|c"),
            ("``\nb", "``|b"),
            ("\t```rust\né\n```", ""),
            ("```\n<!--\n```\na", "a"),
        ] {
            assert_eq!(visible(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_comment_may_go_over_lines_and_is_none_in_code() {
        for (text, expected) in [
            ("a <!-- b --> c <!-- d -->", "a            c"),
            ("a <!-- b\nc\n``` --> d <!-- e\n--> f", "a|d|f"),
            ("a `<!--` b", "a `<!--` b"),
            ("a `x` <!-- b\nc", "a `x`"),
            ("<!-->\na --> b", "b"),
        ] {
            assert_eq!(visible(text), expected, "{text:?}");
        }
        let text = "a <!-- b -->\n```\nc\n```";
        let fences = Mask::of(text, Masking::Fences);
        assert_eq!(fences.visible(text).trim_end(), "a <!-- b -->");
    }

    #[test]
    fn what_never_closes_says_where_it_begins() {
        let unclosed = |text: &str| Mask::of(text, Masking::FencesAndComments).unclosed;
        assert_eq!(unclosed("a\n  ```\nb"), Some(Unclosed { start: 4, what: "fence" }));
        assert_eq!(unclosed("a <!-- b\nc"), Some(Unclosed { start: 2, what: "comment" }));
        assert_eq!(unclosed("```\n```"), None);
    }

    #[test]
    fn inline_code_is_what_runs_of_one_length_enclose() {
        let spans = |line: &str| {
            inline_code(line).into_iter().map(|span| line[span].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(spans("a `b` ``c ` d`` `e"), ["`b`", "``c ` d``"]);
        assert_eq!(spans("```a``"), [""; 0]);
        let hostile: String = (1..1_400).map(|n| format!("{} ", "`".repeat(n))).collect();
        assert_eq!(spans(&hostile), [""; 0]);
    }
}
