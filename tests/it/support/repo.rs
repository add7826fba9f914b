//! A real git repository in a temp folder, and the real binary run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The second that tests review at.
pub const EPOCH: &str = "1769421600";
/// That second in file names.
pub const STAMP: &str = "20260126T100000Z";

/// What the example of `init` needs to have no finding: a file, what stands there once, and what must
/// stand there. The requirement that no ticket serves is bound, and a scope line speaks of it.
pub const MENDED: [&str; 3] = [
    "documents/work/tickets/TCK-00002.yaml",
    concat!(
        "    - requirement_id: REQ-0002\n",
        "  dependencies:\n",
        "    tickets:\n",
        "    - ticket_id: TCK-00001\n",
        "      reason: \"It checks the name that the command of TCK-00001 takes\"\n",
        "  scope:\n",
        "    in_scope:\n",
        "    - \"The rules for a name, and the message for each\"\n",
    ),
    concat!(
        "    - requirement_id: REQ-0002\n",
        "    - requirement_id: REQ-0003\n",
        "  dependencies:\n",
        "    tickets:\n",
        "    - ticket_id: TCK-00001\n",
        "      reason: \"It checks the name that the command of TCK-00001 takes\"\n",
        "  scope:\n",
        "    in_scope:\n",
        "    - \"The rules for a name, and the message for each\"\n",
        "    - \"The greeting in the language of the caller's locale\"\n",
    ),
];

/// What a run of the binary gave.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code().expect("it was not killed"),
            stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("output is UTF-8"),
        }
    }
}

/// The binary, with a fixed clock and no environment of ours.
pub fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_council-review"));
    command.env_remove("COLUMNS").env_remove("NO_COLOR").env("SOURCE_DATE_EPOCH", EPOCH);
    command
}

/// A repository.
pub struct Repo {
    dir: TempDir,
}

/// The folder alone.
impl From<Repo> for TempDir {
    fn from(repo: Repo) -> Self {
        repo.dir
    }
}

/// One that stands in a folder.
impl From<TempDir> for Repo {
    fn from(dir: TempDir) -> Self {
        Self { dir }
    }
}

impl Repo {
    /// An empty repository.
    pub fn new() -> Self {
        let dir = TempDir::new().expect("a temp folder");
        let repo = Self { dir };
        repo.git(&["init", "-q", "-b", "main", "."]);
        repo.git(&["config", "user.name", "test"]);
        repo.git(&["config", "user.email", "test@example.invalid"]);
        repo
    }

    /// A repository with the example of `init`, committed.
    pub fn example() -> Self {
        let repo = Self::new();
        let run = repo.run(&["init", "--example"]);
        assert_eq!(run.code, 0, "{run:?}");
        repo.commit("example");
        repo
    }

    /// The example without the fault that a gate rejects; not committed.
    pub fn mended() -> Self {
        let repo = Self::example();
        let [path, old, new] = MENDED;
        repo.edit(path, old, new);
        repo
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.path().join(path)
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, bytes).expect("written");
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.at(path)).expect("a readable file")
    }

    /// Replaces the one place where `old` stands.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {path}");
        self.write(path, text.replace(old, new));
    }

    pub fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(args)
            .current_dir(self.path())
            .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
            .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
            .output()
            .expect("git runs");
        assert!(
            output.status.success(),
            "git {args:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    pub fn commit(&self, title: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", title]);
    }

    pub fn run(&self, args: &[&str]) -> Run {
        binary().args(args).current_dir(self.path()).output().expect("the binary runs").into()
    }

    /// The reviews folder of an RFC, as sorted names.
    pub fn reviews(&self, rfc: &str) -> Vec<String> {
        let folder = self.at(&format!("evidence/rfc/{rfc}/reviews"));
        let Ok(entries) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }
}
