//! The files around the code, read as a newcomer finds them: habits of the house, the book with its
//! generated pages and its picture, the README.

mod format;
mod generated;
mod habits;
mod linters;
mod pages;
mod picture;
mod readme;
mod terminal_svg;

use std::fs;

use super::root;

/// The text of a file of the repository.
fn text_of(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The blocks of code of a page, each with the comment and the language before it.
fn blocks(text: &str) -> Vec<(&str, &str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\n```") {
        let (language, code) = after.split_once('\n').expect("a block has lines");
        let (code, after) = code.split_once("```\n").expect("a block ends");
        let above = before.lines().next_back().unwrap_or_default();
        let comment = above.strip_prefix("<!-- ").and_then(|text| text.strip_suffix(" -->"));
        blocks.push((comment.unwrap_or_default(), language, code));
        rest = after;
    }
    blocks
}
