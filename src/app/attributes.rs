//! The line of `.gitattributes` by which a host of git folds the evidence of a change.

use super::AppFault;
use super::deed::Deed;
use crate::model::Layout;
use crate::port::Store;

/// The file, at the root of the repository.
pub(super) const FILE: &str = ".gitattributes";
/// What the line says of the evidence.
const ATTRIBUTE: &str = "linguist-generated";
/// A larger file is none of a person.
const MOST_BYTES: u64 = 1 << 20;

/// Adds the line, where the file does not speak of the evidence yet. What is there is kept, byte for
/// byte; a link, or what is no text, is left alone.
pub(super) fn add(store: &dyn Store, layout: &Layout) -> Result<Deed, AppFault> {
    let pattern = pattern(layout);
    let line = format!("{pattern} {ATTRIBUTE}");
    let text = match store.read(FILE, MOST_BYTES).map(|bytes| bytes.map(String::from_utf8)) {
        Ok(None) => String::new(),
        Ok(Some(Ok(text))) => text,
        Ok(Some(Err(_))) | Err(_) => return Ok(Deed::Unfit { why: "a link, or no text", line }),
    };
    if text.is_empty() {
        store.replace(FILE, format!("{line}\n").as_bytes()).map_err(AppFault::writing)?;
        return Ok(Deed::Wrote);
    }
    if text.lines().any(|line| speaks(line, &pattern)) {
        return Ok(Deed::Left);
    }
    store.replace(FILE, with(&text, &line).as_bytes()).map_err(AppFault::writing)?;
    Ok(Deed::Added(line))
}

/// The text with a line at its end, which ends as the lines before it do.
fn with(text: &str, line: &str) -> String {
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let between = if text.ends_with('\n') { "" } else { ending };
    format!("{text}{between}{line}{ending}")
}

/// Whether a line says, one way or the other, if these files are generated.
fn speaks(line: &str, pattern: &str) -> bool {
    let rest = line.trim().trim_start_matches('\u{feff}').strip_prefix(pattern);
    let Some(rest) = rest.filter(|rest| rest.starts_with([' ', '\t'])) else { return false };
    let mut names = rest.split_whitespace().map(|word| {
        let name = word.trim_start_matches(['-', '!']);
        name.split('=').next().unwrap_or(name)
    });
    names.any(|name| name == ATTRIBUTE)
}

/// Everything below the folder of all evidence, as git reads patterns.
fn pattern(layout: &Layout) -> String {
    let folder = layout.evidence.strip_suffix("/rfc").unwrap_or(&layout.evidence);
    let mut pattern = String::new();
    for c in folder.chars() {
        if matches!(c, '!' | '#' | '[') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push_str("/**");
    match pattern.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\\')) {
        true => format!("\"{}\"", pattern.replace('\\', "\\\\").replace('"', "\\\"")),
        false => pattern,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(evidence: &str) -> String {
        pattern(&Layout { evidence: evidence.to_owned(), ..Layout::default() })
    }

    #[test]
    fn the_pattern_is_the_configured_folder() {
        assert_eq!(of("evidence/rfc"), "evidence/**");
        assert_eq!(of("reviews/out"), "reviews/out/**");
        assert_eq!(of("rfc"), "rfc/**");
        assert_eq!(of("our evidence"), "\"our evidence/**\"");
        assert_eq!(of("#1/[x]"), "\"\\\\#1/\\\\[x]/**\"");
    }

    #[test]
    fn what_is_there_is_kept_with_its_line_ends() {
        assert_eq!(with("a\n", "b"), "a\nb\n");
        assert_eq!(with("a", "b"), "a\nb\n");
        assert_eq!(with("a\r\nc", "b"), "a\r\nc\r\nb\r\n");
    }

    #[test]
    fn a_line_that_says_so_or_the_contrary_is_enough() {
        for line in [
            "evidence/** linguist-generated",
            "  evidence/**\t-text linguist-generated=true",
            "evidence/** -linguist-generated",
        ] {
            assert!(speaks(line, "evidence/**"), "{line}");
        }
        for line in [
            "# evidence/** linguist-generated",
            "evidence/**",
            "evidence/**x linguist-generated",
            "evidence/** text",
        ] {
            assert!(!speaks(line, "evidence/**"), "{line}");
        }
    }
}
