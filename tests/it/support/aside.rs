//! What stands beside this repository and not in it: a real repository with what is expected of it,
//! and public test suites. `SHARED=FOLDER` says where; without it, it is `../shared`.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::say::skipped;

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
