//! `doctor`: what it says of a set-up, ready or not, and that it leaves all as it was.

use std::path::Path;

use crate::support::{self, Repo, Run, STAMP, binary};

const REVIEWS: &str = "evidence/rfc/RFC-0001/reviews";
const SEATS: &str = "ok     seats       SA-1, SA-2, SA-3: offline (rules-1): answers by rule; no model, no key, no network, no cost";
const FIXED: &str = "note   clock       2026-01-26T10:00:00Z, fixed by SOURCE_DATE_EPOCH: every record bears this second
                   run `unset SOURCE_DATE_EPOCH` to let it move";

/// Where the repository says it is: links on the way are followed.
fn folder(repo: &Repo) -> String {
    repo.path().canonicalize().expect("there").display().to_string()
}

/// The repository's two lines, when all is well.
fn well(repo: &Repo) -> String {
    let commit = repo.git(&["rev-parse", "HEAD"]);
    format!(
        "ok     repository  {}: work tree on main at {}
ok     repository  1 RFC in documents/rfcs, 2 tickets in documents/work/tickets",
        folder(repo),
        &commit[..12]
    )
}

/// What `doctor` says line by line, its code, and that it changed nothing.
fn lines(repo: &Repo, code: i32) -> Vec<String> {
    let before = repo.git(&["status", "--porcelain", "-uall", "--ignored"]);
    let run = repo.run(&["doctor"]);
    assert_eq!((run.code, run.stderr.as_str()), (code, ""), "{run:?}");
    assert_eq!(repo.git(&["status", "--porcelain", "-uall", "--ignored"]), before);
    run.stdout.lines().map(str::to_owned).collect()
}

/// The lines about `name` that are not ok, each with its act.
fn told(repo: &Repo, code: i32, name: &str) -> Vec<(String, String)> {
    let lines = lines(repo, code);
    let about =
        |line: &str| !line.starts_with("ok") && line.split_whitespace().nth(1) == Some(name);
    lines
        .windows(2)
        .filter(|pair| about(&pair[0]))
        .map(|pair| (pair[0].clone(), pair[1].trim().to_owned()))
        .collect()
}

fn in_folder(dir: &Path, args: &[&str]) -> Run {
    binary().args(args).current_dir(dir).output().expect("runs").into()
}

#[test]
fn a_set_up_that_is_ready() {
    let repo = Repo::example();
    let expected = format!(
        "{}
ok     config      council.yaml counts
ok     evidence    evidence/rfc can be written; the first review makes it; 0 bundles
{SEATS}
{FIXED}

ready: council-review RFC-0001
",
        well(&repo)
    );
    assert_eq!(lines(&repo, 0).join("\n") + "\n", expected);
    assert!(!repo.at("evidence").exists(), "no folder is left behind");
    // After a review, from a folder below, with a clock that moves.
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let run: Run = binary()
        .arg("doctor")
        .env_remove("SOURCE_DATE_EPOCH")
        .current_dir(repo.at("documents"))
        .output()
        .expect("runs")
        .into();
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines[3], "ok     evidence    evidence/rfc can be written; 1 bundle");
    assert!(lines[5].starts_with("ok     clock       20") && lines[5].ends_with('Z'), "{run:?}");
    assert_eq!(lines.last(), Some(&"ready: council-review RFC-0001"));
    assert_eq!(repo.run(&["doctor", "-q"]).stdout, "ready\n");
}

#[test]
fn a_repository_with_nothing_in_it() {
    let repo = Repo::new();
    let expected = format!(
        "note   repository  {}: work tree on main, no commit yet: evidence will name none
                   commit what is to be reviewed: `git add -A && git commit`
note   repository  no RFC in documents/rfcs, docs/rfcs, rfcs; 0 tickets in documents/work/tickets
                   run `council-review init --example` to have one, or set layout.rfcs in council.yaml
ok     config      no council.yaml, so the defaults count; `council-review init` writes one
ok     evidence    evidence/rfc can be written; the first review makes it; 0 bundles
{SEATS}
{FIXED}

ready: council-review init --example
",
        folder(&repo)
    );
    assert_eq!(lines(&repo, 0).join("\n") + "\n", expected);
}

#[test]
fn no_repository() {
    let dir = tempfile::tempdir().expect("a temp folder");
    let run = in_folder(dir.path(), &["doctor"]);
    assert_eq!((run.code, run.stderr.as_str()), (65, ""), "{run:?}");
    let expected = format!(
        "fault  repository  there is no git repository at or above .
                   run `git init` there, or name one with --repo DIR
{SEATS}
{FIXED}

1 fault: fix it first
"
    );
    assert_eq!(run.stdout, expected);
    // A configuration that was named is looked at all the same.
    std::fs::write(dir.path().join("own.yaml"), "council: 1\n").expect("written");
    let run = in_folder(dir.path(), &["doctor", "--config", "own.yaml"]);
    assert_eq!(run.code, 65);
    assert!(run.stdout.contains("own.yaml:1:10: council should be a group of keys"), "{run:?}");
    assert!(run.stdout.ends_with("2 faults: fix them first\n"), "{run:?}");
    let nowhere = in_folder(dir.path(), &["doctor", "--repo", "nowhere"]);
    assert_eq!(nowhere.code, 65);
    assert!(nowhere.stdout.starts_with("fault  repository  there is no folder nowhere\n"));
}

#[test]
fn a_bare_repository_has_no_folder_for_evidence() {
    let repo = Repo::example();
    let bare = tempfile::tempdir().expect("a temp folder");
    let target = bare.path().canonicalize().expect("there");
    let target = target.to_str().expect("UTF-8");
    repo.git(&["clone", "-q", "--bare", ".", target]);
    let expected = format!(
        "fault  repository  {target} is bare: it has no folder for evidence
                   make a work tree with `git worktree add DIR`; without one there is `council-review gates --all --rev REV`
ok     repository  1 RFC in documents/rfcs, 2 tickets in documents/work/tickets
ok     config      council.yaml counts
{SEATS}
{FIXED}

1 fault: fix it first
"
    );
    for args in [&["doctor"][..], &["doctor", "--rev", "HEAD"]] {
        let run = in_folder(bare.path(), args);
        assert_eq!((run.code, run.stdout.as_str()), (65, expected.as_str()), "{args:?}");
    }
    let run = in_folder(bare.path(), &["doctor", "--rev", "nowhere"]);
    assert!(run.stdout.contains("\nfault  repository  \"nowhere\" names no commit"), "{run:?}");
    assert!(run.stdout.ends_with("2 faults: fix them first\n"), "{run:?}");
}

#[test]
fn where_the_repository_stands() {
    let repo = Repo::example();
    repo.git(&["checkout", "-q", "--detach"]);
    assert!(lines(&repo, 0)[0].contains(": work tree on no branch at "));
    repo.commit("another");
    let clone = tempfile::tempdir().expect("a temp folder");
    let from = format!("file://{}", repo.path().display());
    let to = clone.path().to_str().expect("UTF-8");
    repo.git(&["clone", "-q", "--depth", "1", &from, to]);
    let run = in_folder(clone.path(), &["doctor"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("\nnote   repository  a shallow clone"), "{run:?}");
    assert!(run.stdout.contains("`git fetch --unshallow`"), "{run:?}");
    let run = in_folder(clone.path(), &["doctor", "--rev", "nowhere"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stdout.starts_with("fault  repository  \"nowhere\" names no commit"), "{run:?}");
    assert!(run.stdout.contains("\nok     repository  1 RFC in documents/rfcs"), "{run:?}");
}

#[test]
fn a_repository_that_git_cannot_read() {
    for (file, what) in [(".git/HEAD", "corrupted"), (".git/index", "index")] {
        let repo = Repo::example();
        repo.write(file, "garbage\n");
        let run = repo.run(&["doctor"]);
        assert_eq!((run.code, run.stderr.as_str()), (65, ""), "{run:?}");
        let lines: Vec<&str> = run.stdout.lines().collect();
        assert!(lines[0].starts_with("fault  repository  the repository at . cannot be read ("));
        assert!(lines[0].contains(what), "{run:?}");
        assert_eq!(lines[1].trim(), "run `git fsck` there");
        assert!(lines[2].starts_with("ok     evidence    evidence/rfc can be written"), "{run:?}");
        assert_eq!(lines.last(), Some(&"1 fault: fix it first"));
    }
}

#[test]
fn a_config_with_faults_stops_nothing_else() {
    let repo = Repo::example();
    let config = "layot:\n  rfcs: x\ncouncil:\n  modes: all\n";
    repo.write("council.yaml", config);
    let other = repo.run(&["gates", "--all"]).stderr;
    let places: Vec<&str> =
        other.lines().map(|line| line.trim_start_matches("council-review: ")).collect();
    assert_eq!(places.len(), 2);
    let told_now = told(&repo, 65, "config");
    assert_eq!(told_now.len(), 2);
    for ((line, act), place) in told_now.iter().zip(places) {
        assert_eq!(line, &format!("fault  config      {place}"), "as the other commands print it");
        assert!(act.contains("council-review schema council_config"), "{act}");
    }
    let all = lines(&repo, 65);
    assert!(all.iter().any(|line| line.starts_with("ok     evidence    evidence/rfc")), "{all:?}");
    assert_eq!(all.last().map(String::as_str), Some("2 faults: fix them first"));
    // A link is not followed; what git ignores is not there.
    std::fs::remove_file(repo.at("council.yaml")).expect("removed");
    std::os::unix::fs::symlink("/etc/hostname", repo.at("council.yaml")).expect("linked");
    assert!(told(&repo, 65, "config")[0].0.ends_with("it is not a regular file"));
    let repo = Repo::new();
    repo.write(".gitignore", "council.yaml\n");
    repo.write("council.yaml", config);
    assert_eq!(
        told(&repo, 0, "config")[0].0,
        "note   config      git ignores council.yaml, so the defaults count"
    );
}

#[test]
fn evidence_that_git_ignores() {
    let repo = Repo::example();
    for (rule, part) in [
        ("evidence/", "evidence/"),
        ("reviews", "evidence/rfc/RFC-0001/reviews/"),
        ("rfc_review_*.yaml", "evidence/rfc/RFC-0001/reviews/rfc_review_20000101T000000Z.yaml"),
    ] {
        repo.write(".gitignore", format!("{rule}\n"));
        let faults = told(&repo, 65, "evidence");
        assert_eq!(faults.len(), 1, "{faults:?}");
        let (line, act) = &faults[0];
        let expected = format!(
            "fault  evidence    git ignores {part}: evidence in it never reaches the reviewers"
        );
        assert_eq!(line, &expected);
        // The act works as it stands.
        let command = act.split('`').nth(1).expect("a command");
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        assert!(repo.git(&words).starts_with(&format!(".gitignore:1:{rule}\t")), "{command}");
    }
    repo.write(".gitignore", "/target\n");
    assert_eq!(told(&repo, 0, "evidence"), []);
}

#[test]
fn what_stands_in_the_way_of_the_evidence() {
    // A link that leads out of the repository.
    let repo = Repo::example();
    let outside = tempfile::tempdir().expect("a temp folder");
    std::os::unix::fs::symlink(outside.path(), repo.at("evidence")).expect("linked");
    let link = "fault  evidence    evidence is a symbolic link, which is never followed";
    let act = "remove the link with `rm evidence`, or set layout.evidence in council.yaml";
    assert_eq!(told(&repo, 65, "evidence"), [(link.to_owned(), act.to_owned())]);
    assert_eq!(std::fs::read_dir(outside.path()).expect("a folder").count(), 0);

    // A file where a folder should be: the evidence folder, or that of one RFC.
    for path in ["evidence/rfc", REVIEWS] {
        let repo = Repo::example();
        repo.write(path, "in the way\n");
        let file = format!("fault  evidence    {path} is not a folder");
        let act =
            format!("move it away with `mv {path} NAME`, or set layout.evidence in council.yaml");
        assert_eq!(told(&repo, 65, "evidence"), [(file, act)]);
        assert_eq!(repo.read(path), "in the way\n");
    }
}

#[test]
fn an_evidence_folder_that_is_read_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let repo = Repo::example();
    let folder = repo.at(REVIEWS);
    std::fs::create_dir_all(&folder).expect("made");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).expect("set");
    // Root may write everywhere; then there is nothing to see.
    let is_bound = std::fs::write(folder.join("probe"), "").is_err();
    let run = repo.run(&["doctor"]);
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).expect("set");
    if is_bound {
        assert_eq!(run.code, 65);
        assert!(run.stdout.contains(&format!("{REVIEWS} cannot be written: permission denied")));
        assert!(run.stdout.contains(&format!("`chmod u+rwx {REVIEWS}`")), "{run:?}");
    } else {
        support::skipped("this user may write everywhere");
    }
}

#[test]
fn what_was_left_in_the_evidence_folder() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    assert_eq!(told(&repo, 0, "evidence"), []);
    // The bundle is gone, its session is not.
    let bundle = format!("{REVIEWS}/rfc_review_{STAMP}.yaml");
    let text = repo.read(&bundle);
    std::fs::remove_file(repo.at(&bundle)).expect("removed");
    let (line, act) = &told(&repo, 0, "evidence")[0];
    assert!(line.ends_with("has ended, and its bundle is not there"), "{line}");
    assert_eq!(act, "run `council-review resume COUNCIL-RFC-0001-20260126-100000`");
    repo.write(&bundle, text);
    let session_path = format!("{REVIEWS}/council_session_20260101T000000Z.yaml");
    repo.write(&session_path, "state: CYCLE_9\n");
    repo.write(&format!("{REVIEWS}/rfc_review_$(id).yaml"), "- \u{1b}[2J\n");
    repo.write(&format!("{REVIEWS}/.council-review-a1B2c3"), "");
    repo.write(&format!("{REVIEWS}/.council-review-d4E5f6"), "");
    repo.write(".council-review-x", "");
    let notes = told(&repo, 0, "evidence");
    let find = |words: &str| {
        let found = notes.iter().find(|(line, _)| line.contains(words));
        found.unwrap_or_else(|| panic!("{words:?} in {notes:#?}"))
    };
    assert_eq!(notes.len(), 4, "{notes:#?}");
    let (session, act) = find("council_session_");
    assert!(session.starts_with(&format!("note   evidence    {session_path}:1:")), "{session}");
    assert!(act.contains(&format!("`git restore {session_path}`")), "{act}");
    // A name out of a branch is one word, and no terminal acts on what is read.
    let (bundle, act) = find("rfc_review_$(id)");
    assert!(act.contains(&format!("`git restore '{REVIEWS}/rfc_review_$(id).yaml'`")), "{act}");
    assert!(!bundle.contains('\u{1b}'), "{bundle:?}");
    let (_, act) = find("2 temporary files");
    assert_eq!(act, &format!("when no review is running, `rm {REVIEWS}/.council-review-*`"));
    let (_, act) = find("1 temporary file in the repository's root");
    assert_eq!(act, "when no review is running, `rm .council-review-*`");
    let all = lines(&repo, 0);
    assert!(
        all.iter().any(|line| line.ends_with("evidence/rfc can be written; 1 bundle")),
        "{all:?}"
    );
}

#[test]
fn the_clock() {
    let repo = Repo::example();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 1);
    let at = |epoch: &str| -> Run {
        let run = binary()
            .arg("doctor")
            .env("SOURCE_DATE_EPOCH", epoch)
            .current_dir(repo.path())
            .output()
            .expect("runs");
        run.into()
    };
    let early = at("1000000000");
    assert_eq!(early.code, 0, "{early:?}");
    for note in [
        "\nnote   clock       earlier than the commit of HEAD (2026-01-01T00:00:00Z)\n",
        "\nnote   clock       earlier than the newest review, of RFC-0001 (2026-01-26T10:00:00Z)\n",
    ] {
        assert!(early.stdout.contains(note), "{note:?} in {}", early.stdout);
    }
    let wrong = at("yester: day");
    assert_eq!(wrong.code, 65, "{wrong:?}");
    let fault = "\nfault  clock       SOURCE_DATE_EPOCH is \"yester: day\"
                   set it to seconds since 1970, or unset it

1 fault: fix it first
";
    assert!(wrong.stdout.ends_with(fault), "{}", wrong.stdout);
}

#[test]
fn programs_get_one_document() {
    let repo = Repo::example();
    let run = repo.run(&["doctor", "--format", "json"]);
    let document = run.json();
    assert_eq!((run.code, &document["ready"]), (0, &true.into()));
    assert_eq!(document["schema_version"], "1.0.0");
    let keys: Vec<&str> =
        document.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["schema_version", "checks", "ready"]);
    let checks = document["checks"].as_array().expect("a list");
    let names: Vec<&str> =
        checks.iter().map(|check| check["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["repository", "repository", "config", "evidence", "seats", "clock"]);
    assert_eq!(
        checks[2],
        serde_json::json!({
            "name": "config", "status": "ok", "found": "council.yaml counts", "act": null
        })
    );
    repo.write("evidence/rfc", "in the way\n");
    let run = repo.run(&["doctor", "--format", "json"]);
    let document = run.json();
    assert_eq!((run.code, &document["ready"]), (65, &false.into()));
    assert_eq!(document["checks"][3]["status"], "fault");
    assert!(document["checks"][3]["act"].is_string());
}

/// An agent's command line that takes its task and never answers, on two seats.
#[cfg(unix)]
#[test]
fn a_seat_that_never_answers_is_waited_for_as_long_as_was_said() {
    let repo = Repo::example();
    let other = tempfile::tempdir().expect("a folder");
    let program = other.path().join("deaf");
    let pids = other.path().join("pids");
    let script =
        format!("#!/bin/sh\ncat > /dev/null\necho $$ >> {}\nexec sleep 600\n", pids.display());
    support::program(&program, &script);
    let config = other.path().join("council.yaml");
    let seats = "seats: {SA-1: 'command:deaf', SA-3: 'command:deaf'}";
    let yaml = format!("{seats}\ncommands: {{deaf: {{argv: ['{}']}}}}\n", program.display());
    std::fs::write(&config, yaml).expect("written");
    let config = config.to_str().expect("UTF-8");
    let begun = std::time::Instant::now();
    let run = repo.run(&["doctor", "--online", "--within", "1", "--config", config]);
    // Each seat may take its time; without the limit the first alone takes ten minutes.
    let took = begun.elapsed();
    assert_eq!(run.code, 65, "{run:?}");
    for seat in ["SA-1", "SA-3"] {
        let line = format!("fault  seats       {seat} command deaf: no answer within 1 s\n");
        assert!(run.stdout.contains(&line), "{}", run.stdout);
        assert!(run.stdout.contains(&format!("(--seat {seat}=offline)\n")), "{}", run.stdout);
    }
    assert!(took.as_secs() < 60, "{took:?}");
    // What was started is gone.
    let pids = std::fs::read_to_string(pids).expect("both were started");
    assert_eq!(pids.lines().count(), 2, "{pids}");
    for pid in pids.lines() {
        let state = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        assert!(!state.contains("Name:\tsleep"), "{pid} lives on: {state}");
    }
    let wrong = repo.run(&["doctor", "--online", "--within", "0"]);
    assert_eq!(wrong.code, 64, "{wrong:?}");
    assert_eq!(repo.run(&["doctor", "--within", "5"]).code, 64);
}
