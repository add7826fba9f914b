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
use std::io;
use std::path::Path;
use std::process::Command;

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
    fs::create_dir_all(dir)?;
    let mut last = String::new();
    files(tickets, &mut |path, text| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if last != folder {
            fs::create_dir_all(dir.join(folder))?;
            folder.clone_into(&mut last);
        }
        fs::write(dir.join(path), text)
    })
}

/// [`write`], as a git repository of one commit, clean. Needs `git`.
///
/// # Errors
/// When a file cannot be written, or git cannot be run or fails.
pub(crate) fn commit(dir: &Path, tickets: usize) -> io::Result<Written> {
    let written = write(dir, tickets)?;
    git(dir, &["init", "-q", "-b", "main", "."])?;
    // What is "big" goes straight into one pack, as in a clone; hundreds of thousands of loose
    // objects would take minutes.
    git(dir, &["-c", "core.bigFileThreshold=1", "-c", "core.compression=1", "add", "-A"])?;
    let who = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"];
    git(dir, &[&who[..], &["commit", "-q", "-m", "corpus"]].concat())?;
    Ok(written)
}

fn git(dir: &Path, args: &[&str]) -> io::Result<()> {
    let status = Command::new("git")
        .args(args)
        .current_dir(dir)
        .env("GIT_AUTHOR_DATE", "2026-01-26T10:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-01-26T10:00:00Z")
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other(format!("git {args:?} failed"))) }
}
