//! Words as data: files of rows, each a meaning with the words and phrases that say it, and with
//! sentences that it is held to. Knows texts, and nothing of tickets.

use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::{LazyLock, OnceLock};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::gates::text::runs::{Run, runs};

/// A meaning, and what says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Meaning {
    id: String,
    /// What the words mean; what they leave open, for a row that is a rule.
    pub(crate) means: String,
    /// What to write in their place.
    #[serde(default)]
    pub(crate) act: String,
    /// Which rows belong together.
    #[serde(default)]
    pub(crate) kind: String,
    /// Words and phrases in lower case; `*` stands for any one word.
    pub(crate) any: Vec<String>,
    /// Whether a word stands for its forms, too: `fails`, `truncated`, `parsing`.
    #[serde(default)]
    forms: bool,
    #[serde(rename = "yes")]
    _yes: IgnoredAny,
    #[serde(rename = "no")]
    _no: IgnoredAny,
    #[serde(skip)]
    words: HashSet<String>,
    /// Phrases of several words by their first word, each with its number in `any`.
    #[serde(skip)]
    phrases: HashMap<String, Vec<(usize, Vec<String>)>>,
}

/// The rows of a file, in order.
///
/// # Panics
///
/// When the file is no list of rows; a test reads all files.
pub(crate) fn read(text: &str) -> Vec<Meaning> {
    let mut rows: Vec<Meaning> = serde_yaml::from_str(text).expect("a list of rows");
    for row in &mut rows {
        for (at, phrase) in row.any.iter().enumerate() {
            let parts = phrase.split(' ').flat_map(|part| match part {
                "*" => vec!["*"],
                part => runs(part).iter().map(|run| run.word).collect(),
            });
            let mut said = parts.map(str::to_owned);
            match (said.next(), said.collect::<Vec<_>>()) {
                (Some(first), rest) if !rest.is_empty() => {
                    row.phrases.entry(first).or_default().push((at, rest));
                }
                (first, _) => row.words.extend(first),
            }
        }
    }
    rows
}

/// A word of a text in lower case, with where it starts and ends.
#[derive(Debug)]
pub(crate) struct Token {
    word: String,
    start: usize,
    end: usize,
}

/// The words of a text.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let token =
        |run: Run<'_>| Token { word: run.word.to_lowercase(), start: run.at, end: run.end() };
    runs(text).into_iter().map(token).collect()
}

/// A word or phrase of a row in a text, by bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Match<'r> {
    /// As the row has it.
    pub(crate) phrase: &'r str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Meaning {
    /// Whether it has a word, in lower case.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(word) || (self.forms && self.has_form(word))
    }

    /// Whether a word is a form of one that it has.
    fn has_form(&self, word: &str) -> bool {
        let cut = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 2);
        let known = |word: &str| self.words.contains(word);
        let is_stem = |stem: &str| {
            let mut letters = stem.chars().rev();
            // `skipped`, `getting`.
            let is_doubled = letters.next() == letters.next();
            known(stem)
                || known(&format!("{stem}e"))
                || (is_doubled && stem.is_ascii() && known(&stem[..stem.len() - 1]))
        };
        ["s", "es", "d"].iter().any(|ending| cut(ending).is_some_and(known))
            || ["ed", "ing"].iter().any(|ending| cut(ending).is_some_and(is_stem))
            || ["ies", "ied"].iter().any(|end| cut(end).is_some_and(|s| known(&format!("{s}y"))))
    }

    /// Whether it has one of these words.
    pub(crate) fn has_any<S: AsRef<str>>(&self, words: &[S]) -> bool {
        words.iter().any(|word| self.has(word.as_ref()))
    }

    /// What it has that begins with one of the words of a text; the longest, which says most.
    pub(crate) fn at<'r>(&'r self, text: &[Token], at: usize) -> Option<Match<'r>> {
        let Token { word, start, end } = text.get(at)?;
        let phrases = self.phrases.get(word).into_iter().flatten().filter_map(|(number, rest)| {
            let behind = text.get(at + 1..=at + rest.len())?;
            let mut pairs = rest.iter().zip(behind);
            let is_it = pairs.all(|(wanted, said)| wanted == "*" || *wanted == said.word);
            let end = behind.last()?.end;
            is_it.then(|| Match { phrase: &self.any[*number], start: *start, end })
        });
        let word = self.has(word).then(|| {
            let phrase = self.words.get(word).map_or(self.id.as_str(), String::as_str);
            Match { phrase, start: *start, end: *end }
        });
        phrases.max_by_key(|found| found.end).or(word)
    }

    /// What of it stands in a text, in order.
    pub(crate) fn all<'r>(&'r self, text: &str) -> Vec<Match<'r>> {
        let text = tokens(text);
        (0..text.len()).filter_map(|at| self.at(&text, at)).collect()
    }

    /// What of it stands first in a text.
    pub(crate) fn first<'r>(&'r self, text: &str) -> Option<Match<'r>> {
        let text = tokens(text);
        (0..text.len()).find_map(|at| self.at(&text, at))
    }

    /// Whether any of it stands in a text.
    pub(crate) fn says(&self, text: &str) -> bool {
        self.first(text).is_some()
    }
}

/// Rows of several files, by their ids.
pub(crate) type Rows = LazyLock<HashMap<String, Meaning>>;

/// The rows of files, by their ids.
pub(crate) fn by_id(files: &[&str]) -> HashMap<String, Meaning> {
    files.iter().flat_map(|text| read(text)).map(|row| (row.id.clone(), row)).collect()
}

/// One of them, found when it is first used.
pub(crate) struct Words {
    rows: &'static Rows,
    id: &'static str,
    row: OnceLock<&'static Meaning>,
}

impl Words {
    pub(crate) const fn of(rows: &'static Rows, id: &'static str) -> Self {
        Self { rows, id, row: OnceLock::new() }
    }
}

impl Deref for Words {
    type Target = Meaning;

    fn deref(&self) -> &Meaning {
        let find = || self.rows.get(self.id).unwrap_or_else(|| panic!("no row {}", self.id));
        self.row.get_or_init(find)
    }
}

const FILES: [&str; 3] =
    [include_str!("commands.yaml"), include_str!("documents.yaml"), include_str!("plain.yaml")];

static ROWS: Rows = LazyLock::new(|| by_id(&FILES));

/// The row of that id in the files beside this one.
pub(crate) const fn words(id: &'static str) -> Words {
    Words::of(&ROWS, id)
}

/// Holds every row of a file to its sentences, and to saying nothing twice.
#[cfg(test)]
pub(crate) fn hold(text: &str) {
    #[derive(Deserialize)]
    struct Examples {
        yes: Vec<String>,
        no: Vec<String>,
    }
    let examples: Vec<Examples> = serde_yaml::from_str(text).expect("a list of rows");
    for (row, Examples { yes, no }) in read(text).iter().zip(examples) {
        let id = &row.id;
        assert!(!row.means.is_empty() && !yes.is_empty() && !no.is_empty(), "{id}");
        for said in yes {
            assert!(row.says(&said), "{id}: {said}");
        }
        for said in no {
            assert!(!row.says(&said), "{id}: {said}: {:?}", row.first(&said));
        }
        let mut known = HashSet::new();
        assert!(row.any.iter().all(|phrase| known.insert(phrase)), "{id} has a phrase twice");
        assert!(row.any.iter().all(|phrase| *phrase == phrase.to_lowercase()), "{id}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_held_to_its_sentences() {
        FILES.iter().for_each(|text| hold(text));
        assert_eq!(ROWS.len(), FILES.iter().map(|text| read(text).len()).sum::<usize>(), "ids");
    }

    #[test]
    fn a_phrase_is_a_run_of_whole_words() {
        let text =
            "- {id: a, means: b, any: [make * better, skip, better], forms: true, yes: [], no: []}";
        let row = &read(text)[0];
        let found = |text: &str| {
            let found = row.first(text);
            found.map(|found| (text[found.start..found.end].to_owned(), found.phrase.to_owned()))
        };
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        assert_eq!(found("It: Make it better"), pair("Make it better", "make * better"));
        assert_eq!(found("rows are skipped"), pair("skipped", "a"));
        assert_eq!(found("made it bettered_by"), None);
    }
}
