//! Words of prose, of identifiers and of paths: how they are cut apart, and how alike two sets of
//! them are. Knows no language and no ticket. Everything is ordered, so that one text always gives
//! one answer.

use std::collections::{BTreeSet, HashMap};

/// The words of a text in lower case: cut at everything that is not alphanumeric, and at the humps
/// of `CamelCase`.
pub fn words(text: &str) -> Vec<String> {
    if text.is_ascii() {
        return ascii_words(text.as_bytes());
    }
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

/// The same of bytes that are characters by themselves, which most texts of tickets are.
fn ascii_words(text: &[u8]) -> Vec<String> {
    let mut found = Vec::with_capacity(text.len() / 6);
    let mut start = None;
    let cut = |from: usize, to: usize| {
        text[from..to].iter().map(|byte| char::from(byte.to_ascii_lowercase())).collect()
    };
    for (at, byte) in text.iter().enumerate() {
        if !byte.is_ascii_alphanumeric() {
            if let Some(from) = start.take() {
                found.push(cut(from, at));
            }
            continue;
        }
        let Some(from) = start else {
            start = Some(at);
            continue;
        };
        let previous = text[at - 1];
        let follows_lower = previous.is_ascii_lowercase() || previous.is_ascii_digit();
        let next_is_lower = text.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let ends_acronym = previous.is_ascii_uppercase() && next_is_lower;
        if byte.is_ascii_uppercase() && (follows_lower || ends_acronym) {
            found.push(cut(from, at));
            start = Some(at);
        }
    }
    if let Some(from) = start {
        found.push(cut(from, text.len()));
    }
    found
}

/// The words of a text that look like code, `lowerCamel` included, as they stand there.
pub fn code_names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|token| is_identifier(token) || is_lower_camel(token))
}

/// `parseRate`: more than one hump, and no letter alone.
pub fn is_lower_camel(word: &str) -> bool {
    word.len() >= 5
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(char::is_uppercase)
        && words(word).iter().all(|part| part.len() > 1)
}

/// `CamelCase` with two humps or more, or `snake_case` with two parts or more; no part of a ticket's
/// own shape.
pub fn is_identifier(token: &str) -> bool {
    let starts_as_name = token.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    // Most tokens are plain words.
    if token.len() < 5 || !starts_as_name || !token.contains(|c: char| c == '_' || c.is_uppercase())
    {
        return false;
    }
    let is_camel = token.chars().next().is_some_and(char::is_uppercase)
        && token.chars().any(char::is_lowercase)
        && token.chars().filter(|c| c.is_uppercase()).count() >= 2
        && !token.contains('_')
        // `IDs`, `APIs`: an acronym in the plural is no name of code.
        && !token.trim_end_matches('s').chars().all(char::is_uppercase);
    // The names of a ticket's own parts.
    if matches!(token, "in_scope" | "out_of_scope" | "definition_of_done") {
        return false;
    }
    let long_parts = || words(token).iter().filter(|part| part.len() > 1).count();
    is_camel || (token.trim_matches('_').contains('_') && long_parts() >= 2)
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

/// Words by numbers, so that sets of them are compared without looking at a letter.
#[derive(Debug, Default)]
pub struct Numbering {
    known: HashMap<String, u32>,
}

impl Numbering {
    /// These words as a set of numbers; words that are new get the next ones.
    pub fn bag<'w>(&mut self, words: impl IntoIterator<Item = &'w String>) -> Bag {
        let mut numbers: Vec<u32> = words
            .into_iter()
            .map(|word| match self.known.get(word) {
                Some(number) => *number,
                None => {
                    let next = self.known.len() as u32;
                    self.known.insert(word.clone(), next);
                    next
                }
            })
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        Bag(numbers)
    }
}

/// A set of words by their numbers, which one [`Numbering`] gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bag(Vec<u32>);

impl Bag {
    /// How many words.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many words two sets share.
    pub fn shared(&self, other: &Self) -> usize {
        let (mut a, mut b, mut common) = (self.0.as_slice(), other.0.as_slice(), 0);
        while let ([x, rest @ ..], [y, others @ ..]) = (a, b) {
            common += usize::from(x == y);
            (a, b) = (if x <= y { rest } else { a }, if y <= x { others } else { b });
        }
        common
    }

    /// Shared words in percent of all words of both sets; 0 for two empty ones.
    pub fn likeness(&self, other: &Self) -> usize {
        let common = self.shared(other);
        (100 * common).checked_div(self.len() + other.len() - common).unwrap_or(0)
    }

    /// Whether [`Bag::likeness`] reaches so many percent; most sets are too unequal in size for it.
    pub fn is_like(&self, other: &Self, percent: usize) -> bool {
        let (few, many) = (self.len().min(other.len()), self.len().max(other.len()));
        few * 100 >= many * percent && self.likeness(other) >= percent
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_share_what_words_share() {
        let mut numbering = Numbering::default();
        let texts = ["lease store index", "lease store", "index", "", "a b c d e f g lease"];
        let sets = texts.map(|text| words(text).into_iter().collect::<BTreeSet<_>>());
        let bags = sets.clone().map(|set| numbering.bag(&set));
        for (a, bag_a) in sets.iter().zip(&bags) {
            for (b, bag_b) in sets.iter().zip(&bags) {
                assert_eq!(bag_a.shared(bag_b), shared(a, b), "{a:?} {b:?}");
                assert_eq!(bag_a.likeness(bag_b), likeness(a, b), "{a:?} {b:?}");
                for percent in [1, 33, 66, 67, 100] {
                    let is_like = likeness(a, b) >= percent;
                    assert_eq!(bag_a.is_like(bag_b, percent), is_like, "{a:?} {b:?} {percent}");
                }
            }
        }
    }

    #[test]
    fn both_ways_of_cutting_cut_alike() {
        for text in [
            "HTTPServer_config v1.2 parseURL2Text",
            "  a-B c3D EFg HIjK ",
            "XML",
            "x",
            "",
            "snake_case/path.rs:12",
        ] {
            let mut wide = words(&format!("{text} ä"));
            assert_eq!(wide.pop().as_deref(), Some("ä"));
            assert_eq!(words(text), wide, "{text}");
        }
    }
}
