//! What a run of the binary costs, read from `/proc`: nothing where there is none.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::Run;

/// A clock tick of `/proc`, as Linux fixes it for programs.
const TICK: Duration = Duration::from_millis(10);
/// How long a process is left alone between two looks, so that the looks take no core from it.
const GLANCE: Duration = Duration::from_millis(1);

/// Runs a command a few times. Gives what it printed last and the mean of its processor time.
pub fn processor(command: &mut Command, runs: u32) -> (Run, Option<Duration>) {
    let (mut run, mut all) = looked_at(command, busy);
    for _ in 1..runs {
        let (again, more) = looked_at(command, busy);
        (run, all) = (again, all.zip(more).map(|(all, more)| all + more));
    }
    (run, all.map(|all| all / runs))
}

/// Runs a command and looks at its memory all the time: what it printed, and the most bytes that it
/// held.
pub fn memory(command: &mut Command) -> (Run, Option<u64>) {
    looked_at(command, watch)
}

/// Runs a command and looks at it meanwhile. What it prints goes to files: nobody has to read it.
fn looked_at<T>(command: &mut Command, look: fn(&mut Child) -> T) -> (Run, T) {
    let [mut out, mut err] = [(); 2].map(|()| tempfile::tempfile().expect("a file"));
    let handle = |file: &File| Stdio::from(file.try_clone().expect("a handle"));
    let mut child = command.stdout(handle(&out)).stderr(handle(&err)).spawn().expect("it runs");
    let seen = look(&mut child);
    let read = |file: &mut File| {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).expect("read");
        bytes
    };
    let status = child.wait().expect("it ended");
    (Output { status, stdout: read(&mut out), stderr: read(&mut err) }.into(), seen)
}

/// Looks at a process's memory all the time until it has ended: the most bytes that it held.
pub fn watch(child: &mut Child) -> Option<u64> {
    let path = format!("/proc/{}/status", child.id());
    let mut most = None;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = fs::read_to_string(&path).unwrap_or_default();
        let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = held.and_then(|held| held.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kilobytes.map(|kilobytes| kilobytes << 10));
        // It is a high-water mark: only what is reached in the last moment is missed.
        std::thread::sleep(GLANCE);
    }
    most
}

/// Processor time of a process and of the children that it waited for. It is asked when the process
/// has ended and nobody has waited for it yet: tests beside this one have children of their own.
fn busy(child: &mut Child) -> Option<Duration> {
    let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_child(child)), ended).ok()?;
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // Behind the name, which may hold anything: fields 14 to 17 are user and system time.
    let times = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(4);
    let ticks = times.map(|ticks| ticks.parse::<u32>().ok()).sum::<Option<u32>>()?;
    Some(TICK * ticks)
}
