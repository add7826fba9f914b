//! The real binary under `shim.c`.

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What happens at one operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Act {
    /// The process is killed before it.
    Kill,
    /// The process is killed after it.
    KillAfter,
    /// Half of the bytes are written, then the process is killed.
    Torn,
    /// Half of the bytes are written, and the process learns how many.
    Short,
    /// It is refused with this errno.
    Fault(&'static str),
}

impl Act {
    pub(super) fn name(self) -> &'static str {
        match self {
            Act::Kill => "kill",
            Act::KillAfter => "kill-after",
            Act::Torn => "torn",
            Act::Short => "short",
            Act::Fault(errno) => errno,
        }
    }

    /// Whether the process must not even notice.
    pub(super) fn is_legal(self) -> bool {
        matches!(self, Act::Short | Act::Fault("EINTR"))
    }
}

/// One operation on the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Op {
    /// `open`, `write`, `fsync`, …
    pub(super) name: String,
    /// Whether the system did it.
    pub(super) is_done: bool,
    /// On what; for a rename or a link, the new name.
    pub(super) path: PathBuf,
}

/// How a process under the shim ended.
#[derive(Debug)]
pub(super) struct Ran {
    /// The exit code; `None` when it was killed by the shim.
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
    /// The operations that it completed.
    pub(super) ops: Vec<Op>,
}

/// Runs the command in a repository; at its operation number `at`, from 1, `act` happens.
pub(super) fn run(mut command: Command, folder: &Path, at: usize, act: Act) -> Ran {
    let log = tempfile::NamedTempFile::new().expect("a temp file");
    let output = command
        .current_dir(folder)
        .env("LD_PRELOAD", library())
        .env("SHIM_ROOT", folder)
        .env("SHIM_LOG", log.path())
        .env("SHIM_AT", at.to_string())
        .env("SHIM_ACT", act.name())
        .output()
        .expect("the command runs");
    let killed = output.status.signal();
    assert!(matches!(killed, None | Some(9)), "ended by signal {killed:?} at {at} {act:?}");
    let text = fs::read_to_string(log.path()).expect("a readable log");
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        ops: text.lines().map(op).collect(),
    }
}

fn op(line: &str) -> Op {
    let mut words = line.splitn(4, ' ').skip(1);
    let mut word = || words.next().expect("number, name, outcome, path");
    Op { name: word().to_owned(), is_done: word() == "ok", path: word().into() }
}

/// The shim, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let made = folder.join(format!("shim-{}.so", std::process::id()));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crashes/kills/shim.c");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&made, &source])
            .arg("-ldl")
            .output()
            .unwrap_or_else(|e| panic!("this test needs a C compiler named cc: {e}"));
        let said = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "cc cannot compile {}: {said}", source.display());
        let library = folder.join("shim.so");
        fs::rename(&made, &library).expect("renamed");
        library
    })
}
