//! The rules of the house, kept by reading it: floors, ports, fresh schemas, true tables, documents
//! that are there.

#[path = "house/circles.rs"]
mod circles;
#[path = "house/documents.rs"]
mod documents;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use council_review::app::schemas;
use council_review::gates;
use council_review::model::exit::ExitCode;
use council_review::model::{GateId, Subcategory};
use council_review::prompt;
use walkdir::WalkDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of `src`, as (path below `src`, text), sorted.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    let src = root().join("src");
    let mut files = Vec::new();
    walk(&src, &mut files);
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(&src).expect("below src").to_str().expect("UTF-8");
            (below.to_owned(), fs::read_to_string(&path).expect("text"))
        })
        .collect()
}

/// DESIGN.md §3: data flows one way. `yaml` stands beside `port`, because `config` and `source`
/// both read spanned YAML.
const FLOORS: [(&str, u8); 18] = [
    ("cli", 12),
    ("wiring", 11),
    ("host", 10),
    ("app", 9),
    ("report", 8),
    ("evidence", 7),
    ("adjudicate", 6),
    ("council", 5),
    ("prompt", 4),
    ("provider", 4),
    ("gates", 3),
    ("config", 2),
    ("source", 2),
    ("symbols", 2),
    ("core", 2),
    ("port", 1),
    ("yaml", 1),
    ("model", 0),
];

/// The modules of ours that a text names: `crate::x`, in paths and in grouped imports.
fn named(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let word =
            |s: &'_ str| s.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(s.len());
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find(';').unwrap_or(group.len())];
                let mut depth = 0;
                let mut start = true;
                for (i, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && c.is_alphabetic() => {
                            names.push(&group[i..i + word(&group[i..])]);
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => names.push(&rest[..word(rest)]),
        }
    }
    names
}

#[test]
fn a_module_names_only_modules_on_lower_floors() {
    let floors: BTreeMap<&str, u8> = FLOORS.into_iter().collect();
    let mut seen = 0;
    for (file, text) in sources() {
        let Some((own, _)) = file.split_once('/') else { continue };
        let floor = floors.get(own).unwrap_or_else(|| panic!("{own} has no floor"));
        for name in named(&text) {
            let Some(other) = floors.get(name) else { continue };
            seen += 1;
            assert!(
                name == own || other < floor,
                "{file} (floor {floor}) names {name} (floor {other})"
            );
        }
    }
    assert!(seen > 300, "the test reads imports: {seen}");
}

#[test]
fn reports_read_evidence_and_tables_alone() {
    let rooms = ["model", "evidence", "gates", "prompt", "report"];
    for (file, text) in sources().iter().filter(|(file, _)| file.starts_with("report/")) {
        let others: Vec<&str> =
            named(text).into_iter().filter(|name| !rooms.contains(name)).collect();
        assert_eq!(others, [""; 0], "{file}");
    }
}

#[test]
fn only_who_puts_the_parts_together_makes_runtimes() {
    for (file, text) in sources() {
        let may = ["wiring/", "host/"].iter().any(|room| file.starts_with(room));
        assert!(may || !without_tests(&text).contains("tokio::runtime"), "{file}");
    }
}

#[test]
fn the_floors_test_can_fail() {
    assert_eq!(named("use crate::app::x; crate::model::Y"), ["app", "model"]);
    assert_eq!(named("use crate::{cli, evidence::{a, b}, host::c};"), ["cli", "evidence", "host"]);
}

/// The text without its unit tests, which may use what the code may not.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

#[test]
fn one_folder_touches_the_world() {
    for (file, text) in sources() {
        let code = without_tests(&text);
        let folder = file.split('/').next().unwrap_or_default();
        if folder != "host" {
            for word in [
                "std::fs",
                "fs::read",
                "File::open",
                "git2::",
                "std::process::Command",
                "TcpStream",
            ] {
                assert!(!code.contains(word), "{file} uses {word}");
            }
            for word in ["SystemTime::now", "Instant::now", "Timestamp::now", "rand::"] {
                assert!(!code.contains(word), "{file} uses {word}");
            }
        }
        if !["host", "wiring", "cli"].contains(&folder) {
            assert!(!code.contains("std::env::var"), "{file} reads the environment");
        }
        assert!(!code.contains("todo!(") && !code.contains("unimplemented!("), "{file}");
    }
}

#[test]
fn files_stay_small_and_say_what_they_own() {
    for (file, text) in sources() {
        assert!(text.starts_with("//!"), "{file} does not begin by saying what it owns");
        let lines = text.lines().count();
        assert!(lines <= 600, "{file} has {lines} lines: split it");
    }
}

/// Every schema and the file that holds it.
fn schema_files() -> Vec<(PathBuf, String)> {
    let folder = root().join("schemas");
    schemas::of_types()
        .into_iter()
        .map(|(name, schema)| {
            let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
            (folder.join(format!("{name}.schema.json")), text)
        })
        .collect()
}

/// `UPDATE_SCHEMAS=1 cargo test --test house` writes them anew.
#[test]
fn the_schemas_are_those_of_the_types() {
    for (path, text) in schema_files() {
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            fs::write(&path, &text).expect("written");
        }
        let stands = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stands == text,
            "{} is not fresh: run this test with UPDATE_SCHEMAS=1",
            path.display()
        );
    }
}

#[test]
fn the_book_has_every_gate_as_the_code_tells_it() {
    let page = fs::read_to_string(root().join("docs/src/concepts/gates.md")).expect("a page");
    for id in GateId::ALL {
        let row = format!("| `{id}` | {} |", gates::meta(id).asks);
        assert!(page.contains(&row), "the book's table of gates lacks:\n{row}");
    }
}

#[test]
fn every_name_the_tool_prints_can_be_explained() {
    let style = council_review::report::Style::default();
    let explained = |id: &str| council_review::report::explain(id, style).is_some();
    for id in GateId::ALL {
        assert!(explained(id.as_str()), "{id}");
    }
    for rule in gates::RULES {
        assert!(explained(rule.id), "{}", rule.id);
    }
    for subcategory in Subcategory::ALL {
        assert!(explained(subcategory.as_str()), "{subcategory}");
    }
    for mode in prompt::modes::all() {
        assert!(explained(&format!("mode-{}", mode.id)), "{}", mode.id);
    }
    for code in ExitCode::ALL {
        assert!(explained(&format!("exit-{}", code.number())), "{}", code.number());
    }
    assert!(!explained("nothing at all"));
}

/// The commands of the book's table of proofs.
fn proofs() -> Vec<String> {
    let page = root().join("docs/src/design/proofs.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let (_, table) = page.split_once("## What is proven, and how").expect("a table");
    let table = table.split("\n## ").next().unwrap_or_default();
    let cells = table.lines().filter_map(|row| row.strip_prefix("| ")?.split(" | ").nth(1));
    let quoted = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    // A word alone is the name of something, and no command.
    quoted.filter(|text| text.contains([' ', '/'])).map(str::to_owned).collect()
}

/// What of a command is not there: the file of a test or bench, a variable that it never reads, a
/// word that no test's name has.
fn is_missing(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "cargo").unwrap_or(words.len());
    if at == words.len() {
        return (!root().join(words[0]).exists()).then(|| format!("{command}: no such file"));
    }
    let text_of = |folder: &str, name: &str| {
        let own = root().join(folder).join(format!("{name}.rs"));
        let files = WalkDir::new(root().join(folder).join(name)).into_iter().flatten();
        let parts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
        std::fs::read_to_string(own).ok().into_iter().chain(parts).collect::<String>()
    };
    let mut text = String::new();
    let mut rest = words[at + 2..].iter();
    while let Some(word) = rest.next() {
        match *word {
            "--test" | "--bench" => {
                let folder = if *word == "--test" { "tests" } else { "benches" };
                let name = rest.next().expect("a name");
                let its = text_of(folder, name);
                if its.is_empty() {
                    return Some(format!("{command}: there is no {folder}/{name}"));
                }
                text.push_str(&its);
            }
            "--release" => {}
            "--" => break,
            filter => {
                let mut names = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
                if !names.any(|name| name.contains(filter)) {
                    return Some(format!("{command}: no test is called {filter}"));
                }
            }
        }
    }
    let variables = words[..at].iter().filter_map(|word| word.split_once('='));
    let unread =
        variables.map(|(name, _)| name).find(|name| !text.contains(&format!("\"{name}\"")));
    unread.map(|name| format!("{command}: nothing reads {name}"))
}

#[test]
fn f49_every_row_of_the_table_of_proofs_is_a_command_that_is_there() {
    let proofs = proofs();
    assert!(proofs.len() > 35, "{proofs:?}");
    let missing: Vec<String> = proofs.iter().filter_map(|command| is_missing(command)).collect();
    assert_eq!(missing, Vec::<String>::new());
    for wrong in [
        "cargo test --test no_such_test",
        "REPO=all cargo test --test hostile_repos",
        "cargo test --test house nobody_wrote_this",
        "tests/no-such-script",
    ] {
        assert!(is_missing(wrong).is_some(), "{wrong}");
    }
}
