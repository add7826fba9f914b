//! The only place that prints. Results go to stdout, everything else to stderr.

use std::io::{IsTerminal as _, Write as _, stderr, stdin, stdout};

use serde::Serialize;

use super::args::{Color, Global};
use crate::report::escape;
use crate::report::{Detail, Style};

/// Where and how results are shown.
pub(super) struct Output {
    is_json: bool,
    pub(super) style: Style,
}

impl Output {
    pub(super) fn new(global: &Global) -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let color = match global.color {
            Color::Auto => stdout().is_terminal() && !no_color,
            Color::Always => true,
            Color::Never => false,
        };
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        let detail = if global.quiet {
            Detail::Quiet
        } else if global.verbose {
            Detail::Full
        } else {
            Detail::Normal
        };
        let width = columns.filter(|width| (40..=400).contains(width)).unwrap_or(100);
        Self { is_json: global.format.is_json(), style: Style { color, width, detail } }
    }

    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// A result. A reader that went away (`| head`) is no fault of the review.
    pub(super) fn print(&mut self, text: &str) {
        let _ = stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush());
    }

    /// A result as one JSON document.
    pub(super) fn json(&mut self, value: &impl Serialize) {
        self.print(&escape::json::document(value));
    }

    /// A line beside the result.
    pub(super) fn note(&mut self, line: &str) {
        let _ = writeln!(stderr(), "council-review: {}", escape::line(line));
    }

    /// A question, answered by a line of stdin; `None` when there is no more.
    pub(super) fn ask(&mut self, question: &str) -> Option<String> {
        let _ = write!(stderr(), "{question} ").and_then(|()| stderr().flush());
        let mut line = String::new();
        let read = stdin().read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }

    /// What the command line can be, for somebody who gave none.
    pub(super) fn usage(&mut self, help: &str) {
        let _ = write!(stderr(), "{help}");
    }

    /// Why the command could not do its work: a line for each fault.
    pub(super) fn fault(&mut self, lines: &str) {
        for line in lines.lines() {
            self.note(line);
        }
    }
}
