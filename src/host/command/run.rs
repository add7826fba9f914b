//! One run of a seat's program: the prompt goes in while what it prints comes out, and whatever it
//! started ends with it (THREATS.md H1, H2).

use std::io;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin, Command};

use super::CommandTimeouts;
use super::tree::{GLANCE, Tree};

/// The most that is read of an answer, in bytes.
const MOST: usize = 4 << 20;
/// What is kept of stderr, in bytes: its end.
const KEPT: usize = 2 << 10;
/// How long the pipes are read when the program has exited and somebody else holds them.
const LINGER: Duration = Duration::from_millis(500);

/// What a program left behind.
#[derive(Debug)]
pub(super) struct ProgramOutput {
    pub(super) status: ExitStatus,
    pub(super) stdout: Vec<u8>,
    /// The end of it, from the beginning of a line on.
    pub(super) stderr: Vec<u8>,
    /// Whether it took the whole prompt.
    pub(super) is_told: bool,
}

/// Why a run was ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum Ended {
    #[error("it could not be started: {0}")]
    NotStarted(#[from] io::Error),
    #[error("it gave no answer within {} s", .0.as_secs_f64())]
    TooLong(Duration),
    #[error("it did not read its task within {} s", .0.as_secs_f64())]
    Deaf(Duration),
    #[error("it printed more than {} MiB", MOST >> 20)]
    TooMuch,
}

/// A program under way. Dropping it ends the program and all that it started, at once.
struct Running {
    child: Child,
    tree: Tree,
    is_launched: bool,
}

impl Running {
    /// Asks all to end, and waits as long as they may take.
    async fn end(&mut self, grace: Duration) {
        if self.is_launched {
            self.tree.signal_root(Signal::TERM);
            let _ = tokio::time::timeout(grace + Duration::from_secs(2), self.child.wait()).await;
        } else {
            self.tree.signal(Signal::TERM);
            self.tree.signal_root(Signal::TERM);
            let _ = tokio::time::timeout(grace, self.child.wait()).await;
        }
    }

    /// Whether the root ends within a time.
    fn ends_within(&mut self, time: Duration) -> bool {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(None) if begun.elapsed() < time => thread::sleep(GLANCE),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let is_over = !matches!(self.child.try_wait(), Ok(None));
        if !is_over && self.is_launched {
            // The launcher does it best: it takes in whoever is left alone.
            self.tree.signal_root(Signal::USR1);
            if self.ends_within(Duration::from_secs(3)) {
                return;
            }
        }
        self.tree.kill();
        if !is_over {
            self.tree.signal_root(Signal::KILL);
            self.ends_within(Duration::from_secs(1));
        } else if !self.is_launched {
            self.tree.signal_root(Signal::KILL);
        }
    }
}

/// Runs a program with a prompt, to its end or the end of its time.
pub(super) async fn run(
    mut command: Command,
    is_launched: bool,
    prompt: &[u8],
    timers: &CommandTimeouts,
) -> Result<ProgramOutput, Ended> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if !is_launched {
        command.process_group(0);
    }
    let mut deadline = pin!(tokio::time::sleep(timers.total));
    let mut patience = pin!(tokio::time::sleep(timers.stdin));
    let mut child = command.spawn()?;
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
    let root = pid.ok_or_else(|| io::Error::other("it has no process id"))?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut running = Running { child, tree: Tree::of(root), is_launched };
    let (Some(stdin), Some(mut out), Some(mut err)) = pipes else {
        return Err(io::Error::other("it has no pipes").into());
    };

    let mut telling = pin!(tell(stdin, prompt));
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let (mut is_out_open, mut is_err_open) = (true, true);
    let (mut told, mut status, mut is_cut) = (None, None, false);
    let mut linger = pin!(tokio::time::sleep(timers.total));
    loop {
        if let Some(status) = status
            && !is_out_open
            && !is_err_open
        {
            let stderr = if is_cut { without_the_cut(stderr) } else { stderr };
            return Ok(ProgramOutput { status, stdout, stderr, is_told: told == Some(true) });
        }
        tokio::select! {
            biased;
            is_whole = &mut telling, if told.is_none() => told = Some(is_whole),
            read = out.read_buf(&mut stdout), if is_out_open => {
                is_out_open = read.is_ok_and(|n| n > 0);
                if stdout.len() > MOST {
                    return Err(Ended::TooMuch);
                }
            }
            read = err.read_buf(&mut stderr), if is_err_open => {
                is_err_open = read.is_ok_and(|n| n > 0);
                if stderr.len() > 8 * KEPT {
                    stderr.drain(..stderr.len() - KEPT);
                    is_cut = true;
                }
            }
            ended = running.child.wait(), if status.is_none() => {
                status = Some(ended?);
                linger.as_mut().reset(tokio::time::Instant::now() + LINGER);
            }
            () = &mut linger, if status.is_some() => (is_out_open, is_err_open) = (false, false),
            () = &mut deadline, if status.is_none() => {
                running.end(timers.grace).await;
                return Err(Ended::TooLong(timers.total));
            }
            () = &mut patience, if told.is_none() && status.is_none() => {
                running.end(timers.grace).await;
                return Err(Ended::Deaf(timers.stdin));
            }
        }
    }
}

/// What is left of a text that was cut at its front, from its next line on: what was cut through could
/// be a secret, whose end nobody would know.
fn without_the_cut(mut text: Vec<u8>) -> Vec<u8> {
    let line = memchr::memchr(b'\n', &text).map_or(text.len(), |end| end + 1);
    text.drain(..line);
    text
}

/// Writes the prompt and closes the pipe; whether all of it was taken.
async fn tell(mut stdin: ChildStdin, prompt: &[u8]) -> bool {
    stdin.write_all(prompt).await.is_ok()
}
