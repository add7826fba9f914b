//! The evidence of a review: the same bytes wherever it runs, and refused after any change.

use crate::support::{self, Repo, STAMP, binary, corpus, scale};
use council_review::evidence::seal;
use council_review::evidence::v2::bundle::Bundle;
use council_review::evidence::verify::verify;

fn bundle_path(rfc: &str) -> String {
    format!("evidence/rfc/{rfc}/reviews/rfc_review_{STAMP}.yaml")
}

/// A repository whose one review deadlocked nothing but has findings of gates and seats.
fn reviewed() -> (Repo, Vec<u8>) {
    let repo = Repo::example();
    repo.edit(
        "documents/work/tickets/TCK-00002.yaml",
        "One example for each; say the exit code.",
        "One example for each, to be decided; handle other cases appropriately.",
    );
    let run = repo.run(&["RFC-0001", "-q"]);
    assert_eq!(run.code, 1, "{run:?}");
    let bytes = std::fs::read(repo.at(&bundle_path("RFC-0001"))).expect("a bundle");
    (repo, bytes)
}

fn content(bytes: &[u8]) -> Bundle {
    verify(bytes).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn a_review_leaves_a_session_and_a_bundle_that_verifies() {
    let (repo, bytes) = reviewed();
    assert_eq!(
        repo.reviews("RFC-0001"),
        [format!("council_session_{STAMP}.yaml"), format!("rfc_review_{STAMP}.yaml")]
    );
    let bundle = content(&bytes);
    assert!(bundle.findings.iter().any(|f| f.rule.is_some()), "a gate's finding");
    assert!(bundle.findings.iter().any(|f| f.rule.is_none()), "a seat's finding");
    let council = bundle.council_metadata.as_ref().expect("a council");
    assert_eq!(council.cycles_completed, 3);
    assert_eq!(council.session_id.as_str(), "COUNCIL-RFC-0001-20260126-100000");
    let run = repo.run(&["verify", &bundle_path("RFC-0001")]);
    assert_eq!(
        (run.code, run.stdout.starts_with("VERIFIED RFC-0001 REJECTED")),
        (0, true),
        "{run:?}"
    );
    // Nothing was written outside of the reviews folder.
    let status = repo.git(&["status", "--porcelain", "-uall"]);
    for line in status.lines().filter(|line| !line.ends_with("TCK-00002.yaml")) {
        assert!(line.contains("evidence/rfc/RFC-0001/reviews/"), "{line}");
    }
}

#[test]
fn the_same_inputs_and_clock_give_the_same_bytes_anywhere() {
    let bytes_with = |environment: &[(&str, &str)]| {
        let repo = Repo::example();
        let mut command = binary();
        command.args(["RFC-0001", "-q"]).current_dir(repo.path()).envs(environment.iter().copied());
        assert_eq!(command.status().expect("runs").code(), Some(1));
        repo.reviews("RFC-0001")
            .iter()
            .map(|name| repo.read(&format!("evidence/rfc/RFC-0001/reviews/{name}")))
            .collect::<Vec<_>>()
    };
    let one = bytes_with(&[("TZ", "UTC"), ("LANG", "C"), ("TOKIO_WORKER_THREADS", "1")]);
    let other = bytes_with(&[
        ("TZ", "Pacific/Kiritimati"),
        ("LANG", "de_DE.UTF-8"),
        ("LC_ALL", "tr_TR.UTF-8"),
        ("TOKIO_WORKER_THREADS", "8"),
        ("COLUMNS", "40"),
    ]);
    assert_eq!(one.len(), 2);
    assert_eq!(one, other);
}

#[test]
fn one_changed_byte_is_refused_and_the_place_is_told() {
    let (_repo, bytes) = reviewed();
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    let lines = text.lines().count() as u32;
    // The first kilobyte, every 97th byte between, every 41st of the seal; before a release all.
    let seal_at = text.find("\nseal:").expect("a seal");
    let step = |usual: usize| scale().of(usual, usual.div_ceil(4), 1);
    let places = (0..1_024)
        .chain((1_024..seal_at).step_by(step(97)))
        .chain((seal_at..bytes.len()).step_by(step(41)));
    let mut told = 0;
    for at in places {
        let mut changed = bytes.clone();
        changed[at] ^= 0x01;
        let faults = verify(&changed).expect_err("a changed byte");
        let line = bytes[..at].iter().filter(|&&b| b == b'\n').count() as u32 + 1;
        assert!(
            faults.iter().all(|f| f.place.line >= 1 && f.place.line <= lines + 1),
            "{faults:?}"
        );
        // The place is the line itself, or the part of the bundle around it.
        told += u32::from(faults.iter().any(|f| f.place.line <= line));
    }
    assert!(told > 1_000, "{told}");
    support::figure(&format!("{told} changed bytes refused and placed"));
    for length in (0..bytes.len()).step_by(211) {
        assert!(verify(&bytes[..length]).is_err(), "cut to {length}");
    }
    for tail in ["\n", " ", "# a comment\n", "---\n", "x: 1\n"] {
        let longer = [bytes.as_slice(), tail.as_bytes()].concat();
        assert!(verify(&longer).is_err(), "{tail:?} appended");
    }
}

/// A forgery with a seal that fits: what says that it is one?
fn forged(bytes: &[u8], forge: impl FnOnce(&mut Bundle)) -> String {
    let mut bundle = content(bytes);
    forge(&mut bundle);
    let Err(faults) = verify(&seal::bytes(&seal::sealed(bundle))) else {
        panic!("a forgery was accepted");
    };
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_resealed_forgery_contradicts_itself() {
    use council_review::model::{GateStatus, Severity, TerminalState, Verdict};
    let (_repo, bytes) = reviewed();
    let says = |told: &str, part: &str| assert!(told.contains(part), "{part:?} in {told}");
    says(
        &forged(&bytes, |b| b.verdict = Verdict::Approved),
        "the findings give REJECTED, not APPROVED",
    );
    says(&forged(&bytes, |b| b.verdict_reason.clear()), "the reason that follows");
    says(
        &forged(&bytes, |b| b.gates[2].status = GateStatus::Passed),
        "FAILED just when it has an open BLOCKER",
    );
    says(
        &forged(&bytes, |b| b.findings[0].severity = Severity::Minor),
        "the findings give APPROVED",
    );
    says(
        &forged(&bytes, |b| {
            b.findings.remove(0);
        }),
        "is not finding number 1",
    );
    says(&forged(&bytes, |b| b.terminal_state = TerminalState::Deadlocked), "DEADLOCKED just when");
    says(
        &forged(&bytes, |b| b.inputs.files[0].digest = b.inputs.files[1].digest.clone()),
        "the dossier's digest",
    );
    says(&forged(&bytes, |b| b.inputs.policy.timeout_seconds = 9), "the policy's digest");
    says(&forged(&bytes, |b| b.rfc_id = "RFC-0002".parse().expect("an id")), "of RFC-0002");
    says(&forged(&bytes, |b| b.schema_version = "9.9.9".to_owned()), "it has the form 9.9.9");
    says(&forged(&bytes, |b| b.council_metadata = None), "just when a council is described");
    says(
        &forged(&bytes, |b| {
            b.council_metadata.as_mut().expect("a council").subagents.swap(0, 1);
        }),
        "not the three seats, in order",
    );
    says(
        &forged(&bytes, |b| {
            b.council_metadata.as_mut().expect("a council").total_findings_generated += 1
        }),
        "total_findings_generated",
    );
    says(
        &forged(&bytes, |b| {
            let council = b.council_metadata.as_mut().expect("a council");
            council.subagents.iter_mut().for_each(|s| s.provider = "openai".to_owned());
        }),
        "offline is true and should be false",
    );
    let voted = |b: &mut Bundle| b.findings.iter().position(|f| f.contested).expect("a vote");
    says(
        &forged(&bytes, |b| {
            let at = voted(b);
            b.findings[at].ballots.truncate(2);
        }),
        "one ballot of each seat",
    );
    says(
        &forged(&bytes, |b| {
            use council_review::model::opinion::Vote;
            let at = voted(b);
            b.findings[at].ballots.iter_mut().for_each(|ballot| ballot.vote = Some(Vote::Oppose));
        }),
        "the ballots give QUORUM_OPPOSE",
    );
    says(
        &forged(&bytes, |b| {
            let at = voted(b);
            b.findings[at].contested = false;
        }),
        "contested is false",
    );
    says(
        &forged(&bytes, |b| {
            let at = voted(b);
            b.findings[at].severity = Severity::Blocker;
        }),
        "the seats give",
    );
    says(
        &forged(&bytes, |b| b.assessment.tickets[0].implementability = 1),
        "the scores are not those",
    );
}

#[test]
fn a_bundle_is_stale_when_what_it_rests_on_changed() {
    let (repo, _) = reviewed();
    let bundle = bundle_path("RFC-0001");
    repo.edit("documents/work/tickets/TCK-00001.yaml", "Greet by name", "Greet by full name");
    let run = repo.run(&["verify", &bundle]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("STALE RFC-0001"), "{run:?}");
    assert!(run.stdout.contains("documents/work/tickets/TCK-00001.yaml changed"), "{run:?}");
    // A new review takes its place; the old bundle is history then, and still sound.
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let run = repo.run(&["verify", &bundle]);
    assert_eq!(
        (run.code, run.stdout.contains("superseded by a later review")),
        (0, true),
        "{run:?}"
    );
    let names = repo.reviews("RFC-0001");
    assert!(names.contains(&format!("rfc_review_{STAMP}-2.yaml")), "{names:?}");
    let second =
        std::fs::read(repo.at(&format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}-2.yaml")));
    let previous = content(&second.expect("a bundle")).previous_bundle.expect("a chain");
    assert_eq!(previous.file, format!("rfc_review_{STAMP}.yaml"));
}

#[test]
fn a_session_that_was_changed_is_told() {
    let (repo, _) = reviewed();
    let session = format!("evidence/rfc/RFC-0001/reviews/council_session_{STAMP}.yaml");
    let text = repo.read(&session);
    for (old, new) in [("state: CONVERGED", "state: ABORTED"), ("{seq: 3,", "{seq: 4,")] {
        repo.write(&session, text.replacen(old, new, 1));
        let run = repo.run(&["verify", &bundle_path("RFC-0001")]);
        assert_eq!((run.code, run.stdout.contains("council_session_")), (1, true), "{run:?}");
    }
}

#[test]
fn at_standard_depth_the_gates_alone_are_sealed() {
    let repo = Repo::example();
    for args in [&["RFC-0001", "--depth", "standard", "-q"][..], &["RFC-0001", "--fail-fast", "-q"]]
    {
        assert_eq!(repo.run(args).code, 1, "{args:?}");
    }
    let names = repo.reviews("RFC-0001");
    assert_eq!(names.len(), 2, "two bundles and no session: {names:?}");
    for name in names {
        let path = repo.at(&format!("evidence/rfc/RFC-0001/reviews/{name}"));
        let bundle = content(&std::fs::read(path).expect("a bundle"));
        assert_eq!(bundle.terminal_state.as_str(), "NOT_CONVENED");
        assert_eq!(bundle.review_depth.as_str(), "STANDARD");
        assert!(bundle.gates[4..].iter().all(|gate| gate.status.as_str() == "NOT_RUN"));
    }
}

#[test]
fn every_rfc_of_the_real_corpus_runs_three_cycles_and_verifies() {
    let Some(dir) = corpus() else { return };
    let run = |args: &[&str]| {
        let output = binary().args(args).current_dir(dir.path()).output().expect("runs");
        support::Run::from(output)
    };
    let reviewed = run(&["--all", "--format", "json"]);
    let reviews = reviewed.json();
    let reviews = reviews["reviews"].as_array().expect("a list");
    // Three of the sixteen are seeds, over which no council sits.
    assert_eq!(reviews.len(), 13);
    for review in reviews {
        let bundle = &review["bundle"];
        let rfc = bundle["rfc_id"].as_str().expect("an id");
        assert_eq!(bundle["council_metadata"]["cycles_completed"], 3, "{rfc}");
        let path = review["bundle_path"].as_str().expect("a path");
        assert!(
            dir.path()
                .join(path)
                .with_file_name(
                    bundle["council_metadata"]["session_file"].as_str().expect("a name")
                )
                .exists(),
            "{rfc}"
        );
        let verified = run(&["verify", path]);
        assert_eq!(verified.code, 0, "{verified:?}");
        let escalates = bundle["verdict"] == "NEEDS_ADJUDICATION";
        assert_eq!(escalates, !review["escalation_path"].is_null(), "{rfc}");
    }
}

#[test]
fn a_bundle_put_beside_the_chain_does_not_become_the_newest() {
    let (repo, _) = reviewed();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    // Sound by itself, of the same files, and dated 2099.
    let (elsewhere, _) = reviewed();
    let mut later = binary();
    later.args(["RFC-0001", "-q", "--depth", "standard"]).env("SOURCE_DATE_EPOCH", "4070908800");
    std::fs::remove_dir_all(elsewhere.at("evidence")).expect("removed");
    assert_eq!(later.current_dir(elsewhere.path()).output().expect("runs").status.code(), Some(1));
    let name = "evidence/rfc/RFC-0001/reviews/rfc_review_20990101T000000Z.yaml";
    repo.write(name, elsewhere.read(name));
    let run = repo.run(&["show", "RFC-0001", "--format", "json"]);
    assert_eq!(run.json()["review_timestamp"], "2026-01-26T10:00:00Z");
    let run =
        repo.run(&["verify", &format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}-2.yaml")]);
    assert_eq!((run.code, run.stdout.ends_with(".yaml)\n")), (0, true), "the newest: {run:?}");
}

#[test]
fn a_person_who_stops_a_run_gets_what_was_found_until_then() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    let Some(dir) = corpus() else { return };
    let mut child = binary()
        .args(["--all", "-q"])
        .current_dir(dir.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    // The first review is there; fifteen are still to come.
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    while !line.starts_with("bundle: ") {
        line.clear();
        assert!(stdout.read_line(&mut line).expect("text") > 0, "it ended before");
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    let mut rest = String::new();
    for line in stdout.lines() {
        rest.push_str(&line.expect("text"));
        rest.push('\n');
    }
    let output = child.wait_with_output().expect("ends");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{rest}{stderr}");
    assert!(stderr.contains("stopped before RFC-"), "{stderr}");
    // Every bundle it wrote is sound, the one that was interrupted as well.
    let bundles: Vec<&str> = rest.lines().filter_map(|l| l.strip_prefix("bundle: ")).collect();
    assert!(bundles.len() < 15, "{bundles:?}");
    for path in bundles {
        content(&std::fs::read(dir.path().join(path)).expect("a bundle"));
    }
}
