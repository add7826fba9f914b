//! The shipped CI recipes, read for what they must not do, and run as they are written.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use super::release::Released;
use crate::support::reading::gitlab;
use crate::support::tree::all;
use crate::support::{self, Repo, Run};
use council_review::yaml::{Limits, read};
use serde_json::Value;

const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";
const BOUND: &str = "    - requirement_id: REQ-0002\n";

fn shipped(path: &str) -> (String, Value) {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("there");
    let (document, faults) = read(text.as_bytes(), Limits::TICKET).expect("YAML");
    assert!(faults.is_empty(), "{path}: {faults:?}");
    (text, document.root().to_json())
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    all(value, key).into_iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

#[test]
fn the_workflow_has_the_least_privilege_and_pins_what_it_uses() {
    let (_, workflow) = shipped("ci/github/council-review.yml");
    assert_eq!(workflow["permissions"], serde_json::json!({"contents": "read"}));
    let events: Vec<&String> = workflow["on"].as_object().expect("events").keys().collect();
    assert_eq!(events, ["pull_request"]);
    let (_, action) = shipped("ci/github/action.yml");
    for used in texts(&workflow, "uses").iter().chain(&texts(&action, "uses")) {
        let (_, pin) = used.split_once('@').expect("a pin");
        let is_commit = pin.len() == 40 && pin.bytes().all(|b| b.is_ascii_hexdigit());
        assert!(is_commit || pin == "COMMIT_OF_COUNCIL_REVIEW", "{used}");
    }
    let checkout = &workflow["jobs"]["check"]["steps"][0]["with"];
    assert_eq!(checkout["fetch-depth"].to_string().trim_matches('"'), "0");
    assert_eq!(checkout["persist-credentials"].to_string().trim_matches('"'), "false");
    for document in [&workflow, &action] {
        assert!(!document.to_string().contains("secrets."));
        for script in texts(document, "run") {
            assert!(!script.contains("${{"), "an input within a script: {script}");
        }
    }
}

#[test]
fn f46_the_recipes_say_what_keeps_a_fork_from_changing_them() {
    for path in ["ci/github/council-review.yml", "ci/gitlab.yml"] {
        let (text, _) = shipped(path);
        let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('#')).collect();
        let comment = comment.join("").split_whitespace().collect::<Vec<_>>().join(" ");
        for word in ["alone", "CODEOWNERS", "require"] {
            assert!(comment.contains(word), "{path}: {word}");
        }
        assert!(comment.contains("ruleset") || comment.contains("policy"), "{path}");
        assert!(!comment.contains("safe"), "{path}");
    }
}

/// The action, as a runner would run it.
fn step(repo: &Repo, base: &str) -> (Run, String) {
    let (_, action) = shipped("ci/github/action.yml");
    let script = action["runs"]["steps"][0]["run"].as_str().expect("a script").to_owned();
    let released = Released::new();
    let run = released.run(repo, base, &script);
    (run, fs::read_to_string(released.path().join("summary.md")).unwrap_or_default())
}

fn branched() -> Repo {
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

#[test]
fn a_pull_request_that_breaks_an_rfc_is_blocked_and_one_that_fixes_it_passes() {
    let repo = branched();
    repo.edit(SECOND, BOUND, &format!("    - requirement_id: REQ-0077\n{BOUND}"));
    repo.commit("a requirement that nobody defines");
    let (run, summary) = step(&repo, "main");
    assert_eq!(run.code, 1, "{run:?}");
    let place = format!("::warning file={SECOND},line=9,col=7");
    assert!(run.stdout.lines().any(|line| line.starts_with(&place)), "{run:?}");
    assert!(run.stdout.contains("::error title=STALE RFC-0001::"), "{run:?}");
    assert!(summary.contains("    STALE               RFC-0001"), "{summary}");
    assert!(summary.lines().all(|line| line.starts_with("    ")), "{summary}");
    // Mended, reviewed, committed with the evidence: a fork needs nothing else, and no secret.
    repo.edit(SECOND, "    - requirement_id: REQ-0077\n", "");
    repo.edit(SECOND, "status: READY", "status: IN_PROGRESS");
    repo.commit("mended");
    assert_eq!(repo.run(&["--changed", "--base", "main", "--commit", "-q"]).code, 0);
    let (run, _) = step(&repo, "main");
    assert_eq!((run.code, run.stdout.contains("::error")), (0, false), "{run:?}");
}

#[test]
fn a_branch_name_is_no_part_of_a_script() {
    let repo = branched();
    repo.edit(SECOND, "status: READY", "status: IN_PROGRESS");
    repo.commit("a plan changed");
    for base in ["$(touch ran)", "`touch ran`", "\"; touch ran; \"", "--help", "-x; touch ran"] {
        let (run, _) = step(&repo, base);
        assert_eq!(run.code, 65, "{base}: {run:?}");
        assert!(!repo.at("ran").exists(), "{base}");
    }
}

/// A script of a recipe, with the tool on PATH.
fn shell(repo: &Repo, script: &str) -> Run {
    let bin = Path::new(env!("CARGO_BIN_EXE_council-review")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("a PATH"));
    let output = Command::new("sh")
        .args(["-euc", script])
        .current_dir(repo.path())
        .env("PATH", path)
        .env("BASE", "main")
        .env("SOURCE_DATE_EPOCH", support::EPOCH)
        .output();
    output.expect("a shell").into()
}

#[test]
fn gitlab_gets_one_list_of_all_reviews_and_their_tests() {
    let repo = branched();
    let (_, recipe) = shipped("ci/gitlab.yml");
    let script = recipe["council-review"]["after_script"][0].as_str().expect("a script");
    let list = || gitlab::shape(&repo.read("council-review.codequality.json"));
    // A change that concerns no RFC has an empty list.
    assert_eq!(shell(&repo, script).code, 0);
    assert_eq!(list(), [""; 0]);
    // Two RFCs, of which the second is a copy.
    let from = "documents/rfcs/RFC-0001";
    for entry in fs::read_dir(repo.at(from)).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let text = repo.read(&format!("{from}/{name}")).replace("RFC-0001", "RFC-0002");
        repo.write(&format!("documents/rfcs/RFC-0002/{name}"), text);
    }
    repo.edit(SECOND, BOUND, "");
    repo.commit("a second RFC without tickets, and a requirement that nothing serves");
    let mut open = 0;
    for rfc in ["RFC-0001", "RFC-0002"] {
        assert_eq!(repo.run(&[rfc, "-q", "--depth", "standard"]).code, 1, "{rfc}");
        let bundle = repo.run(&["show", rfc, "--format", "json"]).json();
        let findings = bundle["findings"].as_array().expect("findings").iter();
        open += 1 + findings.filter(|finding| finding["resolution"] == "STANDS").count();
    }
    assert_eq!(shell(&repo, script).code, 0);
    assert_eq!(list().len(), open, "each finding that counts, and each verdict");
    for rfc in ["RFC-0001", "RFC-0002"] {
        assert!(repo.read(&format!("council-review-{rfc}.xml")).contains("<testsuites "), "{rfc}");
    }
}

#[test]
fn the_job_for_gitlab_and_the_hooks_run_as_they_are_written() {
    let repo = branched();
    let shell = |script: &str| shell(&repo, script);
    let (_, job) = shipped("ci/gitlab.yml");
    let job = job["council-review"]["script"][0].as_str().expect("a line").to_owned();
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join(".pre-commit-hooks.yaml");
    let hooks = fs::read_to_string(hooks).expect("there");
    let hooks: Value = yaml_serde::from_str(&hooks).expect("a list of hooks");
    let entry = |at: usize| hooks[at]["entry"].as_str().expect("a command").to_owned();
    let all = [job, entry(0), entry(1)];
    for script in &all {
        assert_eq!(shell(script).code, 0, "{script}");
    }
    repo.edit(SECOND, BOUND, "");
    for script in &all {
        assert_eq!(shell(script).code, 1, "{script}");
    }
}
