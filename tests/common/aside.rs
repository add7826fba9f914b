//! What stands beside this repository and not in it: a real repository with what is expected of it,
//! and public test suites. `SHARED=FOLDER` says where; without it, it is `../shared`.

#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test file uses its part of this")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Says why a test looked at nothing. Past the harness's capture, which hides what passing tests
/// print: who counts passes must see what they rest on.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// A file or folder that stands beside the repository; says that the test is skipped without it.
pub fn shared(path: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let found = std::env::var_os("SHARED").map_or_else(beside, PathBuf::from).join(path);
    if found.exists() {
        return Some(found);
    }
    skipped(&format!("there is no {}", found.display()));
    None
}

/// The real repository, made anew, when its parts are there.
pub fn corpus() -> Option<TempDir> {
    let make = shared("corpus/make-repo")?;
    let dir = TempDir::new().expect("a temp folder");
    let made = Command::new("bash").arg(&make).arg(dir.path()).output().expect("bash runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(dir)
}
