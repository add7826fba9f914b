//! `--format`: every command prints text or JSON, some more, `report` every format there is.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Error};

use crate::report::{REPORTS, Report};

/// The work of all RFCs as a matrix that GitHub Actions fans out: no report of a review.
const MATRIX: (&str, &str) = ("github-matrix", "One line of JSON for a matrix of GitHub Actions");

/// A format by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Format(&'static str);

impl Format {
    pub(super) fn name(self) -> &'static str {
        self.0
    }

    pub(super) fn is_json(self) -> bool {
        self.0 == "json"
    }

    pub(super) fn is_matrix(self) -> bool {
        self.0 == MATRIX.0
    }

    /// The report of this name; the first one, text, for what is none.
    pub(super) fn report(self) -> &'static dyn Report {
        REPORTS.iter().copied().find(|report| report.name() == self.0).unwrap_or(REPORTS[0])
    }
}

/// Reads a format's name. All parsers give the same type, because clap hands the value of a global
/// option down to the option of the same name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parser {
    /// As many of the reports.
    reports: usize,
    has_matrix: bool,
}

impl Parser {
    /// Of every command.
    pub(super) const ANY: Self = Self { reports: 2, has_matrix: false };
    /// Of what a CI asks: annotations, too.
    pub(super) const JUDGE: Self = Self { reports: 3, has_matrix: false };
    /// Of `plan`.
    pub(super) const PLAN: Self = Self { reports: 2, has_matrix: true };
    /// Of `report`.
    pub(super) const REPORT: Self = Self { reports: usize::MAX, has_matrix: false };

    fn formats(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let reports = REPORTS.iter().take(self.reports);
        let named = reports.map(|report| (report.name(), report.about()));
        named.chain(self.has_matrix.then_some(MATRIX))
    }
}

impl TypedValueParser for Parser {
    type Value = Format;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Format, Error> {
        if let Some((name, _)) = self.formats().find(|(name, _)| value == *name) {
            return Ok(Format(name));
        }
        let names: Vec<&str> = self.formats().map(|(name, _)| name).collect();
        let names = names.join(", ");
        let line = match REPORTS.iter().map(|report| report.name()).find(|name| value == *name) {
            Some(other) => format!(
                "only `council-review report RFC --format {other}` prints {other}; \
                 this command prints {names}\n"
            ),
            None => format!("there is no format {value:?}; this command prints {names}\n"),
        };
        Err(Error::raw(ErrorKind::ValueValidation, line).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.formats();
        Some(Box::new(values.map(|(name, about)| PossibleValue::new(name).help(about))))
    }
}
