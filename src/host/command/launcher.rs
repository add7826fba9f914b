//! The hidden first step of a seat's program: our own binary in a session of its own, to which all
//! that the program leaves behind comes back, and which ends it all when asked, or when we die.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getpid, getppid, setsid, waitpid};
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};

use super::tree::{GLANCE, Tree};

/// The word that begins the launcher's command line.
pub const WORD: &str = "--launch-seat";
/// Its exit code when the program cannot be started, as shells have it.
const NOT_STARTED: u8 = 127;

/// What the launcher is told: whose child it is, how long a polite end may take, the folder to
/// remove when its parent dies, and the program with its arguments.
struct Orders {
    parent: i32,
    grace: Duration,
    folder: PathBuf,
    argv: Vec<OsString>,
}

impl Orders {
    /// Removes the folder that its parent made, and no other that somebody may name.
    fn remove_folder(&self) {
        let own = format!("seat-{}-", self.parent);
        let name = self.folder.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(&own)) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// The launcher's arguments, [`WORD`] first.
pub(super) fn orders(grace: Duration, folder: &std::path::Path) -> [OsString; 4] {
    let parent = getpid().as_raw_nonzero().get();
    [
        WORD.into(),
        parent.to_string().into(),
        grace.as_millis().to_string().into(),
        folder.as_os_str().to_owned(),
    ]
}

fn read(mut args: impl Iterator<Item = OsString>) -> Option<Orders> {
    let parent = args.next()?.to_str()?.parse().ok()?;
    let grace = Duration::from_millis(args.next()?.to_str()?.parse().ok()?);
    let folder = args.next()?.into();
    let argv: Vec<OsString> = args.collect();
    (!argv.is_empty()).then_some(Orders { parent, grace, folder, argv })
}

/// Runs the launcher with the words after [`WORD`], and returns its exit code: that of the program,
/// or 128 and the signal that ended it (THREATS.md H1).
pub fn launch(args: impl Iterator<Item = OsString>) -> u8 {
    let Some(orders) = read(args) else { return NOT_STARTED };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return NOT_STARTED };
    runtime.block_on(run(&orders)).unwrap_or(NOT_STARTED)
}

async fn run(orders: &Orders) -> io::Result<u8> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut at_once = signal(SignalKind::user_defined1())?;
    // A terminal's Ctrl-C is for our parent, which tells us what to do.
    setsid()?;
    #[cfg(target_os = "linux")]
    {
        rustix::process::set_child_subreaper(Some(getpid()))?;
        rustix::process::set_parent_process_death_signal(Some(Signal::TERM))?;
    }
    let is_orphan = || getppid().map(Pid::as_raw_pid) != Some(orders.parent);
    if is_orphan() {
        orders.remove_folder();
        return Ok(NOT_STARTED);
    }
    let (program, args) = orders.argv.split_first().expect("orders hold a program");
    let mut child = Command::new(program).args(args).process_group(0).spawn()?;
    let tree = Tree::of(getpid());
    let group = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
    // Where there is no `/proc` to look into, the program's group is all that is known.
    let signal_group = |signal: Signal| {
        if let Some(group) = group.filter(|_| !cfg!(target_os = "linux")) {
            let _ = rustix::process::kill_process_group(group, signal);
        }
    };
    let ended = tokio::select! {
        ended = child.wait() => Some(ended?),
        _ = terminate.recv() => None,
        _ = at_once.recv() => {
            signal_group(Signal::KILL);
            tree.kill();
            None
        }
    };
    // Whoever is left is asked to go, unless nobody waits for us any more.
    if !is_orphan() {
        tree.signal(Signal::TERM);
        signal_group(Signal::TERM);
        let begun = Instant::now();
        while begun.elapsed() < orders.grace && !is_orphan() {
            reap(&mut child, ended.is_some());
            if tree.living().is_empty() {
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(GLANCE) => {}
                _ = at_once.recv() => break,
            }
        }
    }
    signal_group(Signal::KILL);
    tree.kill();
    let status = match ended {
        Some(status) => Some(status),
        None => child.try_wait().ok().flatten(),
    };
    reap(&mut child, true);
    if is_orphan() {
        orders.remove_folder();
    }
    Ok(code(status))
}

/// Takes the ends of all children, once nobody else waits for the program's own.
fn reap(child: &mut Child, is_taken: bool) {
    if is_taken || child.try_wait().is_ok_and(|ended| ended.is_some()) {
        while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
    }
}

fn code(status: Option<ExitStatus>) -> u8 {
    use std::os::unix::process::ExitStatusExt as _;
    let killed = 128 + 9;
    let Some(status) = status else { return killed };
    let number = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    number.and_then(|number| u8::try_from(number).ok()).unwrap_or(killed)
}
