//! The rules of the house, kept by reading it: floors, ports, fresh schemas, true tables, documents
//! that are there, and the book.

mod book;
mod documents;
mod features;
mod floors;
mod imports;
mod proofs;
mod scale;
mod seams;
mod tables;
mod wording;

use std::fs;
use std::path::{Path, PathBuf};

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
