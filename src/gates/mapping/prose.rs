//! "Create src/x.rs" in a ticket's sentences (GATES.md R44): it only keeps a finding away, prose is
//! never the source of one.

use std::collections::BTreeSet;

use super::super::path;

/// Words that may stand between "create" and the path.
const FILLERS: [&str; 8] = ["a", "an", "the", "new", "file", "module", "files", "directory"];

/// Adds the paths that `text` says will be created.
pub(super) fn created(text: &str, found: &mut BTreeSet<String>) {
    // Most texts create nothing, and need not be cut into words to tell.
    if !text.as_bytes().windows(5).any(|five| five.eq_ignore_ascii_case(b"reate")) {
        return;
    }
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let verb = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !verb.eq_ignore_ascii_case("create") {
            continue;
        }
        while words.next_if(|w| FILLERS.contains(w)).is_some() {}
        if let Some(path) = words.peek().and_then(|word| named(word)) {
            found.insert(path);
        }
    }
}

/// A word that can only be a path: it has a folder, or a file's extension.
fn named(word: &str) -> Option<String> {
    let bare = word
        .trim_matches(['`', '"', '\'', '(', ')', '*'])
        .trim_end_matches([',', ';', ':', '.'])
        .trim_matches(['`', '"', '\'', '(', ')']);
    let is_path = bare.contains('/')
        || bare.rsplit_once('.').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    path::plain(bare).ok().filter(|_| is_path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_to_be_created_counts() {
        let mut found = BTreeSet::new();
        for text in [
            "Create crates/a/src/x.rs with:\n- things",
            "create the new module `crates/a/src/y.rs`, then test it",
            "Create: xtask/z.rs.",
            "Created crates/a/src/no.rs",
            "In crates/a/src/no.rs, create a struct",
            "Create tests for crates/a/src/no.rs",
        ] {
            created(text, &mut found);
        }
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        assert_eq!(found, ["crates/a/src/x.rs", "crates/a/src/y.rs", "xtask/z.rs"]);
    }
}
