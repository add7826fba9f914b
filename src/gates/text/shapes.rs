//! What a line of a ticket is, by its shape: a signature, a field with its type, a case at the
//! edge. Knows lines, not tickets.

use crate::gates::text::lexicon::{self, Words};
use crate::gates::text::words;

/// A function as a line writes it down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeclaredSignature {
    /// At least one parameter has a type.
    pub(crate) has_types: bool,
    /// It says what comes back.
    pub(crate) has_result: bool,
}

/// The first signature of a line: `check(name: string)`, `load() -> Lease`, `fn load(`,
/// `check(String name)`, `check(name string)`.
pub(crate) fn signature(line: &str) -> Option<DeclaredSignature> {
    signatures(line).into_iter().next().map(|(_, signature)| signature)
}

/// The signatures of a line, each with the name and the parameters as they are written.
pub(crate) fn signatures(line: &str) -> Vec<(&str, DeclaredSignature)> {
    let all = line.match_indices('(').filter_map(|(open, _)| {
        let (before, after) = (&line[..open], &line[open + 1..]);
        let name_from = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let name = &before[name_from..];
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let (inside, behind) = match closing(after) {
            Some(end) => (&after[..end], &after[end + 1..]),
            None => (after, ""),
        };
        let keywords = ["fn ", "def ", "func ", "function "];
        let is_declared = keywords.iter().any(|word| before[..name_from].ends_with(word));
        let has_types = are_typed(inside);
        let has_result = behind.trim_start().starts_with("->");
        let end = open + 1 + inside.len();
        (is_declared || has_types || has_result)
            .then_some((&line[name_from..end], DeclaredSignature { has_types, has_result }))
    });
    all.collect()
}

/// The parts between commas that stand in no bracket.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut from) = (0_i32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' if !text[..at].ends_with(['-', '=']) => depth -= 1,
            ',' if depth <= 0 => {
                found.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[from..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// Whether one of the parameters in a list has a type.
pub(crate) fn are_typed(list: &str) -> bool {
    // `route({ name: "replay" })` hands over an object.
    let is_object = list.trim_start().starts_with('{') && !list.contains("}:");
    !is_object && list.split(',').any(is_typed) || parts(list).into_iter().any(is_typed_pair)
}

/// A parameter as Java and C write it, `String name`, or Go: `name string`, `ctx context.Context`.
fn is_typed_pair(part: &str) -> bool {
    let mut words = part.split_whitespace();
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_lowercase() || c == '_')
            && word.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let is_type = |word: &str| {
        const PLAIN: &[&str] = &[
            "bool", "boolean", "byte", "char", "double", "error", "float", "int", "int32", "int64",
            "long", "short", "string", "uint32", "uint64",
        ];
        let bare = word.trim_start_matches(['*', '&', '[', ']', '.']);
        PLAIN.contains(&bare)
            || bare.starts_with(char::is_uppercase)
            || (bare.contains('.') && !bare.ends_with('.'))
            || bare.len() < word.len()
    };
    (is_type(first) && is_name(second)) || (is_name(first) && is_type(second))
}

/// Where the parenthesis that is open at the start of a text is closed.
pub(crate) fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// `name: Type`, and nothing after the type that only a sentence would have.
fn is_typed(part: &str) -> bool {
    let Some((name, kind)) = part.split_once(':') else {
        return false;
    };
    let name = name.trim().trim_start_matches("pub ").trim_start_matches("mut ");
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let kind = kind.trim();
    let is_type = kind.starts_with(|c: char| c.is_alphabetic() || matches!(c, '&' | '[' | '('));
    is_name && is_type && !kind.starts_with(':') && kind.split_whitespace().count() <= 3
}

/// Whether the line is a field of a type, or names one that only code has: `owner: String`,
/// `Vec<Signal>`.
pub(crate) fn is_field(line: &str) -> bool {
    const TYPES: &[&str] = &[
        "bool", "bytes", "f32", "f64", "i32", "i64", "int32", "int64", "str", "string", "String",
        "u8", "u16", "u32", "u64", "uint32", "uint64", "usize",
    ];
    let plain = line.trim_end_matches([',', ';']).trim_matches('`');
    let is_known = |kind: &str| {
        let bare = kind.trim().trim_start_matches(['&', '[']);
        let generic = ["Vec<", "Option<", "Result<", "HashMap<", "BTreeMap<", "Arc<", "Box<"];
        let mut names = bare.split(|c: char| !c.is_alphanumeric());
        generic.iter().any(|start| bare.starts_with(start))
            || names.next().is_some_and(|name| TYPES.contains(&name))
    };
    let types_value =
        plain.split_once(": ").is_some_and(|(_, kind)| is_typed(plain) && is_known(kind));
    // A list of fields in one line: `(id: u64, owner: String)`.
    let has_several = plain.split([',', '(', '{']).filter(|part| {
        let part = part.trim_end_matches([')', '}', ' ']);
        is_typed(part) && part.split_once(':').is_some_and(|(_, kind)| is_known(kind))
    });
    types_value || has_several.count() >= 2
}

/// Whether the line speaks of a kind of type: a struct, an enum, a schema, a table.
pub(crate) fn names_kind(line: &str) -> bool {
    const KINDS: &[&str] = &["enum", "schema", "struct", "trait"];
    // Words that also occur in plain sentences: a kind of type only beside a name of code.
    const WORDS: &[&str] = &["fields", "message", "table", "type"];
    let found = words::words(line);
    let has = |kinds: &[&str]| kinds.iter().any(|kind| found.iter().any(|word| word == kind));
    has(KINDS) || (has(WORDS) && !words::identifiers(line).is_empty())
}

/// Whether the line names a part of the code: a file, a name, a command, or something in
/// backticks.
pub(crate) fn names_part(line: &str) -> bool {
    line.contains('`')
        || !words::paths(line).is_empty()
        || !words::identifiers(line).is_empty()
        || words::names_command(line)
}

/// Whether the line speaks of what is not the usual course.
pub(crate) fn names_case(line: &str) -> bool {
    static CASE: Words = lexicon::words("edge-case");
    CASE.says(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_has_types_or_a_result() {
        let of = |line| signature(line).map(|s| (s.has_types, s.has_result));
        assert_eq!(of("`greet(name: string) -> string`: returns"), Some((true, true)));
        assert_eq!(of("Add `check_name(name: string)` to a.sh"), Some((true, false)));
        assert_eq!(of("fn load("), Some((false, false)));
        assert_eq!(of("publish(bundle: &Bundle) -> Result<Id>"), Some((true, true)));
        assert_eq!(of("`int importRooms(Path csv)`"), Some((true, false)));
        assert_eq!(of("save(Map<UUID, Room> rooms, int most)"), Some((true, false)));
        assert_eq!(of("Push(ctx context.Context, job *Job) error"), Some((true, false)));
        assert_eq!(of("the member(s) of a list(see the notes)"), None);
        assert_eq!(of("the state machine (INIT -> RUNNING)"), None);
        assert_eq!(of("call load() first"), None);
        assert_eq!(of("one(s) or several (see note: later)"), None);
        assert_eq!(of("List<é>(x)"), None);
    }

    #[test]
    fn a_field_has_a_type_of_code() {
        assert!(is_field("owner: String,") && is_field("ids: Vec<Id>"));
        assert!(is_field("- Lease {id: u64, owner: String}"));
        assert!(!is_field("In radar.rs: string the parts together now"));
    }
}
