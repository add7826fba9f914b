//! The table of proofs: every row is a command that is there.

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
