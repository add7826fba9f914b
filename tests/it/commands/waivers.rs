//! Dated exceptions from what code decided: what they reach, how long, and whose word they are.

use crate::support::{self, Repo, Run, STAMP};
use serde_json::Value;

const WAIVER: &str = "documents/work/waivers/WVR-0001.yaml";
const FOLDER: &str = "evidence/rfc/RFC-0001/reviews";

fn waiver(scope: &str, expires: &str) -> String {
    format!(
        "waiver:\n  id: WVR-0001\n  scope: {scope}\n  reason: \"REQ-0003 comes with the next RFC\"\n  approved_by: Ada\n  expires: {expires}\n"
    )
}

/// The example with its planted BLOCKER, and a waiver.
fn waived(scope: &str, expires: &str) -> Repo {
    let repo = Repo::example();
    repo.write(WAIVER, waiver(scope, expires));
    repo.commit("a waiver");
    repo
}

fn on(repo: &Repo, day: &str, args: &[&str]) -> Run {
    let epoch = std::process::Command::new("date").args(["-u", "-d", day, "+%s"]).output();
    let epoch = String::from_utf8(epoch.expect("date runs").stdout).expect("digits");
    let output = support::binary()
        .args(args)
        .current_dir(repo.path())
        .env("SOURCE_DATE_EPOCH", epoch.trim())
        .output();
    output.expect("it runs").into()
}

#[test]
fn a_waived_blocker_is_kept_and_does_not_weigh() {
    for scope in [
        "{rules: [R38]}",
        "{gate_ids: [GATE-TCK-SCOPE-COVERAGE], rfc_ids: [RFC-0001]}",
        "{paths: [documents/rfcs/RFC-0001]}",
    ] {
        let repo = waived(scope, "2998-01-26");
        let run = repo.run(&["gates", "RFC-0001"]);
        assert_eq!((run.code, run.stdout.contains("1 waived")), (0, true), "{run:?}");
        assert!(run.stdout.contains("waived\n  WVR-0001: BLOCKER[R38]"), "{run:?}");
        let run = repo.run(&["RFC-0001"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.contains("waived by WVR-0001 of Ada until 2998-01-26"), "{run:?}");
        let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
        assert_eq!(bundle["findings"][0]["resolution"], "WAIVED");
        assert_eq!(bundle["people"][0]["approved_by"], "Ada");
        let path = format!("{FOLDER}/rfc_review_{STAMP}.yaml");
        assert_eq!(repo.run(&["verify", &path]).code, 0);
        assert_eq!(repo.run(&["replay", "COUNCIL-RFC-0001-20260126-100000"]).code, 0);
        assert_eq!(repo.run(&["check"]).code, 0);
        // A waiver that is taken away, or into which somebody wrote another day.
        repo.write(WAIVER, waiver(scope, "2999-01-26"));
        let run = repo.run(&["check"]);
        assert_eq!(
            (run.code, run.stdout.contains("WVR-0001, on which it rests")),
            (1, true),
            "{run:?}"
        );
    }
}

#[test]
fn what_it_does_not_reach_weighs() {
    for scope in [
        "{rules: [R37]}",
        "{rules: [R38], rfc_ids: [RFC-0002]}",
        "{rules: [R38], paths: [documents/rfcs/RFC-00]}",
        "{signatures: [00000000000000000000000000000000]}",
    ] {
        let repo = waived(scope, "2027-01-26");
        let run = repo.run(&["gates", "RFC-0001"]);
        assert_eq!(run.code, 1, "{scope}: {run:?}");
        let run = repo.run(&["gates", "--all"]);
        assert!(run.stdout.contains("WVR-0001 holds nothing back any more"), "{run:?}");
    }
}

#[test]
fn a_finding_is_named_by_its_signature() {
    let repo = Repo::example();
    let found = repo.run(&["gates", "RFC-0001", "--format", "json"]).json();
    let signature = found["reviews"][0]["findings"][0]["signature"].as_str().expect("one");
    repo.write(WAIVER, waiver(&format!("{{signatures: [{signature}]}}"), "2027-01-01"));
    assert_eq!(repo.run(&["gates", "RFC-0001"]).code, 0);
}

/// The day so many days from now, by the system's clock.
fn day(from_now: &str) -> String {
    let day = std::process::Command::new("date").args(["-u", "-d", from_now, "+%F"]).output();
    String::from_utf8(day.expect("date runs").stdout).expect("a day").trim().to_owned()
}

#[test]
fn an_expiry_stops_the_change_again() {
    let repo = waived("{rules: [R38]}", "2998-01-31");
    assert_eq!(on(&repo, "2998-01-31T23:59:59Z", &["RFC-0001", "-q"]).code, 0);
    assert_eq!(on(&repo, "2998-01-31T23:59:59Z", &["check"]).code, 0);
    let run = on(&repo, "2998-02-01T00:00:00Z", &["check"]);
    assert_eq!((run.code, run.stdout.contains("is over since 2998-01-31")), (1, true), "{run:?}");
    assert!(run.stdout.contains("BLOCKER[R38]"), "{run:?}");
    let run = on(&repo, "2998-02-01T00:00:00Z", &["RFC-0001", "-q"]);
    assert_eq!(run.code, 1, "{run:?}");
    let run = on(&repo, "2998-02-01T00:00:00Z", &["gates", "--all"]);
    assert!(run.stdout.contains("WVR-0001 of Ada is over since 2998-01-31"), "{run:?}");
}

#[test]
fn f14_the_author_s_clock_moves_no_day_back() {
    let (yesterday, last_week) = (day("yesterday"), day("7 days ago"));
    let repo = waived("{rules: [R38]}", &yesterday);
    let run = on(&repo, &last_week, &["RFC-0001", "-q"]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = on(&repo, &last_week, &["check"]);
    let over = format!("is over since {yesterday}");
    assert_eq!((run.code, run.stdout.contains(&over)), (1, true), "{run:?}");

    // The base's own date counts, too.
    let repo = waived("{rules: [R38]}", "2997-12-31");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("documents/rfcs/RFC-0001/notes.md", "words\n");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    assert_eq!(repo.run(&["check", "--base", "main"]).code, 0);
    repo.git(&["checkout", "-q", "main"]);
    let future = std::process::Command::new("git")
        .args(["commit", "-q", "--allow-empty", "-m", "later"])
        .current_dir(repo.path())
        // 2998, which git takes as seconds alone.
        .env("GIT_COMMITTER_DATE", "@32441000000 +0000")
        .status();
    assert!(future.expect("git runs").success());
    repo.git(&["checkout", "-q", "feature"]);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("is over since 2997-12-31")), (1, true), "{run:?}");
}

#[test]
fn a_change_cannot_waive_its_own_findings() {
    let repo = Repo::mended();
    repo.commit("mended");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    let both = "    - requirement_id: REQ-0002\n    - requirement_id: REQ-0003\n";
    repo.edit("documents/work/tickets/TCK-00002.yaml", both, "    - requirement_id: REQ-0002\n");
    repo.write(WAIVER, waiver("{rules: [R38, R3A]}", "2998-01-01"));
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("waived by its author");
    assert_eq!(repo.run(&["check"]).code, 0);
    let run = repo.run(&["check", "--base", "main"]);
    assert_eq!((run.code, run.stdout.contains("STALE")), (1, true), "{run:?}");
    assert!(run.stdout.contains(&format!("this change edits {WAIVER}")), "{run:?}");
    assert_eq!(repo.run(&["gates", "--base", "main"]).code, 1);
}

#[test]
fn what_cannot_be_read_waives_nothing_and_is_told() {
    let repo = waived("{rules: [R38]}", "soon");
    let run = repo.run(&["gates", "--all"]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains(&format!("{WAIVER}:6:12: \"soon\" is not a day")), "{run:?}");
    let run = repo.run(&["check"]);
    assert!(run.stdout.contains("is not a day like 2027-01-31"), "{run:?}");
}

#[test]
fn a_waiver_reaches_no_finding_of_a_seat() {
    let repo = Repo::mended();
    // A step that leaves a decision open is a matter for the seats.
    repo.edit(
        "documents/work/tickets/TCK-00002.yaml",
        "One example for each;",
        "One example for each, to be decided;",
    );
    repo.write(WAIVER, waiver("{paths: [documents]}", "2027-01-01"));
    repo.run(&["RFC-0001", "-q"]);
    let bundle = repo.run(&["show", "RFC-0001", "--format", "json"]).json();
    let findings = bundle["findings"].as_array().expect("findings");
    assert!(!findings.is_empty(), "the seats found something");
    for finding in findings {
        assert_eq!((&finding["rule"], finding["resolution"] == "WAIVED"), (&Value::Null, false));
    }
}

#[test]
fn a_forged_waiver_in_a_bundle_is_refused() {
    let repo = waived("{rules: [R38]}", "2026-01-26");
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    let path = format!("{FOLDER}/rfc_review_{STAMP}.yaml");
    let written = repo.read(&path);
    let bundle = council_review::evidence::read::bundle(written.as_bytes()).expect("a bundle");
    let seal = |bundle| {
        council_review::evidence::seal::bytes(&council_review::evidence::seal::sealed(bundle))
    };
    let mut over = bundle.clone();
    over.inputs.waivers[0].expires = "2026-01-25".parse().expect("a day");
    let mut idle = bundle.clone();
    idle.inputs.waivers[0].scope.rules = vec!["R37".to_owned()];
    let mut silent = bundle.clone();
    silent.inputs.waivers[0].reason = " ".to_owned();
    let mut gone = bundle;
    gone.inputs.waivers.clear();
    for (forged, words) in [
        (over, "WVR-0001 was over when the review began"),
        (idle, "WVR-0001 reaches no finding"),
        (silent, "does not say who waived"),
        (gone, "it follows STANDS, not WAIVED"),
    ] {
        repo.write(&path, seal(forged));
        let run = repo.run(&["verify", &path]);
        assert_eq!((run.code, run.stdout.contains(words)), (1, true), "{words}: {run:?}");
    }
}

#[test]
fn new_waiver_writes_one_that_counts_and_refuses_one_that_would_not() {
    let repo = Repo::example();
    let new = |rfc: &str, rule: &str, until: &str| {
        let who = ["--by", "Ada", "--reason", "REQ-0003: comes \"later\""];
        repo.run(&[&["new", "waiver", rfc, "--for", rule, "--until", until][..], &who].concat())
    };
    for (rfc, rule, until, code, line) in [
        ("RFC-0001", "R3E", "2998-01-31", 65, "no rule is called \"R3E\"; did you mean "),
        (
            "RFC-0001",
            "R54",
            "2998-01-31",
            65,
            "no waiver reaches R54: its findings belong to no RFC",
        ),
        ("RFC-0001", "R38", "2026-01-25", 65, "2026-01-25 is over: name a day from 2026-01-26 on"),
        ("RFC-0001", "R38", "31.1.2998", 64, "--until: \"31.1.2998\" is not a day like 2027-01-31"),
        ("RFC-0009", "R38", "2998-01-31", 65, "there is no RFC-0009; did you mean RFC-0001?"),
    ] {
        let run = new(rfc, rule, until);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run:?}");
        assert!(run.stderr.starts_with(&format!("council-review: {line}")), "{run:?}");
    }
    let run = repo.run(&["new", "waiver", "RFC-0001", "--for", "R38", "--until", "2998-01-31"]);
    assert!(run.code == 64 && run.stderr.contains("--by <WHO>"), "{run:?}");
    assert!(!repo.at("documents/work/waivers").exists());

    // The rule in any case, twice; the last day is today.
    let rules = ["--for", "r38", "--for", "R38", "--until", "2026-01-26"];
    let who = ["--by", "Ada", "--reason", "REQ-0003: comes \"later\""];
    let run = repo.run(&[&["new", "waiver", "RFC-0001"][..], &rules, &who].concat());
    assert_eq!(
        run.stdout,
        format!(
            "wrote          {WAIVER}\n\nnext: commit it in a change of its own, and see what it reaches:\n      \
             council-review gates RFC-0001\n"
        )
    );
    assert!(repo.read(WAIVER).contains("    rules: [R38]\n"), "{}", repo.read(WAIVER));
    let gates = repo.run(&["gates", "RFC-0001"]);
    assert!(gates.code == 0 && gates.stdout.contains("  WVR-0001: BLOCKER[R38]"), "{gates:?}");
    // The next one takes the next id, in the configured folder.
    repo.write("council.yaml", "layout: {waivers: exceptions}\n");
    repo.write("exceptions/WVR-0007.yaml", "waiver: {}\n");
    let run = new("RFC-0001", "L6", "2998-01-31");
    assert!(run.stdout.starts_with("wrote          exceptions/WVR-0008.yaml\n"), "{run:?}");
}
