//! Floors, ports and sizes, kept by reading `src`: data flows one way, one folder touches the world, and
//! what stands against a rule today is listed below `exceptions/`, in lists that may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use walkdir::WalkDir;

use super::imports::{Tree, without_tests, words};
use super::{root, sources};

/// DESIGN.md §3: data flows one way. `yaml` and `markdown` stand beside `port`, because
/// several rooms read spanned files.
const FLOORS: [(&str, u8); 21] = [
    ("cli", 12),
    ("lsp", 11),
    ("wiring", 10),
    ("host", 9),
    ("app", 8),
    ("report", 7),
    ("evidence", 6),
    ("adjudicate", 5),
    ("rules", 5),
    ("council", 4),
    ("gates", 3),
    ("members", 3),
    ("prompt", 3),
    ("config", 2),
    ("source", 2),
    ("symbols", 2),
    ("core", 2),
    ("markdown", 1),
    ("port", 1),
    ("yaml", 1),
    ("model", 0),
];

/// What a room never names, though it is on a lower floor.
const NEVER: [(&str, &[&str]); 2] =
    [("lsp", &["host"]), ("report", &["core", "council", "members"])];

/// Crates that only some rooms name.
const CRATES: [(&str, &[&str]); 16] = [
    ("annotate_snippets", &["report"]),
    ("clap", &["cli"]),
    ("git2", &["host"]),
    ("granit_parser", &["yaml"]),
    ("ls_types", &["lsp"]),
    ("minijinja", &["prompt"]),
    ("notify", &["host"]),
    ("petgraph", &["gates"]),
    ("pulldown_cmark", &["markdown"]),
    ("reqwest", &["host"]),
    ("rustix", &["host"]),
    ("rustls", &["host"]),
    ("secrecy", &["host"]),
    ("toml", &["source"]),
    ("tree_sitter", &["symbols"]),
    ("walkdir", &["host"]),
];

/// The most lines of a file, and of one that is listed for its length.
const LINES: [usize; 2] = [450, 630];

/// What the rules that read words have at most, with data and tests, all together and in one file.
const RULE_LINES: usize = 10_500;
const LONGEST_RULE: usize = 300;

/// The lines of a list: what stands against a rule today.
fn exceptions(list: &str) -> BTreeSet<String> {
    let path = root().join(format!("tests/it/house/exceptions/{list}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{list}: {fault}"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.is_sorted_by(|a, b| a < b), "{list}.txt is sorted, one exception a line");
    lines.into_iter().map(str::to_owned).collect()
}

/// What stands against a rule is what its list says: no more, and nothing that is mended.
fn are_just_the_exceptions(list: &str, found: &BTreeSet<String>) {
    let listed = exceptions(list);
    let more: Vec<&String> = found.difference(&listed).collect();
    assert!(more.is_empty(), "against the rule, and not in {list}.txt: {more:#?}");
    let fewer: Vec<&String> = listed.difference(found).collect();
    assert!(fewer.is_empty(), "no longer needed in {list}.txt, take them out: {fewer:#?}");
}

fn room(file: &str) -> Option<&str> {
    file.split_once('/').map(|(room, _)| room)
}

#[test]
fn a_module_names_only_modules_on_lower_floors() {
    let floors: BTreeMap<&str, u8> = FLOORS.into_iter().collect();
    let (mut seen, mut upwards) = (0, Vec::new());
    for (file, read) in &Tree::read().files {
        let Some(own) = room(file) else { continue };
        let floor = floors.get(own).unwrap_or_else(|| panic!("{own} has no floor"));
        for path in &read.named {
            let Some((name, other)) =
                path.first().and_then(|name| floors.get_key_value(name.as_str()))
            else {
                continue;
            };
            seen += 1;
            if *name != own && other >= floor {
                upwards.push(format!("{file} (floor {floor}) names {name} (floor {other})"));
            }
        }
    }
    assert_eq!(upwards, Vec::<String>::new());
    assert!(seen > 1_000, "the test reads imports: {seen}");
}

#[test]
fn a_room_leaves_alone_what_it_never_names() {
    let mut found = BTreeSet::new();
    for (file, read) in &Tree::read().files {
        let Some((_, never)) = NEVER.iter().find(|(own, _)| room(file) == Some(own)) else {
            continue;
        };
        let names = read.named_in_code.iter().filter_map(|path| path.first());
        let against = names.filter(|name| !read.is_test && never.contains(&name.as_str()));
        found.extend(against.map(|name| format!("{file} {name}")));
    }
    assert_eq!(found, BTreeSet::new());
}

#[test]
fn a_crate_is_named_by_its_rooms() {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for (file, read) in &Tree::read().files {
        let words = words(&read.code);
        let roots = words.windows(2).filter(|pair| pair[1] == "::").map(|pair| pair[0]);
        for name in roots.filter(|_| !read.is_test) {
            // What belongs to a crate is named as it is: the parser and its grammars.
            let of =
                CRATES.iter().find(|(of, _)| name == *of || name.starts_with(&format!("{of}_")));
            let Some((of, rooms)) = of else { continue };
            seen.insert(*of);
            if !rooms.contains(&room(file).unwrap_or_default()) {
                found.insert(format!("{file} {name}"));
            }
        }
    }
    assert_eq!(seen.len(), CRATES.len(), "each is used: {seen:?}");
    are_just_the_exceptions("crates", &found);
}

/// The files that lead to each other, through any number of others.
fn circles(edges: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let reached = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(file) = next.pop() {
            let new = edges.get(file).into_iter().flatten().filter(|to| seen.insert(*to));
            next.extend(new.collect::<Vec<_>>());
        }
        seen.contains(from)
    };
    edges.keys().filter(|file| reached(file)).cloned().collect()
}

/// A module and its children belong together; files beside each other do not lead in circles. Not
/// asked of the built-in rules, which are one large circle.
#[test]
fn files_of_a_room_do_not_lead_in_circles() {
    let tree = Tree::read();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, read) in tree.files.iter().filter(|(_, read)| !read.is_test) {
        let homes = read.named_in_code.iter().filter_map(|path| tree.home(path));
        for home in homes.filter(|home| room(home) == room(file) && *home != file) {
            let other = &tree.files[home].module;
            let is_family = other.starts_with(&read.module) || read.module.starts_with(other);
            if !is_family && !file.starts_with("rules/") {
                edges.entry(file.clone()).or_default().insert(home.to_owned());
            }
        }
    }
    let count: usize = edges.values().map(BTreeSet::len).sum();
    assert!(count > 300, "the test reads imports: {count}");
    assert_eq!(circles(&edges), BTreeSet::new());
}

/// What rules share stands below them, so that each can be read, and deleted, alone. A room's table
/// names its own rules.
#[test]
fn no_rule_names_another() {
    let tree = Tree::read();
    let mut found = BTreeSet::new();
    let mut seen = 0;
    for (file, read) in tree.files.iter().filter(|(file, _)| file.starts_with("rules/lints/")) {
        let Some((folder, name)) = file["rules/lints/".len()..].split_once('/') else { continue };
        seen += 1;
        for home in read.named_in_code.iter().filter_map(|path| tree.home(path)) {
            let rule = home.strip_prefix("rules/lints/").and_then(|rest| rest.split_once('/'));
            let is_own = |room: &str| name == "mod.rs" && room == folder;
            if home != file && rule.is_some_and(|(room, _)| !is_own(room)) {
                found.insert(format!("{file} names {home}"));
            }
        }
    }
    assert!(seen > 10, "the test reads rules: {seen}");
    assert_eq!(found, BTreeSet::new());
}

/// The rules that read words, with their lists and tests: as much as one person keeps in mind. A rule
/// that comes takes the place of one that decides less.
#[test]
fn the_built_in_rules_keep_below_their_ceiling() {
    let (mut all, mut long) = (0, Vec::new());
    for room in ["src/rules", "src/gates/advisory", "src/gates/text"] {
        for entry in WalkDir::new(root().join(room)).into_iter().flatten() {
            if entry.file_type().is_file() {
                let lines = fs::read_to_string(entry.path()).expect("text").lines().count();
                all += lines;
                long.extend((lines > LONGEST_RULE).then(|| entry.path().display().to_string()));
            }
        }
    }
    assert!(all <= RULE_LINES, "{all} lines, and {RULE_LINES} are the ceiling");
    assert_eq!(long, Vec::<String>::new(), "more than {LONGEST_RULE} lines");
}

#[test]
fn the_floors_test_can_fail() {
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("e", "e")];
    let mut tree: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (from, to) in edges {
        tree.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    assert_eq!(circles(&tree).into_iter().collect::<Vec<_>>(), ["a", "b", "c", "e"]);
}

#[test]
fn one_folder_touches_the_world() {
    let tree = Tree::read();
    for (file, text) in sources().into_iter().filter(|(file, _)| !tree.files[file].is_test) {
        let code = without_tests(&text);
        let folder = file.split('/').next().unwrap_or_default();
        if folder != "host" {
            for word in [
                "std::fs",
                "fs::read",
                "File::open",
                "git2::",
                "std::process::Command",
                "TcpStream",
            ] {
                assert!(!code.contains(word), "{file} uses {word}");
            }
            for word in ["SystemTime::now", "Instant::now", "Timestamp::now", "rand::"] {
                assert!(!code.contains(word), "{file} uses {word}");
            }
        }
        if !["host", "wiring", "cli"].contains(&folder) {
            assert!(!code.contains("std::env::var"), "{file} reads the environment");
        }
        if !["host", "wiring"].contains(&folder) {
            assert!(!code.contains("tokio::runtime"), "{file} makes a runtime");
        }
        assert!(!code.contains("todo!(") && !code.contains("unimplemented!("), "{file}");
    }
}

#[test]
fn files_stay_small_and_say_what_they_own() {
    let rooms = ["src", "tests/it", "tests/crashes", "tests/explore", "benches"];
    let files = rooms.iter().flat_map(|room| WalkDir::new(root().join(room)).into_iter().flatten());
    let mut long = BTreeSet::new();
    for file in files.filter(|file| file.path().extension().is_some_and(|end| end == "rs")) {
        let path = file.path().strip_prefix(root()).expect("below the root").display().to_string();
        let text = fs::read_to_string(file.path()).expect("text");
        assert!(text.starts_with("//!"), "{path} does not begin by saying what it owns");
        let lines = text.lines().count();
        assert!(lines <= LINES[1], "{path} has {lines} lines: split it");
        if lines > LINES[0] {
            long.insert(path);
        }
    }
    are_just_the_exceptions("lines", &long);
}

/// A name of two types that other files may name makes a reader ask which.
#[test]
fn a_type_is_defined_once() {
    let mut homes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, read) in Tree::read().files.iter().filter(|(_, read)| !read.is_test) {
        for line in read.code.lines() {
            let within = || Some(line.strip_prefix("pub(")?.split_once(") ")?.1);
            let Some(item) = line.strip_prefix("pub ").or_else(within) else { continue };
            let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
            let Some(name) = kinds.iter().find_map(|kind| item.strip_prefix(kind)) else {
                continue;
            };
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            homes.entry(name[..end].to_owned()).or_default().insert(file.clone());
        }
    }
    assert!(homes.len() > 300, "the test reads types: {}", homes.len());
    let twice = homes.into_iter().filter(|(_, files)| files.len() > 1);
    are_just_the_exceptions("names", &twice.map(|(name, _)| name).collect());
}
