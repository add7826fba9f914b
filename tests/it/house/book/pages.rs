//! The book as a whole: every page is in its summary, and every line of the summary is a page.

use std::collections::BTreeSet;

use walkdir::WalkDir;

use super::{root, text_of};

#[test]
fn the_summary_names_every_page_and_nothing_else() {
    let summary = text_of("docs/src/SUMMARY.md");
    let linked: Vec<&str> = summary
        .lines()
        .filter_map(|line| line.rsplit_once("](")?.1.strip_suffix(')'))
        .filter(|link| !link.is_empty())
        .collect();
    let named: BTreeSet<String> = linked.iter().map(|link| (*link).to_owned()).collect();
    assert_eq!(named.len(), linked.len(), "a page is named twice");
    let folder = root().join("docs/src");
    let pages = WalkDir::new(&folder).into_iter().flatten().filter_map(|entry| {
        let path = entry.path();
        let is_page = path.extension().is_some_and(|end| end == "md");
        let below = path.strip_prefix(&folder).expect("below").to_str().expect("UTF-8");
        (is_page && below != "SUMMARY.md").then(|| below.to_owned())
    });
    assert_eq!(pages.collect::<BTreeSet<_>>(), named, "the pages, and those of SUMMARY.md");
}

#[test]
fn every_page_begins_with_its_title() {
    for entry in WalkDir::new(root().join("docs/src")).into_iter().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|end| end == "md") {
            let text = std::fs::read_to_string(path).expect("UTF-8");
            let mut lines =
                text.lines().filter(|line| !line.is_empty() && !line.starts_with("<!--"));
            let first = lines.next().unwrap_or_default();
            assert!(first.starts_with("# "), "{} begins with {first:?}", path.display());
        }
    }
}

#[test]
fn every_page_says_whom_it_is_for() {
    let ours =
        ["start", "concepts", "how-to", "design"].map(|part| root().join("docs/src").join(part));
    let entries = ours.iter().flat_map(|part| WalkDir::new(part).into_iter().flatten());
    let mut seen = 0;
    for page in entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(page.path()).expect("UTF-8");
        let opening = text.lines().nth(2).unwrap_or_default();
        assert!(opening.starts_with("For "), "{}: {opening}", page.path().display());
        seen += 1;
    }
    assert!(seen > 10, "the test reads pages: {seen}");
}
