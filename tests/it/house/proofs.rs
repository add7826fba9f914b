//! The table of proofs: every row is a command that is there.

use std::path::Path;

use walkdir::WalkDir;

use super::root;

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

/// The files of a test or bench, each with its module and its text.
fn parts(folder: &str, name: &str) -> Vec<(String, String)> {
    let (own, below) = (format!("{folder}/{name}.rs"), format!("{folder}/{name}"));
    let inside = WalkDir::new(root().join(&below)).max_depth(4).into_iter().flatten();
    let inside = inside.map(|entry| entry.path().to_owned());
    let files = inside.chain([root().join(own)]).filter(|file| file.extension().is_some());
    files
        .filter_map(|file| {
            let text = std::fs::read_to_string(&file).ok()?;
            let module = file.strip_prefix(root().join(&below)).unwrap_or(Path::new("main.rs"));
            let module = module.with_extension("");
            let names = module.iter().filter_map(|name| name.to_str());
            let own = names.filter(|name| !["main", "mod"].contains(name));
            let module = own.map(|name| format!("{name}::")).collect::<String>();
            Some((module, text))
        })
        .collect()
}

/// What of a command is not there: the file of a test or bench, a variable that no test reads, a word
/// that no test's name has.
fn is_missing(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "cargo").unwrap_or(words.len());
    if at == words.len() {
        return (!root().join(words[0]).exists()).then(|| format!("{command}: no such file"));
    }
    let mut names = Vec::new();
    let mut rest = words[at + 2..].iter();
    while let Some(word) = rest.next() {
        match *word {
            "--test" | "--bench" => {
                let folder = if *word == "--test" { "tests" } else { "benches" };
                let name = rest.next().expect("a name");
                let parts = parts(folder, name);
                if parts.is_empty() {
                    return Some(format!("{command}: there is no {folder}/{name}"));
                }
                for (module, text) in parts {
                    let own = text.split("fn ").skip(1).filter_map(|rest| rest.split('(').next());
                    names.extend(own.map(|name| format!("{module}{name}")));
                }
            }
            "--release" | "--nocapture" | "--" => {}
            filter => {
                if !names.iter().any(|name| name.contains(filter)) {
                    return Some(format!("{command}: no test is called {filter}"));
                }
            }
        }
    }
    let variables = words[..at].iter().filter_map(|word| word.split_once('='));
    let read: Vec<(String, String)> =
        parts("tests", "it").into_iter().chain(parts("tests", "catch")).collect();
    let is_read = |name: &str| read.iter().any(|(_, text)| text.contains(&format!("\"{name}\"")));
    let unread = variables.map(|(name, _)| name).find(|name| !is_read(name));
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
        "COUNCIL_TEST_SIZE=long cargo test --test it hostile::repos::",
        "cargo test --test it house::nobody_wrote_this",
        "tests/no-such-script",
    ] {
        assert!(is_missing(wrong).is_some(), "{wrong}");
    }
}
