//! Our readers of YAML and of models' replies against the public suites. Each case that we take
//! otherwise than the suite stands in a table beside this file with its reason; the test fails when
//! a table and what the readers do differ, in either direction.
//!
//! `COUNCIL_TEST_BLESS=1 cargo test --test it conformance` writes the tables anew; a new row has `?`
//! for its reason, with which the test fails.

#![expect(clippy::print_stdout, reason = "figures, or why there are none")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{aside, is_blessing};
use council_review::model::FaultKind;
use council_review::prompt::answer::parse;
use council_review::yaml::{Limits, read};
use serde_json::Value;

/// What is taken otherwise than the suite: by case, in one word.
type Differences = BTreeMap<String, String>;

fn corpus(path: &str) -> Option<PathBuf> {
    aside::shared(&format!("corpora/{path}"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned()
}

/// Holds what is so against the table: `case<TAB>word<TAB>reason`, `#` before a comment.
fn hold(name: &str, found: &Differences) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/hostile/conformance").join(name);
    let text = fs::read_to_string(&path).expect("the table");
    let comments = text.lines().filter(|line| line.starts_with('#'));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut reasons: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for row in rows {
        let mut parts = row.splitn(3, '\t');
        let (Some(case), Some(word), Some(reason)) = (parts.next(), parts.next(), parts.next())
        else {
            panic!("{name}: no row: {row:?}");
        };
        assert!(reasons.insert((case, word), reason).is_none(), "{name}: {case} stands twice");
    }
    if is_blessing() {
        let mut fresh: String = comments.map(|line| format!("{line}\n")).collect();
        for (case, word) in found {
            let alike = || reasons.iter().find(|((_, w), _)| w == word).map(|(_, reason)| *reason);
            let own = reasons.get(&(case.as_str(), word.as_str())).copied();
            let reason = own.or_else(alike).unwrap_or("?");
            fresh += &format!("{case}\t{word}\t{reason}\n");
        }
        fs::write(&path, fresh).expect("written");
        return;
    }
    for ((case, word), reason) in &reasons {
        assert!(reason.len() > 1, "{name}: {case} has no reason");
        let now = found.get(*case).map_or("as the suite says", String::as_str);
        assert_eq!(now, *word, "{name}: {case} is no longer {word}");
    }
    for (case, word) in found {
        let row = (case.as_str(), word.as_str());
        assert!(reasons.contains_key(&row), "{name}: {case} is {word}, and the table lacks it");
    }
}

/// One case of the suite.
struct Case {
    id: String,
    yaml: String,
    fails: bool,
    json: Option<Vec<Value>>,
}

/// The suite's signs for what an editor would hide.
fn unveiled(text: &str) -> String {
    let mut text = text.replace('␣', " ").replace('»', "\t").replace('—', "");
    text = text.replace('⇔', "\u{feff}").replace('←', "\r").replace('↵', "");
    match text.strip_suffix("∎\n") {
        Some(open) => open.to_owned(),
        None => text,
    }
}

fn cases(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for path in files(folder) {
        let text = fs::read_to_string(&path).expect("text");
        let list: Vec<Value> = yaml_serde::from_str(&text).expect("the suite is YAML");
        for (number, case) in list.iter().enumerate() {
            let Some(yaml) = case["yaml"].as_str() else {
                continue;
            };
            let json = case["json"].as_str().map(|json| {
                let values = serde_json::Deserializer::from_str(json).into_iter();
                values.collect::<Result<_, _>>().expect("the suite's JSON is JSON")
            });
            cases.push(Case {
                id: format!("{}/{number}", stem(&path)),
                yaml: unveiled(yaml),
                fails: case["fail"].as_bool().unwrap_or_default(),
                json,
            });
        }
    }
    cases
}

/// Whether two values are one: `450` and `450.00` are the same number.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_there =
                |(key, a): (&String, &Value)| other.get(key).is_some_and(|b| is_same(a, b));
            one.len() == other.len() && one.iter().all(is_there)
        }
        _ => one == other,
    }
}

/// In one word, how we take a case; `None` as the suite does.
fn taken(case: &Case) -> Option<&'static str> {
    let (document, faults) = match read(case.yaml.as_bytes(), Limits::TICKET) {
        Ok(read) => read,
        Err(_) if case.fails => return None,
        Err(fault) => {
            return Some(match (fault.kind, fault.message.as_str()) {
                (_, message) if message.starts_with("the root is not") => "root",
                (_, message) if message.starts_with("a second YAML document") => "documents",
                (_, "the file is empty") => "empty",
                (FaultKind::Limit, _) => "limit",
                (FaultKind::NotText, _) => "text",
                _ => "refused",
            });
        }
    };
    let of = |kind| faults.iter().any(|fault| fault.kind == kind);
    if case.fails {
        // What is refused with a finding is refused.
        return (!faults.iter().any(|fault| !matches!(fault.kind, FaultKind::CarriageReturn)))
            .then_some("accepted");
    }
    let value = document.root().to_json();
    let is_other =
        case.json.as_deref().is_some_and(|json| json.len() == 1 && !is_same(&json[0], &value));
    Some(match (of(FaultKind::Exotic), of(FaultKind::DuplicateKey), is_other) {
        (true, _, false) => "exotic",
        (true, _, true) => "exotic-value",
        (_, true, false) => "twice",
        (_, true, true) => "twice-value",
        (_, _, true) => "value",
        _ if of(FaultKind::Tab) => "tab",
        _ => return None,
    })
}

#[test]
fn yaml_is_read_as_the_suite_says_but_for_the_table() {
    let Some(folder) = corpus("yaml-test-suite/src") else {
        return;
    };
    let cases = cases(&folder);
    let mut found = Differences::new();
    let (mut refused, mut compared) = (0, 0);
    for case in &cases {
        match taken(case) {
            Some(word) => {
                found.insert(case.id.clone(), word.to_owned());
            }
            None if case.fails => refused += 1,
            None => compared += u32::from(case.json.is_some()),
        }
    }
    println!(
        "{} cases: {} as the suite says ({refused} refused, {compared} with equal values), {} otherwise",
        cases.len(),
        cases.len() - found.len(),
        found.len()
    );
    let mut words: BTreeMap<&str, u32> = BTreeMap::new();
    for word in found.values() {
        *words.entry(word).or_default() += 1;
    }
    println!("{words:?}");
    assert!(cases.len() > 400 && compared > 50, "{} cases, {compared} compared", cases.len());
    hold("yaml.tsv", &found);
}

#[test]
fn replies_are_read_as_the_suite_of_json_says_but_for_the_table() {
    let Some(folder) = corpus("json-test-suite/test_parsing") else {
        return;
    };
    let mut found = Differences::new();
    let mut counts = [0; 3];
    for path in files(&folder) {
        let bytes = fs::read(&path).expect("readable");
        let is_read = parse(&bytes).is_ok();
        let name = stem(&path);
        let word = match (&name[..2], is_read) {
            ("y_", true) | ("n_", false) => None,
            ("y_", false) => Some("refused"),
            ("n_", true) => Some("accepted"),
            ("i_", true) => Some("open-accepted"),
            ("i_", false) => Some("open-refused"),
            (other, _) => panic!("{other} in {name}"),
        };
        counts[match &name[..2] {
            "y_" => 0,
            "n_" => 1,
            _ => 2,
        }] += 1;
        found.extend(word.map(|word| (name.clone(), word.to_owned())));
    }
    let [good, bad, open] = counts;
    println!("{good} to accept, {bad} to refuse, {open} left open; {} in the table", found.len());
    assert!(good > 90 && bad > 180 && open > 30);
    hold("json.tsv", &found);
}
