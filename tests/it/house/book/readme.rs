//! The README: short, its tour runs as it is written, its lists are those of the tool and of the book.

use crate::support::is_blessing;

use super::{blocks, root, text_of};
use crate::support::Repo;

/// More is for the book.
const MOST_BYTES: usize = 10_240;

#[test]
fn it_is_short_and_begins_with_a_picture_that_is_there() {
    let readme = text_of("README.md");
    assert!(readme.len() <= MOST_BYTES, "{} bytes", readme.len());
    let (_, picture) = readme.split_once("![").expect("a picture");
    let (_, path) = picture.split_once("](").expect("a path");
    let (path, _) = path.split_once(')').expect("its end");
    assert!(root().join(path).is_file(), "{path}");
    let (above, _) = readme.split_once("## Install").expect("a part about installing");
    assert!(above.contains(path), "the picture comes before the first heading");
}

#[test]
fn it_has_the_two_commands_of_the_project() {
    let readme = text_of("README.md");
    let mut blocks = blocks(&readme).into_iter();
    assert!(blocks.any(|block| block.2 == "cargo run --release -- RFC-0042\ncargo test\n"));
}

/// The rows of the commands, from the tool's own help.
fn rows_of_commands() -> String {
    let help = Repo::new().run(&["-h"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let (list, _) = list.split_once("\n\n").expect("its end");
    // A line that goes on is indented further than the names.
    let mut rows: Vec<String> = Vec::new();
    for line in list.lines() {
        match (line.strip_prefix("  ").filter(|line| !line.starts_with(' ')), rows.last_mut()) {
            (Some(line), _) => {
                let (name, about) = line.split_once(' ').expect("a name and what it does");
                rows.push(format!("| `{name}` | {}", about.trim()));
            }
            (None, Some(last)) => *last = format!("{last} {}", line.trim()),
            (None, None) => panic!("{line}"),
        }
    }
    rows.retain(|row| !row.starts_with("| `help`"));
    rows.iter().map(|row| format!("{row} |\n")).collect()
}

/// `COUNCIL_TEST_BLESS=1` writes it anew.
#[test]
fn its_table_of_commands_is_the_command_line() {
    let readme = text_of("README.md");
    let (above, rest) = readme.split_once("\n| `gates` | ").expect("the table's second row");
    let (_, below) = rest.split_once("\n\n").expect("the table's end");
    let expected = format!("{above}\n{}\n{below}", rows_of_commands());
    if is_blessing() {
        std::fs::write(root().join("README.md"), &expected).expect("written");
    }
    assert!(text_of("README.md") == expected, "the table is another: COUNCIL_TEST_BLESS=1");
}

#[test]
fn its_figures_stand_in_the_book() {
    let readme = text_of("README.md");
    let (_, table) = readme.split_once("## What is measured").expect("a table of figures");
    let book = text_of("docs/src/design/proofs.md");
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(2);
    let figures: Vec<&str> = rows.filter_map(|row| row.split(" | ").nth(1)).collect();
    assert_eq!(figures.len(), 6);
    for figure in figures {
        // What follows a colon says the same in other words.
        let shown = figure.trim_end_matches(" |").split(':').next().unwrap_or_default();
        assert!(book.contains(shown), "no page says {shown:?}");
    }
}

#[test]
fn its_tour_runs_as_it_is_written() {
    let readme = text_of("README.md");
    let repo = Repo::new();
    let mut last = String::new();
    let mut seen = [0; 3];
    for (comment, _, code) in blocks(&readme) {
        match comment {
            "tour" => {
                for line in code.lines() {
                    let mut words = line.split(' ');
                    assert_eq!(words.next(), Some("council-review"), "{line}");
                    let run = repo.run(&words.collect::<Vec<_>>());
                    assert!(run.code <= 1, "{line}: {run:?}");
                    last = run.stdout;
                    seen[0] += 1;
                }
            }
            "tour file" => {
                let path = code.lines().next().and_then(|line| line.strip_prefix("# "));
                let path = path.expect("the file's path");
                assert!(repo.at(path).is_file(), "the command before it wrote {path}");
                repo.write(path, code);
                seen[1] += 1;
            }
            "tour output" => {
                let mut real = last.lines();
                for line in code.lines() {
                    assert!(real.any(|shown| shown == line), "{line:?} is not in\n{last}");
                }
                seen[2] += 1;
            }
            _ => {}
        }
    }
    assert_eq!(seen, [4, 1, 1], "commands, files and outputs of the tour");
}
