//! The README's picture: the terminal page of the tour's first review, drawn from its own colours.
//! `COUNCIL_TEST_BLESS=1 cargo test --test it house::book` draws it.

use std::fs;

use crate::support::is_blessing;

use super::root;
use super::terminal_svg::drawn;
use crate::support::Repo;

#[test]
fn the_picture_is_the_page_that_a_terminal_shows() {
    let repo = Repo::new();
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    let run = repo.run(&["RFC-0001", "--color", "always"]);
    assert_eq!(run.code, 1, "{run:?}");
    let page = format!("\x1b[2m$\x1b[0m council-review RFC-0001\n{}", run.stdout);
    let svg = drawn("council-review rejects RFC-0001: REQ-0003 has no ticket", &page);
    let path = root().join("docs/img/rejected.svg");
    if is_blessing() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, &svg).expect("written");
    }
    let stands = fs::read_to_string(&path).unwrap_or_default();
    assert!(stands == svg, "{} is another picture: COUNCIL_TEST_BLESS=1", path.display());
}
