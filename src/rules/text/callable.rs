//! The shape of a function as it is written down: what it takes and what comes back. Types are
//! compared as text, without borrowing, constness, paths and case.

use crate::gates::text::shapes::{closing, parts};

/// What a function takes and gives.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FunctionShape {
    /// The types of its parameters, `?` where none is written; without the receiver.
    pub(crate) takes: Vec<String>,
    /// What comes back; empty where nothing is said.
    pub(crate) gives: String,
}

/// A shape, and how it may be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Callable {
    pub(crate) shape: FunctionShape,
    /// How many of the parameters a call may leave out.
    optional: usize,
}

impl Callable {
    /// Whether a call that was written for the other one no longer fits this one: in the number of
    /// what it takes, or in what it makes of a plain result.
    pub(crate) fn breaks(&self, old: &Self) -> bool {
        let (new_takes, old_takes) = (self.shape.takes.len(), old.shape.takes.len());
        let is_called_otherwise =
            new_takes - self.optional > old_takes - old.optional || new_takes < old_takes;
        let is_plain = |kind: &str| !kind.is_empty() && kind.chars().all(char::is_alphanumeric);
        let (gives, gave) = (&self.shape.gives, &old.shape.gives);
        let had_result = is_plain(gave) && !matches!(gave.as_str(), "void" | "none");
        is_called_otherwise || had_result && is_plain(gives) && gives != gave
    }
}

impl FunctionShape {
    /// How much the types say: their words, those that languages have by themselves too.
    pub(crate) fn weight(&self) -> usize {
        let types = self.takes.iter().chain([&self.gives]);
        types
            .map(|t| t.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).count())
            .sum()
    }

    /// Whether every parameter has a type and something comes back.
    pub(crate) fn is_whole(&self) -> bool {
        !self.takes.is_empty()
            && !self.gives.is_empty()
            && !matches!(self.gives.as_str(), "void" | "none" | "()" | "error")
            && self.takes.iter().all(|t| t != "?")
    }
}

/// The shape of the function `name` in a text that declares it, in any of the languages that are
/// indexed.
pub(crate) fn shape(text: &str, name: &str) -> Option<FunctionShape> {
    callable(text, name).map(|callable| callable.shape)
}

/// The same with how it may be called.
pub(crate) fn callable(text: &str, name: &str) -> Option<Callable> {
    let open = text.match_indices(name).find_map(|(at, _)| {
        let end = at + name.len();
        text[end..].starts_with('(').then_some((at, end))
    });
    let (at, open) = open?;
    let inside_and_more = &text[open + 1..];
    let close = closing(inside_and_more)?;
    let (inside, behind) = (&inside_and_more[..close], &inside_and_more[close + 1..]);
    let parameters: Vec<&str> = parts(inside);
    let is_receiver = |p: &&str| {
        let bare = p.trim_start_matches('&').trim_start_matches("mut ").trim();
        !matches!(bare, "self" | "cls") && !bare.starts_with("'") && !bare.is_empty()
    };
    let taken: Vec<&str> = parameters.into_iter().filter(is_receiver).collect();
    let optional = taken.iter().filter(|parameter| may_be_left_out(parameter)).count();
    let mut takes: Vec<String> = taken.into_iter().map(parameter).collect();
    // In Go several names may share the type that follows the last: `from, to time.Time`.
    for at in (0..takes.len().saturating_sub(1)).rev() {
        if takes[at] == "?"
            && behind.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '(')
        {
            takes[at] = takes[at + 1].clone();
        }
    }
    let shape = FunctionShape { takes, gives: result(&text[..at], behind) };
    Some(Callable { shape, optional })
}

/// Whether a parameter has a value of its own, may be absent, or stands for any number of them.
fn may_be_left_out(parameter: &str) -> bool {
    let name = parameter.split(':').next().unwrap_or_default().trim_end();
    parameter.contains('=') && !parameter.contains("=>")
        || name.ends_with('?')
        || parameter.starts_with(['*', '/'])
        || parameter.contains("...")
}

/// The type of one parameter: behind a colon, before the name (Java), or behind it (Go).
fn parameter(text: &str) -> String {
    let text = text.split('=').next().unwrap_or_default().trim();
    if let Some((_, kind)) = text.split_once(':') {
        return plain(kind);
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "final").collect();
    let [first, .., last] = words.as_slice() else { return "?".to_owned() };
    let is_type = |word: &str| {
        word.starts_with(|c: char| c.is_uppercase() || "*[&".contains(c))
            || word.contains(['.', '<', '['])
    };
    let primitive = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];
    let is_java = primitive.contains(first) || (is_type(first) && !is_type(last));
    match is_java {
        true => plain(&words[..words.len() - 1].join(" ")),
        false => plain(&words[1..].join(" ")),
    }
}

/// What comes back: behind an arrow or a colon, behind the parameters (Go), or before the name.
fn result(before: &str, behind: &str) -> String {
    let behind = behind.trim_start();
    for mark in ["->", ":"] {
        if let Some(rest) = behind.strip_prefix(mark) {
            let stop = ['`', '{', ';', '\n', '"'];
            let rest = rest.split(stop).next().unwrap_or_default();
            let rest = rest.split(". ").next().unwrap_or_default();
            let first = parts(rest).first().copied().unwrap_or_default();
            return plain(first.trim_end_matches([':', '.']));
        }
    }
    let modifiers = [
        "abstract",
        "default",
        "final",
        "private",
        "protected",
        "public",
        "static",
        "synchronized",
    ];
    let line = before.rsplit(['`', '\n', ';', '"']).next().unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_declared = line.ends_with(' ') && !words.is_empty();
    let last = words.last().copied().unwrap_or_default();
    let keywords = ["async", "def", "fn", "func", "function", "new"];
    let is_result = is_declared
        && last.starts_with(|c: char| c.is_alphabetic())
        && !keywords.contains(&last)
        && !line.trim_start().starts_with("func ")
        && (last.contains(['<', '['])
            || last.starts_with(char::is_uppercase)
            || words.iter().any(|word| modifiers.contains(word))
            || matches!(last, "boolean" | "byte" | "double" | "int" | "long" | "void"));
    if is_result {
        let first = words
            .iter()
            .rposition(|word| modifiers.contains(word))
            .map_or(words.len() - 1, |at| at + 1);
        return plain(&words[first.min(words.len() - 1)..].join(" "));
    }
    // Go: `(T, error)` or one type directly behind.
    let is_go = line.trim_start().starts_with("func") || line.is_empty() || !is_declared;
    let one = behind.split(['`', '{', '\n', ';', '"']).next().unwrap_or_default().trim();
    match one.strip_prefix('(').and_then(|rest| Some(&rest[..closing(rest)?])) {
        Some(several) if is_go => plain(several),
        _ if is_go && !one.is_empty() && !one.contains(' ') => plain(one.trim_end_matches('.')),
        _ => String::new(),
    }
}

/// A type as it is compared.
fn plain(kind: &str) -> String {
    let mut found = String::new();
    for word in kind.split(|c: char| c.is_whitespace() || matches!(c, '&' | '*')) {
        if word.is_empty()
            || word.starts_with('\'')
            || matches!(word, "mut" | "dyn" | "const" | "readonly" | "final")
        {
            continue;
        }
        found.push_str(word);
    }
    let mut short = String::new();
    for piece in found.split_inclusive(|c: char| "<>[](),|".contains(c)) {
        let name = piece.trim_end_matches(|c: char| "<>[](),|".contains(c));
        let tail = &piece[name.len()..];
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        short.push_str(&last.to_lowercase());
        short.push_str(tail);
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_fits_as_long_as_it_gives_what_is_needed() {
        let of = |text: &str| callable(text, "f").expect(text);
        for (old, new, breaks) in [
            ("def f(a: int) -> int:", "f(a: int, b: int) -> int", true),
            ("def f(a: int) -> int:", "f(a: int, b: int = 3) -> int", false),
            ("function f(a: string): string", "f(a: string, b?: string): string", false),
            ("def f(a: int) -> int:", "f(a: int) -> Report", true),
            ("def f(a: int) -> None:", "f(a: int) -> Report", false),
            ("fn f(&self, a: u64) -> u64", "fn f(&self) -> u64", true),
            ("func f(a string) error", "f(a string, more ...int) error", false),
        ] {
            assert_eq!(of(new).breaks(&of(old)), breaks, "{old} / {new}");
        }
    }

    #[test]
    fn shapes_are_read_in_all_languages() {
        for (text, name, takes, gives) in [
            (
                "pub fn f(a: &strata::Path, n: u64) -> Result<Vec<u8>, Error> {",
                "f",
                &["path", "u64"][..],
                "result<vec<u8>,error>",
            ),
            ("def f(self, source: Path) -> str:", "f", &["path"], "str"),
            (
                "static String fill(String template, Map<String, String> values)",
                "fill",
                &["string", "map<string,string>"],
                "string",
            ),
            (
                "func (c *Client) do(ctx context.Context, path string, out any) error",
                "do",
                &["context", "string", "any"],
                "error",
            ),
            ("func f(from, to time.Time) (bool, error)", "f", &["time", "time"], "bool,error"),
            (
                "export function formatMoney(money: Money, locale: string): string",
                "formatMoney",
                &["money", "string"],
                "string",
            ),
            ("`sinceWhen(at, now)` turns", "sinceWhen", &["?", "?"], ""),
        ] {
            let found = shape(text, name).expect(text);
            assert_eq!(found.takes, takes, "{text}");
            assert_eq!(found.gives, gives, "{text}");
        }
    }
}
