//! The processes that a seat's program started: found through `/proc`, signalled, counted. On
//! systems without it, the process group stands for them.

use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// How often the tree is looked at while it ends.
pub(super) const GLANCE: Duration = Duration::from_millis(10);

/// A process and all that descend from it or share its session.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tree {
    root: Pid,
}

/// What `/proc/PID/stat` tells of a process.
struct Entry {
    parent: i32,
    session: i32,
    is_alive: bool,
}

impl Tree {
    pub(super) fn of(root: Pid) -> Self {
        Self { root }
    }

    /// Those that live, the root left out. Whoever double-forked and left the session is found all
    /// the same while the launcher, a subreaper, is the root: orphans become its children.
    pub(super) fn living(&self) -> Vec<Pid> {
        let root = self.root.as_raw_nonzero().get();
        let all = processes();
        let descends = |mut pid: i32| {
            // Parents change under our eyes; a chain is never longer than the table.
            for _ in 0..all.len() {
                match all.get(&pid) {
                    Some(entry) if entry.parent == root || entry.session == root => return true,
                    Some(entry) => pid = entry.parent,
                    None => return false,
                }
            }
            false
        };
        let own =
            |(pid, entry): &(&i32, &Entry)| **pid != root && entry.is_alive && descends(**pid);
        all.iter().filter(own).filter_map(|(&pid, _)| Pid::from_raw(pid)).collect()
    }

    /// Sends a signal to all but the root.
    pub(super) fn signal(&self, signal: Signal) {
        for pid in self.living() {
            // Gone already: just as well.
            let _ = kill_process(pid, signal);
        }
    }

    /// Sends a signal to the root and to its group.
    pub(super) fn signal_root(&self, signal: Signal) {
        let _ = kill_process_group(self.root, signal);
        let _ = kill_process(self.root, signal);
    }

    /// Kills all but the root, and those that they start meanwhile; at most 2 s.
    pub(super) fn kill(&self) {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            let living = self.living();
            if living.is_empty() {
                return;
            }
            // Stopped first, so that none forks while the others are killed.
            for signal in [Signal::STOP, Signal::KILL] {
                for &pid in &living {
                    let _ = kill_process(pid, signal);
                }
            }
            thread::sleep(GLANCE);
        }
    }
}

fn processes() -> BTreeMap<i32, Entry> {
    let folder = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = folder.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter_map(|pid| Some((pid, entry(&fs::read(format!("/proc/{pid}/stat")).ok()?)?)))
        .collect()
}

/// The name stands in parentheses and may hold any byte, so that the fields are counted from its
/// end.
fn entry(stat: &[u8]) -> Option<Entry> {
    let end = stat.iter().rposition(|&byte| byte == b')')?;
    let fields = std::str::from_utf8(stat.get(end + 1..)?).ok()?;
    let mut fields = fields.split_ascii_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    let session = fields.nth(1)?.parse().ok()?;
    Some(Entry { parent, session, is_alive: !matches!(state, "Z" | "X" | "x") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_forge_the_fields_after_it() {
        let stat = b"77 (a) Z 1 1 1 (b) S 42 43 44 0 -1 4194560";
        let entry = entry(stat).expect("an entry");
        assert_eq!((entry.parent, entry.session, entry.is_alive), (42, 44, true));
        assert!(super::entry(b"77 (a").is_none());
        assert!(super::entry(b"77 (a) S x 43 44").is_none());
    }
}
