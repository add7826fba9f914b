//! Words of prose, of identifiers and of paths: how they are cut apart, and how alike two sets of
//! them are. Knows no language and no ticket. Everything is ordered, so that one text always gives
//! one answer.

use std::collections::BTreeSet;

/// The words of a text in lower case: cut at everything that is not alphanumeric, and at the humps
/// of `CamelCase`.
pub fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut previous: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let follows_lower = previous.is_some_and(|p| p.is_lowercase() || p.is_numeric());
        let ends_acronym = previous.is_some_and(char::is_uppercase)
            && chars.peek().is_some_and(|next| next.is_lowercase());
        let is_hump = c.is_uppercase() && (follows_lower || ends_acronym);
        if (is_hump || !c.is_alphanumeric()) && !word.is_empty() {
            found.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        previous = Some(c);
    }
    if !word.is_empty() {
        found.push(word);
    }
    found
}

/// A word without the endings that only grammar gives it.
pub fn root(word: &str) -> &str {
    if word.len() <= 4 {
        return word;
    }
    for ending in ["ing", "ed", "es", "s"] {
        if let Some(root) = word.strip_suffix(ending)
            && root.len() >= 3
            && !(ending == "s" && root.ends_with('s'))
        {
            return root;
        }
    }
    word
}

/// How many words two sets share.
pub fn shared(a: &BTreeSet<String>, b: &BTreeSet<String>) -> usize {
    a.intersection(b).count()
}

/// Shared words in percent of all words of both sets; 0 for two empty ones.
pub fn likeness(a: &BTreeSet<String>, b: &BTreeSet<String>) -> usize {
    let common = shared(a, b);
    (100 * common).checked_div(a.len() + b.len() - common).unwrap_or(0)
}

/// The stem of a file's name: `lint` of `xtask/src/tasks/lint.rs`.
pub fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
}

/// The folder of a path; empty at the root.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
