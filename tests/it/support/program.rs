//! Programs that tests make.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Makes a program of a text. A shell writes it: a file that this process has open could for a moment
/// be open in what another thread starts, and cannot be run then.
pub fn program(path: &Path, text: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(path).stdin(Stdio::piped());
    let mut shell = shell.spawn().expect("a shell");
    shell.stdin.take().expect("piped").write_all(text.as_bytes()).expect("written");
    assert!(shell.wait().expect("it ends").success(), "{}", path.display());
}
