//! Which definitions have names like a new one. Only names and kinds are compared, and a table of
//! what programmers call alike; nobody says here that two things do the same.

mod about;
mod form;
mod stem;
mod table;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

pub use about::{About, Subjects, is_common, meanings};
use form::{PreparedName, distance_percent};

use super::{Index, Symbol, SymbolClass, SymbolKind};
use crate::model::words::file_stem;

/// The most definitions that one question gives.
pub const MOST: usize = 8;
/// A name that so many definitions bear is a custom of the repository, and no cousin of anything.
const CUSTOM: usize = 12;
/// Letters of a name that can be respelt, and how much of it must stay.
const RESPELT_LETTERS: usize = 6;
const RESPELT_PERCENT: u8 = 85;
/// Of the weight of all words of two names, what the shared ones must have.
const RARE_PERCENT: u64 = 60;
/// Rare words that two names must share.
const RARE_WORDS: usize = 2;

/// How a name is like another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameMatch {
    /// It is the same.
    SameName,
    /// It has the same words, but for their order, case, number or tense.
    SameWords,
    /// It has words that programmers use for the same.
    Synonyms,
    /// It has nearly the same letters.
    Respelt {
        /// How much of the longer name stays, of 100.
        percent: u8,
    },
    /// Most of what is particular about both names is the same.
    RareWords {
        /// The shared words that are rare in this repository, as the new name has them.
        shared: Vec<String>,
    },
}

/// A definition that is near.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near<'s> {
    /// Its file.
    pub path: &'s str,
    /// What is defined. A file that is a module by itself is one of kind [`SymbolKind::Module`] on
    /// line 1, without a head.
    pub symbol: &'s Symbol,
    /// How its name is like the new one.
    pub how: NameMatch,
}

/// Definitions of one name and class.
struct Group {
    class: SymbolClass,
    form: PreparedName,
    /// Of [`Searcher::members`].
    members: Vec<usize>,
}

/// An index prepared for questions. Preparing 22,000 definitions takes some tens of milliseconds, a
/// question some microseconds.
pub struct Searcher<'i> {
    members: Vec<(&'i str, Cow<'i, Symbol>)>,
    groups: Vec<Group>,
    /// Groups by each of the keys of a name, all in one: the keys of one kind never equal those of
    /// another.
    keys: HashMap<Key, Vec<usize>>,
    /// In how many groups a meaning stands.
    meanings: HashMap<String, usize>,
    /// In how many groups a stem stands.
    stems: HashMap<String, usize>,
}

/// What names that may be alike have in common.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Name(String),
    Words(String),
    Meaning(String),
    Letters(String),
    Initials(String),
    Rare(String),
}

impl<'i> Searcher<'i> {
    /// Prepares the definitions of an index, without those of tests.
    pub fn new(index: &'i Index) -> Self {
        Self::of(index, |symbol| !symbol.is_test)
    }

    /// Prepares the definitions of an index, those of tests too.
    pub fn with_tests(index: &'i Index) -> Self {
        Self::of(index, |_| true)
    }

    fn of(index: &'i Index, wanted: impl Fn(&Symbol) -> bool) -> Self {
        let mut members: Vec<(&'i str, Cow<'i, Symbol>)> = Vec::new();
        for path in index.paths() {
            let symbols = index.in_file(path);
            let module = module(path, super::language::is_test(path));
            members.extend(wanted(&module).then_some((path, Cow::Owned(module))));
            let wanted = symbols.iter().filter(|symbol| wanted(symbol));
            members.extend(wanted.map(|symbol| (path, Cow::Borrowed(symbol))));
        }
        let mut named: BTreeMap<(&str, SymbolClass), Vec<usize>> = BTreeMap::new();
        for (at, (_, symbol)) in members.iter().enumerate() {
            if let Some(class) = symbol.kind.class() {
                named.entry((&symbol.name, class)).or_default().push(at);
            }
        }
        let groups: Vec<Group> = named
            .into_iter()
            .filter(|(_, members)| members.len() <= CUSTOM)
            .filter_map(|((name, class), members)| {
                Some(Group { class, form: PreparedName::of(name)?, members })
            })
            .collect();
        let mut searcher = Self {
            members,
            groups: Vec::new(),
            keys: HashMap::new(),
            meanings: HashMap::new(),
            stems: HashMap::new(),
        };
        for group in &groups {
            for meaning in &group.form.meanings {
                *searcher.meanings.entry(meaning.clone()).or_default() += 1;
            }
            for stem in &group.form.stems {
                *searcher.stems.entry(stem.clone()).or_default() += 1;
            }
        }
        searcher.groups = groups;
        for at in 0..searcher.groups.len() {
            for key in searcher.keys_of(&searcher.groups[at].form) {
                searcher.keys.entry(key).or_default().push(at);
            }
        }
        searcher
    }

    fn keys_of(&self, form: &PreparedName) -> Vec<Key> {
        let mut keys = vec![
            Key::Name(form.name.clone()),
            Key::Words(form.words_key.clone()),
            Key::Meaning(form.meaning_key.clone()),
            Key::Letters(form.letters.clone()),
            Key::Initials(form.initials.clone()),
        ];
        let rare = form.meanings.iter().filter(|meaning| self.is_rare(meaning));
        keys.extend(rare.map(|meaning| Key::Rare(meaning.clone())));
        keys
    }

    /// The definitions with names like a new one, best first, at most [`MOST`]. `like` leaves those
    /// of one class; `None` asks for all. A name that says nothing by itself, such as `run` or
    /// `config`, is like nothing. Constants are never asked about.
    pub fn near(&self, name: &str, like: Option<SymbolClass>) -> Vec<Near<'_>> {
        let Some(new) = PreparedName::of(name) else { return Vec::new() };
        // What is told of a group is its best likeness; less is better.
        let mut found: BTreeMap<usize, (u64, NameMatch)> = BTreeMap::new();
        for key in self.keys_of(&new) {
            for &at in self.keys.get(&key).into_iter().flatten() {
                let group = &self.groups[at];
                if like.is_some_and(|class| class != group.class) || found.contains_key(&at) {
                    continue;
                }
                if let Some(likeness) = self.likeness(&new, &group.form) {
                    found.insert(at, likeness);
                }
            }
        }
        let mut near: Vec<(u64, usize, &NameMatch)> = found
            .iter()
            .flat_map(|(&at, (rank, how))| {
                self.groups[at].members.iter().map(move |&member| (*rank, member, how))
            })
            .collect();
        near.sort_unstable_by_key(|&(rank, member, _)| (rank, member));
        near.truncate(MOST);
        let told = |(_, member, how): (u64, usize, &NameMatch)| {
            let (path, symbol) = &self.members[member];
            Near { path, symbol, how: how.clone() }
        };
        near.into_iter().map(told).collect()
    }

    /// How a name is like a new one, and its rank.
    fn likeness(&self, new: &PreparedName, old: &PreparedName) -> Option<(u64, NameMatch)> {
        if new.name == old.name {
            return Some((0, NameMatch::SameName));
        }
        if new.words_key == old.words_key {
            return Some((1, NameMatch::SameWords));
        }
        if new.is_opposite(old) {
            return None;
        }
        if new.meaning_key == old.meaning_key && new.stems.len() > 1 && new.says_something {
            return Some((2, NameMatch::Synonyms));
        }
        if let Some(percent) = self.respelt(new, old) {
            return Some((200 - u64::from(percent), NameMatch::Respelt { percent }));
        }
        let (percent, shared) = self.rare(new, old)?;
        Some((400 - percent, NameMatch::RareWords { shared }))
    }

    /// How much of two names is the same, when one of them looks like the other misspelt: words that
    /// both stand in other names are different words.
    fn respelt(&self, new: &PreparedName, old: &PreparedName) -> Option<u8> {
        if new.letters.len().min(old.letters.len()) < RESPELT_LETTERS {
            return None;
        }
        if new.letters == old.letters {
            return Some(100);
        }
        if new.initials != old.initials {
            return None;
        }
        let is_known = |stem: &str, own: usize| self.stems.get(stem).is_some_and(|n| *n > own);
        for (new, old) in new.stems.iter().zip(&old.stems).filter(|(new, old)| new != old) {
            let has_digit = |word: &str| word.bytes().any(|b| b.is_ascii_digit());
            let is_short = new.len().min(old.len()) < 4;
            if is_short
                || has_digit(new)
                || has_digit(old)
                || (is_known(new, 0) && is_known(old, 1))
            {
                return None;
            }
        }
        let percent = distance_percent(&new.letters, &old.letters);
        (percent >= RESPELT_PERCENT).then_some(percent)
    }

    /// How much of the weight of two names is shared, and the rare words of it.
    fn rare(&self, new: &PreparedName, old: &PreparedName) -> Option<(u64, Vec<String>)> {
        let mut shared = Vec::new();
        let mut common = 0;
        let mut all = 0;
        for (meaning, word) in new.meanings.iter().zip(&new.meant) {
            let weight = self.weight(meaning);
            all += weight;
            if old.meanings.contains(meaning) {
                common += weight;
                if self.is_rare(meaning) {
                    shared.push(word.clone());
                }
            }
        }
        let others = old.meanings.iter().filter(|meaning| !new.meanings.contains(meaning));
        all += others.map(|meaning| self.weight(meaning)).sum::<u64>();
        let percent = (100 * common).checked_div(all).unwrap_or(0);
        (percent >= RARE_PERCENT && shared.len() >= RARE_WORDS).then_some((percent, shared))
    }

    /// Whether at most one name in a hundred has a word, or a handful.
    fn is_rare(&self, meaning: &str) -> bool {
        let stands = self.meanings.get(meaning).copied().unwrap_or(0);
        stands <= (self.groups.len() / 100).max(5) && !table::is_empty_word(meaning)
    }

    /// How much a word tells, in quarters of a bit. Whole numbers: the same on every machine.
    fn weight(&self, meaning: &str) -> u64 {
        let stands = self.meanings.get(meaning).copied().unwrap_or(0).max(1) as u128;
        let ratio = (((self.groups.len() as u128 + 1) << 8) / stands).max(1 << 8);
        // Of a ratio below 2^32, the fourth power has at most 128 bits.
        let ratio = ratio.min(u128::from(u32::MAX));
        u64::from(ratio.pow(4).max(1).ilog2().saturating_sub(32)).max(1)
    }
}

/// A file taken for a module.
fn module(path: &str, is_test: bool) -> Symbol {
    Symbol {
        name: file_stem(path).to_owned(),
        kind: SymbolKind::Module,
        line: 1,
        owner: None,
        head: String::new(),
        gist: String::new(),
        is_test,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(name: &str, kind: SymbolKind) -> Symbol {
        Symbol {
            name: name.to_owned(),
            kind,
            line: 1,
            owner: None,
            head: String::new(),
            gist: String::new(),
            is_test: false,
        }
    }

    /// An index in which each name stands in a file of its own, among some that have nothing to do
    /// with them.
    fn index(names: &[(&str, SymbolKind)]) -> Index {
        let others = ["open_door", "paint_wall", "GardenFence", "roof_height", "window_area"];
        let others = others.map(|name| (name, SymbolKind::Function));
        Index::from_files(
            names
                .iter()
                .chain(&others)
                .enumerate()
                .map(|(at, (name, kind))| (format!("f{at:03}.rs"), vec![symbol(name, *kind)])),
        )
    }

    #[test]
    fn names_are_near_by_words_meaning_and_letters() {
        use SymbolClass::{Callable, Type};
        for (new, old, kind, class, how) in [
            ("parse_duration", "parse_duration", SymbolKind::Function, Callable, "SameName"),
            ("parseDuration", "parse_duration", SymbolKind::Function, Callable, "SameWords"),
            ("duration_parse", "parse_durations", SymbolKind::Method, Callable, "SameWords"),
            ("digest_of_file", "file_digest", SymbolKind::Function, Callable, "SameWords"),
            ("fetch_lease", "load_lease", SymbolKind::Function, Callable, "Synonyms"),
            ("load_settings", "get_config", SymbolKind::Function, Callable, "Synonyms"),
            ("LeaseValidator", "LeaseChecker", SymbolKind::Type, Type, "Synonyms"),
            ("RetryHelper", "RetryUtil", SymbolKind::Type, Type, "Synonyms"),
            ("normalise_path", "normalize_paths", SymbolKind::Function, Callable, "Synonyms"),
            ("colour_of_lease", "color_of_lease", SymbolKind::Function, Callable, "Respelt"),
            ("filename_stem", "file_name_stem", SymbolKind::Function, Callable, "Respelt"),
            ("render_markdwn", "render_markdown", SymbolKind::Function, Callable, "Respelt"),
            (
                "lease_expiry_timer",
                "expiry_timer_wheel_lease",
                SymbolKind::Function,
                Callable,
                "RareWords",
            ),
            ("RfcDocumentReader", "RfcDocument", SymbolKind::Type, Type, "RareWords"),
            // Too general, too different, of another kind, or the opposite.
            ("run", "run", SymbolKind::Function, Callable, ""),
            ("config", "config", SymbolKind::Function, Callable, ""),
            ("scan", "scan", SymbolKind::Function, Callable, ""),
            ("parse_duration", "ParseDuration", SymbolKind::Type, Callable, ""),
            ("parse_duration", "parse_ticket", SymbolKind::Function, Callable, ""),
            ("encode_lease", "decode_lease", SymbolKind::Function, Callable, ""),
            ("json_to_yaml", "yaml_to_json", SymbolKind::Function, Callable, ""),
            ("start_session_timer", "stop_session_timer", SymbolKind::Function, Callable, ""),
            ("read_u16", "read_u32", SymbolKind::Function, Callable, ""),
            ("get_lease", "set_lease", SymbolKind::Function, Callable, ""),
            ("lease_count", "lease_holder", SymbolKind::Function, Callable, ""),
        ] {
            let index = index(&[(old, kind)]);
            let searcher = Searcher::new(&index);
            let near = searcher.near(new, Some(class));
            let found = near.first().map_or_else(String::new, |near| format!("{:?}", near.how));
            let is_it = if how.is_empty() { near.is_empty() } else { found.starts_with(how) };
            assert!(is_it, "{new} and {old}: {near:?}");
        }
    }

    #[test]
    fn a_word_that_stands_in_many_names_is_not_rare() {
        let many: Vec<String> =
            (0..40).map(|n| format!("council_session_{}", "abcdefgh".repeat(n + 1))).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), SymbolKind::Function)).collect();
        let index = index(&many);
        let searcher = Searcher::new(&index);
        assert_eq!(searcher.near("council_session_opener", None), []);
    }

    #[test]
    fn files_are_modules_and_tests_are_left_out() {
        let of = |name| vec![symbol(name, SymbolKind::Function)];
        let index = Index::from_files([
            ("src/retry_policy.rs".to_owned(), of("delay_of")),
            ("tests/retry_policy.rs".to_owned(), of("wait_for_lease")),
        ]);
        let searcher = Searcher::new(&index);
        let near = searcher.near("RetryPolicies", Some(SymbolClass::Module));
        assert_eq!(near.len(), 1, "{near:?}");
        assert_eq!(
            (near[0].path, near[0].symbol.kind),
            ("src/retry_policy.rs", SymbolKind::Module)
        );
        assert_eq!(searcher.near("wait_for_lease", None), []);
        assert_eq!(Searcher::with_tests(&index).near("wait_for_lease", None).len(), 1);
    }

    #[test]
    fn what_many_bear_is_a_custom_and_the_best_come_first() {
        let same: Vec<_> = (0..=CUSTOM).map(|_| ("lease_state", SymbolKind::Method)).collect();
        let custom = index(&same);
        assert_eq!(Searcher::new(&custom).near("lease_state", None), []);
        let some = index(&same[..10]);
        assert_eq!(Searcher::new(&some).near("lease_state", None).len(), MOST);
        let ranked = index(&[
            ("fetch_lease_state", SymbolKind::Function),
            ("LoadLeaseState", SymbolKind::Function),
            ("load_lease_state", SymbolKind::Function),
        ]);
        let searcher = Searcher::new(&ranked);
        let hows = searcher.near("load_lease_state", None).into_iter().map(|near| near.how);
        let expected = [NameMatch::SameName, NameMatch::SameWords, NameMatch::Synonyms];
        assert_eq!(hows.collect::<Vec<_>>(), expected);
    }
}
