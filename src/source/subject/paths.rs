//! Paths in the text of a task: what a token is, and which of them a task writes. Paths are text here,
//! and nothing is looked up. One pass over a line, however it is made.

use std::ops::Range;

use super::words::{first_word, is_read, reads_only};

/// A path that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathToken {
    /// As it is compared: without `./` and brackets around it.
    pub path: String,
    /// Where it stands in the text.
    pub span: Range<usize>,
}

/// Letters of the longest ending that a file's name has.
const LONGEST_ENDING: usize = 10;

/// Last parts of names of hosts: what begins with one is an address, and no path.
const HOSTS: [&str; 10] = ["com", "org", "net", "io", "dev", "app", "ai", "sh", "gov", "edu"];

/// The path tokens of a text: one or more `name/`, then a name with an ending, and neither a letter
/// nor one of `/ : . ~ @ -` before it. Names of hosts and paths with `..` or `...` are none.
pub fn path_tokens(text: &str) -> Vec<PathToken> {
    let mut found = Vec::new();
    let mut from = 0;
    // Nothing without a slash is a token, and most lines have none.
    while let Some(slash) = memchr::memchr(b'/', &text.as_bytes()[from..]) {
        let slash = from + slash;
        let start = text[from..slash].rfind(|c| !is_of_run(c));
        let start = start.map_or(from, |at| from + at + next_char(&text[from + at..]).len_utf8());
        let end = text[slash..].find(|c| !is_of_run(c)).map_or(text.len(), |at| slash + at);
        in_run(text, start..end, &mut found);
        from = end;
    }
    found.retain(|token| is_path(&token.path));
    found
}

/// The first path that a task writes, by its text and the tokens of it: the first that no word like
/// `from` stands before, unless the task only reads.
pub fn written(text: &str, tokens: &[PathToken]) -> Option<usize> {
    if tokens.is_empty() || reads_only(first_word(text)) {
        return None;
    }
    tokens.iter().position(|token| !is_read(&text[..token.span.start]))
}

/// The first path of a text that is one machine's: `/home/x/…`, `/Users/x/…`, `C:\…`.
pub fn machine_path(text: &str) -> Option<Range<usize>> {
    let is_before = |at: usize| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || "`\"'([{=<".contains(c))
    };
    let end = |at: usize| {
        let end = text[at..].find(|c: char| c.is_whitespace() || "`\"')]}>".contains(c));
        end.map_or(text.len(), |end| at + end)
    };
    let homes = ["/home/", "/Users/"].into_iter().filter_map(|home| {
        let mut starts = text.match_indices(home).map(|(at, _)| at);
        let at = starts.find(|&at| {
            let rest = &text[at + home.len()..];
            let name = rest.split(['/', '`', ' ', '\t', '"', '\'']).next().unwrap_or_default();
            is_before(at) && !name.is_empty() && rest[name.len()..].starts_with('/')
        })?;
        Some(at..end(at))
    });
    let mut drives = text.match_indices(":\\").filter_map(|(at, _)| {
        let letter = at.checked_sub(1).filter(|&letter| text.is_char_boundary(letter))?;
        let is_drive = text.as_bytes()[letter].is_ascii_alphabetic() && is_before(letter);
        is_drive.then(|| letter..end(letter))
    });
    homes.chain(drives.next()).min_by_key(|span| span.start)
}

fn next_char(text: &str) -> char {
    text.chars().next().unwrap_or_default()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What names consist of.
fn is_of_name(c: char) -> bool {
    is_word(c) || ".@()[]+-".contains(c)
}

fn is_of_run(c: char) -> bool {
    c == '/' || is_of_name(c)
}

/// The tokens of a longest run of names and slashes.
fn in_run(text: &str, run: Range<usize>, found: &mut Vec<PathToken>) {
    // What a token ends with depends on the name behind its last slash alone: of each name, where the
    // longest token ends that ends in it.
    let names: Vec<Range<usize>> = {
        let mut starts = vec![run.start];
        starts.extend(
            memchr::memchr_iter(b'/', text[run.clone()].as_bytes()).map(|at| run.start + at + 1),
        );
        let ends = starts.iter().skip(1).map(|start| start - 1).chain([run.end]);
        starts.iter().zip(ends).map(|(&start, end)| start..end).collect()
    };
    // The last name with an ending that is reached from each one without an empty name between.
    let mut last: Vec<Option<usize>> = vec![None; names.len()];
    for index in (0..names.len().saturating_sub(1)).rev() {
        let next = &names[index + 1];
        let further = if next.is_empty() { None } else { last[index + 1] };
        last[index] = further.or_else(|| token_end(text, next.clone()));
    }
    let mut from = run.start;
    for (index, name) in names.iter().enumerate() {
        let Some(end) = last[index].filter(|_| name.end > from.max(name.start)) else { continue };
        let inside = from.max(name.start)..name.end;
        let offsets = text[inside.clone()].char_indices().map(|(at, _)| inside.start + at);
        let start = offsets.into_iter().find(|&at| may_begin(text, at));
        let Some(start) = start else { continue };
        let token = &text[start..end];
        let path = token.trim_matches(['(', ')', '[', ']']);
        let mut path = path;
        while let Some(rest) = path.strip_prefix("./") {
            path = rest;
        }
        found.push(PathToken { path: path.to_owned(), span: start..end });
        from = end;
    }
}

/// Whether a token may begin here, by the character before it.
fn may_begin(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    !before.is_some_and(|c| is_word(c) || "/:.~@-".contains(c))
}

/// Where the longest token ends that ends within this last name: behind a letter, a dot and an ending
/// that no letter and no slash follows.
fn token_end(text: &str, name: Range<usize>) -> Option<usize> {
    let dots = text[name.clone()].rmatch_indices('.').map(|(at, _)| name.start + at);
    dots.into_iter().find_map(|dot| {
        let is_behind_letter = text[name.start..dot].chars().next_back().is_some_and(is_word);
        let ending = text[dot + 1..name.end].bytes();
        let length = ending.take_while(u8::is_ascii_alphanumeric).take(LONGEST_ENDING + 1).count();
        let end = dot + 1 + length;
        let begins = text.as_bytes().get(dot + 1).is_some_and(u8::is_ascii_alphabetic);
        let next = text[end..].chars().next();
        let is_end = !next.is_some_and(|c| is_word(c) || c == '/');
        let fits = (1..=LONGEST_ENDING).contains(&length);
        (is_behind_letter && begins && fits && is_end).then_some(end)
    })
}

/// Whether a token is a path of a repository.
fn is_path(path: &str) -> bool {
    let mut names = path.split('/');
    if names.clone().any(|name| name.is_empty() || name == ".." || name == "...") {
        return false;
    }
    let first = names.next().unwrap_or_default();
    let host = first.rsplit_once('.').filter(|(before, _)| !before.is_empty());
    host.is_none_or(|(_, last)| !HOSTS.contains(&last)) && path.contains('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str) -> Vec<String> {
        path_tokens(text).into_iter().map(|token| token.path).collect()
    }

    #[test]
    fn a_path_has_folders_and_a_name_with_an_ending() {
        for (text, expected) in [
            ("Create src/a.rs and `lib/b-c.d.ts`.", &["src/a.rs", "lib/b-c.d.ts"][..]),
            ("in ./src/a.rs, (src/b.rs) [src/c.rs]", &["src/a.rs", "src/b.rs", "src/c.rs"]),
            (".github/workflows/ci.yml", &[".github/workflows/ci.yml"]),
            ("app/(tabs)/[id]/page.tsx", &["app/(tabs)/[id]/page.tsx"]),
            ("src/a.rs/b", &[]),
            ("src/a.rs-b/c", &["src/a.rs"]),
            ("a/b.ts/c.rs", &["a/b.ts/c.rs"]),
            ("a//b.rs", &[]),
            ("src/Makefile src/ a.rs", &[]),
            ("https://example.com/a/b.html", &[]),
            ("example.com/a/b.html", &[]),
            ("../a/b.rs a/../b.rs src/.../b.rs", &[]),
            ("~/a/b.rs @/a/b.rs x:a/b.rs é/b.rs", &["@/a/b.rs", "é/b.rs"]),
            ("a/b.verylongending a/b.x9", &["a/b.x9"]),
            ("a/b.rs:12, a/b.rs. a/b.rs) a/b.1", &["a/b.rs", "a/b.rs", "a/b.rs"]),
            ("+a/b.rs", &["+a/b.rs"]),
            ("src/a.rs,src/b.rs|lib/c.rs", &["src/a.rs", "src/b.rs", "lib/c.rs"]),
            ("x y", &[]),
        ] {
            assert_eq!(paths(text), expected, "{text:?}");
        }
        let token = &path_tokens("é `(src/a.rs`")[0];
        assert_eq!((token.span.clone(), token.path.as_str()), (4..13, "src/a.rs"));
    }

    #[test]
    fn a_task_writes_the_first_path_that_it_does_not_read() {
        let written = |text: &str| {
            let tokens = path_tokens(text);
            super::written(text, &tokens).map(|at| tokens[at].path.clone()).unwrap_or_default()
        };
        assert_eq!(written("Create src/a.rs using lib/b.rs"), "src/a.rs");
        assert_eq!(written("Move code from `src/a.rs` to `src/b.rs`"), "src/b.rs");
        assert_eq!(written("Verify src/a.rs"), "");
        assert_eq!(written("Add tests for src/a.rs"), "");
        assert_eq!(written("Nothing"), "");
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        for (text, expected) in [
            ("in /home/me/x/a.rs now", "/home/me/x/a.rs"),
            ("`/Users/me/a.rs`", "/Users/me/a.rs"),
            ("open C:\\x\\a.rs", "C:\\x\\a.rs"),
            ("https://x.org/home/me/a", ""),
            ("/home/ and /home/x, abc:\\n", ""),
        ] {
            let found = machine_path(text).map_or("", |span| &text[span]);
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_hostile_line_costs_one_pass() {
        for part in ["[", "*", "a/", "a.b", "(/", "[a/b.rs-", "/home/", "`", "a.rs/", "./"] {
            let line = part.repeat((1 << 20) / part.len());
            let tokens = path_tokens(&line);
            assert!(tokens.len() <= line.len() / 5, "{part}");
            assert!(written(&line, &tokens).is_none_or(|at| at < tokens.len()));
            assert!(machine_path(&line).is_none(), "{part}");
        }
    }
}
