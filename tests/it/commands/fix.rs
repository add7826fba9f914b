//! `fix`: what it writes and says, and what it leaves alone.

use std::fs;

use serde_json::Value;

use crate::support::greeting::greeting;
use crate::support::{Repo, binary};

const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";

/// The greeting with a misspelt key, a status in lower case, and a dependency that the plan has.
fn slipped() -> Repo {
    let repo = greeting();
    repo.edit(SECOND, "status: READY", "status: ready");
    repo.edit(SECOND, "definition_of_done", "definition_of_dnoe");
    repo.edit(SECOND, "{tickets: [TCK-00001]}", "{tickets: []} # none yet");
    repo
}

#[test]
fn fix_writes_what_is_certain_and_says_what_is_left() {
    let repo = slipped();
    let run = repo.run(&["fix", "RFC-0001"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            format!("fixed  R14 {SECOND}:2:50: write `READY`"),
            format!("fixed  R52 {SECOND}:10:3: rename the key to `definition_of_done`"),
            "fixed  R28 docs/rfcs/RFC-0001/06_ticket_decomposition.yaml:4:19: add TCK-00001 to the dependencies in TCK-00002.yaml".to_owned(),
            "RFC-0001 APPROVED: no finding is left".to_owned(),
        ]
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let clean = greeting();
    let expected = clean.read(SECOND).replace("[TCK-00001]}", "[TCK-00001]} # none yet");
    assert_eq!(repo.read(SECOND), expected);
    let again = repo.run(&["fix", "RFC-0001"]);
    assert_eq!(
        again.stdout,
        "no finding has a fix that is certain\nRFC-0001 APPROVED: no finding is left\n"
    );
    assert_eq!(repo.read(SECOND), expected);
}

#[test]
fn a_dry_run_prints_a_diff_that_git_applies_and_writes_nothing() {
    for is_crlf in [false, true] {
        let repo = slipped();
        if is_crlf {
            repo.write(SECOND, format!("\u{feff}{}", repo.read(SECOND).replace('\n', "\r\n")));
        }
        repo.commit("slips");
        let before = repo.read(SECOND);
        let run = repo.run(&["fix", "RFC-0001", "--dry-run"]);
        assert_eq!(repo.read(SECOND), before);
        assert!(run.stderr.contains("would fix  R14"), "{run:?}");
        repo.write("fix.patch", &run.stdout);
        repo.git(&["-c", "core.autocrlf=false", "apply", "fix.patch"]);
        let by_git = repo.read(SECOND);
        repo.write(SECOND, &before);
        assert_eq!(repo.run(&["fix", "RFC-0001"]).code, run.code);
        assert_eq!(repo.read(SECOND), by_git);
        let breaks = by_git.matches('\n').count();
        assert_eq!(by_git.matches("\r\n").count(), if is_crlf { breaks } else { 0 });
    }
}

#[test]
fn gates_json_and_sarif_carry_the_edits_that_fix_writes() {
    let repo = slipped();
    let edits_of = |findings: &Value| -> Vec<Value> {
        let findings = findings.as_array().expect("a list").iter();
        findings.filter_map(|finding| finding.get("fix").cloned()).collect()
    };
    let gates = repo.run(&["gates", "RFC-0001", "--format", "json"]).json();
    let of_gates = edits_of(&gates["reviews"][0]["findings"]);
    let fix = repo.run(&["fix", "RFC-0001", "--dry-run", "--format", "json"]).json();
    assert_eq!(of_gates, edits_of(&fix["fixed"]));
    assert_eq!((of_gates.len(), &fix["written"]), (3, &Value::Bool(false)));
    let mut bytes = repo.read(SECOND).into_bytes();
    let mut all: Vec<&Value> =
        of_gates.iter().flat_map(|fix| fix["edits"].as_array().expect("a list")).collect();
    all.sort_by_key(|edit| std::cmp::Reverse(edit["byte_offset"].as_u64()));
    for edit in all {
        let number = |key: &str| edit[key].as_u64().expect("a number") as usize;
        let (from, length) = (number("byte_offset"), number("byte_length"));
        let text = edit["replacement"].as_str().expect("a text");
        bytes.splice(from..from + length, text.bytes());
    }
    repo.commit("slips");
    repo.run(&["RFC-0001"]);
    let sarif = |repo: &Repo| repo.run(&["report", "RFC-0001", "--format", "sarif"]).json();
    let results = |log: &Value| log["runs"][0]["results"].as_array().expect("a list").clone();
    let with: Vec<Value> =
        results(&sarif(&repo)).iter().filter_map(|r| r.get("fixes").cloned()).collect();
    assert_eq!(with.len(), 3, "{with:?}");
    let change = &with[0][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], SECOND);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "READY");
    repo.run(&["fix", "RFC-0001"]);
    assert_eq!(repo.read(SECOND).into_bytes(), bytes);
    // The files are no longer what the review read.
    let without = results(&sarif(&repo));
    assert!(without.iter().all(|result| result.get("fixes").is_none()), "{without:?}");
}

#[test]
fn what_is_not_certain_or_brings_something_new_is_left_alone() {
    let repo = greeting();
    // Under the misspelt key stands a dependency that leads nowhere.
    repo.edit(
        SECOND,
        "dependencies: {tickets: [TCK-00001]}",
        "dependancies: {tickets: [TCK-00001, TCK-00099]}",
    );
    let before = repo.read(SECOND);
    let run = repo.run(&["fix", "RFC-0001"]);
    assert_eq!(repo.read(SECOND), before);
    let line = format!("not fixed  R52 {SECOND}:6:3: it brings R21 at {SECOND}:6:");
    assert!(run.stdout.contains(&line), "{run:?}");
    assert_eq!(run.code, repo.run(&["gates", "RFC-0001"]).code);
    // What an alias repeats is not edited.
    let repo = greeting();
    repo.edit(
        SECOND,
        "dependencies: {tickets: [TCK-00001]}",
        "dependencies: {tickets: [&d tck-00001]}\n  after: [*d]",
    );
    let before = repo.read(SECOND);
    let run = repo.run(&["fix", "RFC-0001"]);
    assert_eq!(repo.read(SECOND), before);
    assert!(run.stdout.contains("an alias repeats this place; edit it yourself"), "{run:?}");
}

#[test]
fn bad_input_of_fix_gets_one_line_and_nothing_half_written() {
    let repo = slipped();
    let before = repo.read(SECOND);
    let run = repo.run(&["fix", "RFC-0001", "--rev", "HEAD"]);
    assert_eq!((run.code, run.stderr.lines().count()), (64, 1), "{run:?}");
    let run = repo.run(&["fix", "RFC-0009"]);
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
    let mut permissions = fs::metadata(repo.at(SECOND)).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(repo.at(SECOND), permissions).expect("set");
    let run = repo.run(&["fix", "RFC-0001"]);
    assert_eq!(run.code, 74, "{run:?}");
    let line = format!(
        "council-review: could not write {SECOND}: it is read-only; nothing was written: set it right and run it again\n"
    );
    assert_eq!(run.stderr, line);
    assert_eq!(repo.read(SECOND), before);
    let folder = repo.at("docs/work/tickets");
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 2, "no temporary file");
    // An unreadable file is a finding, and no obstacle for the others.
    let repo = slipped();
    repo.write("docs/work/tickets/TCK-00003.yaml", b"rfc_id: RFC-0001\n\xff\n");
    let run = repo.run(&["fix", "RFC-0001"]);
    assert!(run.stdout.starts_with("fixed  "), "{run:?}");
    assert_eq!(run.code, 1, "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_link_is_never_written_through() {
    let repo = slipped();
    let outside = tempfile::tempdir().expect("a temp folder");
    let real = outside.path().join("TCK-00002.yaml");
    fs::rename(repo.at(SECOND), &real).expect("moved");
    std::os::unix::fs::symlink(&real, repo.at(SECOND)).expect("linked");
    let before = fs::read(&real).expect("a file");
    let run = repo.run(&["fix", "--all"]);
    assert_eq!(fs::read(&real).expect("a file"), before);
    assert!(run.stdout.starts_with("no finding has a fix"), "{run:?}");
}

#[test]
fn explain_says_what_fix_does() {
    let output = binary().args(["explain", "R52"]).output().expect("it runs");
    let page = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(page.contains("`council-review fix` renames the key"), "{page}");
}
