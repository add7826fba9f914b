//! Hostile repositories under every command: nothing of them is executed, and nothing is written
//! but evidence and the documented cache. `--commit` also writes into git's own folder.
//!
//! `HOSTILE_REPOS=DIR cargo test --test it hostile::repos` leaves the repositories below DIR, where
//! `tests/strace.sh` looks at them from the kernel's side.

#![cfg(unix)]

mod repositories;
mod scene;

use std::path::Path;
use std::process::Command;

use crate::support::{Run, figure, scale};
use repositories::{ALL, Hostile};
use scene::{Scene, changed};

/// The commands, and whether they may write into git's own folder. In passing only the first four run.
const COMMANDS: [(&[&str], bool); 12] = [
    (&["gates", "--all"], false),
    (&["check", "--changed", "--base", "main"], false),
    (&["--changed", "--base", "main", "-q"], false),
    (&["RFC-0001", "-q", "--commit"], true),
    (&["gates", "--all", "--rev", "HEAD", "--format", "json"], false),
    (&["gates", "--changed", "--base", "main"], false),
    (&["check", "--all"], false),
    (&["plan", "RFC-0001"], false),
    (&["doctor"], false),
    (&["RFC-0001", "-q"], false),
    (&["show", "RFC-0001"], false),
    (&["summary"], false),
];

fn commands() -> &'static [(&'static [&'static str], bool)] {
    static ALL: [(&[&str], bool); 12] = COMMANDS;
    &ALL[..scale().of(4, ALL.len(), ALL.len())]
}

/// Whether a change is one that the command is there for.
fn is_meant(path: &Path, may_commit: bool) -> bool {
    let folders = ["repo/evidence", "cache/council-review"];
    // The folders that are made on the way.
    folders.iter().any(|folder| path.starts_with(folder) || Path::new(folder).starts_with(path))
        || may_commit && (path.starts_with("repo/.git") || path.starts_with("outside/git"))
}

/// What every command answered.
fn answers(scene: &Scene, name: &str) -> Vec<i32> {
    let folder = if scene.at("repo/nested").exists() { "repo/nested" } else { "repo" };
    let mut codes = Vec::new();
    for &(args, may_commit) in commands() {
        let before = scene.listing();
        let run: Run = scene.run(folder, args);
        let after = scene.listing();
        let what = format!("{name}: {args:?}: {} {}", run.code, run.stderr);
        assert_ne!(run.code, 124, "{what}: it waits without end");
        assert!(![137, 152].contains(&run.code), "{what}: a minute of processor time");
        assert!([0, 1, 2, 65, 74].contains(&run.code), "{what}");
        assert_eq!(scene.fired(), Vec::<std::path::PathBuf>::new(), "{what}");
        let stray = changed(&before, &after).into_iter().filter(|path| !is_meant(path, may_commit));
        assert_eq!(stray.collect::<Vec<_>>(), Vec::<&Path>::new(), "{what}");
        let raw = |c: char| c.is_control() && c != '\n';
        let shown = format!("{}{}", run.stdout, run.stderr);
        assert!(!shown.contains(raw) && !shown.contains('\u{202e}'), "{what}: {shown:?}");
        assert!(!shown.contains("hunter2"), "{what}: a link was followed: {shown}");
        codes.push(run.code);
    }
    codes
}

fn folder(hostile: &Hostile) -> String {
    hostile.name.replace(|c: char| !c.is_alphanumeric(), "-")
}

#[test]
fn nothing_is_executed_and_nothing_written_outside() {
    let kept = std::env::var_os("HOSTILE_REPOS").map(std::path::PathBuf::from);
    let temporary = tempfile::tempdir().expect("a temp folder");
    let root = kept.clone().unwrap_or_else(|| temporary.path().to_owned());
    let calm = Scene::make(root.join("calm"));
    let calm = if kept.is_some() { Vec::new() } else { answers(&calm, "calm") };
    for hostile in ALL {
        let scene = Scene::make(root.join(folder(hostile)));
        (hostile.plant)(&scene);
        // What git ran when the trap was set does not count.
        for path in scene.fired() {
            std::fs::remove_file(path).expect("removed");
        }
        if kept.is_some() {
            continue;
        }
        let codes = answers(&scene, hostile.name);
        if hostile.is_calm {
            assert_eq!(codes, calm, "{}", hostile.name);
        }
        figure(&format!("{:<52} {codes:?}", hostile.name));
    }
    assert!(ALL.len() >= 20);
    if kept.is_none() {
        figure(&format!(
            "{} repositories, {} commands each: 0 programs run, 0 paths changed outside",
            ALL.len() + 1,
            commands().len()
        ));
    }
}

/// The canaries are alive: git itself runs them.
#[test]
fn git_runs_what_is_planted() {
    let temporary = tempfile::tempdir().expect("a temp folder");
    let mut fired = 0;
    for name in ["core.fsmonitor", "filters", "hooks", "core.hooksPath", "include.path"] {
        let hostile = ALL.iter().find(|hostile| hostile.name == name).expect("it is listed");
        let scene = Scene::make(temporary.path().join(folder(hostile)));
        (hostile.plant)(&scene);
        scene.write("repo/council.yaml", "# touched\n");
        let git = |args: &[&str]| {
            let mut git = Command::new("git");
            git.args(args).current_dir(scene.at("repo")).output().expect("git runs")
        };
        git(&["status"]);
        git(&["commit", "-q", "-a", "-m", "x"]);
        assert!(!scene.fired().is_empty(), "{name}");
        fired += scene.fired().len();
    }
    figure(&format!("git itself runs {fired} of them"));
}
