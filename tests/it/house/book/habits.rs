//! The files that other tools read: the compiler's version, licences, what is generated, workflows.

use std::fs;
use std::process::Command;

use council_review::yaml::{Limits, read};

use crate::support::tree::all;

use super::{root, text_of};

/// The value of `key = "value"` in a text of TOML.
fn value_of(text: &str, key: &str) -> String {
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {key}")).trim().trim_matches('"').to_owned()
}

#[test]
fn one_version_of_the_compiler_is_pinned() {
    let pinned = value_of(&text_of("rust-toolchain.toml"), "channel");
    assert_eq!(value_of(&text_of("Cargo.toml"), "rust-version"), pinned);
    let (minor, _) = pinned.rsplit_once('.').expect("three numbers");
    let image = format!("image: rust:{minor}");
    assert!(text_of("ci/gitlab.yml").contains(&image), "ci/gitlab.yml does not say {image}");
}

#[test]
fn each_licence_of_the_package_has_its_file() {
    let licences = value_of(&text_of("Cargo.toml"), "license");
    let first_lines = [("MIT", "MIT License"), ("Apache-2.0", "Apache License")];
    for licence in licences.split(" OR ") {
        let (_, first) = first_lines.iter().find(|(id, _)| *id == licence).expect("a known id");
        let short = licence.split('-').next().unwrap_or_default().to_ascii_uppercase();
        let text = text_of(&format!("LICENSE-{short}"));
        assert_eq!(text.lines().next().map(str::trim), Some(*first), "{licence}");
    }
}

#[test]
fn git_changes_no_byte_of_what_is_sealed_or_read_byte_for_byte() {
    let files = ["evidence/rfc/RFC-0042/a.yaml", "tests/fixtures/gates/schema.txt", "fuzz/seeds/a"];
    let mut check = Command::new("git");
    check.current_dir(root()).args(["check-attr", "text", "linguist-generated", "--"]).args(files);
    let said = String::from_utf8(check.output().expect("git runs").stdout).expect("UTF-8");
    for file in files {
        assert!(said.contains(&format!("{file}: text: unset")), "{said}");
    }
    assert!(said.contains("evidence/rfc/RFC-0042/a.yaml: linguist-generated: set"), "{said}");
}

#[test]
fn a_release_gives_each_job_what_it_needs_and_pins_what_it_uses() {
    let text = text_of(".github/workflows/release.yml");
    let (document, faults) = read(text.as_bytes(), Limits::TICKET).expect("YAML");
    assert!(faults.is_empty(), "{faults:?}");
    let workflow = document.root().to_json();
    assert_eq!(workflow["permissions"], serde_json::json!({}));
    let reads = serde_json::json!({"contents": "read"});
    let publishes =
        serde_json::json!({"contents": "write", "id-token": "write", "attestations": "write"});
    for (name, job) in workflow["jobs"].as_object().expect("jobs") {
        let expected = if name == "publish" { &publishes } else { &reads };
        assert_eq!(job["permissions"], *expected, "{name}");
    }
    for used in all(&workflow, "uses") {
        let (_, pin) = used.as_str().and_then(|used| used.split_once('@')).expect("a pin");
        assert!(pin.len() == 40 && pin.bytes().all(|b| b.is_ascii_hexdigit()), "{used}");
    }
    for run in all(&workflow, "run").iter().filter_map(|run| run.as_str()) {
        assert!(!run.contains("${{"), "an input within a script: {run}");
        for script in run.split(' ').filter(|word| word.starts_with("ci/")) {
            assert!(root().join(script).is_file(), "no file {script}");
        }
    }
    // What is built is what the installer and the recipes ask for.
    let installer = text_of("ci/install.sh");
    for target in all(&workflow, "target").iter().filter_map(|target| target.as_str()) {
        assert!(installer.contains(&format!(" target={target} ")), "{target}");
    }
}

/// Words of a nightly run that turn a test's long form on are words that a test reads.
#[test]
fn own_workflows_have_the_least_privilege_and_pin_what_they_use() {
    let tests: String = walkdir::WalkDir::new(root().join("tests"))
        .into_iter()
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "rs"))
        .filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .collect();
    for name in ["ci", "nightly"] {
        let path = format!(".github/workflows/{name}.yml");
        let text = text_of(&path);
        let (document, faults) = read(text.as_bytes(), Limits::TICKET).expect("YAML");
        assert!(faults.is_empty(), "{path}: {faults:?}");
        let workflow = document.root().to_json();
        assert_eq!(workflow["permissions"], serde_json::json!({"contents": "read"}), "{path}");
        assert!(!text.contains("secrets.") && !text.contains("pull_request_target"), "{path}");
        let [uses, runs, variables] = ["uses", "run", "env"].map(|key| all(&workflow, key));
        assert!(!uses.is_empty() && !runs.is_empty(), "{path}");
        for used in uses {
            let (_, pin) = used.as_str().and_then(|used| used.split_once('@')).expect("a pin");
            assert!(pin.len() == 40 && pin.bytes().all(|b| b.is_ascii_hexdigit()), "{used}");
        }
        for run in runs.iter().filter_map(|run| run.as_str()) {
            assert!(!run.contains("${{"), "{path}: an input within a script: {run}");
            let word = run.split(' ').next().unwrap_or_default();
            assert!(!word.contains('/') || root().join(word).exists(), "{path}: no file {word}");
        }
        for variable in variables.iter().filter_map(|env| env.as_object()).flat_map(|m| m.keys()) {
            assert!(tests.contains(&format!("\"{variable}\"")), "{path}: nothing reads {variable}");
        }
    }
}
