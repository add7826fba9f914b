//! Floors and ports, kept by reading the imports: data flows one way, and one folder touches the world.

use std::collections::BTreeMap;

use super::sources;

/// DESIGN.md §3: data flows one way. `yaml` stands beside `port`, because `config` and `source`
/// both read spanned YAML.
const FLOORS: [(&str, u8); 17] = [
    ("cli", 11),
    ("host", 10),
    ("app", 9),
    ("report", 8),
    ("evidence", 7),
    ("adjudicate", 6),
    ("council", 5),
    ("prompt", 4),
    ("provider", 4),
    ("gates", 3),
    ("config", 2),
    ("source", 2),
    ("symbols", 2),
    ("core", 2),
    ("port", 1),
    ("yaml", 1),
    ("model", 0),
];

/// The modules of ours that a text names: `crate::x`, in paths and in grouped imports.
fn named(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let word =
            |s: &'_ str| s.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(s.len());
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find(';').unwrap_or(group.len())];
                let mut depth = 0;
                let mut start = true;
                for (i, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        c if start && c.is_alphabetic() => {
                            names.push(&group[i..i + word(&group[i..])]);
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => names.push(&rest[..word(rest)]),
        }
    }
    names
}

#[test]
fn a_module_names_only_modules_on_lower_floors() {
    let floors: BTreeMap<&str, u8> = FLOORS.into_iter().collect();
    let mut seen = 0;
    for (file, text) in sources() {
        let Some((own, _)) = file.split_once('/') else { continue };
        let floor = floors.get(own).unwrap_or_else(|| panic!("{own} has no floor"));
        for name in named(&text) {
            let Some(other) = floors.get(name) else { continue };
            seen += 1;
            assert!(
                name == own || other < floor,
                "{file} (floor {floor}) names {name} (floor {other})"
            );
        }
    }
    assert!(seen > 300, "the test reads imports: {seen}");
}

#[test]
fn the_floors_test_can_fail() {
    assert_eq!(named("use crate::app::x; crate::model::Y"), ["app", "model"]);
    assert_eq!(named("use crate::{cli, evidence::{a, b}, host::c};"), ["cli", "evidence", "host"]);
}

/// The text without its unit tests, which may use what the code may not.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text)
}

#[test]
fn one_folder_touches_the_world() {
    for (file, text) in sources() {
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
        if !["host", "cli"].contains(&folder) {
            assert!(!code.contains("std::env::var"), "{file} reads the environment");
        }
        assert!(!code.contains("todo!(") && !code.contains("unimplemented!("), "{file}");
    }
}

#[test]
fn files_stay_small_and_say_what_they_own() {
    for (file, text) in sources() {
        assert!(text.starts_with("//!"), "{file} does not begin by saying what it owns");
        let lines = text.lines().count();
        assert!(lines <= 600, "{file} has {lines} lines: split it");
    }
}
