//! A line per seat and cycle on stderr, while a person waits.

use std::io::{IsTerminal as _, Write as _};

use crate::app::Progress;
use crate::model::progress::ProgressEvent;
use crate::report::{self, escape};

/// Writes to stderr, or nowhere.
pub(super) struct ProgressLines {
    /// Whether each event gets a line.
    shown: bool,
    /// Whether nothing is written at all.
    quiet: bool,
}

impl ProgressLines {
    /// Events for a terminal, notices for everybody, nothing where none is wanted.
    pub(super) fn new(quiet: bool) -> Self {
        Self { shown: std::io::stderr().is_terminal() && !quiet, quiet }
    }
}

impl Progress for ProgressLines {
    fn event(&mut self, event: &ProgressEvent) {
        if !self.shown {
            return;
        }
        let Some(line) = report::progress_line(event) else {
            return;
        };
        // A closed stderr must not end a review.
        let _ = writeln!(std::io::stderr(), "{}", escape::line(&line));
    }

    fn notice(&mut self, line: &str) {
        if !self.quiet {
            let _ = writeln!(std::io::stderr(), "council-review: {}", escape::line(line));
        }
    }
}
