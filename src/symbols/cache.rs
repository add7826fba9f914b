//! What blobs defined and used when they were read before. A shard is one text: a line that says
//! what it is and how its bytes add up, then for each blob a line with its language, its id, its
//! size and the length of what follows: a line with the names that it uses, and one for each
//! definition. A shard that does not add up, or was written by another version, is worth as much as
//! none.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::OnceLock;

use super::extract::Gave;
use super::{Language, Symbol, SymbolKind, Uses};
use crate::port::{BlobId, Shards};

/// Of the extractor and of this format: with another number nothing that is kept counts.
const VERSION: u32 = 3;
/// A shard with more bytes keeps only what is asked for now.
const MOST_BYTES: usize = 8 << 20;

/// What names a source: the same bytes are another source in another language.
pub(super) type CacheKey = (char, BlobId);

/// The key of a blob that is read as a language.
pub(super) fn key(language: Language, id: BlobId) -> CacheKey {
    (language.letter(), id)
}

/// What is known of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Known {
    /// Bytes of the source.
    pub(super) size: u64,
    pub(super) gave: Gave,
}

/// All shards; each is read when it is first asked for.
pub(super) struct Cache<'s> {
    shards: Option<&'s dyn Shards>,
    read: [OnceLock<Shard>; 256],
}

impl<'s> Cache<'s> {
    pub(super) fn new(shards: Option<&'s dyn Shards>) -> Self {
        Self { shards, read: [const { OnceLock::new() }; 256] }
    }

    /// Whether anything can be known or kept at all.
    pub(super) fn is_there(&self) -> bool {
        self.shards.is_some()
    }

    pub(super) fn get(&self, key: &CacheKey) -> Option<Known> {
        self.shard(key.1.shard())?.get(key)
    }

    fn shard(&self, shard: u8) -> Option<&Shard> {
        let shards = self.shards?;
        let read = || shards.load(shard).and_then(Shard::read).unwrap_or_default();
        Some(self.read[usize::from(shard)].get_or_init(read))
    }

    /// Keeps what is new of what this run has seen.
    pub(super) fn keep(&self, seen: &[(CacheKey, Option<&Known>)]) {
        let Some(shards) = self.shards else { return };
        let mut by_shard: BTreeMap<u8, Vec<&(CacheKey, Option<&Known>)>> = BTreeMap::new();
        for one in seen {
            by_shard.entry(one.0.1.shard()).or_default().push(one);
        }
        for (shard, seen) in by_shard {
            if seen.iter().all(|(_, new)| new.is_none()) {
                continue;
            }
            let Some(old) = self.shard(shard) else { continue };
            let mut entries: BTreeMap<CacheKey, Entry<'_>> = old.raw().collect();
            for (key, new) in &seen {
                if let Some(new) = new {
                    entries.insert(*key, Entry::of(new));
                }
            }
            if entries.values().map(Entry::weight).sum::<usize>() > MOST_BYTES {
                entries.retain(|key, _| seen.iter().any(|(seen, _)| seen == key));
            }
            shards.keep(shard, write(&entries).as_bytes());
        }
    }
}

/// A shard that adds up.
#[derive(Debug, Default)]
struct Shard {
    text: String,
    entries: HashMap<CacheKey, (u64, Option<Range<usize>>)>,
}

/// A source as it is written: its size, and its definitions; none when they are too hard to read.
struct Entry<'t> {
    size: u64,
    body: Option<Cow<'t, str>>,
}

impl Shard {
    fn read(bytes: Vec<u8>) -> Option<Self> {
        let text = String::from_utf8(bytes).ok()?;
        let (first, rest) = text.split_once('\n')?;
        if first != title(rest) {
            return None;
        }
        let mut entries = HashMap::new();
        let mut at = first.len() + 1;
        while at < text.len() {
            let line = &text[at..at + text[at..].find('\n')?];
            at += line.len() + 1;
            let mut words = line.split(' ');
            let letter = words.next()?.chars().next()?;
            let id = BlobId::from_hex(words.next()?.as_bytes())?;
            let size = words.next()?.parse().ok()?;
            let body = match words.next()? {
                "-" => None,
                length => {
                    let end = at.checked_add(length.parse().ok()?)?;
                    text.get(at..end)?;
                    Some(at..end)
                }
            };
            at = body.as_ref().map_or(at, |body| body.end);
            entries.insert((letter, id), (size, body));
        }
        Some(Self { text, entries })
    }

    fn get(&self, key: &CacheKey) -> Option<Known> {
        let (size, body) = self.entries.get(key)?;
        let gave = match body {
            None => Gave::TooHard,
            Some(body) => {
                let (uses, symbols) = self.text[body.clone()].split_once('\n')?;
                let symbols = symbols.lines().map(symbol).collect::<Option<_>>()?;
                Gave::Symbols(symbols, Uses::from_line(uses))
            }
        };
        Some(Known { size: *size, gave })
    }

    fn raw(&self) -> impl Iterator<Item = (CacheKey, Entry<'_>)> {
        self.entries.iter().map(|(key, (size, body))| {
            let body = body.clone().map(|body| self.text[body].into());
            (*key, Entry { size: *size, body })
        })
    }
}

impl Entry<'_> {
    fn of(known: &Known) -> Self {
        let body = match &known.gave {
            Gave::Symbols(symbols, uses) => {
                Some(format!("{}\n{}", uses.as_line(), lines(symbols)).into())
            }
            Gave::TooHard | Gave::Stopped => None,
        };
        Self { size: known.size, body }
    }

    fn weight(&self) -> usize {
        64 + self.body.as_ref().map_or(0, |body| body.len())
    }
}

fn write(entries: &BTreeMap<CacheKey, Entry<'_>>) -> String {
    let mut rest = String::new();
    for ((letter, id), Entry { size, body }) in entries {
        let length = body.as_ref().map_or("-".to_owned(), |body| body.len().to_string());
        rest.push_str(&format!("{letter} {id} {size} {length}\n"));
        rest.push_str(body.as_deref().unwrap_or_default());
    }
    format!("{}\n{rest}", title(&rest))
}

fn title(rest: &str) -> String {
    format!("council-review symbols {VERSION} {:016x}", sum(rest.as_bytes()))
}

/// A sum that tells damage, and no forgery: eight bytes at a time, after Fowler, Noll and Vo.
fn sum(bytes: &[u8]) -> u64 {
    let mix =
        |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum =
        words.iter().fold(0xcbf2_9ce4_8422_2325, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let sum = rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)));
    mix(sum, bytes.len() as u64)
}

/// The kinds in an order that never changes; a kind is written as a letter, in capitals for tests.
const KINDS: [(char, SymbolKind); 8] = [
    ('f', SymbolKind::Function),
    ('m', SymbolKind::Method),
    ('t', SymbolKind::Type),
    ('i', SymbolKind::Interface),
    ('o', SymbolKind::Module),
    ('c', SymbolKind::Constant),
    ('a', SymbolKind::Macro),
    ('s', SymbolKind::Section),
];

/// One line for each definition. Names and heads hold no control characters.
fn lines(symbols: &[Symbol]) -> String {
    let mut text = String::new();
    for Symbol { name, kind, line, owner, head, gist, is_test } in symbols {
        let letter = KINDS.iter().find(|(_, of)| of == kind).map_or('f', |(letter, _)| *letter);
        let letter = if *is_test { letter.to_ascii_uppercase() } else { letter };
        let owner = owner.as_deref().unwrap_or_default();
        text.push_str(&format!("{letter}{line}\t{name}\t{owner}\t{head}\t{gist}\n"));
    }
    text
}

fn symbol(text: &str) -> Option<Symbol> {
    let mut parts = text.split('\t');
    let first = parts.next()?;
    let letter = first.chars().next()?;
    let kind = KINDS.iter().find(|(of, _)| *of == letter.to_ascii_lowercase())?.1;
    let line = first[1..].parse().ok()?;
    let (name, owner) = (parts.next()?, parts.next()?);
    let (head, gist) = (parts.next()?, parts.next()?);
    Some(Symbol {
        name: name.to_owned(),
        kind,
        line,
        owner: (!owner.is_empty()).then(|| owner.to_owned()),
        head: head.to_owned(),
        gist: gist.to_owned(),
        is_test: letter.is_ascii_uppercase(),
    })
}
