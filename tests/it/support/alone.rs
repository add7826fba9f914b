//! What needs a process of its own: its environment, its signals, its death.

use std::process::Command;

/// This test binary again, for one test alone; `module` is that of the test, as `module_path!` has it.
pub fn alone(module: &str, test: &str) -> Command {
    let (_, below) = module.split_once("::").expect("a module below the binary's root");
    let mut command = Command::new(std::env::current_exe().expect("it runs"));
    command.args(["--exact", &format!("{below}::{test}"), "--nocapture"]);
    command
}
