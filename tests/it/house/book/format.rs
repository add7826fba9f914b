//! The page of the format: its files are reviewed, its near misses reported, its commands run.

use super::{blocks, text_of};
use crate::support::Repo;

const PAGE: &str = "docs/src/reference/FORMAT.md";

/// The path that a block names in its first line.
fn path_of(code: &str) -> &str {
    let first = code.lines().next().unwrap_or_default();
    first.strip_prefix("# ").unwrap_or_else(|| panic!("no path above:\n{code}"))
}

/// A repository with the page's files, and with what they speak of.
fn repository() -> Repo {
    let repo = Repo::new();
    repo.write(
        "src/upload.py",
        "def store(data: bytes) -> None:\n    \"\"\"Stores an upload.\"\"\"\n",
    );
    repo.write("tests/test_upload.py", "import unittest\n");
    let page = text_of(PAGE);
    let files = blocks(&page).into_iter().filter(|(comment, _, _)| *comment == "file");
    let mut written = 0;
    for (_, _, code) in files {
        repo.write(path_of(code), code);
        written += 1;
    }
    assert_eq!(written, 3);
    repo.commit("the page's files");
    repo
}

#[test]
fn the_annotated_files_pass_a_review() {
    let repo = repository();
    let gates = repo.run(&["gates", "RFC-0007"]);
    assert_eq!(gates.code, 0, "{gates:?}");
    assert!(gates.stdout.contains("no findings"), "{gates:?}");
    let review = repo.run(&["RFC-0007", "--format", "json"]);
    let findings = &review.json()["reviews"][0]["findings"];
    assert_eq!(review.code, 0, "{review:?}");
    assert!(findings.as_array().is_none_or(Vec::is_empty), "{findings}");
}

#[test]
fn each_near_miss_of_the_page_is_reported_with_the_key_that_was_meant() {
    let repo = repository();
    let page = text_of(PAGE);
    let (_, _, code) = *blocks(&page)
        .iter()
        .find(|(comment, _, _)| *comment == "near misses")
        .expect("a block of near misses");
    repo.write(path_of(code), code);
    let run = repo.run(&["gates", "RFC-0007"]);
    let (_, table) = page.split_once("| written | meant |").expect("a table");
    let rows =
        table.lines().skip(2).map_while(|line| line.strip_prefix("| `")?.strip_suffix("` |"));
    let mut told = 0;
    for row in rows {
        let (written, meant) = row.split_once("` | `").expect("two cells");
        assert!(code.contains(written) && !code.contains(&format!("{meant}:")), "{row}");
        let lines = run.stdout.split("\n\n");
        let mut of_key = lines.filter(|lines| lines.contains(&format!("`{written}`")));
        assert!(
            of_key.any(|lines| lines.contains(&format!("`{meant}`"))),
            "{row}:\n{}",
            run.stdout
        );
        told += 1;
    }
    assert_eq!(told, 3);
}

#[test]
fn a_new_folder_needs_the_justification_of_the_page() {
    let repo = repository();
    let page = text_of(PAGE);
    let all = blocks(&page);
    let (_, _, code) =
        *all.iter().find(|(comment, _, _)| *comment == "new folder").expect("a block");
    let (_, ticket) = page.split_once("## A ticket, key by key").expect("a ticket");
    let ticket = blocks(ticket)[0].2;
    let mut lines = code.lines().skip(2).map(|line| format!("{line}\n"));
    let files: String = lines.by_ref().take(2).collect();
    let justification: String = lines.collect();
    let with = |more: &str| {
        let start = "  files_to_create:              # new paths from the root, below a top-level folder that exists\n";
        assert_eq!(ticket.matches(start).count(), 1);
        let step = "  implementation_steps:         # in order; give paths, names and signatures\n";
        assert_eq!(ticket.matches(step).count(), 1);
        let ticket = ticket.replace(start, &format!("{start}{files}"));
        let ticket = ticket.replace(step, &format!("{more}{step}"));
        let ticket = ticket.replace(
            "Write tests/test_limit.py\"",
            "Write limits/table.py and tests/test_limit.py\"",
        );
        repo.write(path_of(&ticket), &ticket);
        repo.run(&["gates", "RFC-0007"])
    };
    let bare = with("");
    assert!(bare.code == 1 && bare.stdout.contains("BLOCKER[R46]"), "{bare:?}");
    let justified = with(&justification);
    assert!(justified.code == 0 && justified.stdout.contains("no findings"), "{justified:?}");
}

#[test]
fn the_commands_of_the_page_run_as_they_are_written() {
    let repo = Repo::new();
    repo.write("documents/rfcs/RFC-0006/00_meta.yaml", "rfc_meta: {rfc: {id: RFC-0006}}\n");
    let page = text_of(PAGE);
    let mut ran = 0;
    for (_, _, code) in blocks(&page).iter().filter(|(_, language, _)| *language == "sh") {
        for line in code.lines() {
            let (line, target) = line.split_once(" > ").unwrap_or((line, ""));
            let quoted = line.split('"').enumerate().flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().collect(),
                _ => vec![part],
            });
            let words: Vec<&str> = quoted.skip(1).collect();
            let run = repo.run(&words);
            // A fresh ticket is not done: what is missing is named, and nothing else goes wrong.
            assert!(run.code == 0 || words[0] == "gates" && run.code == 1, "{line}: {run:?}");
            if !target.is_empty() {
                assert_eq!(run.json()["$schema"], "http://json-schema.org/draft-07/schema#");
            }
            ran += 1;
        }
    }
    assert_eq!(ran, 5);
}
