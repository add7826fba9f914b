//! The README's picture: the terminal page of the example's review, drawn from its own colours.
//! `COUNCIL_TEST_BLESS=1 cargo test --test book` draws it.

use std::fs;
use std::process::Command;

use crate::common::{EPOCH, Repo};
use crate::terminal_svg::drawn;
use crate::{is_blessing, root};

/// The page names the commit, whose id holds its time.
fn commit_at_a_fixed_time(repo: &Repo) {
    repo.git(&["add", "-A"]);
    let mut commit = Command::new("git");
    commit.current_dir(repo.path()).args(["commit", "-q", "-m", "example"]);
    let time = format!("{EPOCH} +0000");
    commit.env("GIT_AUTHOR_DATE", &time).env("GIT_COMMITTER_DATE", &time);
    assert!(commit.status().expect("git runs").success());
}

#[test]
fn the_picture_is_the_page_that_a_terminal_shows() {
    let repo = Repo::new();
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    commit_at_a_fixed_time(&repo);
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
