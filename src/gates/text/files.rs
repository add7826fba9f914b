//! Files in prose: which there are, and what a sentence does with one.

use crate::gates::text::lexicon::{self, Words};
use crate::gates::text::sentences::Sentence;
use crate::gates::text::shapes;
use crate::gates::text::words::{self, file_stem};

/// Whether a file holds tests, by the conventions of most languages.
pub(crate) fn is_test_file(path: &str) -> bool {
    let is_in = path
        .split('/')
        .any(|part| matches!(part, "tests" | "test" | "__tests__" | "spec" | "specs" | "e2e"));
    is_named_test(path) || (is_in && words::is_code(path))
}

/// Whether a file is called a test, wherever it lies.
pub(crate) fn is_named_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = words::file_stem(name);
    stem.starts_with("test_")
        || stem.ends_with("_test")
        || stem.ends_with("_tests")
        || stem.ends_with("_spec")
        || stem == "tests"
        || (stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("IT"))
        || name.contains(".test.")
        || name.contains(".spec.")
}

static MAKES: Words = lexicon::words("makes-file");

/// Whether a path is a test, or lies among tests.
pub(crate) fn is_test(path: &str) -> bool {
    let stem = words::words(file_stem(path));
    let tells = |word: &String| matches!(word.as_str(), "test" | "tests" | "spec" | "bench");
    path.split('/').any(|part| {
        matches!(part, "test" | "tests" | "spec" | "__tests__" | "benches" | "fixtures")
    }) || stem.iter().any(tells)
        || path.contains(".test.")
        || path.contains(".spec.")
}

/// What a sentence says of a path in it.
pub(crate) fn is_made(sentence: &Sentence, path: &str) -> bool {
    let Some(at) = sentence.said.find(path) else { return false };
    let (before, after) = (&sentence.said[..at], &sentence.said[at + path.len()..]);
    let said = words::words(before);
    let makes = MAKES.has_any(&said);
    let follows = words::words(after);
    let is_new = follows.iter().take(3).any(|word| matches!(word.as_str(), "new" | "created"));
    // `Add the class SlotParser in src/SlotParser.java`: a file is called after what it holds.
    let stem = words::words(file_stem(path)).concat();
    let adds = said.iter().any(|w| {
        matches!(
            w.as_str(),
            "add" | "adds" | "define" | "defines" | "implement" | "put" | "place" | "cover"
        )
    });
    let names: Vec<String> = words::words(before);
    let holds_stem = !stem.is_empty() && names.concat().contains(&stem);
    // `src/alarm/quiet.rs: struct QuietSink …` begins a file.
    let is_first = before.trim().trim_matches('`').is_empty();
    let is_declared = after.contains("declared in") || after.contains("registered in");
    let begins = is_first && (begins_file(after) || is_declared);
    let adds_path =
        before.trim_end().trim_end_matches('`').trim_end().to_lowercase().ends_with("add");
    makes || is_new || (adds && holds_stem) || begins || adds_path || is_numbered(path)
}

/// `migrations/0002_schedules.sql`, `V003__series.sql`: the next of a series of files.
pub(crate) fn is_numbered(path: &str) -> bool {
    let stem = file_stem(path).trim_start_matches(['V', 'v']);
    let digits = stem.bytes().take_while(u8::is_ascii_digit).count();
    // A numbered document is a decision that somebody took.
    let digits = if words::is_code(path) { digits } else { 0 };
    digits >= 2 && stem[digits..].starts_with(['_', '-'])
}

/// Whether what follows a path defines something that a file of its own would hold.
fn begins_file(after: &str) -> bool {
    let Some(rest) = after.trim_start_matches('`').strip_prefix(':') else { return false };
    const KEYWORDS: &[&str] = &[
        "class ",
        "def ",
        "enum ",
        "export ",
        "fn ",
        "func ",
        "function ",
        "interface ",
        "record ",
        "struct ",
        "trait ",
        "type ",
    ];
    shapes::signature(rest).is_some() || KEYWORDS.iter().any(|word| rest.contains(word))
}

/// `Add the text to the others in src/messages.properties`: something is put into the file.
pub(crate) fn is_added_to(sentence: &str, path: &str) -> bool {
    let before = sentence.find(path).map_or("", |at| &sentence[..at]);
    let said = words::words(before);
    let verb = said.first().map_or("", String::as_str);
    let into = said.last().map_or("", String::as_str);
    matches!(
        verb,
        "add" | "append" | "change" | "extend" | "insert" | "put" | "register" | "update"
    ) && matches!(into, "in" | "into" | "to")
}

/// Whether a sentence counts on a test file as one that stands there: it extends it, or takes from
/// it what tests share. Any other test file is one that the ticket brings.
pub(crate) fn is_leant_on(sentence: &str, path: &str) -> bool {
    const SHARED: &[&str] = &[
        "common", "conftest", "fixture", "fixtures", "helper", "helpers", "mod", "setup", "support",
    ];
    let said = words::words(sentence);
    let extends = said.iter().take(3).any(|word| matches!(word.as_str(), "extend" | "extends"));
    let is_there = said.iter().any(|word| word == "already");
    SHARED.contains(&file_stem(path).to_lowercase().as_str()) || extends || is_there
}

/// Bare or short file names in a text: `error.rs`, `src/error.rs`.
pub(crate) fn short_names(text: &str) -> Vec<String> {
    let tokens = text.split(|c: char| c.is_whitespace() || "()[]{}<>,;:\"'`=|".contains(c));
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let token = token.trim_end_matches('.').trim_start_matches("./");
        let name = token.rsplit('/').next().unwrap_or(token);
        let is_name = words::is_code(name)
            && name.split('.').next().is_some_and(|stem| stem.len() > 1)
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))
            && !token.starts_with('/')
            && !name.contains("..");
        if is_name && !found.iter().any(|f| f == token) {
            found.push(token.to_owned());
        }
    }
    found
}

/// Whether a file comes along with any change: tests, documents, manifests. A script in a folder of
/// documents is none.
pub(crate) fn is_companion(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_in = |folders: &[&str]| path.split('/').any(|part| folders.contains(&part));
    is_in(&["tests", "test", "fixtures"])
        || (is_in(&["docs", "documents"]) && !words::is_code(path))
        || matches!(name, "Cargo.toml" | "Cargo.lock" | "package.json" | "mod.rs" | "lib.rs")
        || name.ends_with(".md")
        || is_test_file(path)
}
