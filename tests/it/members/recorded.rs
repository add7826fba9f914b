//! Recorded examples of the vendors' clients and servers: what they come to. `COUNCIL_TEST_BLESS=1 cargo
//! test --test it recorded` writes the outcomes and lines anew.

use std::fs;
use std::path::{Path, PathBuf};

use super::dialects::{outcome, stands};
use super::server::{Server, at, fails, status};
use council_review::host::http::HttpSeat;
use council_review::members::dialect::Dialect;
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/recorded")
}

fn files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = all.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    all.sort();
    all
}

#[test]
fn a_recorded_reply_comes_to_its_outcome() {
    let mut seen = 0;
    for (name, dialect) in [
        ("anthropic", Dialect::Anthropic),
        ("openai", Dialect::OpenAi),
        ("ollama", Dialect::OpenAi),
        ("openrouter", Dialect::OpenAi),
        ("gemini", Dialect::Gemini),
    ] {
        for reply in files(&folder().join(name), ".reply.json") {
            let bytes = fs::read(&reply).expect("a file");
            let beside = reply.to_string_lossy().replace(".reply.json", ".outcome.json");
            stands(Path::new(&beside), &outcome(dialect, &bytes));
            seen += 1;
        }
    }
    assert_eq!(seen, 10);
}

#[test]
fn a_recorded_error_says_what_to_do() {
    let all = files(&folder().join("errors"), ".json");
    assert_eq!(all.len(), 12);
    for path in all {
        let mut said: Value =
            serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
        let dialect: Dialect = serde_json::from_value(said["dialect"].clone()).expect("a dialect");
        let code = said["status"].as_u64().and_then(|code| u16::try_from(code).ok()).expect("one");
        let server = Server::new(vec![status(code, "", &said["body"].to_string())]);
        let seat = HttpSeat { dialect, temperature: Some(0.2), ..at(&server) };
        let (line, _) = fails(seat);
        said["line"] = json!(line.replace(&server.address.to_string(), "SERVER"));
        stands(&path, &said);
    }
}

/// Whoever takes facts from elsewhere says from where.
#[test]
fn every_recorded_folder_names_its_sources() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let recorded = fs::read_dir(folder()).expect("a folder").flatten().map(|entry| entry.path());
    for folder in recorded.chain([fixtures.join("envelopes")]) {
        let sources = fs::read_to_string(folder.join("SOURCES.md")).unwrap_or_default();
        assert!(sources.starts_with("# Sources\n"), "{}", folder.display());
    }
}
