//! Bad input gets one clear line or a finding, the exit code of DESIGN.md §4, and leaves nothing
//! half-written.

use crate::support::{self, EPOCH, Repo, Run, STAMP, binary};

/// The only line on stderr; nothing on stdout.
fn one_line(run: &Run) -> &str {
    assert_eq!(run.stdout, "", "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    run.stderr.trim_end().strip_prefix("council-review: ").expect("our line")
}

#[test]
fn outside_of_a_repository() {
    let dir = tempfile::tempdir().expect("a temp folder");
    let run: Run = binary().arg("RFC-0001").current_dir(dir.path()).output().expect("runs").into();
    assert_eq!(run.code, 65);
    assert!(one_line(&run).starts_with("there is no git repository at or above"), "{run:?}");
    assert!(one_line(&run).contains("git init"), "{run:?}");
    let nowhere = dir.path().join("nowhere");
    let nowhere = nowhere.to_str().expect("UTF-8");
    let run: Run = binary().args(["RFC-0001", "--repo", nowhere]).output().expect("runs").into();
    assert_eq!((run.code, one_line(&run).starts_with("there is no folder")), (65, true), "{run:?}");
}

#[test]
fn an_rfc_that_is_not_there_names_those_that_are_nearest_first() {
    let repo = Repo::new();
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 65);
    assert!(one_line(&run).contains("begin with `council-review new rfc \"Title\"`"), "{run:?}");
    for id in ["RFC-0009", "RFC-0043", "RFC-0142"] {
        repo.write(&format!("documents/rfcs/{id}/seed.md"), "a seed\n");
    }
    let run = repo.run(&["RFC-0042"]);
    assert_eq!(run.code, 65);
    assert_eq!(one_line(&run), "there is no RFC-0042; did you mean RFC-0043 or RFC-0142?");
    let run = repo.run(&["show", "RFC-0043"]);
    assert_eq!(run.code, 65);
    assert!(one_line(&run).contains("run `council-review RFC-0043`"), "{run:?}");
    // Of several, one missing stops all of them before anything is written.
    assert_eq!(repo.run(&["RFC-0009", "RFC-0042"]).code, 65);
    assert!(repo.reviews("RFC-0009").is_empty());
}

#[test]
fn malformed_ids_and_arguments_are_usage() {
    let repo = Repo::example();
    for id in ["RFC-1", "rfc-0001", "RFC-00001", "../RFC-0001", "RFC-0001/../RFC-0001"] {
        let run = repo.run(&[id]);
        assert_eq!(run.code, 64, "{id}");
        assert!(one_line(&run).contains("expected RFC- and four digits"), "{run:?}");
    }
    let run = repo.run(&["gats"]);
    assert_eq!(run.code, 64);
    assert!(one_line(&run).ends_with("did you mean the command `gates`?"), "{run:?}");
    for args in [&["--no-such-flag"][..], &["gates"], &["verify"], &["RFC-0001", "--depth", "deep"]]
    {
        assert_eq!(repo.run(args).code, 64, "{args:?}");
    }
    assert_eq!(repo.run(&["--help"]).code, 0);
    assert_eq!(repo.run(&["--version"]).code, 0);
    assert_eq!(repo.run(&["explain", "R99"]).code, 65);
    assert_eq!(repo.run(&["schema", "nothing"]).code, 65);
    assert!(repo.reviews("RFC-0001").is_empty());
}

#[test]
fn a_repository_that_the_library_cannot_read() {
    let dir = tempfile::tempdir().expect("a temp folder");
    let made = std::process::Command::new("git")
        .args(["init", "-q", "--object-format=sha256", "."])
        .current_dir(dir.path())
        .status();
    assert!(made.expect("git runs").success());
    let run: Run =
        binary().args(["gates", "--all"]).current_dir(dir.path()).output().expect("runs").into();
    assert_eq!(run.code, 65);
    assert!(one_line(&run).contains("names its objects by SHA-256"), "{run:?}");
}

#[test]
fn a_bundle_is_not_judged_by_a_config_that_has_faults() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    repo.write("council.yaml", "council: 1\n");
    let bundle = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    let run = repo.run(&["verify", &bundle]);
    assert_eq!(run.code, 65);
    assert_eq!(one_line(&run), "council.yaml:1:10: council should be a group of keys, not 1");
    // Outside of any repository it stands by itself.
    let elsewhere = tempfile::tempdir().expect("a temp folder");
    let copy = elsewhere.path().join("copy.yaml");
    std::fs::copy(repo.at(&bundle), &copy).expect("copied");
    let run: Run = binary().arg("verify").arg(&copy).output().expect("runs").into();
    assert_eq!((run.code, run.stdout.contains("no repository")), (0, true), "{run:?}");
    let nowhere = repo.run(&["verify", "nowhere.yaml"]);
    assert_eq!(
        (nowhere.code, one_line(&nowhere).starts_with("cannot read nowhere.yaml")),
        (65, true)
    );
}

#[test]
fn revisions_that_are_none() {
    let repo = Repo::example();
    let run = repo.run(&["gates", "RFC-0001", "--rev", "no-such-branch"]);
    assert_eq!(run.code, 65);
    assert!(one_line(&run).contains("names no commit"), "{run:?}");
    let run = repo.run(&["gates", "RFC-0001", "--rev=--upload-pack=x"]);
    assert_eq!(run.code, 65);
    assert!(one_line(&run).contains("begins with a dash"), "{run:?}");
}

#[test]
fn a_config_tells_all_its_faults_in_one_go() {
    let repo = Repo::example();
    repo.write(
        "council.yaml",
        "layot:\n  rfcs: x\ncouncil:\n  modes: all\n  timeout_seconds: soon\n",
    );
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 65);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{run:?}");
    assert!(lines[0].contains("council.yaml:1:1: unknown key \"layot\"; did you mean \"layout\"?"));
    assert!(lines[1].contains("council.yaml:4:10: council.modes is \"all\""));
    assert!(
        lines[2].contains("council.yaml:5:20: council.timeout_seconds should be a whole number")
    );
    assert!(repo.reviews("RFC-0001").is_empty());
    let run = repo.run(&["RFC-0001", "--config", "nowhere.yaml"]);
    assert_eq!((run.code, run.stderr.lines().count()), (65, 1), "{run:?}");
}

#[test]
fn an_evidence_folder_that_cannot_be_written_is_never_success() {
    // A file where the folder should be.
    let repo = Repo::example();
    repo.write("evidence/rfc/RFC-0001/reviews", "in the way\n");
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 74);
    assert!(one_line(&run).contains("evidence/rfc/RFC-0001/reviews"), "{run:?}");
    assert_eq!(repo.read("evidence/rfc/RFC-0001/reviews"), "in the way\n");

    // A link that leads out of the repository.
    let repo = Repo::example();
    let outside = tempfile::tempdir().expect("a temp folder");
    std::os::unix::fs::symlink(outside.path(), repo.at("evidence")).expect("linked");
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 74);
    assert!(one_line(&run).contains("symbolic link"), "{run:?}");
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 0);
}

#[test]
fn a_read_only_evidence_folder_is_never_success() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = Repo::example();
    let folder = repo.at("evidence/rfc/RFC-0001/reviews");
    std::fs::create_dir_all(&folder).expect("made");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).expect("set");
    // Root may write everywhere; then there is nothing to see.
    let is_bound = std::fs::write(folder.join("probe"), "").is_err();
    let run = repo.run(&["RFC-0001"]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("set");
    if is_bound {
        assert_eq!(run.code, 74, "{run:?}");
        assert!(one_line(&run).contains("could not write the evidence"), "{run:?}");
        assert!(repo.reviews("RFC-0001").is_empty());
    } else {
        support::skipped("this user may write to a read-only folder");
    }
}

#[test]
fn an_rfc_without_tickets_is_a_finding() {
    let repo = Repo::example();
    std::fs::remove_dir_all(repo.at("documents/work")).expect("removed");
    let run = repo.run(&["gates", "RFC-0001", "--format", "json"]);
    assert_eq!(run.code, 1);
    let report = run.json();
    let review = &report["reviews"][0];
    assert_eq!(review["state"], "NOT_DECOMPOSED");
    let findings = review["findings"].as_array().expect("a list");
    let uncovered = findings.iter().filter(|f| f["rule"] == "R38" && f["severity"] == "BLOCKER");
    assert_eq!(uncovered.count(), 1, "one finding, not one for each requirement");
    let run = repo.run(&["RFC-0001", "--format", "json"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.json()["reviews"][0]["bundle"]["verdict"], "REJECTED");
}

/// The rules and lines that the schema gate finds for one spoilt ticket, next to the example's two.
fn spoilt(spoil: impl FnOnce(&Repo)) -> Vec<(String, String, u64)> {
    let repo = Repo::example();
    spoil(&repo);
    let run = repo.run(&["gates", "--all", "--format", "json"]);
    assert!(run.code == 1 || run.code == 0, "{run:?}");
    let report = run.json();
    let of = |findings: &serde_json::Value| -> Vec<(String, String, u64)> {
        let findings = findings.as_array().expect("a list").iter();
        let schema = findings.filter(|f| f["gate_id"] == "GATE-TCK-SCHEMA");
        schema
            .map(|f| {
                let file = f["location"]["file"].as_str().expect("a file");
                let name = file.rsplit('/').next().expect("a name").to_owned();
                let rule = f["rule"].as_str().expect("a rule").to_owned();
                (rule, name, f["location"]["line"].as_u64().expect("a line"))
            })
            .collect()
    };
    let mut found = of(&report["reviews"][0]["findings"]);
    found.extend(of(&report["repository"]["findings"]));
    // A review over the same files ends as well, and its bundle verifies.
    let review = repo.run(&["RFC-0001", "-q"]);
    assert_eq!(review.code, 1, "{review:?}");
    let bundle = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    let verified = repo.run(&["verify", &bundle]);
    assert_eq!(verified.code, 0, "{verified:?}");
    found
}

fn found(rule: &str, name: &str, line: u64) -> Vec<(String, String, u64)> {
    vec![(rule.to_owned(), name.to_owned(), line)]
}

const SPOILT: &str = "documents/work/tickets/TCK-00003.yaml";
const BINDS: &str = "ticket_meta:\n  ticket: {id: TCK-00003, title: Three}\n  binds:\n    rfc_id: RFC-0001\n    requirements: [REQ-0001]\n";

#[test]
fn a_ticket_that_is_a_link() {
    let found_now = spoilt(|repo| {
        std::os::unix::fs::symlink("/etc/passwd", repo.at(SPOILT)).expect("linked");
    });
    assert_eq!(found_now, found("R2", "TCK-00003.yaml", 1));
}

#[test]
fn a_ticket_of_ten_mebibytes() {
    let found_now = spoilt(|repo| {
        let mut text = BINDS.to_owned();
        while text.len() < 10 << 20 {
            text.push_str("# the same comment over and over again, so that the file gets large\n");
        }
        repo.write(SPOILT, text);
    });
    assert_eq!(found_now, found("R4", "TCK-00003.yaml", 1));
}

#[test]
fn a_ticket_twenty_thousand_deep() {
    let found_now = spoilt(|repo| {
        repo.write(SPOILT, format!("{BINDS}deep: {}{}\n", "[".repeat(20_000), "]".repeat(20_000)));
    });
    assert_eq!(found_now, found("R4", "TCK-00003.yaml", 6));
}

#[test]
fn a_ticket_that_is_not_text() {
    let found_now = spoilt(|repo| {
        let mut bytes = BINDS.as_bytes().to_vec();
        bytes.extend(b"note: caf\xe9\n");
        repo.write(SPOILT, bytes);
    });
    assert_eq!(found_now, found("R5", "TCK-00003.yaml", 6));
}

#[test]
fn f40_a_foreign_file_is_no_bundle_in_one_line() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let session = format!("evidence/rfc/RFC-0001/reviews/council_session_{STAMP}.yaml");
    let other =
        "schema: acme-review/3\nreview:\n".to_owned() + &"- {id: x, state: ok}\n".repeat(60);
    repo.write("other.yaml", other.replace("\n- ", "\n  - "));
    for (file, lacks) in [("other.yaml", "no seal, another schema"), (session.as_str(), "no seal")]
    {
        let run = repo.run(&["verify", file]);
        let line = format!(
            "REFUSED {file}: not a bundle of this tool ({lacks}); name one, or see each fault with --verbose\n"
        );
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, line.as_str(), ""));
        let all = repo.run(&["verify", file, "--verbose"]);
        assert_eq!(all.code, 1);
        assert!(all.stdout.lines().count() > 1, "{all:?}");
        let json = repo.run(&["verify", file, "--format", "json"]).json();
        assert!(json["bundles"][0]["faults"].as_array().is_some_and(|faults| faults.len() > 1));
    }
    // A bundle that was changed is told where.
    let bundle = format!("evidence/rfc/RFC-0001/reviews/rfc_review_{STAMP}.yaml");
    repo.write("changed.yaml", repo.read(&bundle).replacen("REJECTED", "APPROVED", 1));
    let changed = repo.run(&["verify", "changed.yaml"]);
    assert!(changed.stdout.starts_with("REFUSED changed.yaml:"), "{changed:?}");
    assert!(!changed.stdout.contains("not a bundle"), "{changed:?}");
}

/// Every command that prints a result, and how it ends when the result arrives.
const PRINTED: [(&[&str], i32); 20] = [
    (&["--help"], 0),
    (&["--version"], 0),
    (&["gates", "--help"], 0),
    (&["RFC-0001", "--depth", "standard"], 1),
    (&["gates", "RFC-0001"], 1),
    (&["gates", "--all", "--format", "json"], 1),
    (&["check"], 1),
    (&["plan", "RFC-0001"], 0),
    (&["show", "RFC-0001"], 1),
    (&["summary"], 0),
    (&["trends"], 0),
    (&["escalations"], 0),
    (&["report", "RFC-0001", "--format", "markdown"], 0),
    (&["replay", "COUNCIL-RFC-0001-20260126-100000"], 0),
    (&["verify", "evidence/rfc/RFC-0001/reviews/rfc_review_20260126T100000Z.yaml"], 0),
    (&["explain", "R38"], 0),
    (&["schema", "rfc_review"], 0),
    (&["modes"], 0),
    (&["doctor"], 0),
    (&["completions", "bash"], 0),
];

/// Standard output that is full or closed is a fault of every command; `/dev/null` is none, however
/// it was opened, and neither is a reader that stops reading.
#[cfg(target_os = "linux")]
#[test]
fn f17_a_result_that_could_not_be_printed_ends_with_74() {
    use std::fs::File;
    use std::process::Stdio;

    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let full = || File::options().write(true).open("/dev/full").expect("a device");
    let null = || File::options().read(true).write(true).open("/dev/null").expect("a device");
    let run = |args: &[&str], stdout: Stdio| -> Run {
        let mut command = binary();
        command.args(args).current_dir(repo.path()).stdout(stdout);
        command.output().expect("runs").into()
    };
    for (args, code) in PRINTED {
        let no_room = run(args, full().into());
        let why = "council-review: the result could not be printed: No space left on device (os error 28)\n";
        assert_eq!((no_room.code, no_room.stderr.as_str()), (74, why), "{args:?}");
        let quoted: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
        let script =
            format!("exec {} {} >&-", env!("CARGO_BIN_EXE_council-review"), quoted.join(" "));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script]).current_dir(repo.path()).env("SOURCE_DATE_EPOCH", EPOCH);
        let closed = Run::from(shell.output().expect("a shell"));
        let why =
            "council-review: the result could not be printed: Bad file descriptor (os error 9)\n";
        assert_eq!((closed.code, closed.stderr.as_str()), (74, why), "{args:?}");
        let unread = run(args, null().into());
        assert_eq!((unread.code, unread.stderr.as_str()), (code, ""), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_fault_of_the_review() {
    let repo = Repo::example();
    let mut child = binary()
        .args(["modes"])
        .current_dir(repo.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
