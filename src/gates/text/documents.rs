//! Documents in prose: which a text names, and whether it reads or writes them.

use crate::gates::text::files::is_made;
use crate::gates::text::lexicon::{self, Words};
use crate::gates::text::sentences::Sentence;
use crate::gates::text::words;

/// The endings of what people write for people.
pub(crate) const ENDINGS: &[&str] = &[
    "adoc", "asciidoc", "doc", "docx", "drawio", "key", "markdown", "md", "mmd", "odt", "org",
    "pdf", "plantuml", "png", "pptx", "puml", "rst", "svg", "vsdx", "xlsx",
];

pub(crate) static KINDS: Words = lexicon::words("document-kind");

static CUES: Words = lexicon::words("document-cue");

/// Verbs by which a ticket writes the document itself.
const WRITES: &[&str] = &[
    "add", "create", "document", "draw", "extend", "keep", "link", "maintain", "publish", "update",
    "write",
];

/// Document files that a text names, with or without a folder.
pub(crate) fn files(text: &str) -> Vec<String> {
    let tokens = text.split(|c: char| c.is_whitespace() || "()[]{}<>,;:\"'`=|#".contains(c));
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let token = token.trim_end_matches('.').trim_start_matches("./");
        let name = token.rsplit('/').next().unwrap_or(token);
        let is_document = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            let ending = ending.to_ascii_lowercase();
            let is_data = matches!(ending.as_str(), "json" | "toml" | "yaml" | "yml");
            let is_told = ["doc/", "docs/", "documents/"].iter().any(|top| token.starts_with(top));
            stem.len() > 1 && (ENDINGS.contains(&ending.as_str()) || is_data && is_told)
        });
        let is_plain = !token.contains(['*', '$', '~', '\\', '@', '%']) && !token.starts_with('/');
        let is_web = text.contains("://") && text.contains(&format!("/{token}"));
        if is_document && is_plain && !is_web && !found.iter().any(|f| f == token) {
            found.push(token.to_owned());
        }
    }
    found
}

/// A sentence in which the ticket writes the document.
pub(crate) fn writes(sentence: &Sentence, at: usize) -> bool {
    let before = words::words(&sentence.said[..at]);
    before.iter().any(|word| WRITES.contains(&word.as_str()))
}

pub(crate) fn reads(text: &str) -> bool {
    CUES.says(text)
}

/// Whether a sentence makes a document. "Write them as the table in docs/a.md has them" reads it.
pub(crate) fn makes(sentence: &Sentence, path: &str) -> bool {
    let before = sentence.said.find(path).map_or("", |at| &sentence.said[..at]);
    let from = before.char_indices().rev().nth(40).map_or(0, |(from, _)| from);
    is_made(sentence, path) && !reads(&before[from..])
}
