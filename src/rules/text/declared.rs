//! Names of code that a text declares: in the syntax of some language, by a signature, or in words
//! like "add `parse_rate`". Knows no ticket and no repository.

use crate::gates::text::runs::{Run, runs};
use crate::gates::text::shapes::are_typed;
use crate::rules::lexicon::{self, Words};
use crate::symbols::SymbolClass;

/// A name that a text introduces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declared<'t> {
    /// As written, without path and receiver.
    pub(crate) name: &'t str,
    /// What it is said to be; `None` when the words do not tell.
    pub(crate) class: Option<SymbolClass>,
    /// From the name to the end of what comes back, for a function that is written down with it.
    pub(crate) signature: Option<&'t str>,
    /// Whether the text only puts it to use: it is introduced if nobody else has it.
    pub(crate) is_only_used: bool,
    /// Where the name begins, in bytes.
    pub(crate) at: usize,
}

/// Keywords that are no English words, and what they declare.
const KEYWORDS: &[(&str, SymbolClass)] = &[
    ("fn", SymbolClass::Callable),
    ("def", SymbolClass::Callable),
    ("func", SymbolClass::Callable),
    ("struct", SymbolClass::Type),
    ("enum", SymbolClass::Type),
    ("mod", SymbolClass::Module),
];

/// Words of both languages: they declare only what looks like code.
const WORDS: &[(&str, SymbolClass)] = &[
    ("class", SymbolClass::Type),
    ("function", SymbolClass::Callable),
    ("helper", SymbolClass::Callable),
    ("interface", SymbolClass::Type),
    ("macro", SymbolClass::Callable),
    ("message", SymbolClass::Type),
    ("method", SymbolClass::Callable),
    ("module", SymbolClass::Module),
    ("protocol", SymbolClass::Type),
    ("record", SymbolClass::Type),
    ("trait", SymbolClass::Type),
    ("type", SymbolClass::Type),
];

static MAKING: Words = lexicon::words("made");

/// Every name that a text declares, in order, each once.
pub(crate) fn declared(text: &str) -> Vec<Declared<'_>> {
    let mut found: Vec<Declared<'_>> = Vec::new();
    let tokens = runs(text);
    for (i, token) in tokens.iter().enumerate() {
        if let Some(new) = by_keyword(text, &tokens[..i], token)
            .or_else(|| by_signature(text, &tokens[..i], token))
            .or_else(|| by_verb(text, &tokens[..i], token))
            .or_else(|| by_use(text, token))
        {
            match found.iter_mut().find(|old| old.name == new.name) {
                Some(old) => {
                    old.class = old.class.or(new.class);
                    old.signature = old.signature.or(new.signature);
                    old.is_only_used &= new.is_only_used;
                }
                None => found.push(new),
            }
        }
    }
    found
}

fn is_name(word: &str) -> bool {
    word.len() > 2 && word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a position stands inside backticks.
fn is_quoted(text: &str, at: usize) -> bool {
    let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
    text[line..at].matches('`').count() % 2 == 1
}

/// `fn name`, `class Name`, `func (r *Repo) Name`.
fn by_keyword<'t>(text: &'t str, before: &[Run<'t>], token: &Run<'t>) -> Option<Declared<'t>> {
    let last = before.last()?;
    let between = &text[last.end()..token.at];
    let receiver = || {
        let open = text[..token.at].trim_end().strip_suffix(')')?.rfind('(')?;
        let head = text[..open].trim_end();
        let is_method = head.ends_with("func") && text[token.end()..].starts_with('(');
        is_method.then_some(SymbolClass::Callable)
    };
    let is_next = !between.is_empty() && between.chars().all(|c| matches!(c, ' ' | '`'));
    let of = |table: &[(&str, SymbolClass)]| {
        let entry = table.iter().find(|(word, _)| *word == last.word);
        entry.filter(|_| is_next).map(|(_, class)| *class)
    };
    let follows = text[token.end()..].chars().next();
    let is_call = follows == Some('(');
    let class = of(KEYWORDS)
        .filter(|_| is_quoted(text, last.at) || token.is_code() || is_call)
        .or_else(|| {
            let in_code = is_quoted(text, last.at) && is_name(token.word);
            of(WORDS).filter(|_| {
                in_code || token.is_code() || (between.contains('`') && is_name(token.word))
            })
        })
        .or_else(receiver)?;
    is_name(token.word).then(|| Declared {
        name: token.word,
        class: Some(class),
        signature: is_call.then(|| signature(text, token)).flatten(),
        is_only_used: false,
        at: token.at,
    })
}

/// `name(a: u64) -> String`, `String name(Map<K, V> arguments)`, and calls that are said to be made.
fn by_signature<'t>(text: &'t str, before: &[Run<'t>], token: &Run<'t>) -> Option<Declared<'t>> {
    let rest = &text[token.end()..];
    if !rest.starts_with('(') || !is_name(token.word) || text[..token.at].ends_with(['.', ':']) {
        return None;
    }
    let signature = signature(text, token)?;
    let inside = signature[token.word.len() + 1..].split(')').next().unwrap_or_default();
    let behind = signature.rsplit_once(')').map_or("", |(_, behind)| behind);
    let is_typed = are_typed(inside);
    let has_result = !behind.trim().is_empty();
    let is_made = made_before(text, before, token).is_some();
    (is_typed || (has_result && is_made) || (is_made && token.is_code())).then_some(Declared {
        name: token.word,
        class: Some(SymbolClass::Callable),
        signature: Some(signature),
        is_only_used: false,
        at: token.at,
    })
}

/// From a name to the end of its parameters and of what comes back.
fn signature<'t>(text: &'t str, token: &Run<'t>) -> Option<&'t str> {
    let rest = &text[token.end()..];
    let mut depth = 0_usize;
    let close = rest.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '\n' if at > 200 => return Some(None),
            _ => {}
        }
        (depth == 0).then_some(Some(at + 1))
    })??;
    let behind = &rest[close..];
    let result = behind.trim_start_matches([' ', '\n']);
    let skipped = behind.len() - result.len();
    let has_arrow = result.starts_with("->") || result.starts_with(": ");
    let stop = |c: char| matches!(c, '`' | '\n' | ';' | '{' | '"');
    let sentence = result.find(". ").unwrap_or(result.len());
    let length = result.find(stop).unwrap_or(result.len()).min(sentence).min(80);
    let length = (0..=length).rev().find(|at| result.is_char_boundary(*at)).unwrap_or(0);
    let end = token.end() + close + if has_arrow { skipped + length } else { 0 };
    Some(text[token.at..end].trim_end())
}

/// `add a helper named parse_rate`, `new RateLimit`: code within six words of a word that makes.
fn by_verb<'t>(text: &'t str, before: &[Run<'t>], token: &Run<'t>) -> Option<Declared<'t>> {
    let is_path = text[token.end()..].starts_with(['/', '.', ':'])
        && !text[token.end()..].starts_with(". ")
        && !text[token.end()..].starts_with(": ")
        && !text[token.end()..].starts_with(".\n")
        || text[..token.at].ends_with(['/', '.', ':', '-']);
    let is_bare = token.is_code() || (is_quoted(text, token.at) && is_name(token.word));
    let is_shouted = !token.word.chars().any(char::is_lowercase);
    // Of a quoted declaration only the first name is declared.
    let opens = text[..token.at].ends_with('`');
    let is_inner = is_quoted(text, token.at) && !opens;
    if is_path || is_inner || !is_bare || is_shouted {
        return None;
    }
    let verb = made_before(text, before, token)?;
    let is_type = token.word.starts_with(char::is_uppercase);
    // Who builds or gives a `Lease` may well have the type.
    let declares = ["declare", "define", "defines", "implement", "introduce", "introduces", "new"];
    let is_only_used = is_type && !declares.contains(&verb.as_str());
    let class = if is_type { Some(SymbolClass::Type) } else { Some(SymbolClass::Callable) };
    Some(Declared { name: token.word, class, signature: None, is_only_used, at: token.at })
}

/// A quoted call of a name of code, `sinceWhen(at, now)`.
fn by_use<'t>(text: &'t str, token: &Run<'t>) -> Option<Declared<'t>> {
    let opens = text[..token.at].ends_with('`');
    let is_call = text[token.end()..].starts_with('(');
    (opens && is_call && token.is_code()).then(|| Declared {
        name: token.word,
        class: Some(SymbolClass::Callable),
        signature: signature(text, token),
        is_only_used: true,
        at: token.at,
    })
}

/// The making word that stands shortly before, with nothing between that turns it away: `add to`,
/// `write through`.
fn made_before(text: &str, before: &[Run<'_>], token: &Run<'_>) -> Option<String> {
    static AWAY: Words = lexicon::words("turned-away");
    // What stands in code is no word about it: `swap(old, new)` makes nothing.
    for last in before.iter().rev().take(6).filter(|last| !is_quoted(text, last.at)) {
        let between = &text[last.end()..token.at];
        if between.contains(['\n', ';', '(', '<', ':', '>', '=', '&']) || between.contains(". ") {
            return None;
        }
        let lower = last.word.to_lowercase();
        if MAKING.has(&lower) {
            return Some(lower);
        }
        if AWAY.has(&lower) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        declared(text).into_iter().filter(|d| !d.is_only_used).map(|d| d.name).collect()
    }

    #[test]
    fn languages_are_read_by_their_keywords() {
        for (text, expected) in [
            ("`pub fn keep_set(rules: &Rules) -> Vec<Id>`", &["keep_set"][..]),
            ("`func (s *Store) Lease(ctx context.Context) error`", &["Lease"]),
            ("`class SpikeRule` with `check(self, r: Reading) -> str`", &["SpikeRule", "check"]),
            ("a function that sorts; a class of its own", &[]),
            (
                "private static String substitute(String text, Map<String, String> m)",
                &["substitute"],
            ),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
    }

    #[test]
    fn a_call_is_no_declaration() {
        for text in [
            "Call `open_backend(location)` first",
            "through `run_ingest`",
            "uses `file_digest`",
            "`swap(old, new)`, else `insert_row(entry)`",
            "it implements `EventSink`",
        ] {
            assert_eq!(names(text), Vec::<&str>::new(), "{text}");
        }
        let used: Vec<bool> =
            declared("`sinceWhen(at, now)` turns it").iter().map(|d| d.is_only_used).collect();
        assert_eq!(used, [true]);
        assert_eq!(names("Add a helper `hash_upload` beside it"), ["hash_upload"]);
        assert_eq!(names("Introduce `RetryPolicy` for the sender"), ["RetryPolicy"]);
    }

    #[test]
    fn a_signature_goes_to_what_comes_back() {
        let found = declared("`fn human(count: u64) -> String` in forget.rs");
        assert_eq!(found[0].signature, Some("human(count: u64) -> String"));
    }
}
