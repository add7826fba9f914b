//! Repositories in the shape of a real one, of any size, the same on every machine: RFC folders,
//! tickets of three layouts, PRDs, component atlases, code files that the tickets name, and some of
//! the defects that real repositories have. For benches, which include it by `#[path]`.
//!
//! Sizes follow the corpus of GATES.md: tickets from 305 to 12,288 bytes with a median of 2,516,
//! RFCs of 5 to 66 tickets (`RFC-0018` alone has 66), per RFC about 85 kB of documents and 1 kB of
//! decomposition for each ticket. Sixteen RFCs, eight PRDs and five crates make an *area*, which is
//! about what the real repository is; a larger repository has more areas.

#![allow(dead_code, reason = "each bench uses its part of this")]

mod area;
mod page;
mod plan;
mod prose;
mod rfc;
mod ticket;

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use plan::{Plan, RFCS_OF_AREA};

/// The most tickets that five digits can name.
pub(crate) const MOST: usize = 100_000;
/// The one RFC of 66 tickets, when there are tickets enough for it and another.
pub(crate) const LARGEST: &str = "RFC-0018";

/// What a repository holds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Written {
    pub(crate) files: usize,
    pub(crate) bytes: usize,
    pub(crate) tickets: usize,
    pub(crate) ticket_bytes: usize,
    pub(crate) rfcs: usize,
}

impl Written {
    fn note(&mut self, path: &str, text: &str) {
        self.files += 1;
        self.bytes += text.len();
        if path.starts_with("documents/work/tickets/TCK-") {
            self.tickets += 1;
            self.ticket_bytes += text.len();
        }
    }
}

/// Hands out every file of a repository with this many tickets, as (path, text), in a fixed order.
///
/// # Errors
/// The first error of `put`.
pub(crate) fn files(
    tickets: usize,
    put: &mut dyn FnMut(&str, &str) -> io::Result<()>,
) -> io::Result<Written> {
    assert!((1..=MOST).contains(&tickets), "1 to {MOST} tickets, not {tickets}");
    let plan = Plan::of(tickets);
    let mut written = Written { rfcs: plan.rfcs.len(), ..Written::default() };
    let mut put = |path: String, text: String| {
        written.note(&path, &text);
        put(&path, &text)
    };
    put("Cargo.toml".into(), area::workspace(plan.areas()))?;
    put("documents/work/tickets/README.md".into(), "# Tickets\n\nOne file each.\n".into())?;
    for area in 0..plan.areas() {
        area::files(area, &mut put)?;
    }
    for rfc in &plan.rfcs {
        rfc::files(rfc, &mut put)?;
        for ticket in &rfc.tickets {
            put(ticket.path(), ticket::text(rfc, ticket))?;
        }
    }
    debug_assert!(plan.areas() * RFCS_OF_AREA >= plan.rfcs.len());
    Ok(written)
}

/// Writes the files below `dir`; no git.
///
/// # Errors
/// When a file cannot be written.
pub(crate) fn write(dir: &Path, tickets: usize) -> io::Result<Written> {
    write_and(dir, tickets, &mut |_, _| Ok(()))
}

/// [`write`], and hands out what was written.
fn write_and(
    dir: &Path,
    tickets: usize,
    then: &mut dyn FnMut(&str, &str) -> io::Result<()>,
) -> io::Result<Written> {
    fs::create_dir_all(dir)?;
    let mut last = String::new();
    files(tickets, &mut |path, text| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if last != folder {
            fs::create_dir_all(dir.join(folder))?;
            folder.clone_into(&mut last);
        }
        fs::write(dir.join(path), text)?;
        then(path, text)
    })
}

/// [`write`], as a git repository of one commit, clean. Needs `git`.
///
/// All blobs come in one pack, as in a clone. `git add` and trees of `fast-import` would do too,
/// but take the square of the files in a folder.
///
/// # Errors
/// When a file cannot be written, or git cannot be run or fails.
pub(crate) fn commit(dir: &Path, tickets: usize) -> io::Result<Written> {
    fs::create_dir_all(dir)?;
    run(&mut git(dir, &["init", "-q", "-b", "main", "."]))?;
    let marks = dir.join(".git/marks");
    let mut import = git(dir, &["-c", "pack.compression=1", "fast-import", "--quiet"]);
    import.args(["--depth=0", "--export-marks=.git/marks"]);
    let mut paths = Vec::new();
    let written = feed(&mut import, &mut |blobs| {
        write_and(dir, tickets, &mut |path, text| {
            paths.push(path.to_owned());
            write!(blobs, "blob\nmark :{}\ndata {}\n{text}\n", paths.len(), text.len())
        })
    })?;
    feed(&mut git(dir, &["update-index", "--index-info"]), &mut |index| {
        for line in fs::read_to_string(&marks)?.lines() {
            let (mark, id) = line.split_once(' ').ok_or(io::ErrorKind::InvalidData)?;
            let at: usize = mark[1..].parse().map_err(io::Error::other)?;
            writeln!(index, "100644 {id}\t{}", paths[at - 1])?;
        }
        Ok(())
    })?;
    fs::remove_file(marks)?;
    let who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"];
    run(git(dir, &who).args(["commit", "-q", "-m", "corpus"]))?;
    Ok(written)
}

fn git(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("git");
    let at = "2026-01-26T10:00:00Z";
    command.args(args).current_dir(dir);
    command.env("GIT_AUTHOR_DATE", at).env("GIT_COMMITTER_DATE", at);
    command
}

fn run(command: &mut Command) -> io::Result<()> {
    succeeded(command.status()?)
}

/// Runs a command that reads what `give` writes.
fn feed<T>(
    command: &mut Command,
    give: &mut dyn FnMut(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut into = BufWriter::with_capacity(1 << 20, child.stdin.take().expect("it is piped"));
    let given = give(&mut into).and_then(|given| into.flush().map(|()| given));
    drop(into);
    succeeded(child.wait()?)?;
    given
}

fn succeeded(status: ExitStatus) -> io::Result<()> {
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("git ended: {status}"))) }
}
