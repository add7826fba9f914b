//! People settle what the council could not: one ruling a point, bound to the bundle that was read;
//! the last one brings the final bundle.

use std::future::pending;
use std::io::Write as _;
use std::process::Stdio;

use crate::support::held::{hold, seats_over_two};
use crate::support::seats::{MENDED, NOBODY, seats};
use crate::support::{self, Repo, Run, STAMP};
use council_review::evidence::seal;
use council_review::evidence::v2::bundle::Bundle;
use council_review::model::Severity;
use council_review::model::opinion::Vote::{Abstain, Oppose, Support};
use serde_json::Value;

const FOLDER: &str = "evidence/rfc/RFC-0001/reviews";
const ONE: &str = "FND-RFC-0001-001";
const TWO: &str = "FND-RFC-0001-002";
const SPLIT: [council_review::model::opinion::Vote; 3] = [Support, Oppose, Abstain];

/// The mended example, whose council could not settle two findings: one of this severity, and a
/// MAJOR one.
fn deadlocked(severity: Severity) -> Repo {
    let repo = Repo::example();
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    hold(&repo, &|_| seats_over_two(severity, SPLIT), pending());
    repo.commit("a review that waits");
    repo
}

fn rule(repo: &Repo, finding: &str, decision: &str, more: &[&str]) -> Run {
    let mut args = vec!["adjudicate", "RFC-0001", finding, "--decision", decision];
    args.extend(["--by", "Ada", "--reason", "the atlas says so"]);
    args.extend(more);
    repo.later(90_000, &args)
}

/// The newest bundle, which verifies with all that stands beside it.
fn newest(repo: &Repo) -> Value {
    let names = repo.reviews("RFC-0001");
    let newest = names.iter().rfind(|name| name.starts_with("rfc_review_")).expect("a bundle");
    let run = repo.run(&["verify", &format!("{FOLDER}/{newest}")]);
    assert_eq!((run.code, run.stdout.starts_with("VERIFIED")), (0, true), "{run:?}");
    repo.run(&["show", "RFC-0001", "--format", "json"]).json()
}

#[test]
fn what_waits_is_listed_with_its_age() {
    let repo = deadlocked(Severity::Blocker);
    let run = repo.later(90_000, &["escalations"]);
    assert_eq!(run.code, 2, "{run:?}");
    for words in [
        "RFC-0001 A greeting that knows whom it greets\n  2 of 2 points open, waiting 1 day for human adjudicator",
        ONE,
        "BLOCKER INCOMPLETE_PLAN at documents/work/tickets/TCK-00001.yaml",
        "council-review adjudicate RFC-0001",
    ] {
        assert!(run.stdout.contains(words), "{words} in {run:?}");
    }
    assert!(run.stdout.contains(&format!("{FOLDER}/escalation_{STAMP}.md")));
    let json = repo.later(90_000, &["escalations", "--format", "json"]).json();
    assert_eq!(json["escalations"][0]["points"].as_array().map(Vec::len), Some(2));
    let run = Repo::mended().run(&["escalations"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "nothing waits for a person\n"));
}

#[test]
fn the_last_ruling_brings_the_final_bundle() {
    for (first, second, verdict, code) in [
        ("dismiss", "dismiss", "APPROVED", 0),
        ("dismiss", "uphold", "APPROVED_WITH_REMEDIATION", 0),
        ("uphold", "dismiss", "REJECTED", 1),
    ] {
        let repo = deadlocked(Severity::Blocker);
        let run = rule(&repo, ONE, first, &[]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(&format!("still open: {TWO}")), "{run:?}");
        let listed = repo.later(90_000, &["escalations"]);
        assert!(listed.stdout.contains("1 of 2 points open"), "{listed:?}");
        let run = rule(&repo, TWO, second, &[]);
        assert_eq!((run.code, run.stdout.contains(verdict)), (code, true), "{run:?}");
        assert!(run.stdout.contains("decided by people"), "{run:?}");
        let bundle = newest(&repo);
        assert_eq!(
            (&bundle["verdict"], &bundle["terminal_state"]),
            (&verdict.into(), &"CONVERGED".into())
        );
        assert_eq!(bundle["people"].as_array().map(Vec::len), Some(2));
        assert_eq!(bundle["previous_bundle"]["file"], format!("rfc_review_{STAMP}.yaml"));
        assert_eq!(bundle["deadlocked_findings"], Value::Array(Vec::new()));
        assert_eq!(bundle["people"][0]["by"], "Ada");
        // The first review is history, and still sound.
        let old = repo.run(&["verify", &format!("{FOLDER}/rfc_review_{STAMP}.yaml")]);
        assert_eq!((old.code, old.stdout.contains("a later review")), (0, true), "{old:?}");
        assert_eq!(repo.run(&["escalations"]).code, 0);
        assert_eq!(repo.run(&["check"]).code, code);
        // The chain goes on from it.
        assert_eq!(repo.later(100_000, &["RFC-0001", "-q"]).code, 0);
        assert_eq!(newest(&repo)["people"], Value::Array(Vec::new()));
    }
}

#[test]
fn a_ruling_is_on_what_is_open_once_and_on_the_bundle_that_was_read() {
    let repo = deadlocked(Severity::Major);
    let refuses = |run: Run, code: i32, words: &str| {
        assert_eq!((run.code, run.stderr.contains(words)), (code, true), "{words}: {run:?}");
    };
    refuses(rule(&repo, "FND-RFC-0001-009", "dismiss", &[]), 65, &format!("open are {ONE}, {TWO}"));
    refuses(rule(&repo, "FND-1", "dismiss", &[]), 64, "is not a finding id");
    let other = ["--bundle", "rfc_review_20250101T000000Z.yaml"];
    refuses(rule(&repo, ONE, "dismiss", &other), 65, "is not the newest review");
    let args =
        ["adjudicate", "RFC-0001", ONE, "--decision", "dismiss", "--by", " ", "--reason", "x"];
    refuses(repo.run(&args), 65, "--by has 1 characters");
    refuses(repo.run(&["adjudicate", "RFC-0001", ONE]), 64, "--decision");
    refuses(repo.run(&["adjudicate", "RFC-0002"]), 65, "there is no RFC-0002");
    assert_eq!(repo.reviews("RFC-0001").len(), 3, "nothing was written");
    let page = format!("rfc_review_{STAMP}.yaml");
    assert_eq!(rule(&repo, ONE, "dismiss", &["--bundle", &page]).code, 2);
    refuses(rule(&repo, ONE, "uphold", &[]), 65, "Ada dismissed");
    // The files changed since: the ruling would be about others.
    repo.edit("documents/work/tickets/TCK-00001.yaml", "status: READY", "status: DRAFT");
    refuses(rule(&repo, TWO, "dismiss", &[]), 65, "TCK-00001.yaml changed");
    repo.git(&["checkout", "-q", "documents"]);
    assert_eq!(repo.later(95_000, &["RFC-0001", "-q"]).code, 0);
    refuses(rule(&repo, TWO, "dismiss", &[]), 65, "waits for nobody");
}

#[test]
fn a_forged_ruling_settles_nothing() {
    let repo = deadlocked(Severity::Major);
    assert_eq!(rule(&repo, ONE, "uphold", &[]).code, 2);
    let names = repo.reviews("RFC-0001");
    let file = names.iter().find(|name| name.starts_with("ruling_")).expect("a ruling");
    let path = format!("{FOLDER}/{file}");
    let written = repo.read(&path);
    // About another bundle, or another finding: it does not count.
    for (old, new) in [("rfc_review_2026", "rfc_review_2025"), (ONE, TWO)] {
        repo.write(&path, written.replace(old, new));
        let run = repo.run(&["escalations"]);
        assert!(run.stdout.contains("2 of 2 points open"), "{run:?}");
    }
    repo.write(&path, format!("{written}# more\n"));
    let run = repo.run(&["escalations"]);
    assert!(run.stdout.contains(&format!("not a ruling: {path}")), "{run:?}");
    // A ruling that was changed after the final bundle was made.
    repo.write(&path, &written);
    assert_eq!(rule(&repo, TWO, "dismiss", &[]).code, 0);
    repo.write(&path, written.replace("UPHOLD", "DISMISS"));
    let run = repo.run(&["check"]);
    assert_eq!((run.code, run.stdout.contains("the ruling in the")), (1, true), "{run:?}");
}

/// A change to the final bundle, and what the fault says.
type Forgery = (&'static str, fn(&mut Bundle));

#[test]
fn a_forged_final_bundle_contradicts_itself() {
    let repo = deadlocked(Severity::Major);
    assert_eq!(rule(&repo, ONE, "uphold", &[]).code, 2);
    assert_eq!(rule(&repo, TWO, "dismiss", &[]).code, 0);
    let names = repo.reviews("RFC-0001");
    let file = names.iter().rfind(|name| name.starts_with("rfc_review_")).expect("a bundle");
    let path = format!("{FOLDER}/{file}");
    let bytes = repo.read(&path);
    let bundle = council_review::evidence::read::bundle(bytes.as_bytes()).expect("a bundle");
    let forgeries: [Forgery; 8] = [
        ("it follows STANDS", |b| b.findings[0].resolution = b.findings[1].resolution),
        ("are not on each finding", |b| drop(b.rulings.pop())),
        ("are not on each finding", |b| b.rulings.reverse()),
        ("the ruling is on another finding", |b| b.rulings[0].signature.0 = "0".repeat(32)),
        ("on another bundle", |b| b.rulings[0].bundle.seal = b.inputs.dossier_digest.clone()),
        ("who ruled, and why", |b| b.rulings[1].by = " ".to_owned()),
        ("the findings give", |b| b.verdict = council_review::model::Verdict::Rejected),
        ("why a review ends CONVERGED", |b| b.terminal_reason = "because".to_owned()),
    ];
    for (words, forge) in forgeries {
        let mut forged = bundle.clone();
        forge(&mut forged);
        repo.write(&path, seal::bytes(&seal::sealed(forged)));
        let run = repo.run(&["verify", &path]);
        assert_eq!((run.code, run.stdout.contains(words)), (1, true), "{words}: {run:?}");
    }
    // A decision turned around in bundle and seal: the session and the ruling's file disagree.
    let mut forged = bundle.clone();
    forged.rulings[1].decision = forged.rulings[0].decision;
    repo.write(&path, seal::bytes(&seal::sealed(forged)));
    assert_eq!(repo.run(&["verify", &path]).code, 1);
}

#[test]
fn a_change_cannot_rule_on_itself() {
    let repo = Repo::example();
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    repo.commit("mended");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit("documents/work/tickets/TCK-00001.yaml", "status: READY", "status: IN_PROGRESS");
    hold(&repo, &|_| seats(Severity::Major, SPLIT, NOBODY), pending());
    assert_eq!(rule(&repo, ONE, "dismiss", &[]).code, 0);
    repo.commit("reviewed, and ruled by its own author");
    assert_eq!(repo.run(&["check"]).code, 0);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("NEEDS_ADJUDICATION")), (2, true), "{run:?}");
    assert!(run.stdout.contains(&format!("{ONE} was dismissed by Ada in this change")), "{run:?}");
    // The base takes the ruling: from then on it counts.
    let names = repo.reviews("RFC-0001");
    let ruling = names.iter().find(|name| name.starts_with("ruling_")).expect("a ruling");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["checkout", "-q", "feature", "--", &format!("{FOLDER}/{ruling}")]);
    repo.commit("the ruling of a maintainer");
    repo.git(&["checkout", "-q", "feature"]);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("PASSED")), (0, true), "{run:?}");
}

/// As the book tells maintainers: no check lets a ruling in, and once the base has it, it counts.
#[test]
fn a_ruling_on_a_new_rfc_is_for_a_maintainer_to_let_in() {
    let repo = Repo::new();
    repo.commit("nothing yet");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    let [file, old, new] = MENDED;
    repo.edit(file, old, new);
    hold(&repo, &|_| seats(Severity::Major, SPLIT, NOBODY), pending());
    repo.commit("a plan, and a review that waits");
    assert_eq!(repo.run(&["check", "--base", "main"]).code, 2);
    assert_eq!(rule(&repo, ONE, "dismiss", &[]).code, 0);
    repo.commit("the ruling");
    assert_eq!(repo.run(&["check", "--base", "main"]).code, 2);
    // The ruling alone is evidence of an RFC that the base does not have.
    let names = repo.reviews("RFC-0001");
    let ruling = names.iter().find(|name| name.starts_with("ruling_")).expect("a ruling");
    repo.git(&["checkout", "-q", "-b", "ruling", "main"]);
    repo.git(&["checkout", "-q", "feature", "--", &format!("{FOLDER}/{ruling}")]);
    repo.commit("the ruling alone");
    let run = repo.run(&["check", "--base", "main"]);
    assert!(run.code != 0 && run.stdout.contains("RFC-0001, which is not there"), "{run:?}");
    // The one way: whoever may change the base past the check lets the whole change in.
    repo.git(&["checkout", "-q", "-b", "merged", "main"]);
    repo.git(&["merge", "-q", "--no-ff", "--no-edit", "feature"]);
    assert_eq!(repo.run(&["check"]).code, 0);
    // The other: the ruling alone first, after which the change passes.
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "ruling"]);
    repo.git(&["checkout", "-q", "feature"]);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("PASSED")), (0, true), "{run:?}");
}

#[test]
fn a_person_is_walked_through_the_open_points() {
    let repo = deadlocked(Severity::Blocker);
    let walk = |answers: &str| -> Run {
        let mut child = support::binary()
            .args(["adjudicate", "RFC-0001"])
            .current_dir(repo.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(answers.as_bytes()).expect("written");
        drop(stdin);
        child.wait_with_output().expect("it ends").into()
    };
    let run = walk("what\ns\nq\n");
    assert_eq!((run.code, repo.reviews("RFC-0001").len()), (2, 3), "{run:?}");
    for words in
        ["the summary does not say which line", "against", "SA-2 by ballot: ", "nothing says where"]
    {
        assert!(run.stdout.contains(words), "{words} in {run:?}");
    }
    assert_eq!(walk("u\n").code, 2, "without a reason nothing is recorded");
    assert_eq!(repo.reviews("RFC-0001").len(), 3);
    let run = walk("d\n\nno step needs it\nAda\nuphold\nit says nothing\n");
    assert_eq!(run.code, 0, "{run:?}");
    let bundle = newest(&repo);
    assert_eq!(bundle["verdict"], "APPROVED_WITH_REMEDIATION");
    assert_eq!(bundle["people"][1]["reason"], "it says nothing");
    assert_eq!(bundle["people"][1]["by"], "Ada");
}
