//! Which functions are about the same as some text, whatever their names are: by the words of their
//! comments, parameters and bodies.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::stem::stem;
use super::table::{self, is_empty_word, meaning};
use crate::model::words::words;
use crate::symbols::{Index, Symbol, SymbolClass};

/// The most functions that one question gives.
const MOST: usize = 16;

/// A function that is about the same as a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About<'s> {
    /// Its file.
    pub path: &'s str,
    /// The function.
    pub symbol: &'s Symbol,
    /// How much: the square of what the shared words weigh by what all of its words weigh, in
    /// quarters of a bit. Functions that do one job have 20 and more.
    pub closeness: u64,
    /// The shared words, those that tell most first.
    pub shared: Vec<String>,
    /// The share of its own words that the text has, in percent.
    pub covered: u64,
}

/// The functions of an index by what they are about, without those of tests.
pub struct Subjects<'i> {
    functions: Vec<(&'i str, &'i Symbol)>,
    /// What the words of each weigh together.
    weights: Vec<u64>,
    /// The functions that have a word, by their place.
    postings: HashMap<String, Vec<usize>>,
}

impl<'i> Subjects<'i> {
    /// Prepares an index.
    pub fn new(index: &'i Index) -> Self {
        let is_callable = |symbol: &Symbol| symbol.kind.class() == Some(SymbolClass::Callable);
        let functions: Vec<(&str, &Symbol)> =
            index.symbols().filter(|(_, symbol)| is_callable(symbol) && !symbol.is_test).collect();
        let mut postings: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, (_, symbol)) in functions.iter().enumerate() {
            for word in meanings(&symbol.gist).union(&meanings(&symbol.name)) {
                postings.entry(word.clone()).or_default().push(at);
            }
        }
        let mut subjects = Self { weights: vec![0; functions.len()], functions, postings };
        for stands in subjects.postings.values() {
            let weight = subjects.weight(stands.len());
            stands.iter().for_each(|&at| subjects.weights[at] += weight);
        }
        subjects
    }

    /// The functions nearest to a text by their words, best first.
    pub fn about(&self, text: &str) -> Vec<About<'i>> {
        let mut shared: HashMap<usize, Vec<(u64, String)>> = HashMap::new();
        for word in meanings(text) {
            let stands = self.postings.get(&word).map_or(&[][..], Vec::as_slice);
            // What every other function has tells nothing, and would be asked of all of them.
            if stands.len() * 4 > self.functions.len().max(40) {
                continue;
            }
            let weight = self.weight(stands.len());
            for &at in stands {
                shared.entry(at).or_default().push((weight, word.clone()));
            }
        }
        let mut found: Vec<About<'i>> = shared
            .into_iter()
            .map(|(at, mut words)| {
                words.sort_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
                let common: u64 = words.iter().map(|(weight, _)| weight).sum();
                let all = self.weights[at].max(1);
                let (path, symbol) = self.functions[at];
                About {
                    path,
                    symbol,
                    closeness: common * common / all,
                    covered: 100 * common / all,
                    shared: words.into_iter().map(|(_, word)| word).collect(),
                }
            })
            .collect();
        found.sort_by_key(|about| (Reverse(about.closeness), about.path, about.symbol.line));
        found.truncate(MOST);
        found
    }

    /// How much a word tells that so many functions have, in quarters of a bit.
    fn weight(&self, stands: usize) -> u64 {
        let all = 2 * (self.functions.len() as u64 + 1);
        let ratio = ((all << 8) / (2 * stands as u64 + 1)).clamp(1 << 8, 1 << 31);
        u64::from(u128::from(ratio).pow(4).ilog2().saturating_sub(32)).max(1)
    }
}

/// Whether a meaning is one of those that code has many words for: to get, to check, an error.
pub fn is_common(meaning: &str) -> bool {
    table::is_synonym(meaning)
}

/// What the words of a text mean, without those that stand everywhere.
pub fn meanings(text: &str) -> BTreeSet<String> {
    words(text)
        .iter()
        .filter(|word| word.len() >= 3)
        .map(|word| stem(word))
        .filter(|stem| !is_empty_word(stem))
        .map(|stem| meaning(&stem).to_owned())
        .collect()
}
