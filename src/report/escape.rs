//! The one place that makes foreign text (tickets, file names, models) safe to show: what a
//! terminal would act on, or a reader could not see, is shown as text instead. Below it one escaper
//! for each other sink. Knows no report.

pub mod address;
pub mod html;
pub mod json;
pub mod markdown;
pub mod workflow;
pub mod xml;

use std::borrow::Cow;
use std::fmt::Write as _;

pub use crate::model::hidden::is_hidden as is_unsafe;

/// One line of foreign text: line breaks are shown as `^J`.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// Foreign text of several lines: line breaks stay.
pub fn block(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c == '\n')
}

fn escaped(text: &str, keep: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(|c| is_unsafe(c) && !keep(c)) && !text.contains("##[") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if keep(c) {
            out.push(c);
        } else {
            push(&mut out, c);
        }
    }
    Cow::Owned(out)
}

/// Appends one character of foreign text. A CI obeys `##[` anywhere in a line, so that it is broken
/// up here.
pub fn push(out: &mut String, c: char) {
    match c {
        '\0'..='\u{1f}' => {
            out.push('^');
            out.push(char::from(c as u8 + b'@'));
        }
        '\u{7f}' => out.push_str("^?"),
        c if is_unsafe(c) => {
            let written = write!(out, "\\u{{{:x}}}", u32::from(c));
            written.expect("a String takes all that is written to it");
        }
        '[' if out.ends_with("##") => out.push_str("\\["),
        c => out.push(c),
    }
}

/// Breaks up what a CI takes for a command at the start of a line (`::error`), whoever wrote it. The
/// last thing done to a page.
pub fn without_commands(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    for line in page.split_inclusive('\n') {
        let text = line.trim_start();
        if text.starts_with("::") {
            out.push_str(&line[..line.len() - text.len()]);
            out.push('\\');
            out.push_str(text);
        } else {
            out.push_str(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_on_is_shown_instead() {
        for (given, shown) in [
            ("plain – naïve 漢字 🙂", "plain – naïve 漢字 🙂"),
            ("\u{1b}[31mred\u{1b}[0m", "^[[31mred^[[0m"),
            ("a\tb\rc\nd\u{8}\u{7f}\0", "a^Ib^Mc^Jd^H^?^@"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("user\u{202e}gpj.exe", "user\\u{202e}gpj.exe"),
            ("zero\u{200b}width\u{e0041}", "zero\\u{200b}width\\u{e0041}"),
            ("##[error]no", "##\\[error]no"),
            ("a\u{fe01}b\u{1bca0}\u{1d173}\u{fff0}", "a\\u{fe01}b\\u{1bca0}\\u{1d173}\\u{fff0}"),
            ("###[a] ##\\[b]", "###\\[a] ##\\[b]"),
        ] {
            assert_eq!(line(given), shown);
            assert_eq!(line(shown), shown, "shown text is safe");
        }
        assert_eq!(block("a\nb\tc"), "a\nb^Ic");
    }

    #[test]
    fn no_line_is_a_command_to_a_ci() {
        assert_eq!(
            without_commands("::error::x\n  ::add-mask::y\nstd::fs ::z\n\u{2003}::w"),
            "\\::error::x\n  \\::add-mask::y\nstd::fs ::z\n\u{2003}\\::w"
        );
    }

    #[test]
    fn naughty_strings_are_tame() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/corpora/naughty-strings/blns.json");
        let Ok(text) = std::fs::read_to_string(path) else {
            return;
        };
        let strings: Vec<String> = serde_json::from_str(&text).expect("a list of strings");
        assert!(strings.len() > 500);
        for string in strings {
            let shown = block(&string);
            for c in shown.chars() {
                let control = c < ' ' && c != '\n' || ('\u{7f}'..='\u{9f}').contains(&c);
                let bidi = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}'
                    | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                assert!(!control && !bidi, "{c:?} in {shown:?}");
            }
            assert!(!line(&string).contains('\n'));
        }
    }
}
