//! Which folders are read: the base decides, an ambiguous layout is told by every command, and no
//! change takes an RFC out of view on its own word.

use std::os::unix::fs::symlink;

use crate::support::{Repo, Run};
use serde_json::Value;

const META: &str = "docs/rfcs/RFC-0001/00_meta.yaml";
const PROBLEM: &str = "docs/rfcs/RFC-0001/01_problem_and_imports.yaml";
const PLAN: &str = "docs/rfcs/RFC-0001/06_ticket_decomposition.yaml";
const FIRST: &str = "docs/work/tickets/TCK-00001.yaml";
const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";

pub(super) const FILES: [(&str, &str); 7] = [
    ("Cargo.toml", "[package]\nname = \"app\"\nversion = \"0.1.0\"\n"),
    ("src/lib.rs", ""),
    (META, "rfc_meta:\n  rfc: {id: RFC-0001, title: Greeting}\n  binds_to_prd: {prd_id: NONE}\n"),
    (
        PROBLEM,
        "problem:\n  additional_requirements:\n    - {id: REQ-0001, statement: The program greets by name}\n    - {id: REQ-0002, statement: An empty name is refused}\n",
    ),
    (
        PLAN,
        "plan:\n  tickets:\n    - {ticket_id: TCK-00001, title: Greet, requirement_ids: [REQ-0001]}\n    - {ticket_id: TCK-00002, title: Refuse, requirement_ids: [REQ-0002], depends_on: [TCK-00001]}\n",
    ),
    (
        FIRST,
        "ticket_meta:\n  ticket: {id: TCK-00001, title: Greet, status: READY}\n  binds:\n    rfc_id: RFC-0001\n    requirements: [REQ-0001]\n  dependencies: {tickets: []}\n  implementation:\n    files_to_create: [{path: src/greet.rs}]\n    steps: [\"Print `Hello, ` and the name\"]\n  definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    ),
    (
        SECOND,
        "ticket_meta:\n  ticket: {id: TCK-00002, title: Refuse, status: READY}\n  binds:\n    rfc_id: RFC-0001\n    requirements: [REQ-0002]\n  dependencies: {tickets: [TCK-00001]}\n  implementation:\n    files_to_modify: [{path: src/greet.rs}]\n    steps: [\"Exit with 64 where the name is empty\"]\n  definition_of_done: {criteria: [\"cargo test passes\"]}\n",
    ),
];

/// A repository in `docs/`, committed on main, with a branch on it.
pub(super) fn greeting() -> Repo {
    let repo = Repo::new();
    for (path, text) in FILES {
        repo.write(path, text);
    }
    repo.commit("greeting");
    let run = repo.run(&["gates", "--all"]);
    assert_eq!((run.code, run.stdout.contains("APPROVED")), (0, true), "{run:?}");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

/// The second ticket waits for one that nobody wrote.
pub(super) fn broken(repo: &Repo) {
    repo.edit(SECOND, "tickets: [TCK-00001]", "tickets: [TCK-00009]");
}

pub(super) fn decoy(repo: &Repo, rfcs: &str, tickets: &str) {
    repo.write(
        &format!("{rfcs}/RFC-0099/00_meta.yaml"),
        "rfc_meta: {rfc: {id: RFC-0099}, binds_to_prd: {prd_id: NONE}}\n",
    );
    let ticket = "ticket_meta:\n  ticket: {id: TCK-00099, title: Decoy, status: READY}\n  binds: {rfc_id: RFC-0099}\n";
    repo.write(&format!("{tickets}/TCK-00099.yaml"), ticket);
}

pub(super) fn gitlink(repo: &Repo, path: &str) {
    let commit = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{commit},{path}")]);
    repo.git(&["commit", "-q", "-m", "a submodule"]);
}

/// The codes of `check --base` and of `gates --base`.
fn codes(repo: &Repo) -> (i32, i32) {
    let check = repo.run(&["check", "--base", "main"]);
    let gates = repo.run(&["gates", "--base", "main"]);
    (check.code, gates.code)
}

fn statuses(run: &Run) -> Vec<(String, String)> {
    let report = run.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let checks = report["checks"].as_array().expect("checks").iter();
    checks.map(|check| (text(&check["rfc_id"]), text(&check["status"]))).collect()
}

fn one(status: &str) -> Vec<(String, String)> {
    vec![("RFC-0001".to_owned(), status.to_owned())]
}

fn checked(repo: &Repo) -> (i32, Vec<(String, String)>) {
    let run = repo.run(&["check", "--base", "main", "--format", "json"]);
    (run.code, statuses(&run))
}

fn repository_rules(run: &Run) -> Vec<String> {
    let report = run.json();
    let findings = report["repository"]["findings"].as_array().expect("findings").iter();
    findings.map(|finding| finding["rule"].as_str().expect("a rule").to_owned()).collect()
}

#[test]
fn f01_two_empty_folders_hide_nothing() {
    for file in [".keep", "README.md"] {
        let repo = greeting();
        broken(&repo);
        repo.write(&format!("documents/rfcs/{file}"), "");
        repo.write(&format!("documents/work/tickets/{file}"), "");
        repo.commit("hidden");
        assert_eq!(codes(&repo), (1, 1), "{file}");
        let gates = repo.run(&["gates", "--base", "main"]);
        assert!(gates.stdout.contains("REJECTED  RFC-0001"), "{gates:?}");
        // After the merge, too.
        assert_eq!(repo.run(&["gates", "--all"]).code, 1);
        assert_eq!(repo.run(&["check"]).code, 1);
    }
}

#[test]
fn f01_a_link_a_submodule_and_a_decoy_hide_nothing_and_are_told() {
    let link = |repo: &Repo| symlink("elsewhere", repo.at("documents")).expect("linked");
    let submodule = |repo: &Repo| gitlink(repo, "documents");
    let decoy = |repo: &Repo| decoy(repo, "documents/rfcs", "documents/work/tickets");
    type Way<'w> = (&'w str, &'w dyn Fn(&Repo));
    let ways: [Way; 3] = [("link", &link), ("submodule", &submodule), ("decoy", &decoy)];
    for (name, way) in ways {
        let repo = greeting();
        broken(&repo);
        repo.commit("broken");
        way(&repo);
        if name != "submodule" {
            repo.commit(name);
        }
        assert_eq!(codes(&repo), (1, 1), "{name}");
        for command in ["check", "gates"] {
            let run = repo.run(&[command, "--base", "main", "--rev", "HEAD", "--format", "json"]);
            assert_eq!((run.code, repository_rules(&run)[0].as_str()), (1, "R54"), "{name}");
        }
    }
}

/// All commands that look at a repository's RFCs, and whether they need a bundle.
const COMMANDS: [&[&str]; 12] = [
    &["gates", "RFC-0001"],
    &["gates", "--all"],
    &["check", "RFC-0001"],
    &["check"],
    &["RFC-0001"],
    &["--all"],
    &["plan", "RFC-0001"],
    &["show", "RFC-0001"],
    &["report", "RFC-0001"],
    &["summary"],
    &["trends"],
    &["escalations"],
];

#[test]
fn r54_is_told_by_every_command_and_ends_it_with_1() {
    let repo = greeting();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let files = repo.reviews("RFC-0001");
    decoy(&repo, "rfcs", "tickets");
    for command in COMMANDS {
        let run = repo.run(command);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, 1, "{command:?}: {run:?}");
        let rfcs = "RFCs lie in `docs/rfcs` and in `rfcs`; only the first is read";
        assert!(said.contains("[R54]") && said.contains(rfcs), "{command:?}: {run:?}");
        let tickets = "tickets lie in `docs/work/tickets` and in `tickets`; only the first";
        assert_eq!(said.matches(tickets).count(), 1, "{command:?}: {run:?}");
    }
    let doctor = repo.run(&["doctor"]);
    assert_eq!(
        (doctor.code, doctor.stdout.contains("fault  repository  BLOCKER[R54]: RFCs lie")),
        (65, true),
        "{doctor:?}"
    );
    assert_eq!(repo.reviews("RFC-0001"), files, "nothing is written");
    let review = repo.run(&["RFC-0001"]);
    assert_eq!(review.stdout, "", "{review:?}");
    assert!(review.stderr.contains("name one folder under `layout.rfcs` in council.yaml"));
    // Naming the folders is the way to keep both.
    repo.write("council.yaml", "layout: {rfcs: docs/rfcs, tickets: docs/work/tickets}\n");
    assert_eq!(repo.run(&["gates", "--all"]).code, 0);
}

#[test]
fn f01_an_rfc_goes_only_by_the_base_s_word() {
    let remove = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.commit("removed");
    };
    let repo = greeting();
    remove(&repo);
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(
        run.stdout.contains("REMOVAL: this change removes it")
            && run.stdout.contains("REMOVAL --decision"),
        "{run:?}"
    );
    let gates = repo.run(&["gates", "--base", "main"]);
    assert_eq!((gates.code, gates.stdout.contains("this change removes it")), (2, true));
    assert!(!gates.stdout.contains("concerns no RFC"), "{gates:?}");
    // A policy of its own gives no permission.
    repo.write("council.yaml", "policy: {removal: true}\n");
    repo.commit("a weaker policy");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));

    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("council.yaml", "policy: {removal: true}\n");
    repo.commit("RFCs may go");
    repo.git(&["checkout", "-q", "-b", "next"]);
    remove(&repo);
    assert_eq!(checked(&repo), (0, one("REMOVED")));
    assert_eq!(codes(&repo), (0, 0));
}

#[test]
fn f01_a_removal_ruling_counts_when_the_base_has_it_and_no_review_came_after() {
    let rule = ["adjudicate", "RFC-0001", "REMOVAL", "--decision", "uphold", "--by", "Ada"];
    let rule: Vec<&str> = rule.into_iter().chain(["--reason", "nobody needs it"]).collect();
    let remove = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.commit("removed");
    };
    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    let run = repo.run(&rule);
    assert_eq!((run.code, run.stderr.contains("has no review")), (65, true), "{run:?}");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let dismiss: Vec<&str> =
        rule.iter().map(|word| if *word == "uphold" { "dismiss" } else { *word }).collect();
    assert_eq!(repo.run(&dismiss).code, 64);
    let run = repo.run(&rule);
    assert_eq!(run.code, 0, "{run:?}");
    let file = "ruling_20260126T100000Z_REMOVAL.yaml".to_owned();
    assert!(repo.reviews("RFC-0001").contains(&file) && run.stdout.contains(&file), "{run:?}");
    repo.commit("it may go");
    repo.git(&["checkout", "-q", "-b", "next"]);
    remove(&repo);
    assert_eq!(checked(&repo), (0, one("REMOVED")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(run.stdout.contains("the ruling of Ada (nobody needs it)"), "{run:?}");

    // Something of it is left.
    repo.write(FIRST, FILES[5].1.replace("rfc_id: RFC-0001", "rfc_id: MAINTENANCE"));
    repo.commit("bound elsewhere");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let run = repo.run(&["check", "--base", "main"]);
    assert!(run.stdout.contains(&format!("still in the tree: {FIRST}")), "{run:?}");

    // A later review on the base asks for a word of its own.
    repo.git(&["checkout", "-q", "main"]);
    repo.edit(FIRST, "title: Greet", "title: Greet all");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed again");
    repo.git(&["checkout", "-q", "-b", "later"]);
    remove(&repo);
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
}

#[test]
fn f01_live_tickets_bound_to_maintenance_leave_a_person_to_decide() {
    let repo = greeting();
    repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001"]);
    for (path, text) in [FILES[5], FILES[6]] {
        repo.write(path, text.replace("rfc_id: RFC-0001", "rfc_id: MAINTENANCE"));
    }
    repo.commit("maintenance");
    assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
    let gates = repo.run(&["gates", "--base", "main"]);
    assert_eq!(gates.code, 2, "{gates:?}");
    let json = repo.run(&["gates", "--base", "main", "--format", "json"]).json();
    let because = json["leaving"][0]["because"].as_array().expect("reasons");
    let because: Vec<&str> = because.iter().filter_map(Value::as_str).collect();
    let expected = [META, PROBLEM, PLAN].map(|path| format!("{path} is gone"));
    let kept = [FIRST, SECOND].map(|path| format!("{path} no longer belongs to RFC-0001"));
    assert_eq!(because, [&expected[..], &kept[..]].concat());
}

#[test]
fn f01_an_rfc_that_is_emptied_or_retired_is_not_passed_by_its_own_change() {
    let emptied = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001", FIRST, SECOND]);
        repo.write("docs/rfcs/RFC-0001/README.md", "words\n");
    };
    let retired = |repo: &Repo| {
        repo.git(&["rm", "-q", "-r", "docs/rfcs/RFC-0001"]);
        repo.edit(FIRST, "status: READY", "status: CANCELLED");
        repo.edit(SECOND, "status: READY", "status: CANCELLED");
    };
    for change in [&emptied as &dyn Fn(&Repo), &retired] {
        let repo = greeting();
        change(&repo);
        repo.commit("changed");
        assert_eq!(checked(&repo), (2, one("NEEDS_ADJUDICATION")));
        assert_eq!(codes(&repo), (2, 2));
        // What the base allows is checked like any other RFC that has nothing to review.
        repo.git(&["checkout", "-q", "main"]);
        repo.write("council.yaml", "policy: {removal: true}\n");
        repo.commit("RFCs may go");
        repo.git(&["checkout", "-q", "feature"]);
        assert_eq!(checked(&repo), (0, one("NOT_APPLICABLE")));
        let run = repo.run(&["check", "--base", "main"]);
        assert!(run.stdout.contains("main allows it: `policy.removal`"), "{run:?}");
    }
}

#[test]
fn a_base_that_moved_its_roots_asks_for_a_merge() {
    let repo = greeting();
    broken(&repo);
    repo.commit("broken");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["mv", "docs", "documents"]);
    repo.commit("moved");
    repo.git(&["checkout", "-q", "feature"]);
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        let line = "council-review: main moved `docs/rfcs` to `documents/rfcs` after this change left it: merge main into the change, then run again\n";
        assert_eq!((run.code, run.stderr.as_str()), (65, line), "{run:?}");
    }
    repo.git(&["merge", "-q", "-m", "merged", "main"]);
    assert_eq!(codes(&repo), (1, 1));
}

#[test]
fn a_base_without_a_root_in_use_leaves_the_layout_to_the_change() {
    let repo = Repo::new();
    repo.write("documents/rfcs/.keep", "");
    repo.commit("nothing yet");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    for (path, text) in FILES {
        repo.write(path, text);
    }
    repo.commit("greeting");
    assert_eq!(checked(&repo), (1, one("MISSING")));
    assert_eq!(repo.run(&["gates", "--base", "main"]).code, 0);
}

#[test]
fn f07_a_blocker_of_the_repository_ends_gates_with_1() {
    let repo = greeting();
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["rm", "-q", PLAN]);
    repo.edit(FIRST, "requirements: [REQ-0001]", "requirements: [REQ-0001, REQ-0002]");
    repo.commit("no plan");
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.edit(SECOND, "rfc_id: RFC-0001", "rfc_id: RFC-1");
    repo.commit("a slip");
    for scope in
        [&["--changed", "--base", "main"][..], &["--base", "main"], &["--changed"], &["--all"]]
    {
        let run = repo.run(&[&["gates"], scope].concat());
        assert_eq!(run.code, 1, "{scope:?}: {run:?}");
        assert!(run.stdout.contains("APPROVED  RFC-0001"), "{run:?}");
        let json = repo.run(&[&["gates", "--format", "json"], scope].concat());
        assert_eq!(repository_rules(&json), ["R13"]);
        let review = repo.run(&[scope, &["-q"]].concat());
        assert_eq!(review.code, 1, "a review of {scope:?}: {review:?}");
        assert!(review.stdout.contains("REPOSITORY"), "{review:?}");
    }
    let run = repo.run(&["gates", "--base", "main"]);
    let reason = format!("{SECOND} no longer belongs to RFC-0001");
    assert!(run.stdout.contains(&reason), "{run:?}");
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0, "one RFC answers for itself");
    // What was there before is not the change's.
    repo.git(&["checkout", "-q", "-b", "later"]);
    repo.write("README.md", "words\n");
    repo.commit("words");
    let run = repo.run(&["gates", "--base", "next"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn f16_a_policy_that_cannot_be_read_is_a_policy_change() {
    let repo = greeting();
    repo.write("council.yaml", format!("policy: {{removal: true}}\n#{}\n", "x".repeat(1 << 20)));
    repo.commit("a large policy");
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        assert_eq!(run.code, 0, "{run:?}");
        let line = "this change edits council.yaml and it cannot be read there (it has ";
        assert!(run.stdout.contains(line), "{run:?}");
        assert!(run.stdout.contains("that of main counts"), "{run:?}");
    }
}
