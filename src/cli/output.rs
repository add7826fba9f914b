//! The only place that prints. Results go to stdout, everything else to stderr.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _, stderr, stdin};

use clap::builder::StyledStr;
use serde::Serialize;

use super::args::{Color, Global};
use crate::app::shell::word;
use crate::evidence::v2::bundle::Bundle;
use crate::evidence::v2::gates::GatesReport;
use crate::host::stdout;
use crate::model::exit::ExitCode;
use crate::report::{Detail, Style, escape, terminal};

/// Where and how results are shown.
pub(super) struct Output {
    is_json: bool,
    /// The mildest end that the command may come to.
    at_least: ExitCode,
    /// The faults of the repository that were told.
    told: BTreeSet<String>,
    pub(super) style: Style,
    /// The configuration that was named, as a word of a command line.
    config: Option<String>,
    printed: Printed,
}

/// What became of the results so far.
#[derive(Debug, Default)]
enum Printed {
    /// All of them were written.
    #[default]
    Whole,
    /// The reader closed its end: it has read what it wanted.
    Unwanted,
    /// One could not be written, so that none after it is tried.
    Failed(io::Error),
}

impl Printed {
    /// Writes a result, unless one before it did not arrive.
    fn write(&mut self, text: &str) {
        if !matches!(self, Self::Whole) {
            return;
        }
        match stdout::write(text.as_bytes()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => *self = Self::Unwanted,
            Err(error) => *self = Self::Failed(error),
        }
    }

    /// The exit code of a command that would end with `code` (DESIGN.md §4).
    fn end(&self, code: ExitCode) -> ExitCode {
        let Self::Failed(error) = self else { return code };
        note(&format!("the result could not be printed: {error}"));
        ExitCode::worst([code, ExitCode::Io])
    }
}

/// Prints help or the version, and ends with the exit code.
pub(super) fn answer(text: &StyledStr) -> ExitCode {
    let mut printed = Printed::default();
    match io::stdout().is_terminal() && !has_no_color() {
        true => printed.write(&text.ansi().to_string()),
        false => printed.write(&text.to_string()),
    }
    printed.end(ExitCode::Approved)
}

fn has_no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

fn note(line: &str) {
    let _ = writeln!(stderr(), "council-review: {}", escape::line(line));
}

impl Output {
    pub(super) fn new(global: &Global) -> Self {
        let color = match global.color {
            Color::Auto => io::stdout().is_terminal() && !has_no_color(),
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
        Self {
            is_json: global.format.is_json(),
            at_least: ExitCode::Approved,
            told: BTreeSet::new(),
            style: Style { color, width, detail },
            config: global.config_file().as_deref().map(word),
            printed: Printed::default(),
        }
    }

    /// Faults of the repository that stand whatever the command is about: told once each, and the
    /// command ends with `code` at least.
    pub(super) fn warn(&mut self, lines: impl IntoIterator<Item = String>, code: ExitCode) {
        for line in lines {
            if !self.told.contains(&line) {
                note(&line);
                self.told.insert(line);
            }
            self.at_least = ExitCode::worst([self.at_least, code]);
        }
    }

    pub(super) fn is_json(&self) -> bool {
        self.is_json
    }

    /// A result. A reader that closed its end early (`| head`) is no fault.
    pub(super) fn print(&mut self, text: &str) {
        self.printed.write(text);
    }

    /// A review, whose bundle stands in `file`.
    pub(super) fn bundle(&mut self, bundle: &Bundle, file: &str) {
        self.print(&terminal::bundle(bundle, Some(file), self.config.as_deref(), self.style));
    }

    /// What the gates say.
    pub(super) fn gates(&mut self, report: &GatesReport) {
        self.print(&terminal::gates(report, self.config.as_deref(), self.style));
    }

    /// Whether `--quiet` leaves out what to do next.
    pub(super) fn is_quiet(&self) -> bool {
        self.style.detail == Detail::Quiet
    }

    /// What to do next.
    pub(super) fn advise(&mut self, text: &str) {
        if !self.is_quiet() {
            self.print(text);
        }
    }

    /// Begins a new screen, where the results go to one.
    pub(super) fn clear(&mut self) {
        let is_screen = io::stdout().is_terminal();
        self.print(if is_screen { "\x1b[H\x1b[2J\x1b[3J" } else { "\n" });
    }

    /// How a command ends that would end with `code`: with what was warned of at least, and with 74
    /// when a result could not be written.
    pub(super) fn end(&self, code: ExitCode) -> ExitCode {
        self.printed.end(ExitCode::worst([self.at_least, code]))
    }

    /// A result as one JSON document.
    pub(super) fn json(&mut self, value: &impl Serialize) {
        self.print(&escape::json::document(value));
    }

    /// A result as JSON on one line.
    pub(super) fn line(&mut self, value: &impl Serialize) {
        self.print(&escape::json::line(value));
    }

    /// A line beside the result.
    pub(super) fn note(&mut self, line: &str) {
        note(line);
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
    pub(super) fn fault(&self, lines: &str) {
        for line in lines.lines().filter(|line| !self.told.contains(*line)) {
            note(line);
        }
    }
}
