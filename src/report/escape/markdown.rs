//! Foreign text in Markdown: it stays text. No HTML, no link, no image, no mention, and nothing that
//! ends the code it is quoted in.

use crate::report::escape;

/// Foreign prose within a line of ours. Blanks and line breaks are single blanks; what could link is
/// taken apart where everybody sees it (`https[:]//`, `[@]name`).
pub fn prose(text: &str) -> String {
    let words: Vec<String> =
        text.split_whitespace().map(|word| escape::line(word).into_owned()).collect();
    let mut out = String::new();
    let text = words.join(" ");
    for (i, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '@' => out.push_str("\\[@\\]"),
            // GitHub looks for issues after it took the backslashes away.
            '#' if is_number(&text[i + 1..]) => out.push_str("\\[\\#\\]"),
            '-' if is_number(&text[i + 1..]) && ends_with(&text[..i], "gh") => {
                out.push_str("\\[-\\]");
            }
            ':' if text[i..].starts_with("://") => out.push_str("\\[:\\]"),
            '.' if ends_with(&text[..i], "www") => out.push_str("\\[.\\]"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '#' | '!' | '|' | '~' | '$' | '{'
            | '}' => {
                out.push('\\');
                out.push(c);
            }
            // A list or a rule, were it to stand at the start of a line.
            '-' | '+' | '=' if out.is_empty() => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn ends_with(text: &str, word: &str) -> bool {
    let mut letters = text.chars().rev();
    word.chars().rev().all(|c| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&c)))
}

/// Foreign text as a code span.
pub fn code(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = escape::line(&words.join(" ")).into_owned();
    if text.is_empty() {
        return "(empty)".to_owned();
    }
    let ticks = "`".repeat(longest_run(&text) + 1);
    if text.starts_with('`') || text.ends_with('`') {
        format!("{ticks} {text} {ticks}")
    } else {
        format!("{ticks}{text}{ticks}")
    }
}

/// Foreign text as a fenced block of its own lines.
pub fn fence(text: &str) -> String {
    let text = escape::block(text.trim_end_matches('\n')).into_owned();
    let ticks = "`".repeat(longest_run(&text).max(2) + 1);
    format!("{ticks}text\n{text}\n{ticks}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_stays_prose() {
        for (given, shown) in [
            ("plain words, 3.5 – done.", "plain words, 3.5 – done."),
            (
                "![beacon](https://evil.example/a.png)",
                "\\!\\[beacon\\]\\(https\\[:\\]//evil.example/a.png\\)",
            ),
            ("<img src=x onerror=1>", "&lt;img src=x onerror=1&gt;"),
            ("ask @everyone, a@b.c", "ask \\[@\\]everyone, a\\[@\\]b.c"),
            ("WWW.evil.example", "WWW\\[.\\]evil.example"),
            ("a\n\n# b\n- c", "a \\# b - c"),
            ("- a", "\\- a"),
            ("#12, o/r#3, Gh-4, a-5", "\\[\\#\\]12, o/r\\[\\#\\]3, Gh\\[-\\]4, a-5"),
            ("&lt;", "&amp;lt;"),
            ("a\u{202e}b\u{1b}c", "a\\\\u\\{202e\\}b^\\[c"),
        ] {
            assert_eq!(prose(given), shown);
        }
    }

    #[test]
    fn nothing_ends_the_code_it_stands_in() {
        assert_eq!(code("a|b"), "`a|b`");
        assert_eq!(code("a `` b"), "```a `` b```");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code(" \n "), "(empty)");
        assert_eq!(fence("a\n```\nb\n"), "````text\na\n```\nb\n````");
        assert_eq!(fence("a\u{1b}b"), "```text\na^[b\n```");
    }
}
