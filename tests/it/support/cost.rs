//! What a run of the binary costs, read from `/proc`: nothing where there is none.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use super::Run;

/// A clock tick of `/proc`, as Linux fixes it for programs.
const TICK: Duration = Duration::from_millis(10);
/// How long a process is left alone between two looks, so that the looks take no core from it.
const GLANCE: Duration = Duration::from_millis(1);

/// Runs a command a few times. Gives what it printed and the mean of its processor time, as long
/// as this process runs no other one meanwhile.
pub fn processor(command: &mut Command, runs: u32) -> (Run, Option<Duration>) {
    let before = waited_for();
    let mut run: Run = command.output().expect("it runs").into();
    for _ in 1..runs {
        run = command.output().expect("it runs").into();
    }
    (run, waited_for().zip(before).map(|(after, before)| (after - before) / runs))
}

/// Runs a command and looks at its memory all the time: what it printed, and the most bytes that it
/// held.
pub fn memory(command: &mut Command) -> (Run, Option<u64>) {
    let [mut out, mut err] = [(); 2].map(|()| tempfile::tempfile().expect("a file"));
    let handle = |file: &File| Stdio::from(file.try_clone().expect("a handle"));
    let mut child = command.stdout(handle(&out)).stderr(handle(&err)).spawn().expect("it runs");
    let held = watch(&mut child);
    let read = |file: &mut File| {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).expect("read");
        bytes
    };
    let status = child.wait().expect("it ended");
    (Output { status, stdout: read(&mut out), stderr: read(&mut err) }.into(), held)
}

/// Looks at a process's memory all the time until it has ended: the most bytes that it held.
pub fn watch(child: &mut Child) -> Option<u64> {
    let path = format!("/proc/{}/status", child.id());
    let mut most = None;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = held.and_then(|held| held.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kilobytes.map(|kilobytes| kilobytes << 10));
        // It is a high-water mark: only what is reached in the last moment is missed.
        std::thread::sleep(GLANCE);
    }
    most
}

/// Processor time of all children that this process has waited for.
pub fn waited_for() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, which may hold anything: user and system time are fields 16 and 17.
    let fields: Vec<&str> = stat.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = fields[13].parse::<u32>().ok()? + fields[14].parse::<u32>().ok()?;
    Some(TICK * ticks)
}
