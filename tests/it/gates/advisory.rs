//! The advisory rules: what code counts without rejecting, who may raise the limits, and what a
//! waiver holds back.

use crate::support::Repo;
use serde_json::Value;

const LIMITED: &str = "policy: {ticket_limits: {files: 1}}\n";

/// Rule, severity and resolution of each finding of an advisory rule in the newest review.
fn advisory(repo: &Repo) -> Vec<[String; 3]> {
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let findings = bundle["findings"].as_array().expect("a list").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rule = |finding: &Value| text(&finding["rule"]);
    let told = findings.iter().filter(|finding| rule(finding).starts_with('L'));
    told.map(|finding| [rule(finding), text(&finding["severity"]), text(&finding["resolution"])])
        .collect()
}

#[test]
fn a_limit_objects_without_rejecting_and_a_waiver_holds_it_back() {
    let repo = Repo::mended();
    assert!(
        !repo.run(&["gates", "RFC-0001"]).stdout.contains("[L"),
        "the example keeps the limits"
    );
    repo.write("council.yaml", LIMITED);
    let run = repo.run(&["gates", "RFC-0001"]);
    assert_eq!(run.code, 0, "{run:?}");
    let said = "MAJOR[L1]: TCK-00001 creates or changes 2 files; the limit is 1";
    assert!(run.stdout.contains(said), "{run:?}");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    assert_eq!(advisory(&repo)[0][..2], ["L1", "MAJOR"]);
    assert_ne!(advisory(&repo)[0][2], "WAIVED");
    assert_eq!(repo.run(&["check"]).code, 0);
    let waiver = "waiver:\n  id: WVR-0001\n  scope: {rules: [L1]}\n  reason: \"Script and page go together\"\n  approved_by: Ada\n  expires: 2027-01-26\n";
    repo.write("documents/work/waivers/WVR-0001.yaml", waiver);
    let run = repo.run(&["gates", "RFC-0001"]);
    assert!(run.stdout.contains("waived\n  WVR-0001: MAJOR[L1]"), "{run:?}");
    let run = repo.run(&["RFC-0001", "--fresh"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(advisory(&repo).iter().all(|finding| finding[2] == "WAIVED"), "{:?}", advisory(&repo));
    assert_eq!(repo.run(&["check"]).code, 0);
}

#[test]
fn the_limits_of_the_base_count() {
    let repo = Repo::mended();
    repo.write("council.yaml", LIMITED);
    repo.commit("one file a ticket");
    repo.git(&["checkout", "-q", "-b", "stranger"]);
    repo.write("council.yaml", "policy: {ticket_limits: {files: 10}}\n");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    assert!(advisory(&repo).is_empty());
    repo.commit("a wider limit, and a review that keeps it");
    assert_eq!(repo.run(&["check"]).code, 0, "by its own word");
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("L1")), (1, true), "{run:?}");
}
