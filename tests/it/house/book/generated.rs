//! The pages that are printed from the code. `COUNCIL_TEST_BLESS=1 cargo test --test it house::book` writes them.

use std::future::pending;

use council_review::app::documents::DOCUMENTS;
use council_review::model::Severity;
use council_review::model::opinion::Vote;
use jsonschema::validator_for;

use super::{root, text_of};
use crate::support::held::{hold, seats_over_two};
use crate::support::{MENDED, Repo, binary, is_blessing};

#[test]
fn the_reference_is_what_the_code_gives() {
    let mut docs = binary();
    docs.current_dir(root()).arg("docs");
    if !is_blessing() {
        docs.arg("--check");
    }
    let output = docs.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "write them anew: COUNCIL_TEST_BLESS=1\n{said}");
}

#[test]
fn a_page_that_differs_is_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let docs = |words: &[&str]| {
        let output = binary().arg("docs").args(words).arg(folder.path()).output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    std::fs::create_dir(folder.path().join("rules")).expect("made");
    let (code, said) = docs(&["--check"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("differs") && said.contains("exit-codes.md"), "{said}");
    assert!(!folder.path().join("exit-codes.md").exists());
    assert_eq!(docs(&[]).0, Some(0));
    assert_eq!(docs(&["--check"]), (Some(0), String::new()));
}

#[test]
fn each_json_document_has_the_keys_and_keeps_the_schema_that_the_page_names() {
    let repo = Repo::example();
    let defect = "{id: one, says: It does not exist., at: [{file: council.yaml}]}";
    let labels = format!("defects: [{defect}]\n");
    repo.write("documents/rfcs/RFC-0001/bench.yaml", labels);
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let kept = |start: &str| {
        let folder = "evidence/rfc/RFC-0001/reviews";
        let names = std::fs::read_dir(repo.at(folder)).expect("evidence").flatten();
        let mut names = names.map(|entry| entry.file_name().into_string().expect("UTF-8"));
        format!("{folder}/{}", names.find(|name| name.starts_with(start)).expect(start))
    };
    let (bundle, session) = (kept("rfc_review_"), kept("council_session_"));
    let waiting = Repo::example();
    let [file, old, new] = MENDED;
    waiting.edit(file, old, new);
    let split = [Vote::Support, Vote::Oppose, Vote::Abstain];
    hold(&waiting, &|_| seats_over_two(Severity::Blocker, split), pending());
    let page = text_of("docs/src/reference/json-documents.md");
    let mut ran = 0;
    for row in page.lines().filter_map(|line| line.strip_prefix("| `council-review ")) {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let line = cells[0].trim_end_matches('`');
        let line = line.replace("BUNDLE", &bundle).replace("SESSION", &session);
        let words: Vec<&str> = line.split(' ').chain(["--format", "json"]).collect();
        let repo = if line.contains("adjudicate RFC-0001 FND") { &waiting } else { &repo };
        let document = repo.run(&words).json();
        for key in cells[2].split('`').skip(1).step_by(2) {
            assert!(document.get(key).is_some(), "{line}: no {key} in {document}");
        }
        let name = cells[1].split('`').nth(1).expect("a schema");
        let schema = repo.run(&["schema", name]).json();
        let validator = validator_for(&schema).expect("a schema");
        let faults: Vec<String> =
            validator.iter_errors(&document).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{line}: {faults:?}");
        ran += 1;
    }
    assert_eq!(ran, DOCUMENTS.iter().map(|document| document.printed_by.len()).sum::<usize>());
}
