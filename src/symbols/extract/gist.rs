//! The words by which a definition can be known again, whatever it is called.

use crate::symbols::Symbol;

/// Words of the languages themselves, and those that stand in every body.
const EMPTY: &[&str] = &[
    "and",
    "any",
    "args",
    "async",
    "await",
    "bool",
    "boolean",
    "box",
    "break",
    "case",
    "catch",
    "class",
    "clone",
    "const",
    "continue",
    "crate",
    "def",
    "default",
    "derive",
    "dyn",
    "each",
    "elif",
    "else",
    "enum",
    "err",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "fmt",
    "for",
    "from",
    "func",
    "function",
    "has",
    "have",
    "impl",
    "implements",
    "import",
    "inline",
    "int",
    "interface",
    "into",
    "its",
    "let",
    "map",
    "match",
    "mut",
    "new",
    "nil",
    "none",
    "not",
    "null",
    "number",
    "object",
    "option",
    "other",
    "override",
    "package",
    "pass",
    "private",
    "protected",
    "pub",
    "public",
    "raise",
    "ref",
    "result",
    "return",
    "returns",
    "self",
    "should",
    "some",
    "static",
    "str",
    "string",
    "struct",
    "super",
    "switch",
    "that",
    "the",
    "then",
    "this",
    "throw",
    "throws",
    "trait",
    "true",
    "try",
    "type",
    "unwrap",
    "usize",
    "value",
    "var",
    "vec",
    "void",
    "was",
    "what",
    "when",
    "where",
    "which",
    "while",
    "with",
    "yield",
];

/// The words of some pieces of source, in the order of their first appearance: cut at humps and
/// underscores, in lower case, from three letters on.
pub(super) fn of(pieces: [&[u8]; 2]) -> String {
    let mut gist = String::new();
    let mut words: Vec<Vec<u8>> = Vec::new();
    for piece in pieces {
        let mut word = Vec::new();
        let mut follows_lower = false;
        for &byte in piece.iter().chain(b" ") {
            let is_hump = byte.is_ascii_uppercase() && follows_lower;
            if (is_hump || !byte.is_ascii_alphanumeric()) && !word.is_empty() {
                keep(&mut words, std::mem::take(&mut word));
                if words.len() == Symbol::GIST {
                    break;
                }
            }
            if byte.is_ascii_alphanumeric() {
                word.push(byte.to_ascii_lowercase());
            }
            follows_lower = byte.is_ascii_lowercase() || byte.is_ascii_digit();
        }
    }
    for word in &words {
        if !gist.is_empty() {
            gist.push(' ');
        }
        gist.extend(word.iter().copied().map(char::from));
    }
    gist
}

fn keep(words: &mut Vec<Vec<u8>>, word: Vec<u8>) {
    let is_number = word.iter().all(u8::is_ascii_digit);
    let is_telling = word.len() >= 3 && word.len() <= 40 && (!is_number || word.len() >= 4);
    if words.len() < Symbol::GIST && is_telling && !words.contains(&word) {
        let text = std::str::from_utf8(&word).unwrap_or_default();
        if EMPTY.binary_search(&text).is_err() {
            words.push(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gist_has_telling_words_once() {
        assert!(EMPTY.is_sorted());
        let code =
            b"pub fn fileDigest(path: &Path) -> String { Sha256::new(); file_digest(1024, 64) }";
        assert_eq!(
            of([b"/// The digest of a file's bytes.", code]),
            "digest file bytes path sha256 1024"
        );
    }
}
