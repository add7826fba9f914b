//! Slips of the pen and what follows from them: one mistake is told once with what it explains, and
//! the ids that were meant are offered. Tried with the real binary in a real repository.

use crate::support;
use crate::support::Repo;
use crate::support::greeting::greeting;
use serde_json::Value;

const FIRST: &str = "docs/work/tickets/TCK-00001.yaml";
const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";
const PLAN: &str = "docs/rfcs/RFC-0001/06_ticket_decomposition.yaml";

/// The exit code of `gates`, the verdict, and each finding: rule, severity, the rules because of which
/// it is there.
fn gates(repo: &Repo) -> (i32, String, Vec<String>) {
    let run = repo.run(&["gates", "RFC-0001", "--format", "json"]);
    let report = run.json();
    let review = &report["reviews"][0];
    let findings = review["findings"].as_array().expect("a list");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let rule_of = |id: &Value| {
        let found = findings.iter().find(|finding| finding["finding_id"] == *id);
        text(&found.expect("a finding of the review")["rule"])
    };
    let row = |finding: &Value| {
        let causes = finding["because"].as_array().map_or(&[][..], Vec::as_slice);
        let causes: Vec<String> = causes.iter().map(rule_of).collect();
        let because = if causes.is_empty() { "" } else { " because " };
        let (rule, severity) = (text(&finding["rule"]), text(&finding["severity"]));
        format!("{rule} {severity}{because}{}", causes.join(" "))
    };
    let mut rows: Vec<String> = findings.iter().map(row).collect();
    rows.sort();
    (run.code, text(&review["verdict"]), rows)
}

/// A dependency on TCK-00001 with a typing error, committed on a branch.
fn mistyped() -> Repo {
    let repo = greeting();
    repo.git(&["checkout", "-q", "-b", "typo"]);
    repo.edit(SECOND, "tickets: [TCK-00001]", "tickets: [TCK-00010]");
    repo.commit("a typing error");
    repo
}

fn waive(repo: &Repo, rule: &str) {
    let text = format!(
        "waiver:\n  id: WVR-0001\n  scope: {{rules: [{rule}]}}\n  reason: \"known\"\n  approved_by: Ada\n  expires: 2026-01-26\n"
    );
    repo.write("documents/work/waivers/WVR-0001.yaml", text);
}

#[test]
fn f29_one_mistyped_dependency_is_one_finding_that_counts() {
    let repo = mistyped();
    let expected = ["R21 BLOCKER", "R28 MAJOR because R21", "R47 MAJOR because R21"];
    assert_eq!(gates(&repo), (1, "REJECTED".to_owned(), expected.map(str::to_owned).to_vec()));
    let page = repo.run(&["gates", "RFC-0001"]).stdout;
    for piece in [
        "\n  1 BLOCKER, 2 explained\n",
        "which does not exist; did you mean TCK-00001?\n",
        "= explains: MAJOR[R28] 1 ticket file lacks dependencies",
        "= explains: MAJOR[R47] TCK-00002 changes what a ticket creates",
    ] {
        assert!(page.contains(piece), "{piece}\nis not in\n{page}");
    }
    assert_eq!(page.matches("[R28]").count(), 1, "{page}");
    let page = repo.run(&["gates", "--base", "main"]).stdout;
    assert!(page.contains("1 introduced with 2 explained, 0 there before, 0 fixed"), "{page}");
}

#[test]
fn f29_the_evidence_keeps_what_follows_and_every_report_tells_it() {
    let repo = mistyped();
    let run = repo.run(&["RFC-0001", "--depth", "standard"]);
    assert_eq!(run.code, 1, "{run:?}");
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let cause = &bundle["findings"][1]["finding_id"];
    for at in [0, 2] {
        let finding = &bundle["findings"][at];
        assert_eq!(finding["resolution"], "CONSEQUENCE", "{finding:#}");
        assert_eq!(finding["because"][0], *cause, "{finding:#}");
    }
    let path = &format!("evidence/rfc/RFC-0001/reviews/rfc_review_{}.yaml", support::STAMP);
    assert_eq!(repo.run(&["verify", path]).code, 0);
    for format in ["markdown", "html", "sarif", "github"] {
        let page = repo.run(&["report", "RFC-0001", "--format", format]).stdout;
        assert!(page.contains("explains"), "{format}:\n{page}");
    }
    for format in ["sarif", "junit"] {
        let page = repo.run(&["report", "RFC-0001", "--format", format]).stdout;
        assert!(page.contains("because of: FND-RFC-0001-002"), "{format}:\n{page}");
    }
}

#[test]
fn f29_a_waived_cause_explains_on_but_never_a_blocker() {
    let repo = greeting();
    repo.edit(SECOND, "tickets: [TCK-00001]", "tickets: [TCK-00010]");
    waive(&repo, "R21");
    repo.commit("a waiver");
    let (code, verdict, findings) = gates(&repo);
    assert_eq!((code, verdict.as_str(), findings.len()), (0, "APPROVED", 3), "{findings:?}");

    let repo = greeting();
    let text = repo.read(SECOND).replace("title: Refuse", "title: {Refuse");
    repo.write(SECOND, text);
    waive(&repo, "R6");
    repo.commit("a waiver");
    let (code, verdict, findings) = gates(&repo);
    assert!(findings.contains(&"R38 BLOCKER because R6".to_owned()), "{findings:?}");
    assert_eq!((code, verdict.as_str()), (1, "REJECTED"));
}

#[test]
fn f18_a_misspelt_key_is_told_and_weighs_once() {
    let repo = greeting();
    repo.edit(SECOND, "dependencies:", "dependancies:");
    let expected = ["R28 MAJOR because R52", "R47 MAJOR because R52", "R52 MAJOR"];
    let (code, verdict, findings) = gates(&repo);
    assert_eq!(findings, expected.map(str::to_owned));
    assert_eq!((code, verdict.as_str()), (0, "APPROVED_WITH_REMEDIATION"));
    let page = repo.run(&["gates", "RFC-0001"]).stdout;
    let text = "unknown key `dependancies`; did you mean `dependencies`? Nothing below it is read";
    assert!(page.replace("\n        ", " ").contains(text), "{page}");
    assert!(page.contains("= help: rename the key to `dependencies`"), "{page}");
}

#[test]
fn f19_what_a_plan_says_is_covered_counts() {
    let repo = greeting();
    let (old, new) = ("requirement_ids: [REQ-0001]", "requirements_covered: [REQ-0001, REQ-0002]");
    repo.edit(PLAN, old, new);
    assert_eq!(gates(&repo).2, ["R3A MAJOR"]);
}

#[test]
fn f22_an_rfcs_id_in_other_letters_is_malformed() {
    let repo = greeting();
    repo.edit(SECOND, "rfc_id: RFC-0001", "rfc_id: rfc-0001");
    assert_eq!((gates(&repo).0, gates(&repo).2), (1, vec!["R13 BLOCKER".to_owned()]));
}

#[test]
fn f23_one_typing_error_in_the_prds_id_uncovers_nothing() {
    let repo = greeting();
    repo.edit("docs/rfcs/RFC-0001/00_meta.yaml", "prd_id: NONE", "prd_id: PRD-12");
    let file = "documents/prds/PRD-0012/requirements/REQ-0001.yaml";
    repo.write(file, "requirement: {id: REQ-0001}\n");
    let entry = format!("[{{requirement_id: REQ-0001, requirement_ref: {file}}}]");
    repo.edit(FIRST, "[REQ-0001]", &entry);
    assert_eq!(gates(&repo).2, ["R33 MAJOR"]);
}

#[test]
fn f34_the_ids_that_were_meant_are_offered() {
    let repo = greeting();
    repo.edit(FIRST, "[REQ-0001]", "[REQ-0001, REQ-0009]");
    let page = repo.run(&["gates", "RFC-0001"]).stdout.replace("\n      ", " ");
    assert!(page.contains("did you mean REQ-0001 or REQ-0002?"), "{page}");
    for word in ["rfc-0001", "RFC-1", "1", "0001"] {
        for args in [vec![word], vec!["gates", word], vec!["show", word]] {
            let run = repo.run(&args);
            assert_eq!(run.code, 64, "{args:?}: {run:?}");
            assert!(run.stderr.contains("did you mean RFC-0001?"), "{args:?}: {run:?}");
        }
    }
    let run = repo.run(&["gates", "RFC-0011"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("there is no RFC-0011; did you mean RFC-0001?"), "{run:?}");
}
