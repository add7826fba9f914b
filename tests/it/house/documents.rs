//! Documents: what refers to one finds it there. `GATES.md R38` in a comment is a section of the
//! book's design part, a link in a page leads to a file and a heading, and what users see names
//! neither, because they have no source beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use council_review::gates::RULES;
use walkdir::WalkDir;

use super::root;

/// Where references are looked for, from the repository's root.
const ROOMS: [&str; 8] = ["src", "tests", "schemas", "prompts", "benches", "fuzz", "ci", "docs"];
/// Files that programs of others look for, and that tests make.
const FOREIGN: [&str; 6] = ["AGENTS", "CLAUDE", "GEMINI", "NOTES", "PROTOCOL", "SKILL"];
/// Endings of what is read.
const TEXTS: [&str; 9] = ["rs", "md", "json", "j2", "py", "sh", "yml", "yaml", "tsv"];

/// The text files that may refer to a document, by path from the root. The small repositories of the
/// labelled cases are no part of the house.
fn texts() -> BTreeMap<PathBuf, String> {
    let is_ours = |path: &Path| {
        let below = path.strip_prefix(root()).expect("below the root");
        let is_case = below.starts_with("tests/catch") && below.components().count() > 3;
        !is_case && !below.starts_with("fuzz/target") && !below.starts_with("fuzz/corpus")
    };
    let rooms = ROOMS.iter().map(|room| root().join(room));
    let inside = rooms.flat_map(|room| WalkDir::new(room).into_iter().flatten());
    let beside = WalkDir::new(root()).max_depth(1).into_iter().flatten();
    let files = inside.chain(beside).filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| entry.into_path())
        .filter(|path| is_ours(path))
        .filter(|path| path.extension().is_some_and(|end| TEXTS.iter().any(|text| end == *text)))
        .filter_map(|path| {
            let text = fs::read_to_string(&path).ok()?;
            Some((path.strip_prefix(root()).expect("below the root").to_owned(), text))
        })
        .collect()
}

/// The sections of a document: `§7`, `R38`, `C3`, and headings in full.
fn sections(document: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in document.lines() {
        if let Some(heading) = line.strip_prefix("##") {
            let heading = heading.trim_start_matches('#').trim();
            found.extend(heading.split(' ').next().map(str::to_owned));
            found.insert(heading.to_owned());
        }
        if let Some((_, rest)) = line.split_once("<a id=\"") {
            found.extend(rest.split('"').next().map(str::to_uppercase));
        }
    }
    found
}

/// The design part of the book: the sections of each document, by its name without ending.
fn design() -> BTreeMap<String, BTreeSet<String>> {
    let pages = fs::read_dir(root().join("docs/src/design")).expect("the design part");
    pages
        .map(|page| page.expect("an entry").path())
        .filter_map(|path| {
            let name = path.file_name()?.to_str()?.strip_suffix(".md")?.to_owned();
            let is_document = name.chars().all(|c| c.is_ascii_uppercase());
            is_document.then(|| (name, sections(&fs::read_to_string(&path).expect("text"))))
        })
        .collect()
}

/// A reference: the document's name, and what of it is meant.
type Reference = (String, Vec<String>);

/// A text as one line, without the signs of comments, so that a reference may go over a line's end.
fn flat(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        ["//!", "///", "//", "#", "* "]
            .iter()
            .find_map(|sign| line.strip_prefix(sign))
            .unwrap_or(line)
    });
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The references of a text.
fn references(text: &str) -> Vec<Reference> {
    let text = flat(text);
    let mut found = Vec::new();
    for (at, _) in text.match_indices(".md") {
        let before = text[..at].trim_end_matches(|c: char| c.is_ascii_uppercase());
        let name = &text[before.len()..at];
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || "_-/".contains(c));
        let after = &text[at + ".md".len()..];
        let ends = !after.starts_with(|c: char| c.is_alphanumeric());
        if name.len() >= 4 && is_word && ends {
            found.push((name.to_owned(), meant(after)));
        }
    }
    found
}

/// What stands behind a document's name: `§4`, `R12`, `"a heading"`, several of them.
fn meant(after: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = after;
    loop {
        let next = [", and ", ", ", "; ", " and ", " to ", "-", " "];
        let Some(next) = next.iter().find_map(|between| rest.strip_prefix(between)) else { break };
        // A heading begins with a capital; what is left of a quoted name does not.
        let quoted = next.strip_prefix('"').filter(|at| at.starts_with(char::is_uppercase));
        if let Some((heading, behind)) = quoted.and_then(|at| at.split_once('"')) {
            found.push(heading.to_owned());
            rest = behind;
            continue;
        }
        let end = next.find(|c: char| !c.is_ascii_alphanumeric() && c != '§').unwrap_or(next.len());
        let (word, behind) = next.split_at(end);
        let mut signs = word.chars();
        let is_id = signs.next().is_some_and(|c| c == '§' || c.is_ascii_uppercase())
            && signs.next().is_some_and(|c| c.is_ascii_digit());
        if !is_id {
            break;
        }
        found.push(word.to_owned());
        rest = behind;
    }
    found
}

#[test]
fn a_reference_is_read_as_people_read_it() {
    let read = |text: &str| {
        let told = references(text).into_iter();
        told.map(|(name, of)| format!("{name} {}", of.join(" "))).collect::<Vec<_>>()
    };
    assert_eq!(read("//! x (THREATS.md A7, D8, E1 to\n//! E9; I2). y"), ["THREATS A7 D8 E1 E9 I2"]);
    assert_eq!(read("/// GATES.md\n/// R3A: only"), ["GATES R3A"]);
    assert_eq!(read("DESIGN.md §6 and §7; THREATS.md H1-H5)."), ["DESIGN §6 §7", "THREATS H1 H5"]);
    assert_eq!(
        read("GATES.md \"What real\n/// files look like\")"),
        ["GATES What real files look like"]
    );
    assert_eq!(read("see docs/src/README.md and XREADME.md5"), Vec::<String>::new());
}

#[test]
fn every_reference_to_a_document_resolves() {
    let design = design();
    let of_the_house: BTreeSet<String> =
        texts().keys().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    let (mut lost, mut seen) = (Vec::new(), 0);
    for (path, text) in texts() {
        if path == Path::new("tests/it/house/documents.rs") {
            continue;
        }
        for (name, of) in references(&text) {
            let Some(sections) = design.get(&name) else {
                let is_there = of_the_house.contains(&format!("{name}.md"));
                if !is_there && !FOREIGN.contains(&name.as_str()) {
                    lost.push(format!("{}: {name}.md", path.display()));
                }
                continue;
            };
            seen += 1;
            let gone = of.iter().filter(|id| !sections.contains(*id));
            lost.extend(gone.map(|id| format!("{}: {name}.md {id}", path.display())));
        }
    }
    assert_eq!(lost, Vec::<String>::new(), "write the section, or say the reason itself");
    assert!(seen > 100, "the test reads references: {seen}");
    let is_written = |id: &str| ["GATES", "ADAPTERS"].iter().any(|of| design[*of].contains(id));
    let unwritten = RULES.iter().map(|rule| rule.id.as_str()).filter(|id| !is_written(id));
    assert_eq!(unwritten.collect::<Vec<_>>(), Vec::<&str>::new(), "rules without a section");
}

/// Schemas, prompts and texts of the code reach people who have no source beside them.
#[test]
fn what_users_see_names_no_design_document() {
    let names: Vec<String> = design().into_keys().map(|name| format!("{name}.md")).collect();
    let mut told = Vec::new();
    for (path, text) in texts() {
        let is_code = path.starts_with("src") && path.extension().is_some_and(|end| end == "rs");
        let is_shown = path.starts_with("schemas") || path.starts_with("prompts");
        if !is_code && !is_shown && !path.starts_with("src") {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            let is_comment = is_code && line.trim_start().starts_with("//");
            // An attribute is for the compiler and for rustdoc.
            let is_attribute = is_code && line.trim_start().starts_with("#[");
            let shows = !is_comment && !is_attribute || path.starts_with("src/cli/args.rs");
            if shows && names.iter().any(|name| line.contains(name.as_str())) {
                told.push(format!("{}:{}: {line}", path.display(), at + 1));
            }
        }
    }
    assert_eq!(told, Vec::<String>::new(), "say the thing, or a page of the book");
}

/// The name by which a heading can be linked to, as GitHub and mdBook make it.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What can be linked to in a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    let mut found: BTreeSet<String> =
        headings.map(|line| slug(line.trim_start_matches('#').trim())).collect();
    for line in prose(page) {
        let ids = line.split("<a id=\"").skip(1);
        found.extend(ids.filter_map(|rest| rest.split('"').next()).map(str::to_owned));
    }
    found
}

/// The lines of a page outside of its blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The targets of a page's links that lead to files of ours. What stands in backticks is no link.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(page) {
        let line: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        found.extend(targets.filter(|target| !target.contains("://")).map(str::to_owned));
    }
    found
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leaves the root", path.display()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn every_relative_link_leads_to_a_file_and_a_heading() {
    let (mut lost, mut seen) = (Vec::new(), 0);
    for (path, page) in texts() {
        if path.extension().is_none_or(|end| end != "md") || path.starts_with("tests/fixtures") {
            continue;
        }
        for link in links(&page) {
            seen += 1;
            let (target, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = path.parent().unwrap_or(Path::new(""));
            let target = if target.is_empty() { path.clone() } else { plain(&folder.join(target)) };
            let whole = root().join(&target);
            let has_anchor = || {
                let text = fs::read_to_string(&whole).unwrap_or_default();
                anchor.is_empty() || anchors(&text).contains(anchor)
            };
            if !whole.exists() || !has_anchor() {
                lost.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert_eq!(lost, Vec::<String>::new());
    assert!(seen > 60, "the test reads links: {seen}");
}

/// What the book is made of is below `docs/src`: a link that leads out of it is dead in the made book.
#[test]
fn no_link_of_the_book_leads_out_of_it() {
    let is_of_the_book = |path: &Path| path.starts_with("docs/src");
    let pages = texts().into_iter().filter(|(path, _)| is_of_the_book(path));
    let mut out = Vec::new();
    for (path, page) in pages.filter(|(path, _)| path.extension().is_some_and(|end| end == "md")) {
        let folder = path.parent().expect("a folder");
        let targets = links(&page);
        let targets = targets.iter().map(|link| link.split('#').next().unwrap_or_default());
        let leads_out = |target: &&str| !is_of_the_book(&plain(&folder.join(target)));
        out.extend(targets.filter(leads_out).map(|target| format!("{}: {target}", path.display())));
    }
    assert_eq!(out, Vec::<String>::new(), "name the file by its path from the root");
}
