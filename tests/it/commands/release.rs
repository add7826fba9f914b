//! The scripts of a release and of what installs one, run over a release in a folder of this machine.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::{self, Repo, Run};

const VERSION: &str = env!("CARGO_PKG_VERSION");
const REPOSITORY: &str = env!("CARGO_MANIFEST_DIR");

/// The target of this machine, as a release calls it.
fn target() -> &'static str {
    match (cfg!(target_os = "macos"), cfg!(target_arch = "aarch64")) {
        (false, false) => "x86_64-unknown-linux-musl",
        (false, true) => "aarch64-unknown-linux-musl",
        (true, false) => "x86_64-apple-darwin",
        (true, true) => "aarch64-apple-darwin",
    }
}

fn executable(path: &Path, text: &str) {
    fs::write(path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
}

fn bash(script: &Path, args: &[&Path]) -> Run {
    Command::new("bash").arg(script).args(args).output().expect("bash runs").into()
}

/// A release in a folder, and a copy of `ci/` whose digests are those of the release.
pub(super) struct Released {
    dir: TempDir,
}

impl Released {
    pub(super) fn new() -> Self {
        let released = Self { dir: tempfile::tempdir().expect("a folder") };
        let root = released.path();
        // A program of one line in place of the binary: it is packed in no time.
        let program = root.join("program");
        let tool = env!("CARGO_BIN_EXE_council-review");
        executable(&program, &format!("#!/bin/sh\nexec '{tool}' \"$@\"\n"));
        let folder = root.join(format!("releases/v{VERSION}"));
        let package = Path::new(REPOSITORY).join("ci/release/package.sh");
        let args = [program.as_path(), Path::new(VERSION), Path::new(target()), folder.as_path()];
        assert_eq!(bash(&package, &args).code, 0);
        let sums = Path::new(REPOSITORY).join("ci/release/sums.sh");
        assert_eq!(bash(&sums, &[folder.as_path()]).code, 0);
        let ci = Path::new(REPOSITORY).join("ci");
        let copied = Command::new("cp").arg("-r").arg(ci).arg(root).status().expect("cp runs");
        assert!(copied.success());
        fs::copy(folder.join("SHA256SUMS"), root.join("ci/digests.txt")).expect("copied");
        // Nothing is built in a test: the program that would is one that says so.
        fs::create_dir(root.join("path")).expect("made");
        let cargo = "#!/bin/sh\necho \"cargo $*\" >> \"$CARGO_LOG\"\n\
                     while [ $# -gt 0 ]; do [ \"$1\" = --root ] && root=$2; shift; done\n\
                     mkdir -p \"$root/bin\" && cp \"$PROGRAM\" \"$root/bin/council-review\"\n";
        executable(&root.join("path/cargo"), cargo);
        released
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    fn installed(&self) -> PathBuf {
        self.path().join("council-review/council-review")
    }

    /// What was built.
    fn built(&self) -> String {
        fs::read_to_string(self.path().join("cargo.log")).unwrap_or_default()
    }

    /// Runs a script of the action in a repository.
    pub(super) fn run(&self, repo: &Repo, base: &str, script: &str) -> Run {
        let root = self.path();
        let path = std::env::var("PATH").expect("a PATH");
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script])
            .current_dir(repo.path())
            .env("PATH", format!("{}:{path}", root.join("path").display()))
            .env("CARGO_LOG", root.join("cargo.log"))
            .env("PROGRAM", root.join("program"))
            .env("GITHUB_ACTION_PATH", root.join("ci/github"))
            .env("RUNNER_TEMP", root)
            .env("GITHUB_STEP_SUMMARY", root.join("summary.md"))
            .env("BASE", base)
            .env("RELEASES", format!("file://{}", root.join("releases").display()))
            .env("SOURCE_DATE_EPOCH", support::EPOCH)
            .output();
        output.expect("bash runs").into()
    }
}

const ACTION: &str = "\"$GITHUB_ACTION_PATH/run.sh\"";

/// A branch of a reviewed example that changes a plan.
fn changed() -> Repo {
    let repo = Repo::mended();
    assert_eq!(repo.run(&["RFC-0001", "-q"]).code, 0);
    repo.commit("reviewed");
    repo.git(&["checkout", "-q", "-b", "feature"]);
    repo.edit("documents/work/tickets/TCK-00002.yaml", "status: READY", "status: IN_PROGRESS");
    repo.commit("begun");
    repo
}

#[test]
fn the_action_takes_the_binary_whose_digest_is_known() {
    let released = Released::new();
    let run = released.run(&changed(), "main", ACTION);
    // The plan was changed and not reviewed again.
    assert!(run.code == 1 && run.stdout.contains("::error title=STALE RFC-0001::"), "{run:?}");
    assert!(released.installed().is_file());
    assert_eq!(released.built(), "");
}

#[test]
fn a_binary_with_another_digest_is_not_run_and_nothing_takes_its_place() {
    let released = Released::new();
    let archive = format!("releases/v{VERSION}/council-review-{VERSION}-{}.tar.gz", target());
    let mut bytes = fs::read(released.path().join(&archive)).expect("there");
    bytes.push(0);
    fs::write(released.path().join(&archive), bytes).expect("written");
    let run = released.run(&changed(), "main", ACTION);
    assert!(run.code == 1 && run.stdout.is_empty(), "{run:?}");
    assert!(
        run.stderr.contains("is not the file that was released: its digest is another"),
        "{run:?}"
    );
    assert!(!released.installed().exists());
    assert_eq!(released.built(), "");
}

#[test]
fn without_a_binary_the_pinned_commit_is_built() {
    // No digest for this machine; and a digest, but no file.
    for what in ["ci/digests.txt", "releases"] {
        let released = Released::new();
        let path = released.path().join(what);
        match path.is_dir() {
            true => fs::remove_dir_all(path).expect("removed"),
            false => fs::write(path, "# none\n").expect("written"),
        }
        let run = released.run(&changed(), "main", ACTION);
        assert!(run.code == 1 && run.stdout.contains("::error title=STALE RFC-0001::"), "{run:?}");
        assert!(run.stderr.contains("building it instead"), "{what}: {run:?}");
        let built = released.built();
        assert!(built.starts_with("cargo install --locked --quiet --path "), "{what}: {built}");
    }
}

#[test]
fn where_no_plan_changed_the_action_ends_within_two_seconds_and_takes_nothing() {
    let repo = changed();
    repo.git(&["checkout", "-q", "-B", "code", "main"]);
    repo.write("src/lib.rs", "//! Code.\n");
    repo.commit("code alone");
    let released = Released::new();
    let begun = Instant::now();
    let run = released.run(&repo, "main", ACTION);
    let took = begun.elapsed();
    let line = "council-review: no plan changed since main: nothing to check\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, line), "{run:?}");
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert!(!released.installed().exists());
    assert_eq!(fs::read_to_string(released.path().join("summary.md")).expect("there"), line);
    // With folders of its own, a plan can lie anywhere: the tool looks.
    repo.write("council.yaml", "layout: {rfcs: documents/rfcs}\n");
    repo.commit("a layout");
    let run = released.run(&repo, "main", ACTION);
    assert!(released.installed().is_file(), "{run:?}");
}

#[test]
fn the_notes_are_those_of_a_version_that_has_a_day() {
    let dir = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(dir.path().join("ci/release")).expect("made");
    let notes = dir.path().join("ci/release/notes.sh");
    fs::copy(Path::new(REPOSITORY).join("ci/release/notes.sh"), &notes).expect("copied");
    fs::write(dir.path().join("Cargo.toml"), "version = \"1.2.0\"\n").expect("written");
    let log = |head: &str| {
        let text =
            format!("# Changelog\n\n## {head}\n\n- New.\n\n## 1.1.0, 2026-01-01\n\n- Old.\n");
        fs::write(dir.path().join("CHANGELOG.md"), text).expect("written");
    };
    log("1.2.0, unreleased");
    let run = bash(&notes, &[Path::new("v1.2.0")]);
    assert!(run.code == 1 && run.stderr.contains("write the day of the release"), "{run:?}");
    log("1.2.0, 2026-11-30");
    let run = bash(&notes, &[Path::new("v1.2.0")]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "\n- New.\n\n"), "{run:?}");
    let run = bash(&notes, &[Path::new("v1.3.0")]);
    assert!(run.code == 1 && run.stderr.contains("the tag is v1.3.0"), "{run:?}");
}

#[test]
fn what_was_packed_reviews_the_example() {
    let released = Released::new();
    let folder = released.path().join(format!("releases/v{VERSION}"));
    let run = bash(&Path::new(REPOSITORY).join("ci/release/smoke.sh"), &[folder.as_path()]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("REJECTED  RFC-0001"), "{run:?}");
}

#[test]
fn binstall_looks_where_a_release_has_its_files() {
    let manifest = fs::read_to_string(Path::new(REPOSITORY).join("Cargo.toml")).expect("there");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let wanted = &manifest["package"]["metadata"]["binstall"];
    let filled = |key: &str| {
        let text = wanted[key].as_str().expect("a text");
        let values = [("version", VERSION), ("target", target()), ("bin", "council-review")];
        let text = text.replace("{ binary-ext }", "").replace("{ repo }/releases/download", "");
        values
            .iter()
            .fold(text, |text, (name, value)| text.replace(&format!("{{ {name} }}"), value))
    };
    let released = Released::new();
    let archive = released.path().join("releases").join(filled("pkg-url").trim_start_matches('/'));
    let list = Command::new("tar").arg("-tzf").arg(archive).output().expect("tar runs");
    let list = String::from_utf8(list.stdout).expect("UTF-8");
    assert!(list.lines().any(|line| line == filled("bin-dir")), "{list}");
}

#[test]
fn the_job_for_gitlab_takes_the_binary_by_its_digest() {
    let text = fs::read_to_string(Path::new(REPOSITORY).join("ci/gitlab.yml")).expect("there");
    let job: serde_json::Value = yaml_serde::from_str(&text).expect("YAML");
    let script = job["council-review"]["before_script"][0].as_str().expect("a script");
    let released = Released::new();
    let name = format!("council-review-{VERSION}-{}.tar.gz", target());
    let archive = released.path().join(format!("releases/v{VERSION}/{name}"));
    let sums = fs::read_to_string(archive.with_file_name("SHA256SUMS")).expect("there");
    let digest = sums.split(' ').next().expect("a digest");
    let run = |digest: &str| -> (Run, bool) {
        let repo = Repo::new();
        let output = Command::new("bash")
            .args(["-eo", "pipefail", "-c", script])
            .current_dir(repo.path())
            .env("ARCHIVE", format!("file://{}", archive.display()))
            .env("DIGEST", digest)
            .output();
        let is_there = repo.at(".council-review-bin/council-review").is_file();
        (output.expect("bash runs").into(), is_there)
    };
    let (good, is_there) = run(digest);
    assert!(good.code == 0 && is_there, "{good:?}");
    let (bad, is_there) = run(&digest.replace(|c: char| c.is_ascii_digit(), "0"));
    assert!(bad.code != 0 && !is_there, "{bad:?}");
}
