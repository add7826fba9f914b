//! Where there is nothing to look at: no RFC, no base, a seed alone; and an example that takes
//! nobody's place.

use crate::support::{Repo, Run, binary};

/// One Markdown file, in a folder that no layout names.
fn markdown() -> Repo {
    let repo = Repo::new();
    repo.write("text/0001-a.md", "# A\n");
    repo.commit("text");
    repo
}

const NOTHING: &str = "council-review: no RFC-NNNN folder in documents/rfcs, docs/rfcs, rfcs; `text/` holds 1 Markdown file; plans of Rust RFCs in `text/` are not read: begin with `council-review new rfc \"Title\"`, or set layout.rfcs in council.yaml; --allow-empty ends with 0\n";

#[test]
fn f10_nothing_is_green_on_nothing() {
    let repo = markdown();
    for command in [&["check"][..], &["gates", "--all"], &["--all"]] {
        let run = repo.run(command);
        assert_eq!((run.code, run.stderr.as_str()), (65, NOTHING), "{command:?}");
        let run = repo.run(&[command, &["--allow-empty"]].concat());
        assert_eq!((run.code, run.stderr.as_str()), (0, NOTHING), "{command:?}");
    }
    assert_eq!(repo.run(&["check", "--format", "json"]).json()["checks"], serde_json::json!([]));
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("text/0002-b.md", "# B\n");
    repo.commit("more text");
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.stderr.contains("`text/` holds 2 Markdown files"), "{run:?}");
    }
    let run = repo.run(&["RFC-0001"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("there is no RFC-0001: no RFC-NNNN folder"), "{run:?}");
}

#[test]
fn f10_programs_read_that_nothing_was_found() {
    let repo = markdown();
    let line = NOTHING.trim_start_matches("council-review: ").trim_end();
    let found = serde_json::json!({"code": "NOTHING_FOUND", "line": line});
    for command in [&["check"][..], &["gates", "--all"], &["--all"], &["plan", "--all"]] {
        let command = [command, &["--format", "json"]].concat();
        let run = repo.run(&command);
        assert_eq!(run.code, 65, "{run:?}");
        assert_eq!(run.json()["repository"]["nothing_found"], found, "{command:?}");
        let run = repo.run(&[&command[..], &["--allow-empty"]].concat());
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.json()["repository"]["nothing_found"], found, "{command:?}");
    }
    let repo = Repo::example();
    for command in [&["check"][..], &["gates", "--all"], &["plan", "--all"]] {
        let json = repo.run(&[command, &["--format", "json"]].concat()).json();
        assert_eq!(json["repository"].get("nothing_found"), None, "{command:?}");
    }
}

#[test]
fn f10_a_plan_of_nothing_is_no_work_done() {
    let repo = markdown();
    for format in ["text", "json", "github-matrix"] {
        let run = repo.run(&["plan", "--all", "--format", format]);
        assert_eq!((run.code, run.stderr.as_str()), (65, NOTHING), "{format}");
        let run = repo.run(&["plan", "--all", "--format", format, "--allow-empty"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, NOTHING), "{format}");
    }
    // A change that touches no RFC, where there are some, has no work: an empty matrix.
    let repo = Repo::example();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("README.md", "words\n");
    repo.commit("words");
    let run = repo.run(&["plan", "--base", "main", "--format", "github-matrix"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "{\"include\":[]}\n"), "{run:?}");
}

#[test]
fn f10_a_check_of_names_that_nobody_has_finds_nothing() {
    let repo = Repo::example();
    let line = "there is no RFC-0008; did you mean RFC-0001?; there is no RFC-0009; did you mean RFC-0001?";
    let named = ["check", "RFC-0008", "RFC-0009", "--format", "json"];
    let run = repo.run(&named);
    assert_eq!((run.code, run.stderr.as_str()), (65, &*format!("council-review: {line}\n")));
    let json = run.json();
    assert_eq!(json["checks"], serde_json::json!([]));
    let found = &json["repository"]["nothing_found"];
    assert_eq!((&found["code"], &found["line"]), (&"NOTHING_FOUND".into(), &line.into()));
    let run = repo.run(&[&named[..], &["--allow-empty"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    // One that is there beside one that is not: the second is a mistake, and stays one.
    let run = repo.run(&["check", "RFC-0001", "RFC-0009", "--allow-empty"]);
    assert_eq!(run.code, 65, "{run:?}");
    // An RFC that the change deletes is no mistake.
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.git(&["rm", "-rq", "documents"]);
    repo.commit("gone");
    let run = repo.run(&["check", "RFC-0001", "--base", "main", "--allow-empty"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn f10_a_change_that_touches_no_rfc_is_fine_where_there_are_some() {
    let repo = Repo::example();
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.write("README.md", "words\n");
    repo.commit("words");
    for command in ["check", "gates"] {
        let run = repo.run(&[command, "--base", "main"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.stdout.contains("this change touches no RFC"), "{run:?}");
    }
}

#[test]
fn f41_no_council_convenes_over_a_seed() {
    let repo = Repo::example();
    repo.write("documents/rfcs/RFC-0002/seed.md", "a thought\n");
    repo.commit("a seed");
    let line = "council-review: documents/rfcs/RFC-0002 holds no YAML yet, so there is nothing to review: begin with `council-review new rfc \"Title\" --id RFC-0002`\n";
    for command in [&["RFC-0002"][..], &["RFC-0001", "RFC-0002"]] {
        let run = repo.run(command);
        let said = (run.code, run.stdout.as_str(), run.stderr.as_str());
        assert_eq!(said, (65, "", line), "{command:?}");
    }
    assert!(!repo.at("evidence").exists());
    // Among others it is named and left out.
    let run = repo.run(&["--all", "-q"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, line), "the example is rejected: {run:?}");
    assert_eq!(repo.reviews("RFC-0002"), [""; 0]);
    assert_eq!(repo.reviews("RFC-0001").len(), 2);
}

/// The documents of the example below `docs/`, as a team has them.
fn team() -> Repo {
    let repo = Repo::example();
    repo.git(&["rm", "-q", "--cached", "council.yaml"]);
    repo.git(&["mv", "documents", "docs"]);
    repo.edit("docs/rfcs/RFC-0001/00_meta.yaml", "A greeting that knows whom it greets", "Ours");
    std::fs::remove_file(repo.at("council.yaml")).expect("removed");
    repo.commit("ours");
    repo
}

#[test]
fn f24_the_example_takes_nobody_s_place() {
    let repo = team();
    let run = repo.run(&["init", "--example"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert_eq!(
        run.stderr,
        "council-review: RFC-0001 is in use in docs/rfcs: the example is for an empty repository; write it beside with --force\n"
    );
    assert_eq!(repo.git(&["status", "--porcelain"]), "");
    let run = repo.run(&["init", "--example", "--force"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("next: council-review RFC-0002 "), "{run:?}");
    let mut wrote = repo.git(&["status", "--porcelain", "-uall"]);
    wrote = wrote.replace("?? ", "");
    assert_eq!(
        wrote.lines().map(str::trim).collect::<Vec<_>>(),
        [
            "council.yaml",
            "docs/rfcs/RFC-0002/00_meta.yaml",
            "docs/rfcs/RFC-0002/01_problem_and_imports.yaml",
            "docs/rfcs/RFC-0002/06_ticket_decomposition.yaml",
            "docs/work/tickets/TCK-00003.yaml",
            "docs/work/tickets/TCK-00004.yaml",
        ]
    );
    // Both are read, and the new one has its planted defect and no other.
    let report = repo.run(&["gates", "--all", "--format", "json"]).json();
    assert_eq!(report["repository"]["findings"], serde_json::json!([]));
    let findings = report["reviews"][1]["findings"].as_array().expect("findings").iter();
    let heavy = findings.filter(|f| f["severity"] == "BLOCKER" || f["severity"] == "MAJOR");
    assert_eq!(heavy.map(|f| f["rule"].as_str().expect("a rule")).collect::<Vec<_>>(), ["R38"]);
    // Where it was written before, nothing is written twice.
    let before = repo.git(&["status", "--porcelain", "-uall"]);
    assert_eq!(repo.run(&["init", "--example"]).code, 0);
    assert_eq!(repo.git(&["status", "--porcelain", "-uall"]), before);
}

/// A repository whose default branch is `trunk`, and a branch on it.
fn trunk(config: &str) -> Repo {
    let repo = Repo::example();
    repo.git(&["branch", "-q", "-m", "main", "trunk"]);
    repo.write("council.yaml", config);
    repo.commit("the base");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo
}

#[test]
fn f44_a_base_of_another_name_is_set_once() {
    let repo = trunk("");
    let run = repo.run(&["gates", "--changed"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("or set `base` in council.yaml"), "{run:?}");
    // As the hook has it, nothing to compare with lets the commit pass.
    let run = repo.run(&["gates", "--changed", "--allow-empty"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.contains("nothing to compare with, so nothing was looked at"), "{run:?}");

    let repo = trunk("base: trunk\n");
    repo.write("README.md", "words\n");
    let run = repo.run(&["gates", "--changed"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("the change since trunk"), "{run:?}");

    let wrong = repo.run(&["gates", "--changed", "--base", "nowhere"]);
    assert_eq!(wrong.code, 65, "{wrong:?}");
}

#[test]
fn f44_a_change_does_not_choose_what_it_is_held_against() {
    let repo = trunk("");
    repo.write("council.yaml", "base: trunk\n");
    repo.commit("the key, in the change alone");
    let run = repo.run(&["gates", "--changed"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.stderr.contains("counts once trunk says the same"), "{run:?}");
    // `check` takes no branch of this repository at all.
    let repo = trunk("base: trunk\n");
    repo.write("council.yaml", "base: feature\n");
    repo.commit("itself");
    let run = repo.run(&["check", "--changed"]);
    assert_eq!(run.code, 65, "{run:?}");
    for name in ["HEAD~1", "-x", "a..b", "/x", "a b"] {
        repo.write("council.yaml", format!("base: \"{name}\"\n"));
        let run = repo.run(&["gates", "--all"]);
        assert_eq!(run.code, 65, "{run:?}");
        let line = "council-review: council.yaml:1:7: ";
        assert!(run.stderr.starts_with(line), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn f28_a_pipe_among_git_s_files_is_refused_at_once() {
    let pipe = |repo: &Repo, path: &str| {
        let path = repo.at(path);
        let _ = std::fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs");
        assert!(made.success());
    };
    let files = [".git/objects/info/alternates", ".git/refs/heads/pipe", ".git/index", ".git/HEAD"];
    for file in files {
        let repo = Repo::example();
        pipe(&repo, file);
        for command in [&["gates", "--all"][..], &["check"], &["RFC-0001"], &["doctor"]] {
            let run = within_seconds(&repo, command);
            assert_eq!(run.code, 65, "{file} {command:?}: {run:?}");
            let said = format!("{}{}", run.stdout, run.stderr);
            assert!(said.contains(file) && said.contains("is no regular file"), "{run:?}");
        }
    }
    // What no command waits for is nobody's matter.
    let repo = Repo::example();
    std::os::unix::fs::symlink("nowhere", repo.at(".git/hooks/link")).expect("linked");
    assert_eq!(repo.run(&["gates", "--all"]).code, 1);
}

/// A run that is stopped after some seconds.
#[cfg(unix)]
fn within_seconds(repo: &Repo, args: &[&str]) -> Run {
    let mut command = std::process::Command::new("timeout");
    command.arg("20").arg(env!("CARGO_BIN_EXE_council-review")).args(args);
    command.current_dir(repo.path()).output().expect("timeout runs").into()
}

/// The binary under a limit of the shell's.
#[cfg(unix)]
fn limited(repo: &Repo, limit: &str, args: &str) -> Run {
    let script = format!("ulimit {limit}; exec \"$0\" {args}");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).arg(binary().get_program());
    command.current_dir(repo.path()).output().expect("sh runs").into()
}

#[cfg(unix)]
#[test]
fn f38_too_few_open_files_end_with_74_and_the_cause() {
    let repo = Repo::example();
    for files in [12, 32] {
        for args in ["RFC-0001", "gates --all", "check"] {
            let run = limited(&repo, &format!("-n {files}"), args);
            let line = format!(
                "council-review: the process may open {files} files, too few to read a repository: raise the limit, `ulimit -n 1024`\n"
            );
            assert_eq!((run.code, run.stderr), (74, line), "{args}");
        }
    }
    assert!(!repo.at("evidence").exists());
    // A limit that may be raised is raised.
    assert_eq!(limited(&repo, "-S -n 12", "gates --all").code, 1);
}

#[cfg(unix)]
#[test]
fn f39_a_limit_of_file_size_ends_with_74_and_the_session_is_whole() {
    let repo = Repo::mended();
    let run = limited(&repo, "-f 10", "RFC-0001 -q");
    assert_eq!(run.code, 74, "{run:?}");
    assert!(run.stderr.contains("could not write the evidence"), "{run:?}");
    let files = repo.reviews("RFC-0001");
    assert!(files.iter().all(|file| !file.starts_with(".council-review-")), "{files:?}");
    let session = files.iter().find(|file| file.ends_with(".yaml")).expect("a session");
    let session = repo.read(&format!("evidence/rfc/RFC-0001/reviews/{session}"));
    assert!(council_review::evidence::read::session(session.as_bytes()).is_ok());
}
