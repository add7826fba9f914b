//! `check`: what lets a change pass, and what does not, with the line that says why.

use std::future::pending;

use crate::support::held::hold;
use crate::support::seats::{MENDED, NOBODY, seats};
use crate::support::{self, Repo, Run, STAMP};
use council_review::model::Severity;
use council_review::model::opinion::Vote;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};

const FIRST: &str = "documents/work/tickets/TCK-00001.yaml";

/// The mended example, reviewed offline, all of it committed.
fn reviewed() -> Repo {
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    repo
}

/// The mended example under a council that voted like this over one finding of SA-1.
fn voted(severity: Severity, votes: [Vote; 3]) -> Repo {
    let repo = Repo::example();
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    hold(&repo, &|_| seats(severity, votes, NOBODY), pending());
    repo.commit("reviewed");
    repo
}

/// The status of RFC-0001, checked to be what the code and the text say too.
fn status(run: &Run, text: &Run) -> String {
    let document = run.json();
    let status = document["checks"][0]["status"].as_str().expect("a status").to_owned();
    assert_eq!(run.code, text.code);
    assert!(text.stdout.contains(&status), "{text:?}");
    status
}

fn checked(repo: &Repo) -> (String, i32, String) {
    let (json, text) = (repo.run(&["check", "--format", "json"]), repo.run(&["check"]));
    (status(&json, &text), text.code, text.stdout)
}

#[test]
fn evidence_that_is_fresh_and_passes_lets_a_change_pass() {
    let repo = reviewed();
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("PASSED", 0), "{page}");
    // Of a commit, the evidence of that commit counts.
    assert_eq!(repo.run(&["check", "--rev", "HEAD"]).code, 0);
    assert_eq!(repo.run(&["check", "--rev", "HEAD~1"]).code, 1);
    let bare = tempfile::tempdir().expect("a folder");
    let at = bare.path().to_str().expect("UTF-8");
    repo.git(&["clone", "-q", "--bare", ".", at]);
    let run = repo.run(&["check", "--repo", at, "--rev", "HEAD"]);
    assert_eq!((run.code, run.stdout.contains("PASSED")), (0, true), "{run:?}");
}

#[test]
fn nothing_to_check_is_nothing_to_object_to() {
    let repo = Repo::new();
    repo.write("documents/rfcs/RFC-0007/seed.md", "a thought\n");
    repo.commit("seed");
    let (status, code, _) = checked(&repo);
    assert_eq!((status.as_str(), code), ("NOT_APPLICABLE", 0));
}

#[test]
fn what_is_missing_stale_or_forged_does_not_pass() {
    let repo = Repo::mended();
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("MISSING", 1));
    assert!(page.contains("next: council-review RFC-0001, then commit evidence/rfc/RFC-0001"));

    let repo = reviewed();
    let title = "Greet a name";
    let text = repo.read(FIRST);
    let line = text.lines().find(|line| line.contains("title:")).expect("a title");
    repo.write(FIRST, text.replace(line, &format!("    title: \"{title} twice\"")));
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("STALE", 1));
    assert!(page.contains(&format!("{FIRST} changed")), "{page}");

    let repo = reviewed();
    repo.write("council.yaml", "council: {modes: anchored}\n");
    let (status, _, page) = checked(&repo);
    assert_eq!((status.as_str(), page.contains("policy changed")), ("STALE", true), "{page}");

    let repo = reviewed();
    let bundle = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    repo.edit(&bundle, "verdict: APPROVED\n", "verdict: REJECTED\n");
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("REFUSED", 1));
    assert!(page.contains(&bundle), "{page}");
}

#[test]
fn the_gates_are_run_again() {
    let repo = Repo::mended();
    repo.write("documents/examples/style.css", "body {}\n");
    let created = "  files_to_create:\n";
    let changed = "  files_to_modify:\n  - path: documents/examples/style.css\n";
    repo.edit(FIRST, created, &format!("{changed}{created}"));
    repo.run(&["RFC-0001", "-q"]);
    let (status, _, page) = checked(&repo);
    assert_eq!(status, "PASSED", "{page}");
    // No file of the dossier changed; a file that a ticket wants to change is gone.
    std::fs::remove_file(repo.at("documents/examples/style.css")).expect("removed");
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("REFUSED", 1), "{page}");
    assert!(page.contains("DERIVED_OTHERWISE: the gates now find MINOR R45"), "{page}");
}

#[test]
fn what_a_person_must_decide_is_told_from_what_was_rejected() {
    let repo = voted(Severity::Major, [Support, Oppose, Abstain]);
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("NEEDS_ADJUDICATION", 2), "{page}");
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    repo.commit("reviewed");
    let (status, code, page) = checked(&repo);
    assert_eq!((status.as_str(), code), ("FAILED", 1), "{page}");
    assert!(page.contains("BLOCKER[R38]"), "what is wrong is told at once: {page}");
}

#[test]
fn the_policy_decides_what_passes() {
    let says = |repo: &Repo, policy: &str| {
        repo.write("council.yaml", policy);
        let (status, _, page) = checked(repo);
        let reason = page.lines().next().unwrap_or_default().to_owned();
        (status, reason)
    };
    let repo = reviewed();
    for (policy, expected, words) in [
        ("policy: {offline: true}\n", "PASSED", "built-in rules (no AI model)"),
        ("policy: {models: none}\n", "PASSED", "built-in rules (no AI model)"),
        ("policy: {offline: false}\n", "FAILED", "no model sat"),
        ("policy: {seats: [SA-2]}\n", "FAILED", "no model held SA-2 to the end"),
        ("policy: {verdicts: [REJECTED]}\n", "FAILED", "APPROVED: no BLOCKER"),
    ] {
        let (status, reason) = says(&repo, policy);
        assert_eq!((status.as_str(), reason.contains(words)), (expected, true), "{reason}");
    }
    let repo = voted(Severity::Major, [Support, Support, Oppose]);
    for (policy, expected, words) in [
        (
            "policy: {offline: false, seats: [SA-1, SA-2, SA-3]}\n",
            "PASSED",
            "models: scripted:script of SA-1",
        ),
        ("policy: {models: none}\n", "FAILED", "MODEL_SAT: SA-1 was held by scripted:script"),
        (
            "policy: {holders: {SA-2: [\"anthropic:*\"]}}\n",
            "FAILED",
            "HOLDER: SA-2 was held by scripted:script",
        ),
        ("policy: {seats: [SA-2], holders: {SA-2: [\"scripted:*\"]}}\n", "PASSED", "models: "),
        ("policy: {open_majors: false}\n", "FAILED", "1 MAJOR finding"),
        ("policy: {verdicts: [APPROVED]}\n", "FAILED", "APPROVED_WITH_REMEDIATION"),
    ] {
        let (status, reason) = says(&repo, policy);
        assert_eq!((status.as_str(), reason.contains(words)), (expected, true), "{reason}");
    }
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "--depth", "standard", "-q"]).code, 0);
    let (status, reason) = says(&repo, "policy: {depth: council}\n");
    assert_eq!((status.as_str(), reason.contains("no council sat")), ("FAILED", true), "{reason}");
    let (status, _) = says(&repo, "policy: {depth: standard}\n");
    assert_eq!(status, "PASSED");
}

#[test]
fn a_policy_that_says_nothing_clear_is_told_with_its_place() {
    let repo = reviewed();
    repo.write(
        "council.yaml",
        "policy:\n  verdicts: [FINE]\n  depth: deep\n  offline: maybe\n  seats: [SA-4]\n  open: true\n",
    );
    let run = repo.run(&["check"]);
    assert_eq!(run.code, 65);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "council-review: council.yaml:2:14: \"FINE\" is no verdict; there are APPROVED, APPROVED_WITH_REMEDIATION, NOT_APPLICABLE, NEEDS_ADJUDICATION, REJECTED, ABORTED",
            "council-review: council.yaml:3:10: policy.depth is \"deep\"; it can be council or standard",
            "council-review: council.yaml:4:12: policy.offline should be true or false, not \"maybe\"",
            "council-review: council.yaml:5:11: \"SA-4\" is no seat; there are SA-1, SA-2 and SA-3",
            "council-review: council.yaml:6:3: unknown key \"open\" (known: verdicts, depth, offline, open_majors, models, seats, holders, tools, removal, ticket_limits)",
        ]
    );
}

#[test]
fn without_a_base_the_page_says_whose_policy_counted() {
    let repo = reviewed();
    let says = |args: &[&str]| {
        let page = repo.run(&[&["check"], args].concat());
        let github = repo.run(&[&["check", "--format", "github"], args].concat());
        let json = repo.run(&[&["check", "--format", "json"], args].concat()).json();
        let quiet = repo.run(&[&["check", "-q"], args].concat());
        for run in [&page, &github, &quiet] {
            assert_eq!(run.code, 0, "{run:?}");
            let lines: Vec<&str> = run.stdout.lines().filter(|l| l.contains("no base: ")).collect();
            let line = lines.first().map(|line| line.trim_start_matches("council-review: "));
            assert_eq!(line, json["no_base"].as_str(), "{run:?}");
            assert!(lines.len() <= 1, "{run:?}");
        }
        json["no_base"].as_str().map(str::to_owned)
    };
    assert_eq!(says(&[]).as_deref(), Some("no base: this tree's own policy"));
    assert_eq!(says(&["--rev", "HEAD"]).as_deref(), Some("no base: this tree's own policy"));
    let other = tempfile::NamedTempFile::new().expect("a file");
    let file = other.path().to_str().expect("UTF-8");
    let of_file = format!("no base: the policy of {file}");
    assert_eq!(says(&["--config", file]).as_deref(), Some(of_file.as_str()));
    assert_eq!(says(&["--base", "main"]), None);
}

#[test]
fn the_real_corpus_is_checked_as_it_was_reviewed() {
    let Some(corpus) = support::corpus() else { return };
    let run = |args: &[&str]| -> Run {
        let run = support::binary().args(args).current_dir(corpus.path()).output();
        run.expect("the binary runs").into()
    };
    assert_eq!(run(&["--all", "--depth", "standard", "-q", "--commit"]).code, 1);
    let began = std::time::Instant::now();
    let checked = run(&["check", "--all", "--rev", "HEAD", "--format", "json"]);
    support::figure(&format!("check --all took {:.3} s", began.elapsed().as_secs_f64()));
    let report = checked.json();
    let checks = report["checks"].as_array().expect("checks");
    assert_eq!(checks.len(), 16);
    for check in checks {
        let (status, verdict) = (&check["status"], &check["verdict"]);
        // No council sat, which the policy asks for.
        let rfc = check["rfc_id"].as_str().expect("an id");
        let is_seed = ["RFC-0022", "RFC-0024", "RFC-0026"].contains(&rfc);
        let is_judged = verdict != "NOT_APPLICABLE" && !is_seed;
        let expected = if is_judged { "FAILED" } else { "NOT_APPLICABLE" };
        assert_eq!(status, expected, "{check}");
    }
    // The commit adds the evidence of all but the seeds: these are in question then, and none after it.
    for (base, count) in [("HEAD~1", 13), ("HEAD", 0)] {
        let checked = run(&["check", "--base", base, "--rev", "HEAD", "--format", "json"]);
        let checks = &checked.json()["checks"];
        assert_eq!(checks.as_array().map(Vec::len), Some(count), "{base}: {checked:?}");
        assert_eq!(checked.code, if count == 0 { 0 } else { 1 });
    }
}

/// Every line of a step's log that GitHub's runner takes for a command.
fn commands(log: &str) -> Vec<&str> {
    log.lines().filter(|line| line.starts_with("::")).collect()
}

#[test]
fn a_pull_request_is_annotated_at_the_lines_it_broke() {
    let repo = reviewed();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let second = "documents/work/tickets/TCK-00002.yaml";
    let bound = "    - requirement_id: REQ-0002\n";
    repo.edit(second, bound, &format!("    - requirement_id: REQ-0077\n{bound}"));
    let run = repo.run(&["check", "--base", "main", "--format", "github"]);
    assert_eq!(run.code, 1, "{run:?}");
    let commands = commands(&run.stdout);
    assert_eq!(commands.len(), 2, "{run:?}");
    assert!(commands[0].starts_with("::error title=STALE RFC-0001::INPUTS: documents/work/tickets/TCK-00002.yaml changed%0Anext: council-review RFC-0001"), "{run:?}");
    let place = format!(
        "::warning file={second},line=9,col=7,endLine=9,\
         title=R36%3A the requirement REQ-0077 is not defined by RFC-0001"
    );
    assert!(commands[1].starts_with(&place), "{run:?}");
    let gates = repo.run(&["gates", "--base", "main", "--format", "github"]);
    assert!(gates.stdout.contains(&place), "{gates:?}");
    // A title that wants to be a command of its own stays text.
    repo.edit(second, "REQ-0077", "\"REQ-0077\\n::error::owned\"");
    let run = repo.run(&["gates", "--base", "main", "--format", "github"]);
    assert!(!run.stdout.lines().any(|line| line.starts_with("::error::owned")), "{run:?}");
}
