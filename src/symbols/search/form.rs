//! A name cut into what can be compared: words, their stems, what they mean.

use super::stem::stem;
use super::table::{are_opposite, is_empty_word, is_general, is_particle, meaning};
use crate::model::words::words;

/// A name, prepared.
pub(super) struct PreparedName {
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

impl PreparedName {
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
