//! Our reading of YAML against another reader's, over every YAML file of the real corpus.

#![expect(clippy::print_stdout, reason = "a figure, or why there is none")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::aside;
use council_review::model::FaultKind;
use council_review::yaml::{Limits, read};

fn yaml_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            yaml_files(&path, files);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            files.push(path);
        }
    }
}

#[test]
fn two_readers_read_the_real_corpus_alike() {
    let Some(corpus) = aside::shared("corpus/apm2") else { return };
    let mut files = Vec::new();
    yaml_files(&corpus, &mut files);
    files.sort();
    let (mut alike, mut refused) = (0, Vec::new());
    for path in &files {
        let bytes = fs::read(path).expect("readable");
        let text = std::str::from_utf8(&bytes).expect("UTF-8");
        let theirs = yaml_serde::from_str::<serde_json::Value>(text);
        match (read(&bytes, Limits::TICKET), theirs) {
            // Of a duplicate key the other reader takes the last value, we the first, and report it.
            (Ok((_, faults)), Ok(_))
                if faults.iter().any(|f| f.kind == FaultKind::DuplicateKey) =>
            {
                refused.push(path);
            }
            (Ok((document, _)), Ok(theirs)) => {
                assert_eq!(document.root().to_json(), theirs, "{}", path.display());
                alike += 1;
            }
            (Err(_), Err(_)) => refused.push(path),
            (Ok(_), Err(error)) => panic!("{}: they refuse it: {error}", path.display()),
            (Err(fault), Ok(_)) => panic!("{}: we refuse it: {fault:?}", path.display()),
        }
    }
    println!("{alike} files read alike, {} refused by both or with a duplicate key", refused.len());
    assert!(alike > 500, "{alike} of {}", files.len());
}
