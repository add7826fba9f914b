//! A name cut into what can be compared: words, their stems, what they mean.

use super::table::{are_opposite, is_empty_word, is_general, is_particle, meaning};
use crate::model::words::words;

/// A name, prepared.
pub(super) struct Form {
    pub(super) name: String,
    /// All letters and digits, in lower case.
    pub(super) letters: String,
    /// The stems of its words in their order, without particles.
    pub(super) stems: Vec<String>,
    /// What the words mean, each once, in their order.
    pub(super) meanings: Vec<String>,
    /// The words of the meanings, as written.
    pub(super) meant: Vec<String>,
    /// The first letters of the stems.
    pub(super) initials: String,
    /// The same for names of the same words.
    pub(super) words_key: String,
    /// The same for names of the same meanings.
    pub(super) meaning_key: String,
    /// Whether it goes from one thing to another, so that the order of its words counts.
    pub(super) is_directed: bool,
    /// Whether some word says more than that something is made, run or got.
    pub(super) says_something: bool,
}

impl Form {
    /// `None` for a name that says nothing by itself.
    pub(super) fn of(name: &str) -> Option<Self> {
        let all = words(name);
        if let [word] = all.as_slice()
            && word.chars().count() < 5
        {
            return None;
        }
        if all.is_empty() || is_general(&all.join("_")) {
            return None;
        }
        let mut kept: Vec<&String> = all.iter().filter(|word| !is_particle(word)).collect();
        if kept.is_empty() {
            kept = all.iter().collect();
        }
        let stems: Vec<String> = kept.iter().map(|word| stem(word)).collect();
        let meant_by: Vec<String> = stems.iter().map(|stem| meaning(stem).to_owned()).collect();
        let mut meanings: Vec<String> = Vec::new();
        let mut meant = Vec::new();
        for (meaning, word) in meant_by.iter().zip(&kept) {
            if !meanings.contains(meaning) {
                meanings.push(meaning.clone());
                meant.push((*word).clone());
            }
        }
        let is_directed = all.iter().any(|word| matches!(word.as_str(), "to" | "from" | "into"));
        let key = |words: &[String]| {
            let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
            if !is_directed {
                words.sort_unstable();
            }
            words.join(" ")
        };
        Some(Self {
            name: name.to_owned(),
            letters: all.concat(),
            initials: stems.iter().filter_map(|stem| stem.chars().next()).collect(),
            words_key: key(&stems),
            meaning_key: key(&meant_by),
            says_something: meanings.iter().any(|meaning| !is_empty_word(meaning)),
            is_directed,
            stems,
            meanings,
            meant,
        })
    }

    /// Whether one says the opposite of the other: `open_door` of `close_door`, `a_to_b` of `b_to_a`.
    pub(super) fn is_opposite(&self, other: &Self) -> bool {
        let sorted = |form: &Self| {
            let mut stems = form.stems.clone();
            stems.sort_unstable();
            stems
        };
        if self.is_directed && self.stems != other.stems && sorted(self) == sorted(other) {
            return true;
        }
        let own = self.stems.iter().filter(|stem| !other.stems.contains(stem));
        let mut own = own.peekable();
        own.peek().is_some()
            && own.any(|own| {
                let others = other.stems.iter().filter(|stem| !self.stems.contains(stem));
                others.into_iter().any(|other| are_opposite(own, other))
            })
    }
}

/// How much of the longer of two names stays, of 100.
pub(super) fn distance_percent(a: &str, b: &str) -> u8 {
    let longer = a.chars().count().max(b.chars().count()).max(1);
    let distance = strsim::damerau_levenshtein(a, b).min(longer);
    u8::try_from(100 * (longer - distance) / longer).unwrap_or(100)
}

/// Nouns that only look like forms of a verb.
const NOUNS: [&str; 8] =
    ["anything", "ceiling", "nothing", "setting", "something", "spring", "string", "thing"];
/// Words whose last letter makes another word of them.
const WITH_E: [&str; 6] = ["one", "paste", "plane", "please", "state", "stripe"];

/// A word without what number and tense add to it: the same for `parse`, `parses`, `parsed` and
/// `parsing`. Only good for comparing.
pub(super) fn stem(word: &str) -> String {
    if word.len() <= 3 || !word.is_ascii() || word.bytes().any(|b| b.is_ascii_digit()) {
        return word.to_owned();
    }
    let word = singular(word);
    if NOUNS.contains(&word.as_str()) || WITH_E.contains(&word.as_str()) {
        return word;
    }
    let has_vowel = |base: &str| base.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    for ending in ["ing", "ed"] {
        if let Some(base) = word.strip_suffix(ending)
            && base.len() >= 3
            && has_vowel(base)
            && !(ending == "ed" && base.ends_with('e'))
        {
            let bytes = base.as_bytes();
            let last = bytes[bytes.len() - 1];
            let is_doubled = bytes[bytes.len() - 2] == last && !b"lsz".contains(&last);
            return base[..base.len() - usize::from(is_doubled)].to_owned();
        }
    }
    match word.strip_suffix('e') {
        Some(base) if base.len() >= 4 && !base.ends_with('e') => base.to_owned(),
        _ => word,
    }
}

fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() > 1) {
        return format!("{base}y");
    }
    let hissing = ["sses", "xes", "ches", "shes", "zzes"];
    if hissing.iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with(['s', 'u', 'i']) => base.to_owned(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_have_one_stem() {
        for forms in [
            &["parse", "parses", "parsed", "parsing"][..],
            &["cache", "caches", "cached", "caching"],
            &["query", "queries"],
            &["box", "boxes"],
            &["plan", "plans", "planned", "planning"],
            &["process", "processes", "processing"],
            &["file", "files"],
            &["state", "states"],
        ] {
            let stems: Vec<String> = forms.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{forms:?}: {stems:?}");
        }
        for (one, other) in [
            ("state", "stats"),
            ("set", "settings"),
            ("status", "state"),
            ("plan", "plane"),
            ("string", "str"),
            ("speed", "spe"),
            ("file", "fill"),
        ] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
    }
}
