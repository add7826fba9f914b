//! axe-core, which looks for what keeps people from reading a page. It comes from the npm registry
//! into `target/axe`, once.

use std::path::Path;
use std::process::{Command, Stdio};

/// The version that was read; a newer one asks more.
const VERSION: &str = "axe-core@4.10.3";

/// The script; `None` where there is no npm, or npm finds no registry.
pub fn script() -> Option<String> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a target folder");
    let folder = target.join("axe");
    let file = folder.join("node_modules/axe-core/axe.min.js");
    if !file.is_file() {
        std::fs::create_dir_all(&folder).expect("made");
        let flags = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
        let npm = Command::new("npm")
            .args(flags)
            .arg("--prefix")
            .arg(&folder)
            .arg(VERSION)
            .stdin(Stdio::null())
            .output();
        npm.ok().filter(|npm| npm.status.success())?;
    }
    std::fs::read_to_string(file).ok()
}
