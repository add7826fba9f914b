//! A change held against its base: which RFCs it concerns, what it did to their findings, and that
//! only the base's policy counts.

use std::os::unix::ffi::OsStrExt as _;

use crate::support;
use crate::support::Repo;
use serde_json::Value;

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";
const SECOND: &str = "documents/work/tickets/TCK-00002.yaml";

/// The mended example, reviewed and committed on main; a branch stands on it.
fn branched() -> Repo {
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

fn gates(repo: &Repo, args: &[&str]) -> Value {
    let mut all = vec!["gates", "--format", "json"];
    all.extend(args);
    repo.run(&all).json()
}

/// RFC and reasons of each review of a report.
fn concerned(report: &Value) -> Vec<(String, Vec<String>)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let reviews = report["reviews"].as_array().expect("reviews");
    let because = |review: &Value| {
        review["because"].as_array().map(|all| all.iter().map(text).collect()).unwrap_or_default()
    };
    reviews.iter().map(|review| (text(&review["rfc_id"]), because(review))).collect()
}

/// Rules of an RFC's findings by what the change did to them: introduced, there before, fixed.
fn sorted(report: &Value) -> [Vec<String>; 3] {
    let review = &report["reviews"][0];
    let rule = |finding: &Value| finding["rule"].as_str().expect("a rule").to_owned();
    let of = |change: &str| {
        let findings = review["findings"].as_array().expect("findings").iter();
        findings.filter(|finding| finding["change"] == change).map(rule).collect()
    };
    let fixed = review["fixed"].as_array().expect("a list").iter().map(rule).collect();
    [of("INTRODUCED"), of("EXISTING"), fixed]
}

#[test]
fn findings_are_told_from_those_that_were_there() {
    let repo = Repo::example();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    // R38 of REQ-0003 was there; the branch binds something that nobody defines.
    let bound = "    - requirement_id: REQ-0002\n";
    repo.edit(SECOND, bound, &format!("    - requirement_id: REQ-0077\n{bound}"));
    let report = gates(&repo, &["--base", "main"]);
    let none = Vec::<String>::new();
    assert_eq!(sorted(&report), [vec!["R36".to_owned()], vec!["R38".to_owned()], none.clone()]);
    let page = repo.run(&["gates", "--base", "main"]).stdout;
    assert!(page.contains("1 introduced, 1 there before, 0 fixed"), "{page}");
    assert!(page.contains("MAJOR[R36]") && !page.contains("BLOCKER[R38]"), "{page}");
    let all = repo.run(&["gates", "--base", "main", "-v"]).stdout;
    assert!(all.contains("BLOCKER[R38]") && all.contains("was there before"), "{all}");
    // An entry before it moves the index of the old one, which stays the old one.
    repo.commit("wrong");
    repo.git(&["checkout", "-q", "-b", "next"]);
    repo.edit(SECOND, bound, &format!("    - requirement_id: REQ-0003\n{bound}"));
    repo.edit(SECOND, "    - requirement_id: REQ-0077\n", "");
    let report = gates(&repo, &["--base", "feature"]);
    assert_eq!(sorted(&report), [none.clone(), none, vec!["R38".to_owned(), "R36".to_owned()]]);
    let page = repo.run(&["gates", "--base", "feature"]).stdout;
    assert!(page.contains("\nfixed\n  BLOCKER[R38]: `REQ-0003` has no ticket ("), "{page}");
}

#[test]
fn an_rfc_is_concerned_by_its_own_files_alone() {
    let repo = branched();
    repo.write("documents/examples/other.sh", "true\n");
    repo.write("README.md", "words\n");
    assert_eq!(concerned(&gates(&repo, &["--base", "main"])), []);
    let page = repo.run(&["check", "--base", "main"]);
    assert_eq!(
        (page.code, page.stdout.contains("this change touches no RFC")),
        (0, true),
        "{page:?}"
    );

    let notes = "documents/rfcs/RFC-0001/notes and more.md";
    repo.write(notes, "words\n");
    let one = |reason: String| vec![("RFC-0001".to_owned(), vec![reason])];
    assert_eq!(concerned(&gates(&repo, &["--base", "main"])), one(format!("{notes} is new")));
    std::fs::remove_file(repo.at(notes)).expect("removed");

    repo.edit(FIRST, "status: READY", "status: DRAFT");
    assert_eq!(concerned(&gates(&repo, &["--base", "main"])), one(format!("{FIRST} changed")));
}

#[test]
fn tickets_that_wait_for_one_that_is_no_more_are_concerned() {
    let repo = branched();
    let other = repo.read(SECOND).replace("TCK-00002", "TCK-00003").replace("RFC-0001", "RFC-0002");
    repo.write("documents/work/tickets/TCK-00003.yaml", other);
    repo.commit("another RFC waits for TCK-00001");
    repo.git(&["checkout", "-q", "-b", "later"]);
    repo.edit(FIRST, "status: READY", "status: CANCELLED");
    let concerned = concerned(&gates(&repo, &["--base", "feature"]));
    let names: Vec<&str> = concerned.iter().map(|(rfc, _)| rfc.as_str()).collect();
    assert_eq!(names, ["RFC-0001", "RFC-0002"]);
    assert_eq!(concerned[1].1, ["TCK-00001, which TCK-00003 waits for, is no more"]);
}

#[test]
fn an_rfc_of_which_nothing_is_left_is_told() {
    let repo = branched();
    repo.git(&["rm", "-q", "-r", "documents/rfcs/RFC-0001", FIRST, SECOND]);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("this change removes it")), (2, true), "{run:?}");
    let run = repo.run(&["--changed", "--base", "main"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("nothing of it is left to review"), "{run:?}");
}

#[test]
fn only_the_base_s_policy_counts() {
    let repo = branched();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("council.yaml", "policy: {seats: [SA-2]}\n");
    repo.commit("a model must sit");
    repo.git(&["checkout", "-q", "-b", "stranger"]);
    repo.write("council.yaml", "policy: {seats: []}\n");
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("a weaker policy");
    assert_eq!(repo.run(&["check"]).code, 0, "by its own word");
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("no model held SA-2"), "{run:?}");
    let reported = "this change edits council.yaml; until it is merged, that of main counts";
    assert!(run.stdout.contains(reported), "{run:?}");
    // A base that went on since: its policy counts, and the change does not edit it.
    repo.git(&["checkout", "-q", "feature"]);
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("no model held SA-2")), (1, true), "{run:?}");
    assert!(!run.stdout.contains(reported), "{run:?}");
    // A fault of the base's policy is told with the name of the base.
    repo.git(&["checkout", "-q", "main"]);
    repo.write("council.yaml", "policy: {seat: []}\n");
    repo.commit("a fault");
    repo.git(&["checkout", "-q", "feature"]);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("main:council.yaml:1:10: unknown key"), "{run:?}");
}

#[test]
fn a_change_is_reviewed_and_summed_up() {
    let repo = branched();
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    let run = repo.run(&["--changed"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("the change since main concerns RFC-0001"), "{run:?}");
    assert!(run.stdout.contains("gates' findings\n  0 introduced"), "{run:?}");
    assert_eq!(repo.reviews("RFC-0001").len(), 4);
    let run = repo.run(&["--changed", "--format", "json"]);
    let report = run.json();
    assert_eq!(report["base"]["name"], "main");
    assert_eq!(report["reviews"][0]["change"]["fixed"], Value::Array(Vec::new()));
}

#[test]
fn the_base_is_found_or_the_line_says_how() {
    let says = |repo: &Repo, args: &[&str], words: &str| {
        let run = repo.run(args);
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.stderr.contains(words), "{words}: {run:?}");
    };
    let repo = branched();
    says(&repo, &["check", "--base", "nowhere"], "run `git fetch origin nowhere`");
    says(&repo, &["check", "--base", "origin/x"], "run `git fetch origin x`");
    says(&repo, &["check", "--base=--upload-pack=x"], "begins with a dash");
    repo.git(&["checkout", "-q", "--orphan", "alone"]);
    repo.commit("another beginning");
    says(&repo, &["check", "--base", "main"], "no commit in common");
    repo.git(&["branch", "-q", "-m", "main", "trunk"]);
    says(&repo, &["check", "--changed"], "name one with --base REV");
    says(&Repo::new(), &["check", "--changed"], "name one with --base REV");

    // A clone knows the default branch of where it came from.
    let repo = branched();
    repo.git(&["branch", "-q", "-m", "main", "trunk"]);
    repo.git(&["checkout", "-q", "trunk"]);
    let clone = tempfile::tempdir().expect("a folder");
    let at = clone.path().to_str().expect("UTF-8");
    repo.git(&["clone", "-q", ".", at]);
    let run = repo.run(&["gates", "--changed", "--repo", at]);
    assert!(run.stdout.contains("the change since origin/trunk"), "{run:?}");
}

#[test]
fn a_shallow_clone_says_what_it_needs() {
    let repo = branched();
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    repo.commit("on the branch");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("README.md", "on main\n");
    repo.commit("on main");
    let clone = tempfile::tempdir().expect("a folder");
    let at = clone.path().to_str().expect("UTF-8");
    let from = format!("file://{}", repo.path().display());
    repo.git(&["clone", "-q", "--depth", "1", "--no-single-branch", "-b", "feature", &from, at]);
    let run = repo.run(&["check", "--repo", at, "--base", "origin/main"]);
    assert_eq!(run.code, 65);
    assert!(run.stderr.contains("git fetch --unshallow"), "{run:?}");
    repo.git(&["-C", at, "fetch", "-q", "--unshallow"]);
    let run = repo.run(&["check", "--repo", at, "--base", "origin/main"]);
    assert_eq!((run.code, run.stdout.contains("STALE")), (1, true), "{run:?}");
}

#[test]
fn a_worktree_and_a_detached_head_are_like_any_other() {
    let repo = branched();
    repo.edit(FIRST, "status: READY", "status: IN_PROGRESS");
    repo.commit("on the branch");
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("tree");
    let at = at.to_str().expect("UTF-8");
    repo.git(&["worktree", "add", "-q", "--detach", at]);
    let run = repo.run(&["--repo", at, "--changed", "--base", "main", "--commit", "-q"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(repo.git(&["-C", at, "status", "--porcelain"]), "");
    let run = repo.run(&["check", "--repo", at, "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("PASSED")), (0, true), "{run:?}");
}

#[test]
fn evidence_is_committed_and_nothing_else() {
    let repo = branched();
    // A hook, other staged work, a change that is not staged: none of it has a part.
    repo.write(".git/hooks/pre-commit", "#!/bin/sh\ntouch ran\nexit 1\n");
    repo.write(".git/hooks/post-commit", "#!/bin/sh\ntouch ran\n");
    repo.git(&["config", "core.hooksPath", ".git/hooks"]);
    repo.write("staged.txt", "words\n");
    repo.git(&["add", "staged.txt"]);
    repo.write("README.md", "words\n");
    repo.write(".gitattributes", "*.yaml text eol=crlf filter=bad\n");
    repo.git(&["config", "filter.bad.clean", "touch ran; cat"]);
    let run = repo.run(&["RFC-0001", "--commit", "-q"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("committed ") && run.stderr.contains("Review RFC-0001: APPROVED"));
    let changed = repo.git(&["show", "--name-only", "--format=%s", "HEAD"]);
    let lines: Vec<&str> = changed.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[0], "Review RFC-0001: APPROVED");
    assert_eq!(lines.len(), 3, "{changed}");
    assert!(lines[1..].iter().all(|path| path.starts_with("evidence/rfc/RFC-0001/reviews/")));
    assert_eq!(repo.git(&["diff", "--cached", "--name-only"]), "staged.txt");
    assert!(!repo.at("ran").exists(), "nothing of the repository was run");
    let file = lines.iter().find(|line| line.contains("rfc_review_")).expect("a bundle");
    let output = std::process::Command::new("git")
        .args(["cat-file", "blob", &format!("HEAD:{file}")])
        .current_dir(repo.path())
        .output()
        .expect("git runs");
    assert_eq!(output.stdout, repo.read(file).into_bytes(), "byte for byte");

    let repo = branched();
    let run = repo.run(&["RFC-0001", "--commit", "--rev", "HEAD"]);
    assert_eq!(run.code, 64, "{run:?}");
}

#[test]
fn without_an_author_the_evidence_stays_and_the_line_says_so() {
    let repo = Repo::mended();
    repo.git(&["config", "--unset", "user.name"]);
    let home = tempfile::tempdir().expect("a folder");
    let output = support::binary()
        .args(["RFC-0001", "--commit", "-q"])
        .current_dir(repo.path())
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .output()
        .expect("it runs");
    let run = support::Run::from(output);
    assert_eq!(run.code, 74, "{run:?}");
    assert!(run.stderr.contains("git knows no author"), "{run:?}");
    assert_eq!(repo.reviews("RFC-0001").len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn odd_names_in_a_change_are_shown_and_hurt_nothing() {
    let repo = branched();
    let folder = repo.at("documents/rfcs/RFC-0001");
    for name in [&b"a\nb.md"[..], b"\xff.md", b"-rf.md", b"$(touch ran).md", b"\x1b[31m.md"] {
        std::fs::write(folder.join(std::ffi::OsStr::from_bytes(name)), "x").expect("written");
    }
    repo.commit("odd names");
    let run = repo.run(&["gates", "--base", "main"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("in question: ") && !run.stdout.contains('\u{1b}'), "{run:?}");
    assert!(!repo.at("ran").exists());
    assert_eq!(concerned(&gates(&repo, &["--base", "main"]))[0].1.len(), 5);
}

#[test]
fn the_work_is_handed_out_one_rfc_a_job() {
    let repo = branched();
    repo.write("documents/rfcs/RFC-0002/00_meta.yaml", "rfc_meta: {rfc: {id: RFC-0002}}\n");
    repo.write("documents/rfcs/RFC-0003/seed.md", "a seed has nothing to review\n");
    let matrix = |args: &[&str]| -> Value {
        let mut all = vec!["plan", "--format", "github-matrix"];
        all.extend(args);
        let run = repo.run(&all);
        assert_eq!((run.code, run.stdout.lines().count()), (0, 1), "{run:?}");
        run.json()
    };
    let all = serde_json::json!({"include": [{"rfc": "RFC-0001", "tickets": 2}, {"rfc": "RFC-0002", "tickets": 0}]});
    assert_eq!(matrix(&["--all"]), all);
    let changed = serde_json::json!({"include": [{"rfc": "RFC-0002", "tickets": 0}]});
    assert_eq!(matrix(&["--base", "main"]), changed);
    assert_eq!(repo.run(&["plan", "RFC-0001", "--format", "github-matrix"]).code, 64);
    // Jobs that work at the same time write evidence that meets no other's.
    let jobs: Vec<_> = ["RFC-0001", "RFC-0002"]
        .map(|rfc| {
            let mut job = support::binary();
            job.args([rfc, "-q"]).current_dir(repo.path());
            job.stdout(std::process::Stdio::null()).spawn().expect("it runs")
        })
        .into();
    for mut job in jobs {
        assert!(job.wait().expect("it ends").code().is_some_and(|code| code < 4));
    }
    let run = repo.run(&["summary", "--format", "json"]).json();
    let reviewed = run["rfcs"].as_array().expect("RFCs").iter();
    assert_eq!(reviewed.filter(|rfc| !rfc["bundle_path"].is_null()).count(), 2);
}

/// A branch may stand on a commit that is older than the files its tickets name.
#[test]
fn paths_are_looked_up_in_the_tree_of_the_base_too() {
    let repo = Repo::mended();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let added = "  files_to_modify:\n    - path: src/later.rs\n      changes: one line\n";
    repo.edit(FIRST, "implementation:\n", &format!("implementation:\n{added}"));
    repo.commit("a ticket about a file that main has");
    let missing = |report: &Value| {
        let findings = report["reviews"][0]["findings"].as_array().expect("findings").clone();
        findings
            .iter()
            .filter(|f| f["description"].as_str().is_some_and(|d| d.contains("src/later.rs")))
            .count()
    };
    assert_eq!(missing(&gates(&repo, &["--base", "main"])), 1);
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/later.rs", "// here\n");
    repo.commit("the file");
    repo.git(&["checkout", "-q", "feature"]);
    assert_eq!(missing(&gates(&repo, &["--base", "main"])), 0);
    assert_eq!(missing(&gates(&repo, &["RFC-0001"])), 1, "without a base, the tree alone");
}
