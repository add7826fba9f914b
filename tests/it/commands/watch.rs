//! `gates --watch`: a screen for each change, and the last code at the end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::support::greeting::greeting;
use crate::support::{Repo, binary};

const SECOND: &str = "docs/work/tickets/TCK-00002.yaml";
/// Longer than a machine with too much to do takes for one run.
const PATIENCE: Duration = Duration::from_secs(120);

struct Watching {
    child: Child,
    told: Receiver<String>,
}

/// Starts it, and hands on what it prints to stderr.
fn watching(repo: &Repo) -> Watching {
    let mut command = binary();
    command.args(["gates", "RFC-0001", "--watch"]).current_dir(repo.path());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let (tell, told) = channel();
    thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
    Watching { child, told }
}

impl Watching {
    fn says(&self, part: &str) {
        let line = self.told.recv_timeout(PATIENCE).expect("a line");
        assert!(line.contains(part), "{line} without {part}");
    }

    /// The same after other lines.
    fn says_in_the_end(&self, part: &str) {
        while !self.told.recv_timeout(PATIENCE).expect("a line").contains(part) {}
    }

    #[cfg(unix)]
    fn interrupted(mut self) -> i32 {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sent");
        self.child.wait().expect("it ends").code().expect("a code")
    }
}

#[cfg(unix)]
#[test]
fn each_change_is_told_and_the_last_code_is_the_end() {
    let repo = greeting();
    let run = watching(&repo);
    run.says("watching");
    repo.edit(SECOND, "[TCK-00001]", "[TCK-00099]");
    run.says_in_the_end("new   R47");
    repo.edit(SECOND, "[TCK-00099]", "[TCK-00001]");
    run.says_in_the_end("gone  R47");
    repo.write("docs/work/tickets/TCK-00003.yaml", "ticket: {id: TCK-00003, rfc_id: RFC-0001}\n");
    run.says_in_the_end("new   R12");
    assert_eq!(run.interrupted(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_not_read_is_no_change_and_a_file_that_says_the_same_is_told_so() {
    let repo = greeting();
    let run = watching(&repo);
    run.says("watching");
    repo.write("other.md", "nobody reads this");
    repo.edit(SECOND, "Refuse", "Refuse a name");
    run.says("the findings are the same as before");
    assert_eq!(run.interrupted(), 0);
}
