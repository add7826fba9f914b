//! A line per seat and cycle on stderr, while a person waits.

use std::io::Write as _;

use crate::app::session::Progress;
use crate::council::rfc::{Charter, RfcEvent};
use crate::report::{self, escape};

/// Writes to stderr, or nowhere.
pub(super) struct Lines {
    pub(super) shown: bool,
}

impl Progress for Lines {
    fn event(&mut self, event: &RfcEvent, charter: &Charter) {
        if !self.shown {
            return;
        }
        let Some(line) = report::event_line(event, charter) else {
            return;
        };
        // A closed stderr must not end a review.
        let _ = writeln!(std::io::stderr(), "{}", escape::line(&line));
    }
}
